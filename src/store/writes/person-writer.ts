/**
 * Finds, creates, changes and merges people while importing. People are the same if they share a member id or a profile slug,
 * never because they share a name.
 */
import { OperationError } from '../../shared/errors';
import { placeholders, type Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { Marks } from '../privacy/marks';
import { extendObjections } from '../privacy/objections';
import { insertInto, type RowOf } from '../../database/define';
import { people, personIdentities, profileSnapshots, type IdentityKind, type PersonRow } from '../tables/engagement';
import { noteLeadsChanged } from '../changes/note-changes';
import { inParts, selectIn } from './batches';
import { identitiesOf, KnownPeople, type Identities, type Identity, type Mention } from './known-people';
import { markStale } from './engagement-writer';
import { mergedPerson, mergePeople } from './merge-people';
import { readsAnew, samePerson, showsAnew, snapshotOf } from './person-differences';
import { LastSeenBuffer } from './last-seen-buffer';
import { Spellings } from './spellings';

type IdentityRow = RowOf<typeof personIdentities>;

export interface PeopleCounts {
  created: number;
  merged: number;
}

/** Observations this close together count as one. Otherwise every row that names a person would write that person again. */
export const sameMoment = 3_600_000;

/**
 * The most unwritten sightings, at about 100 bytes each. More than the remembered people, or all would be written again and
 * again.
 */
const sightingLimit = 250_000;

/** Thrown when code stores one person who must not be stored. Imports filter such people out earlier. */
export class PersonSuppressed extends OperationError {
  constructor() {
    super('conflict', 'This person was erased or suppressed in this workspace, and is not stored again.');
  }
}

/** Thrown when a person who asked not to be contacted would be put where people are shown. */
export class PersonObjects extends OperationError {
  constructor() {
    super('conflict', 'This person asked not to be contacted, so they cannot be added to a list of this workspace.');
  }
}

export class PersonWriter {
  /** Marks of people whom this workspace must not store or contact, as far as they were looked up. */
  readonly marks: Marks;
  private readonly known = new KnownPeople();
  private readonly spellings: Spellings;
  /** Rows of this batch as they were read. */
  private rows = new Map<string, PersonRow>();
  private created = new Map<string, PersonRow>();
  private changed = new Map<string, PersonRow>();
  private before = new Map<string, PersonRow>();
  private newIdentities: IdentityRow[] = [];
  /** People of this batch who were merged into another: from their id to the remaining id. */
  private redirects = new Map<string, string>();
  /** People into whom another was merged in this batch. */
  private tookIn = new Set<string>();
  private merges: { keep: string; drop: string }[] = [];
  /** Written once per person at the end of an import. */
  private readonly sightings = new LastSeenBuffer();

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {
    this.marks = new Marks(db, organizationId);
    this.spellings = new Spellings(db, organizationId);
  }

  /** Forgets everything not committed. */
  reset(): void {
    this.marks.reset();
    this.known.forget();
    this.spellings.reset();
    this.sightings.rollback();
    this.clearBatch();
  }

  /**
   * Looks up everybody a batch names, and reads the rows of people about whom it may say something new.
   * @throws SuppressionKeyProblem
   */
  async prepare(mentions: readonly Mention[]): Promise<void> {
    await this.marks.look(identitiesIn(mentions));
    // Cleared only between batches, because a batch needs what it looked up until its end.
    if (this.known.isFull) {
      this.known.forget();
      this.spellings.reset();
    }
    const wanted = new Map<IdentityKind, Set<string>>();
    const closer = mentions.filter((mention) => !this.known.note(mention));
    for (const { identities } of closer) {
      for (const identity of identities) {
        if (this.known.has(identity)) continue;
        this.known.set(identity, null);
        wanted.set(identity.kind, (wanted.get(identity.kind) ?? new Set()).add(identity.value));
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
      for (const { value, person_id } of found) this.known.set({ kind, value }, person_id);
    }
    for (const { value, person_id } of await this.spellings.look([...(wanted.get('member') ?? [])])) {
      this.known.set({ kind: 'member', value }, person_id);
    }
    const ids = new Set<string>();
    for (const mention of closer) {
      for (const identity of mention.identities) for (const id of this.namedBy(identity)) ids.add(id);
    }
    const rows = await selectIn<PersonRow>(this.db, 'SELECT * FROM people', this.organizationId, 'id', [...ids]);
    for (const row of rows) this.rows.set(row.id, row);
  }

  /**
   * Handles a row that only repeats the last row about a person.
   * @returns the person's id; undefined when the row may say something new, or names nobody known or two people.
   */
  seenAgain(mention: Mention): string | undefined {
    const person = this.known.saidBefore(mention);
    if (person === undefined) return undefined;
    const id = this.known.id(person);
    if (this.known.seenAgain(person, mention.observedAt, sameMoment)) this.sightings.set(id, mention.observedAt);
    return id;
  }

  /**
   * Notes what the last row about a person said.
   * @param saying null when the same words again might change a fact.
   * @param dates whether the same words, seen later, confirm that facts still hold.
   */
  remember(row: PersonRow, saying: string | null, dates: boolean): void {
    this.known.remember(row.id, saying, dates, row.observed_at);
  }

  /**
   * The person with these identities. Creates one when nobody is known, and merges two when the identities belong to both.
   * @throws PersonSuppressed
   */
  resolve(who: Identities, now: number): PersonRow {
    const identities = identitiesOf(who);
    if (identities.some((identity) => this.marks.of(identity)?.effect === 'suppressed')) throw new PersonSuppressed();
    const ids = new Set<string>();
    for (const identity of identities) for (const id of this.namedBy(identity)) ids.add(this.staying(id));
    // Ids are UUID v7: the smallest belongs to the person known longest.
    const [keep, ...others] = [...ids].sort();
    let row = keep === undefined ? this.create(who, now) : this.row(keep);
    for (const other of others) row = this.merge(row, other);
    for (const identity of identities) {
      if (this.known.idOf(identity) !== undefined) continue;
      this.known.set(identity, row.id);
      this.newIdentities.push({ organization_id: this.organizationId, ...identity, person_id: row.id });
    }
    if (row.do_not_contact === 0 && identities.some((identity) => this.marks.of(identity)?.effect === 'no_contact')) {
      row = { ...row, do_not_contact: 1 };
      this.touch(row);
    }
    return row;
  }

  /** Ids of people with this identity, in any spelling. */
  private namedBy(identity: Identity): string[] {
    const { kind, value } = identity;
    const written = this.known.idOf(identity) ?? [];
    const others = kind === 'member' ? this.spellings.of(value) : [];
    return [written, ...others.map((other) => this.known.idOf({ kind, value: other }) ?? [])].flat();
  }

  /** The row of a person, to be changed with `touch`. `prepare` must have looked the person up. */
  row(id: string): PersonRow {
    const row = this.created.get(id) ?? this.changed.get(id) ?? this.rows.get(id);
    if (!row) throw new Error('a known person has no row');
    // The person was seen again since. That is not written yet.
    const seenAt = this.sightings.get(id);
    return seenAt > row.observed_at ? { ...row, observed_at: seenAt } : row;
  }

  /** Replaces a person's row. It is written with the batch if anything in it differs. */
  touch(row: PersonRow): void {
    if (this.created.has(row.id)) {
      this.created.set(row.id, row);
      return;
    }
    const old = this.changed.get(row.id) ?? this.rows.get(row.id);
    if (old && !this.before.has(row.id)) this.before.set(row.id, old);
    this.changed.set(row.id, row);
  }

  /** The remaining id of a person who may have been merged in this batch. */
  staying(id: string): string {
    let at = id;
    for (let next = this.redirects.get(at); next !== undefined; next = this.redirects.get(at)) at = next;
    return at;
  }

  /** Whether another person was merged into this one in this batch. */
  tookInAnother(id: string): boolean {
    return this.tookIn.has(id);
  }

  /**
   * Writes the batch.
   * @returns counts; ids of the people whose profile changed or into whom another was merged; and among those, the people about
   * whom an enrichment said something, and those into whom another was merged.
   */
  async flush(): Promise<PeopleCounts & { touched: string[]; enriched: string[]; mergedInto: string[] }> {
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
      if (this.sightings.get(row.id) <= row.observed_at) this.sightings.remove(row.id);
    }
    for (const row of seenAgain) {
      this.sightings.set(row.id, Math.max(row.observed_at, this.sightings.get(row.id)));
    }
    if (this.sightings.size > sightingLimit) await this.noteSightings();
    this.db.afterCommit(() => this.sightings.commit());
    const shown = different.filter((row) => showsAnew(row, this.rows.get(row.id))).map((row) => row.id);
    await noteLeadsChanged(this.db, this.organizationId, shown);
    for (const { keep, drop } of this.merges) await mergePeople(this.db, this.organizationId, keep, drop);
    // One of the two employers may have lost its last person.
    const employers = this.merges.flatMap(({ keep, drop }) => [this.rows.get(keep), this.rows.get(drop)]);
    const accountIds = employers.flatMap((row) => row?.account_id ?? []);
    await markStale(this.db, this.organizationId, 'account', accountIds);
    const mergedInto = [...new Set([...this.redirects.keys()].map((id) => this.staying(id)))];
    const named = new Set([...this.newIdentities.map((one) => this.staying(one.person_id)), ...mergedInto]);
    const objecting = [...created, ...different].filter((row) => row.do_not_contact === 1 && named.has(row.id));
    if (objecting.length > 0) {
      const ids = objecting.map(({ id }) => id);
      await extendObjections(this.db, this.organizationId, ids, this.marks, Date.now());
    }
    const result = {
      created: created.length,
      merged: this.redirects.size,
      touched: [...new Set([...different.map((row) => row.id), ...mergedInto])],
      enriched: different.filter((row) => row.enriched_at !== this.rows.get(row.id)?.enriched_at).map((row) => row.id),
      mergedInto,
    };
    if (this.redirects.size > 0) this.known.forget();
    this.clearBatch();
    return result;
  }

  /** What `flush` would write: new, changed and unchanged people. Writes nothing. */
  expected(): { readonly created: number; readonly changed: number; readonly unchanged: number } {
    const { different } = this.changes();
    const stored = [...this.rows.keys()].filter((id) => !this.redirects.has(id));
    return { created: this.created.size, changed: different.length, unchanged: stored.length - different.length };
  }

  /** The changed people in groups: only seen again, only the date of facts changed, or facts changed. */
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
   * Writes when people were last seen. Most rows of an export name a known person and say nothing new, so this is collected
   * until the end of an import (or until it grows large) and written once per person. Losing it in a crash does no harm,
   * because the import is run again.
   */
  async noteSightings(): Promise<void> {
    // Another import may have seen a person later. The later time is kept.
    const later = this.db.dialect === 'sqlite' ? 'MAX' : 'GREATEST';
    const seen = this.sightings.all().sort(([a], [b]) => (a < b ? -1 : 1));
    for (const part of inParts(seen, 50)) {
      const ids = part.map(([id]) => id);
      await this.db.run(
        `UPDATE people SET observed_at = ${later}(observed_at, CASE id ${part.map(() => 'WHEN ? THEN ?').join(' ')} END)
         WHERE organization_id = ? AND id IN (${placeholders(ids)})`,
        [...part.flat(), this.organizationId, ...ids],
      );
    }
    for (const [id] of seen) this.sightings.remove(id);
    this.db.afterCommit(() => this.sightings.commit());
  }

  private create(who: Identities, now: number): PersonRow {
    const row: PersonRow = {
      organization_id: this.organizationId,
      id: newId(),
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
      disposition_set_at: null,
      owner_set_at: null,
      // Nothing is known about the person yet, so anything stated is newer.
      observed_at: 0,
      created_at: now,
      updated_at: now,
      standing: null,
      do_not_contact: 0,
    };
    this.created.set(row.id, row);
    return row;
  }

  /** Merges the person `other` into `row`: unknown facts are filled from it, and its rows move over. */
  private merge(row: PersonRow, other: string): PersonRow {
    const merged = mergedPerson(row, this.row(other));
    for (const id of [row.id, other]) this.known.forgetWords(id);
    this.touch(merged);
    // A person who now reads as the other one was stored already has that snapshot.
    const stored = this.rows.get(other);
    if (stored && !readsAnew(merged, stored)) this.before.set(row.id, merged);
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

function* identitiesIn(mentions: readonly Mention[]) {
  for (const { identities } of mentions) yield* identities;
}

const updatable = Object.keys(people.columns).filter(
  (name): name is Exclude<keyof typeof people.columns, 'organization_id' | 'id'> =>
    !['organization_id', 'id'].includes(name),
);
