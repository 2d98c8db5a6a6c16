/**
 * Requests of a person to a workspace: to be erased, never to be stored, not to be contacted, and to withdraw such a request.
 * Each takes effect in the transaction it is called in.
 */
import type { PersonTerms } from '../../packages/reader/src';
import type { Database } from '../database/database';
import { newId } from '../database/new-id';
import { eraseRows, storedPeople, termsOfIdentities, type StoredPerson } from '../store/privacy/erase-rows';
import { findPeople, type FoundPerson, type PersonReference } from '../store/reads/find-people';
import { machinesWithFiles, waitingPlaces, type WaitingPlace } from '../store/privacy/file-places';
import { liftMarks, markIdentities, Marks, type AnyIdentity } from '../store/marks/marks';
import { forgetCorrections } from '../store/writes/corrections';
import { objectTo, withdrawObjection } from '../store/writes/objections';
import { writeWorkspace } from '../store/log/workspace-lock';
import { setRetention } from '../store/privacy/retention';
import { applyRetention } from './retention';
import { exportPage, type ExportPage } from './export';
import { queueScrub, scrubNow, type Scrubbed } from './mention-scrub';

export interface Removed {
  /** Joins the marks of this person. Made for the request. */
  readonly subject: string;
  /** Whether anything was stored about them. */
  readonly held: boolean;
  /** Rows removed, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** How many identifiers are marked, as HMACs. */
  readonly remembered: number;
  /** Other machines with files of this workspace. Each removes the person from them the next time it runs. */
  readonly elsewhere?: readonly string[];
}

/** The requests of one workspace. */
export interface PersonRequests {
  /**
   * Removes a person and marks them, so that they are not stored again.
   * @returns undefined when nothing is stored about them.
   * @throws SuppressionKeyProblem
   */
  erase(reference: PersonReference, options: { purge: boolean }): Promise<Removed | undefined>;
  /** Does the same for any person, stored or not. */
  suppress(reference: PersonReference, options: { purge: boolean }): Promise<Removed | undefined>;
  /** Hides a person everywhere, now and whenever they are stored later. Undefined when the reference names nobody. */
  object(reference: PersonReference): Promise<Removed | undefined>;
  /** Withdraws an objection. Undefined when there was none. */
  withdraw(reference: PersonReference): Promise<Removed | undefined>;
  /** Allows an erased or suppressed person to be stored again. Undefined when there was no such request. */
  lift(reference: PersonReference): Promise<Removed | undefined>;
  /** The person a reference names. */
  find(reference: PersonReference): Promise<FoundPerson>;
  /** A page of the data about a person: see `exportPage`. */
  exportPage(personId: string, section: string, after: number): Promise<ExportPage | undefined>;
  /** How many people would be beyond a limit of this many months. */
  beyond(months: number): Promise<number>;
  setRetention(months: number | null): Promise<void>;
  /** Does the work that the last request left for after its transaction. @returns null when there was none. */
  finish(): Promise<Scrubbed | null>;
  /** The result of the last `finish`. */
  lastScrub(): Scrubbed | null;
  /** Other machines on which files wait for an erasure. */
  waiting(subject: string): Promise<WaitingPlace[]>;
}

interface Pending {
  readonly terms: readonly PersonTerms[];
  readonly jobId: string;
  readonly purge: boolean;
  readonly subject: string;
}

