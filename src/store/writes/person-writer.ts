/**
 * Finding, creating, changing and merging people while importing. People are the same when they share a member id or a
 * profile slug, never because they share a name.
 */
import { v7 as uuid } from 'uuid';
import { placeholders, type Database } from '../database';
import { insertInto, type RowOf } from '../tables/define';
import { people, personIdentities, profileSnapshots, type IdentityKind, type PersonRow } from '../tables/engagement';
import { cut, inParts, selectIn } from './batches';
import { mergedPerson, mergePeople } from './merge-people';

/** The identities by which a row names somebody. */
export interface Identities {
  readonly memberId: string | null;
  readonly slug: string | null;
  readonly isCompany: boolean;
}

type IdentityRow = RowOf<typeof personIdentities>;

export interface PeopleCounts {
  created: number;
  merged: number;
}

/** Observations this close together count as one: else everybody would be written anew with every row that names them. */
export const sameMoment = 3_600_000;

interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
}

function identitiesOf(who: Identities): Identity[] {
  const list: Identity[] = [];
  if (who.memberId) list.push({ kind: 'member', value: cut(who.memberId, 200) });
  if (who.slug) list.push({ kind: who.isCompany ? 'company' : 'slug', value: cut(who.slug, 200) });
  return list;
}

/** How many unwritten sightings are kept. */
const sightingLimit = 200_000;
/** How many people are remembered; some 400 bytes each. */
const rememberedPeople = 120_000;

/**
 * What is remembered of a person between batches: enough to see that a row says nothing new of them. Most rows of an export
 * name somebody whom an earlier row described in the same words.
 */
interface KnownPerson {
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
}

/** @param saying a digest of all that the row says of them; null: look closer in any case. */
export const mentionOf = (who: Identities, saying: string | null, observedAt: number): Mention => ({
  identities: identitiesOf(who),
  saying,
  observedAt,
});

export class PersonWriter {
  /** By kind and value of an identity; null: nobody has it. */
  private readonly known: Readonly<Record<IdentityKind, Map<string, KnownPerson | null>>> = {
    member: new Map(),
    slug: new Map(),
    company: new Map(),
  };
  private readonly knownById = new Map<string, KnownPerson>();
  /** Rows of this batch as they were read. */
  private rows = new Map<string, PersonRow>();
  private created = new Map<string, PersonRow>();
  private changed = new Map<string, PersonRow>();
  private before = new Map<string, PersonRow>();
  private newIdentities: IdentityRow[] = [];
  /** People found to be another one of this batch: id to the id that stays. */
  private redirects = new Map<string, string>();
  /** Who took in another in this batch. */
  private tookIn = new Set<string>();
  private merges: { keep: string; drop: string }[] = [];
  /** When people of whom nothing new was learnt were seen last; written at the end, once for each. */
  private readonly sightings = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Forgets everything not committed. */
  reset(): void {
    this.forgetPeople();
    this.clearBatch();
  }

  private forgetPeople(): void {
    for (const people of Object.values(this.known)) people.clear();
    this.knownById.clear();
  }

  /** Looks up everybody a batch names, with the rows of those of whom it may say something new. */
  async prepare(mentions: readonly Mention[]): Promise<void> {
    // Never within a batch: what it looked up must be there to its end.
    if (this.knownById.size > rememberedPeople) this.forgetPeople();
    const wanted = new Map<IdentityKind, Set<string>>();
    for (const { identities } of mentions) {
      for (const { kind, value } of identities) {
        if (this.known[kind].has(value)) continue;
        this.known[kind].set(value, null);
        wanted.set(kind, (wanted.get(kind) ?? new Set()).add(value));
      }
    }
    for (const [kind, values] of wanted) {
      const found = await selectIn<{ value: string; person_id: string }>(
        this.db,
        'SELECT value, person_id FROM person_identities',
        this.organizationId,
        `kind = '${kind}' AND value`,
        [...values],
      );
      for (const row of found) this.known[kind].set(row.value, this.knownAs(row.person_id));
    }
    const ids = new Set<string>();
    for (const mention of mentions) {
      if (this.saidBefore(mention)) continue;
      for (const { kind, value } of mention.identities) {
        const person = this.known[kind].get(value);
        if (person) ids.add(person.id);
      }
    }
    const rows = await selectIn<PersonRow>(this.db, 'SELECT * FROM people', this.organizationId, 'id', [...ids]);
    for (const row of rows) this.rows.set(row.id, row);
  }

  /**
   * Takes in a row that only repeats what the last one said of somebody.
   * @returns the person's id; undefined when the row may say something new, names nobody known or names two.
   */
  seenAgain(mention: Mention): string | undefined {
    const person = this.saidBefore(mention);
    if (!person) return undefined;
    if (person.dates && mention.observedAt >= person.observedAt + sameMoment) {
      person.observedAt = mention.observedAt;
      this.sightings.set(person.id, mention.observedAt);
    }
    return person.id;
  }

