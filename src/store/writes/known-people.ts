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

/** How many people are remembered; some 400 bytes each. */
const rememberedPeople = 100_000;

/**
 * What is remembered of a person between batches: enough to see that a row says nothing new of them. Most rows of an export
 * name somebody whom an earlier row described in the same words.
 */
export interface KnownPerson {
  readonly id: string;
  /** The words of the last row about them (a digest), when saying these again would change no fact; else null. */
  said: string | null;
  /** Whether a row with these words says how old they are. */
  dates: boolean;
  /** Epoch ms; the person's `observed_at`, sightings not written yet included. */
  observedAt: number;
}

/** A row that names somebody: see `mentionOf`. */
export interface Mention {
  readonly identities: readonly Identity[];
  /** A digest of all it says of them; null: look closer in any case. */
  readonly saying: string | null;
  /** Epoch ms. */
  readonly observedAt: number;
  /** Whom `note` found to have been described in these words, which may have changed since. */
  said?: KnownPerson;
}

/** @param saying a digest of all that the row says of them; null: look closer in any case. */
export const mentionOf = (who: Identities, saying: string | null, observedAt: number): Mention => ({
  identities: identitiesOf(who),
  saying,
  observedAt,
});

export class KnownPeople {
  /** By kind and value of an identity; null: nobody has it. */
  private readonly known: Readonly<Record<IdentityKind, Map<string, KnownPerson | null>>> = {
    member: new Map(),
    slug: new Map(),
    company: new Map(),
  };
  private readonly byId = new Map<string, KnownPerson>();

  /** Whether more is remembered than should be. */
  get isFull(): boolean {
    return this.byId.size > rememberedPeople;
  }

  forget(): void {
    for (const people of Object.values(this.known)) people.clear();
    this.byId.clear();
  }

  /** Whether it is known who has the identity, or that nobody has. */
  has({ kind, value }: Identity): boolean {
    return this.known[kind].has(value);
  }

  /** Who has the identity; null: nobody, as far as is known. */
  get({ kind, value }: Identity): KnownPerson | null {
    return this.known[kind].get(value) ?? null;
  }

  /** @param personId null: it was looked up, and nobody has it. */
  set({ kind, value }: Identity, personId: string | null): void {
    this.known[kind].set(value, personId === null ? null : this.person(personId));
  }

  /** The one object for a person, whatever they are named by. */
  person(id: string): KnownPerson {
    let person = this.byId.get(id);
    if (!person) {
      person = { id, said: null, dates: false, observedAt: 0 };
      this.byId.set(id, person);
    }
    return person;
  }

  /** Looks for whom a mention only repeats the words, and notes it there; what was noted before counts no more. */
  note(mention: Mention): KnownPerson | undefined {
    mention.said = undefined;
    mention.said = this.saidBefore(mention);
    return mention.said;
  }

  /** Whom a mention names in the words of the last row about them; undefined when it names nobody known, or names two. */
  saidBefore({ identities, saying, said }: Mention): KnownPerson | undefined {
    if (saying === null) return undefined;
    if (said?.said === saying) return said;
    let person: KnownPerson | undefined;
    for (const identity of identities) {
      const named = this.get(identity);
      if (!named || (person && person !== named)) return undefined;
      person = named;
    }
    return person?.said === saying ? person : undefined;
  }
}
