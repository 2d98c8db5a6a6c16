/**
 * Finds, creates, changes and merges people while importing. People are the same if they share a member id or a profile slug,
 * never because they share a name. A stable id outweighs a slug: the name in an address can pass to another member, and two
 * stable ids are two people whatever address they share.
 */
import { placeholders, type Database } from '../../database/database';
import { Marks } from '../marks/marks';
import { extendObjections } from './objections';
import { insertInto, type RowOf } from '../../database/define';
import { people, personIdentities, profileSnapshots, type IdentityKind, type PersonRow } from '../tables/engagement';
import { noteLeadsChanged } from '../log/note-changes';
import { inParts, selectIn } from '../statements/in-parts';
import { blankPerson } from './blank-person';
import { PeopleConflict, PersonSuppressed } from './person-refusals';
import { KnownNames } from './known-names';
import { identitiesOf, KnownPeople, type Identities, type Identity, type Mention } from './known-people';
import { markStale } from './engagement-writer';
import { mergedPerson, mergePeople } from './merge-people';
import { readsAnew, samePerson, showsAnew, snapshotOf } from './person-differences';
import { LastSeenBuffer } from './last-seen-buffer';
import { Spellings } from '../reads/spellings';

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

export { conflictReason, PeopleConflict, PersonObjects, PersonSuppressed } from './person-refusals';

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
  /** Slugs that passed from one person to another in this batch. */
  private passed: IdentityRow[] = [];
  /** Stable ids and slugs of people whose slug a row with another id names. */
  private readonly names = new KnownNames();
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
    const contested = new Set<string>();
    for (const mention of closer) {
      const named = mention.identities.map((identity) => this.namedBy(identity));
      for (const id of named.flat()) ids.add(id);
      if (named.length > 1 && new Set(named.flat()).size > 0 && named.some((some) => some[0] !== named[0]?.[0]))
        for (const id of named.flat()) contested.add(id);
    }
    await this.lookAtNames([...contested]);
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
   * @param observedAt epoch ms when the row was seen. A slug passes on only to somebody seen with it later.
   * @throws PersonSuppressed; PeopleConflict, before anything is changed
   */
  resolve(who: Identities, now: number, observedAt = now): PersonRow {
    const all = identitiesOf(who);
    if (all.some((identity) => this.marks.of(identity)?.effect === 'suppressed')) throw new PersonSuppressed();
    const identities = this.ownOf(who, all, observedAt);
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
    for (const identity of all) this.names.add(row.id, identity, identities.includes(identity));
    if (row.do_not_contact === 0 && identities.some((identity) => this.marks.of(identity)?.effect === 'no_contact')) {
      row = { ...row, do_not_contact: 1 };
      this.touch(row);
    }
    return row;
  }

  /**
   * The identities of a row that are its person's own. If its slug belongs to somebody with another stable id, it has passed on
   * to this person, unless they were seen with it later, or this person has an address of their own.
   * @throws PeopleConflict
   */
  private ownOf(who: Identities, all: readonly Identity[], observedAt: number): readonly Identity[] {
    const [member, slug] = [all.find(({ kind }) => kind === 'member'), all.find(({ kind }) => kind === 'slug')];
    if (!member || !slug) return all;
    const holder = this.known.idOf(slug);
    if (holder === undefined) return all;
    const held = this.staying(holder);
    const named = this.namedBy(member).map((id) => this.staying(id));
    if (named.includes(held) || !this.names.hasOther(held, member)) return all;
    const [known] = named;
    if (known !== undefined && this.names.hasOther(known, slug)) throw new PeopleConflict();
    const before = this.row(held);
    if (observedAt < before.observed_at) return [member];
    this.known.set(slug, null);
    this.names.remove(held, slug);
    this.newIdentities = this.newIdentities.filter(({ kind, value }) => kind !== 'slug' || value !== slug.value);
    this.passed.push({ organization_id: this.organizationId, ...slug, person_id: held });
    // The address opens another person's page now.
    const byId = this.names.addressOf(held, before.profile_url, slug.value);
    if (byId !== before.profile_url) this.touch({ ...before, profile_url: byId });
    return all;
  }

  /** The address that a row gives a person: by their id, where the name in it is another person's and opens their page. */
  ownAddress(id: string, { slug, isCompany }: Identities, url: string | null): string | null {
    const holder = slug && !isCompany ? this.known.idOf({ kind: 'slug', value: slug }) : undefined;
    if (!slug || holder === undefined || this.staying(holder) === id) return url;
    return this.names.addressOf(id, url, slug);
  }

  /** Reads all identities of people whose slug or id another row claims. */
  private async lookAtNames(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.names.knows(id) && !this.created.has(id));
    const found = await selectIn<{ person_id: string; kind: IdentityKind; value: string }>(
      this.db,
      'SELECT person_id, kind, value FROM person_identities',
      this.organizationId,
      'person_id',
      unknown,
    );
    for (const { person_id, ...identity } of found) this.names.add(person_id, identity, true);
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
    for (const { kind, value, person_id } of this.passed) {
      await this.db.run(
        'DELETE FROM person_identities WHERE organization_id = ? AND kind = ? AND value = ? AND person_id = ?',
        [this.organizationId, kind, value, person_id],
      );
    }
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
    const row = blankPerson(this.organizationId, who.isCompany, now);
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
    this.passed = [];
    this.names.forget();
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
