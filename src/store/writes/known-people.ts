/** What an import remembers about people between batches: who has which identity, and what the last row about them said. */
import type { IdentityKind } from '../tables/engagement';
import { cut } from '../../shared/text/cut';

/** The identities by which a row names a person. */
export interface Identities {
  readonly memberId: string | null;
  readonly slug: string | null;
  readonly isCompany: boolean;
}

export interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
}

/** These identities as a list. */
export function identitiesOf(who: Identities): Identity[] {
  const list: Identity[] = [];
  if (who.memberId) list.push({ kind: 'member', value: cut(who.memberId, 200) });
  if (who.slug) list.push({ kind: who.isCompany ? 'company' : 'slug', value: cut(who.slug, 200) });
  return list;
}

/** How many people are remembered, at about 200 bytes each. */
const rememberedPeople = 100_000;

/** A row that names a person: see `mentionOf`. */
export interface Mention {
  readonly identities: readonly Identity[];
  /** A digest of everything the row says about the person. Null: the row must be read fully. */
  readonly saying: string | null;
  /** Epoch ms. */
  readonly observedAt: number;
  /** Number of the person whom `note` found to be described in the same words. It may be outdated. */
  said?: number | undefined;
}

/** @param saying a digest of everything the row says about the person; null: the row must be read fully. */
export const mentionOf = (who: Identities, saying: string | null, observedAt: number): Mention => ({
  identities: identitiesOf(who),
  saying,
  observedAt,
});

/** Stored instead of a number: the identity was looked up and nobody has it. */
const nobody = -1;
/** How many bytes of a digest are kept. */
const digestSize = 16;
/** What is known of the words of the last row about a person. */
const words = { changing: 0, same: 1, dating: 2 } as const;

/**
 * Facts about people remembered between batches, enough to see that a row says nothing new. Most rows of an export name a
 * person whom an earlier row described in the same words.
 *
 * People are numbered, and facts about them are kept in typed arrays, because garbage collection would scan a hundred thousand
 * small objects every time.
 */
export class KnownPeople {
  /** Numbers of people, by kind and value of an identity. */
  private readonly known: Readonly<Record<IdentityKind, Map<string, number>>> = {
    member: new Map(),
    slug: new Map(),
    company: new Map(),
  };
  private readonly numbers = new Map<string, number>();
  private ids: string[] = [];
  /** Whether the same words again would change a fact, and if not, whether they confirm the date of facts. */
  private words = new Uint8Array(0);
  /** Beginnings of digests of the last row about each person. */
  private said = new Uint8Array(0);
  /** Epoch ms: `observed_at` of each person, including unwritten sightings. */
  private observedAt = new Float64Array(0);

  /** Whether the limit of remembered people is exceeded. */
  get isFull(): boolean {
    return this.ids.length > rememberedPeople;
  }

  forget(): void {
    for (const people of Object.values(this.known)) people.clear();
    this.numbers.clear();
    this.ids = [];
  }

  /** Whether the identity was looked up. */
  has({ kind, value }: Identity): boolean {
    return this.known[kind].has(value);
  }

  /** Id of the person with this identity. Undefined: nobody, as far as known. */
  idOf({ kind, value }: Identity): string | undefined {
    const person = this.known[kind].get(value) ?? nobody;
    return person === nobody ? undefined : this.ids[person];
  }

  /** @param personId null: the identity was looked up and nobody has it. */
  set({ kind, value }: Identity, personId: string | null): void {
    this.known[kind].set(value, personId === null ? nobody : this.numberOf(personId));
  }

  /** The id of the person with this number. */
  id(person: number): string {
    const id = this.ids[person];
    if (id === undefined) throw new Error('nobody has this number');
    return id;
  }

  /**
   * Notes what the last row about a person said.
   * @param saying a digest of its words, if the same words again would change no fact; else null.
   * @param dates whether the same words, seen later, confirm the date of facts.
   * @param observedAt epoch ms.
   */
  remember(id: string, saying: string | null, dates: boolean, observedAt: number): void {
    const person = this.numberOf(id);
    this.words[person] = saying === null ? words.changing : dates ? words.dating : words.same;
    this.observedAt[person] = observedAt;
    for (let at = 0; at < digestSize; at += 1) this.said[person * digestSize + at] = saying?.charCodeAt(at) ?? 0;
  }

  /** Forgets the words, so that the next row about the person is read fully. */
  forgetWords(id: string): void {
    this.words[this.numberOf(id)] = words.changing;
  }

  /**
   * Notes that the same words about a person were seen again.
   * @param observedAt epoch ms.
   * @param step ms; observations closer together count as one.
   * @returns whether the new observation matters.
   */
  seenAgain(person: number, observedAt: number, step: number): boolean {
    if (this.words[person] !== words.dating || observedAt < (this.observedAt[person] ?? 0) + step) return false;
    this.observedAt[person] = observedAt;
    return true;
  }

  /**
   * Finds the person whose description a mention only repeats, and stores the number in the mention in place of an earlier one.
   */
  note(mention: Mention): boolean {
    mention.said = undefined;
    mention.said = this.saidBefore(mention);
    return mention.said !== undefined;
  }

  /**
   * Number of the person whose last row said the same as this mention. Undefined when the mention names nobody known, or two
   * people.
   */
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

  /** The one number of a person, by whatever identity they are named. */
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
