/** What an import remembers of people between batches: who has which identity, and what the last row about them said. */
import type { IdentityKind } from '../tables/engagement';
import { cut } from './batches';

/** The identities by which a row names somebody. */
export interface Identities {
  readonly memberId: string | null;
  readonly slug: string | null;
  readonly isCompany: boolean;
}

export interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
}

/** The identities one by one. */
export function identitiesOf(who: Identities): Identity[] {
  const list: Identity[] = [];
  if (who.memberId) list.push({ kind: 'member', value: cut(who.memberId, 200) });
  if (who.slug) list.push({ kind: who.isCompany ? 'company' : 'slug', value: cut(who.slug, 200) });
  return list;
}

/** How many people are remembered; some 200 bytes each. */
const rememberedPeople = 100_000;

/** A row that names somebody: see `mentionOf`. */
export interface Mention {
  readonly identities: readonly Identity[];
  /** A digest of all it says of them; null: look closer in any case. */
  readonly saying: string | null;
  /** Epoch ms. */
  readonly observedAt: number;
  /** Number of whom `note` found to have been described in these words, which may have changed since. */
  said?: number | undefined;
}

/** @param saying a digest of all that the row says of them; null: look closer in any case. */
export const mentionOf = (who: Identities, saying: string | null, observedAt: number): Mention => ({
  identities: identitiesOf(who),
  saying,
  observedAt,
});

/** In place of a number: it was looked up, and nobody has the identity. */
const nobody = -1;
/** Bytes that are kept of a digest. */
const digestSize = 16;
/** What is known of the words of the last row about somebody. */
const words = { changing: 0, same: 1, dating: 2 } as const;

/**
 * What is remembered of people between batches: enough to see that a row says nothing new of them. Most rows of an export
 * name somebody whom an earlier row described in the same words.
 *
 * People are numbered, and what is known of them stands in lists of numbers: a hundred thousand small objects would be looked through
 * whenever garbage is collected.
 */
export class KnownPeople {
  /** Numbers by kind and value of an identity. */
  private readonly known: Readonly<Record<IdentityKind, Map<string, number>>> = {
    member: new Map(),
    slug: new Map(),
    company: new Map(),
  };
  private readonly numbers = new Map<string, number>();
  private ids: string[] = [];
  /** Whether saying the same again would change a fact, and if not, whether it tells how old they are. */
  private words = new Uint8Array(0);
  /** The beginnings of digests of the words of the last row about each. */
  private said = new Uint8Array(0);
  /** Epoch ms; `observed_at` of each, sightings not written yet included. */
  private observedAt = new Float64Array(0);

  /** Whether more is remembered than should be. */
  get isFull(): boolean {
    return this.ids.length > rememberedPeople;
  }

  forget(): void {
    for (const people of Object.values(this.known)) people.clear();
    this.numbers.clear();
    this.ids = [];
  }

  /** Whether it is known who has the identity, or that nobody has. */
  has({ kind, value }: Identity): boolean {
    return this.known[kind].has(value);
  }

  /** Id of who has the identity; undefined: nobody, as far as is known. */
  idOf({ kind, value }: Identity): string | undefined {
    const person = this.known[kind].get(value) ?? nobody;
    return person === nobody ? undefined : this.ids[person];
  }

  /** @param personId null: it was looked up, and nobody has it. */
  set({ kind, value }: Identity, personId: string | null): void {
    this.known[kind].set(value, personId === null ? nobody : this.numberOf(personId));
  }

  /** The id of a person of this number. */
  id(person: number): string {
    const id = this.ids[person];
    if (id === undefined) throw new Error('nobody has this number');
    return id;
  }

  /**
   * Notes what the last row about somebody said.
   * @param saying a digest of its words, when saying these again would change no fact; else null.
   * @param dates whether a row with these words says how old they are.
   * @param observedAt epoch ms.
   */
  remember(id: string, saying: string | null, dates: boolean, observedAt: number): void {
    const person = this.numberOf(id);
    this.words[person] = saying === null ? words.changing : dates ? words.dating : words.same;
    this.observedAt[person] = observedAt;
    for (let at = 0; at < digestSize; at += 1) this.said[person * digestSize + at] = saying?.charCodeAt(at) ?? 0;
  }

  /** The next row about somebody is to be looked at closer. */
  forgetWords(id: string): void {
    this.words[this.numberOf(id)] = words.changing;
  }

  /**
   * Notes that words which somebody was described in were seen again.
   * @param observedAt epoch ms.
   * @param step ms; observations that are closer count as one.
   * @returns whether that tells anything.
   */
  seenAgain(person: number, observedAt: number, step: number): boolean {
    if (this.words[person] !== words.dating || observedAt < (this.observedAt[person] ?? 0) + step) return false;
    this.observedAt[person] = observedAt;
    return true;
  }

  /** Looks for whom a mention only repeats the words, and notes it there; what was noted before counts no more. */
  note(mention: Mention): boolean {
    mention.said = undefined;
    mention.said = this.saidBefore(mention);
    return mention.said !== undefined;
  }

  /** Number of whom a mention names in the words of the last row about them; undefined when it names nobody known, or names two. */
  saidBefore({ identities, saying, said }: Mention): number | undefined {
    if (saying === null) return undefined;
    if (said !== undefined && this.isSaid(said, saying)) return said;
    let person: number | undefined;
    for (const { kind, value } of identities) {
      const named = this.known[kind].get(value) ?? nobody;
      if (named === nobody || (person !== undefined && person !== named)) return undefined;
      person = named;
    }
    return person !== undefined && this.isSaid(person, saying) ? person : undefined;
  }

  private isSaid(person: number, saying: string): boolean {
    if (this.words[person] === words.changing) return false;
    const from = person * digestSize;
    for (let at = 0; at < digestSize; at += 1) if (this.said[from + at] !== saying.charCodeAt(at)) return false;
    return true;
  }

  /** The one number of a person, whatever they are named by. */
  private numberOf(id: string): number {
    let person = this.numbers.get(id);
    if (person === undefined) {
      person = this.ids.push(id) - 1;
      this.numbers.set(id, person);
      if (person === this.words.length) this.grow();
      this.words[person] = words.changing;
    }
    return person;
  }

  private grow(): void {
    const room = Math.max(64, 2 * this.words.length);
    const { words: old, said, observedAt } = this;
    (this.words = new Uint8Array(room)).set(old);
    (this.said = new Uint8Array(room * digestSize)).set(said);
    (this.observedAt = new Float64Array(room)).set(observedAt);
  }
}
