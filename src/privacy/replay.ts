/**
 * Brings a restored backup up to date: requests of people since the backup are in the ledger beside the database, and are
 * carried out again. Safe to repeat and to interrupt.
 */
import { setImmediate } from 'node:timers/promises';
import { marksInForce, type MarkInForce } from '../rules/privacy/ledger';
import { findOrganization } from '../store/access/organizations';
import type { Database } from '../database/database';
import { storedPeople } from '../store/privacy/erase-rows';
import { markingKey } from '../store/statements/key-check';
import { insertMarks, liftMarks, marksOf } from '../store/marks/marks';
import { emptyMarkedPosts, everyMark, markedRows } from '../store/marks/marked-rows';
import { objectTo } from '../store/writes/objections';
import type { MarkEffect, PrivacyMarkRow } from '../store/tables/privacy';
import { inParts } from '../store/statements/in-parts';
import { writeWorkspace } from '../store/log/workspace-lock';
import { workOffQueue } from '../scoring/rescore';
import { deleteWorkspaceRows } from './delete-workspace';
import { removePeople } from './requests';
import { scrubMentions } from './mention-scrub';
import { keeperOf } from '../store/statements/keeper';

export interface Replayed {
  readonly workspaces: number;
  /** How many identifiers were newly marked in the database. */
  readonly marks: number;
  readonly erased: number;
  readonly objecting: number;
  readonly deletedWorkspaces: number;
}

/** How the database differs from the ledger. */
export interface LedgerState {
  /** People in the ledger whose request the database lacks, plus withdrawn requests that it still has. */
  readonly behind: number;
  /** Deleted workspaces that exist again. */
  readonly undeleted: readonly string[];
  /** Marks of the database that this machine's ledger lacks. */
  readonly unnoted: number;
}

/** Carries out everything in the ledger that the database lacks. @throws SuppressionKeyProblem */
export async function replayLedger(db: Database, now: number): Promise<Replayed> {
  const { people, deletedWorkspaces, lifted } = marksInForce(keeperOf(db)?.noted() ?? []);
  let deleted = 0;
  for (const id of deletedWorkspaces) if (await deleteWorkspaceRows(db, id)) deleted += 1;
  const total = { workspaces: 0, marks: 0, erased: 0, objecting: 0, deletedWorkspaces: deleted };
  const byWorkspace = new Map<string, MarkInForce[]>();
  for (const one of people) byWorkspace.set(one.organizationId, [...(byWorkspace.get(one.organizationId) ?? []), one]);
  for (const { organizationId, subject } of lifted) await liftMarks(db, organizationId, [subject], null, now, false);
  for (const [organizationId, inForce] of byWorkspace) {
    if (!(await findOrganization(db, organizationId))) continue;
    total.workspaces += 1;
    total.marks += await mark(db, organizationId, inForce);
    const { erased, objecting } = await apply(db, organizationId, now);
    total.erased += erased;
    total.objecting += objecting;
  }
  return total;
}

async function mark(db: Database, organizationId: string, inForce: readonly MarkInForce[]): Promise<number> {
  await markingKey(db);
  let added = 0;
  for (const part of inParts(inForce, 200)) {
    const rows = part.flatMap(({ subject, request, at, marks }) =>
      marks.map(({ digest, kind }): PrivacyMarkRow => ({
        organization_id: organizationId,
        digest,
        kind,
        subject,
        created_at: at,
        effect: effectOf(kind, request),
      })),
    );
    added += await insertMarks(db, organizationId, rows);
  }
  return added;
}

const effectOf = (kind: PrivacyMarkRow['kind'], request: MarkInForce['request']): MarkEffect =>
  kind === 'post' ? 'author' : request === 'no_contact' ? 'no_contact' : 'suppressed';