  private saidBefore({ identities, saying }: Mention): KnownPerson | undefined {
    if (saying === null) return undefined;
    let person: KnownPerson | null | undefined;
    for (const { kind, value } of identities) {
      const named = this.known[kind].get(value);
      if (!named || (person && person !== named)) return undefined;
      person = named;
    }
    return person?.said === saying ? person : undefined;
  }

  /** The one object for a person, whatever they are named by. */
  private knownAs(id: string): KnownPerson {
    let person = this.knownById.get(id);
    if (!person) {
      person = { id, said: null, dates: false, observedAt: 0 };
      this.knownById.set(id, person);
    }
    return person;
  }

  /**
   * Notes what the last row about somebody said.
   * @param saying null when saying it again might change a fact.
   * @param dates whether saying it again, later, tells that it is still so.
   */
  remember(row: PersonRow, saying: string | null, dates: boolean): void {
    const person = this.knownAs(row.id);
    person.said = saying;
    person.dates = dates;
    person.observedAt = row.observed_at;
  }

  /** The person that identities name; creates one when nobody is known, merges two when the identities name both. */
  resolve(who: Identities, now: number): PersonRow {
    const identities = identitiesOf(who);
    const ids = new Set<string>();
    for (const { kind, value } of identities) {
      const person = this.known[kind].get(value);
      if (person) ids.add(this.staying(person.id));
    }
    // Ids are uuid v7: the smallest is the person known longest.
    const [keep, ...others] = [...ids].sort();
    let row = keep === undefined ? this.create(who, now) : this.row(keep);
    for (const other of others) row = this.merge(row, other);
    for (const { kind, value } of identities) {
      if (this.known[kind].get(value)) continue;
      this.known[kind].set(value, this.knownAs(row.id));
      this.newIdentities.push({ organization_id: this.organizationId, kind, value, person_id: row.id });
    }
    return row;
  }

  /** The person whose row is to be changed with `touch`; `prepare` must have looked for them. */
  row(id: string): PersonRow {
    const row = this.created.get(id) ?? this.changed.get(id) ?? this.rows.get(id);
    if (!row) throw new Error('a known person has no row');
    // Seen again since, which is not written yet.
    const seenAt = this.sightings.get(id) ?? 0;
    return seenAt > row.observed_at ? { ...row, observed_at: seenAt } : row;
  }

  /** Replaces a person's row; written with the batch when anything in it differs. */
  touch(row: PersonRow): void {
    if (this.created.has(row.id)) {
      this.created.set(row.id, row);
      return;
    }
    const old = this.changed.get(row.id) ?? this.rows.get(row.id);
    if (old && !this.before.has(row.id)) this.before.set(row.id, old);
    this.changed.set(row.id, row);
  }

  /** The id that stays for a person that may have been merged in this batch. */
  staying(id: string): string {
    let at = id;
    for (let next = this.redirects.get(at); next !== undefined; next = this.redirects.get(at)) at = next;
    return at;
  }

  /** Whether the person took in another in this batch. */
  tookInAnother(id: string): boolean {
    return this.tookIn.has(id);
  }

  /**
   * Writes the batch.
   * @returns counts, ids of the people whose profile changed or who took in another, and of the latter alone.
   */
  async flush(): Promise<PeopleCounts & { touched: string[]; mergedInto: string[] }> {
    const created = [...this.created.values()];
    const { seenAgain, redated, different } = this.changes();
    const snapshots = [...created, ...different.filter((row) => readsAnew(row, this.before.get(row.id)))];
    await Promise.all([
      insertInto(this.db, people, created),
      insertInto(this.db, people, [...redated, ...different], { update: updatable }),
      insertInto(
        this.db,
        personIdentities,
        this.newIdentities.map((row) => ({ ...row, person_id: this.staying(row.person_id) })),
        'ignore',
      ),
      insertInto(this.db, profileSnapshots, snapshots.map(snapshotOf)),
    ]);
    for (const row of [...redated, ...different]) {
      if ((this.sightings.get(row.id) ?? 0) <= row.observed_at) this.sightings.delete(row.id);
    }
    for (const row of seenAgain) {
      this.sightings.set(row.id, Math.max(row.observed_at, this.sightings.get(row.id) ?? 0));
    }
    if (this.sightings.size > sightingLimit) await this.noteSightings();
    for (const { keep, drop } of this.merges) await mergePeople(this.db, this.organizationId, keep, drop);
    const mergedInto = [...new Set([...this.redirects.keys()].map((id) => this.staying(id)))];
    const result = {
      created: created.length,
      merged: this.redirects.size,
      touched: [...new Set([...different.map((row) => row.id), ...mergedInto])],
      mergedInto,
    };
    if (this.redirects.size > 0) this.forgetPeople();
    this.clearBatch();
    return result;
  }