/** @param organizationId as authenticated; never a value that a caller sent. */
export function personRequests(db: Database, organizationId: string, clock = Date.now): PersonRequests {
  let pending: Pending | undefined;
  let swept: Scrubbed | null = null;

  const remove = (reference: PersonReference, request: 'erased' | 'suppressed', purge: boolean) =>
    writeWorkspace(db, organizationId, async () => {
      const found = await findPeople(db, organizationId, reference);
      const again = request === 'suppressed' || (await isSuppressed(db, organizationId, found.identities));
      if (found.personIds.length === 0 && (found.identities.length === 0 || !again)) return undefined;
      const stored = await storedPeople(db, organizationId, found.personIds);
      const now = clock();
      const removed = await removePeople(db, organizationId, stored, found.identities, { request, now });
      const terms = [...stored.map((person) => person.terms), termsOfIdentities(found.identities)];
      const { subject } = removed;
      const jobId = await queueScrub(db, organizationId, terms, { purge, now, subject });
      db.afterCommit(() => (pending = { terms, jobId, purge, subject }));
      return { ...removed, elsewhere: await machinesWithFiles(db, organizationId) };
    });

  return {
    erase: (reference, { purge }) => remove(reference, 'erased', purge),
    suppress: (reference, { purge }) => remove(reference, 'suppressed', purge),
    object: (reference) =>
      writeWorkspace(db, organizationId, async () => {
        const found = await findPeople(db, organizationId, reference);
        const stored = await storedPeople(db, organizationId, found.personIds);
        const identities = identitiesOf(stored, found.identities);
        if (identities.length === 0) return undefined;
        const subject = await subjectOf(db, organizationId, identities);
        const marking = { effect: 'no_contact', request: 'no_contact', subject, now: clock() } as const;
        await markIdentities(db, organizationId, identities, marking);
        await objectTo(db, organizationId, found.personIds);
        return { subject, held: stored.length > 0, rows: {}, remembered: identities.length };
      }),
    withdraw: (reference) =>
      writeWorkspace(db, organizationId, async () => {
        const { personIds, subjects } = await marked(db, organizationId, reference, 'no_contact');
        const objected = await withdrawObjection(db, organizationId, personIds);
        if (subjects.length === 0 && !objected) return undefined;
        const remembered = await liftMarks(db, organizationId, subjects, 'no_contact', clock());
        return { subject: subjects[0] ?? '', held: personIds.length > 0, rows: {}, remembered };
      }),
    lift: (reference) =>
      writeWorkspace(db, organizationId, async () => {
        const { subjects, personIds } = await marked(db, organizationId, reference, 'suppressed');
        const [subject] = subjects;
        if (subject === undefined) return undefined;
        const remembered = await liftMarks(db, organizationId, subjects, null, clock());
        return { subject, held: personIds.length > 0, rows: {}, remembered };
      }),
    find: (reference) => findPeople(db, organizationId, reference),
    exportPage: (personId, section, after) => exportPage(db, organizationId, personId, section, after),
    beyond: (months) => applyRetention(db, organizationId, months, { now: clock(), dryRun: true }),
    setRetention: (months) => setRetention(db, organizationId, months, clock()),
    async finish() {
      if (!pending) return null;
      const { terms, jobId, purge, subject } = pending;
      pending = undefined;
      swept = await scrubNow(db, organizationId, terms, { jobId, purge, subject });
      return swept;
    },
    lastScrub: () => swept,
    waiting: (subject) => waitingPlaces(db, { workspace: organizationId, subject }),
  };
}

/**
 * Removes people's rows and marks the people. Must run inside a write transaction of the workspace.
 * @param named identities in the request, besides those that are stored.
 */
export async function removePeople(
  db: Database,
  organizationId: string,
  stored: readonly StoredPerson[],
  named: readonly AnyIdentity[],
  { request, now, subject: given }: { request: 'erased' | 'suppressed'; now: number; subject?: string },
): Promise<Removed> {
  const identities = identitiesOf(stored, named);
  const subject = given ?? (await subjectOf(db, organizationId, identities));
  const posts = stored.flatMap(({ postUrns }) => postUrns).map((value) => ({ kind: 'post' as const, value }));
  const marking = { effect: 'suppressed', request, subject, now } as const;
  await markIdentities(db, organizationId, [...identities, ...posts], marking);
  const rows = await eraseRows(db, organizationId, stored, 'erased');
  // Of comments whose import was taken back: nothing else may be stored about the person.
  await forgetCorrections(db, organizationId, named);
  return { subject, held: stored.length > 0, rows, remembered: identities.length };
}

function identitiesOf(stored: readonly StoredPerson[], named: readonly AnyIdentity[]): AnyIdentity[] {
  const all = [...named, ...stored.flatMap((person) => person.identities)].filter(({ kind }) => kind !== 'company');
  return [...new Map(all.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

/** The subject of existing marks of these identities, or a new one. */
async function subjectOf(db: Database, organizationId: string, identities: readonly AnyIdentity[]): Promise<string> {
  const marks = new Marks(db, organizationId);
  await marks.look(identities);
  return identities.map((identity) => marks.of(identity)?.subject).find((subject) => subject !== undefined) ?? newId();
}

async function isSuppressed(
  db: Database,
  organizationId: string,
  identities: readonly AnyIdentity[],
): Promise<boolean> {
  const marks = new Marks(db, organizationId);
  await marks.look(identities);
  return identities.some((identity) => marks.of(identity)?.effect === 'suppressed');
}

/** The subjects under which a person has marks with this effect. */
async function marked(
  db: Database,
  organizationId: string,
  reference: PersonReference,
  effect: 'no_contact' | 'suppressed',
): Promise<{ subjects: string[]; personIds: readonly string[]; identities: AnyIdentity[] }> {
  const found = await findPeople(db, organizationId, reference);
  const identities = identitiesOf(await storedPeople(db, organizationId, found.personIds), found.identities);
  const marks = new Marks(db, organizationId);
  await marks.look(identities);
  const subjects = new Set<string>();
  for (const identity of identities) {
    const mark = marks.of(identity);
    if (mark?.effect === effect) subjects.add(mark.subject);
  }
  return { subjects: [...subjects], personIds: found.personIds, identities };
}