/** Applies every mark of a workspace to its stored data. */
async function apply(
  db: Database,
  organizationId: string,
  now: number,
): Promise<{ erased: number; objecting: number }> {
  const key = await markingKey(db);
  const objecting = new Set<string>();
  let erased = 0;
  for await (const rows of markedRows(db, organizationId, key)) {
    const suppressed = rows.filter((row) => row.effect === 'suppressed');
    for (const subject of new Set(suppressed.map((row) => row.subject))) {
      const ids = [...new Set(suppressed.filter((row) => row.subject === subject).map(({ id }) => id))];
      const stored = await writeWorkspace(db, organizationId, async () => {
        const people = await storedPeople(db, organizationId, ids);
        await removePeople(db, organizationId, people, [], { request: 'erased', now, subject });
        return people;
      });
      const terms = stored.map((person) => person.terms);
      if (stored.length > 0) await scrubMentions(db, organizationId, terms, { purge: false });
      erased += stored.length;
    }
    const objections = rows.flatMap(({ id, effect }) => (effect === 'no_contact' && !objecting.has(id) ? [id] : []));
    if (objections.length > 0) await writeWorkspace(db, organizationId, () => objectTo(db, organizationId, objections));
    for (const id of objections) objecting.add(id);
    const posts = [...new Set(rows.filter((row) => row.effect === 'author').map(({ id }) => id))];
    if (posts.length > 0) await writeWorkspace(db, organizationId, () => emptyMarkedPosts(db, organizationId, posts));
    await setImmediate();
  }
  if (erased + objecting.size > 0) await workOffQueue(db, organizationId, now);
  return { erased, objecting: objecting.size };
}

/** What the ledger says is in force, and of a mark of the database whether its request was withdrawn and whether the ledger has it. */
function ledgerOf(db: Database) {
  const inForce = marksInForce(keeperOf(db)?.noted() ?? []);
  const lifted = new Set(inForce.lifted.map(({ organizationId, subject }) => `${organizationId} ${subject}`));
  const noted = new Set(
    inForce.people.flatMap(({ organizationId, marks }) => marks.map(({ digest }) => organizationId + digest)),
  );
  return {
    ...inForce,
    wasLifted: (row: PrivacyMarkRow) => lifted.has(`${row.organization_id} ${row.subject}`),
    isNoted: (row: PrivacyMarkRow) => noted.has(row.organization_id + row.digest),
  };
}

/** Compares database and ledger without changing anything. */
export async function ledgerState(db: Database): Promise<LedgerState> {
  const { people, deletedWorkspaces, wasLifted, isNoted } = ledgerOf(db);
  let behind = 0;
  for (const { organizationId, marks } of people) {
    if (!(await findOrganization(db, organizationId))) continue;
    const digests = marks.map(({ digest }) => digest);
    if ((await marksOf(db, organizationId, digests)).length < digests.length) behind += 1;
  }
  const undeleted: string[] = [];
  for (const id of deletedWorkspaces) if (await findOrganization(db, id)) undeleted.push(id);
  let unnoted = 0;
  const returned = new Set<string>();
  for await (const rows of everyMark(db)) {
    for (const row of rows) {
      if (wasLifted(row)) returned.add(row.subject);
      else if (!isNoted(row)) unnoted += 1;
    }
  }
  return { behind: behind + returned.size, undeleted, unnoted };
}

/** Adds marks made by another machine to this machine's ledger. @returns how many. */
export async function completeLedger(db: Database): Promise<number> {
  const { wasLifted, isNoted } = ledgerOf(db);
  let added = 0;
  for await (const rows of everyMark(db)) {
    const missing = rows.filter((row) => !isNoted(row) && !wasLifted(row));
    added += missing.length;
    keeperOf(db)?.note(
      missing.map(({ organization_id: organizationId, subject, created_at: at, digest, kind, effect }) => ({
        at,
        request: effect === 'no_contact' ? ('no_contact' as const) : ('suppressed' as const),
        organizationId,
        subject,
        marks: [{ digest, kind }],
      })),
    );
  }
  return added;
}