  /** The changed people by what is new of them: only when they were seen, only how old what we know is, or facts. */
  private changes(): { seenAgain: PersonRow[]; redated: PersonRow[]; different: PersonRow[] } {
    const seenAgain: PersonRow[] = [];
    const redated: PersonRow[] = [];
    const different: PersonRow[] = [];
    for (const row of this.changed.values()) {
      if (this.redirects.has(row.id)) continue;
      const old = this.rows.get(row.id);
      if (!old || !samePerson(row, old)) different.push(row);
      else if (row.enriched_at !== old.enriched_at) redated.push(row);
      else if (row.observed_at !== old.observed_at) seenAgain.push(row);
    }
    return { seenAgain, redated, different };
  }

  /**
   * Writes when people were seen again. Most rows of an export name somebody known and say nothing new of them, so this is
   * kept until the end of an import (or until it grows) and done once for each person. Losing it to a crash does no harm:
   * the import is run again.
   */
  async noteSightings(): Promise<void> {
    // Another import may have seen somebody later: the later time stays.
    const later = this.db.dialect === 'sqlite' ? 'MAX' : 'GREATEST';
    const seen = [...this.sightings].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const part of inParts(seen, 200)) {
      const ids = part.map(([id]) => id);
      await this.db.run(
        `UPDATE people SET observed_at = ${later}(observed_at, CASE id ${part.map(() => 'WHEN ? THEN ?').join(' ')} END)
         WHERE organization_id = ? AND id IN (${placeholders(ids)})`,
        [...part.flat(), this.organizationId, ...ids],
      );
    }
    this.db.afterCommit(() => this.sightings.clear());
  }

  private create(who: Identities, now: number): PersonRow {
    const row: PersonRow = {
      organization_id: this.organizationId,
      id: uuid(),
      display_name: '',
      headline: null,
      title: null,
      seniority: null,
      job_function: null,
      company_name: null,
      account_id: null,
      company_size: null,
      industry: null,
      country: null,
      region: null,
      profile_url: null,
      email: null,
      email_status: null,
      email_source: null,
      followers: null,
      is_company: who.isCompany ? 1 : 0,
      stated_title: null,
      stated_company: null,
      stated_seniority: null,
      stated_function: null,
      enriched_at: null,
      disposition: 'ACTIVE',
      owner_id: null,
      // Nothing is known of them yet, so anything said of them is newer.
      observed_at: 0,
      created_at: now,
      updated_at: now,
    };
    this.created.set(row.id, row);
    return row;
  }

  /** `other` turns out to be `row`: unknown fields are filled from it, and its rows move over. */
  private merge(row: PersonRow, other: string): PersonRow {
    const merged = mergedPerson(row, this.row(other));
    for (const id of [row.id, other]) this.knownAs(id).said = null;
    this.touch(merged);
    this.redirects.set(other, row.id);
    this.tookIn.add(row.id);
    if (!this.created.delete(other)) this.merges.push({ keep: row.id, drop: other });
    return merged;
  }

  private clearBatch(): void {
    this.rows = new Map();
    this.created = new Map();
    this.changed = new Map();
    this.before = new Map();
    this.newIdentities = [];
    this.redirects = new Map();
    this.tookIn = new Set();
    this.merges = [];
  }
}

const updatable = Object.keys(people.columns).filter(
  (name): name is Exclude<keyof typeof people.columns, 'organization_id' | 'id' | 'created_at'> =>
    !['organization_id', 'id', 'created_at'].includes(name),
);

/** Whether the profile reads differently than before. */
function readsAnew(row: PersonRow, before: PersonRow | undefined): boolean {
  return before === undefined || snapshotColumns.some((name) => row[name] !== before[name]);
}

const snapshotOf = (row: PersonRow): RowOf<typeof profileSnapshots> => ({
  organization_id: row.organization_id,
  person_id: row.id,
  observed_at: row.observed_at,
  id: uuid(),
  headline: row.headline,
  title: row.title,
  company_name: row.company_name,
  country: row.country,
  region: row.region,
});

const snapshotColumns = ['headline', 'title', 'company_name', 'country', 'region'] as const;

/** Whether two rows say the same of a person; when it was observed and written aside. */
export function samePerson(a: PersonRow, b: PersonRow | undefined): boolean {
  return a === b || (b !== undefined && factColumns.every((name) => a[name] === b[name]));
}

const whenColumns: readonly string[] = ['observed_at', 'enriched_at', 'updated_at', 'created_at'];
const factColumns = Object.keys(people.columns).filter((name): name is keyof PersonRow => !whenColumns.includes(name));
