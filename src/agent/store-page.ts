/** Storing one page of a run: people, engagement, whom it considers, what that costs and where to go on, in one transaction. */
import { identitiesIn, upToPeople } from '../collecting/part-of-page';
import type { WalkPage } from '../collecting/walk';
import { BatchWriter } from '../intake/batch';
import { batchOf, type StorableRecord } from '../intake/observations';
import type { JobContext } from '../jobs/definition';
import {
  addConsidered,
  consideredAmong,
  leadsAmong,
  personsAmong,
  urnsOfPosts,
  type Considered,
} from '../store/agent/candidates';
import { changeRun, countRun, findAgent, findRun } from '../store/agent/runs';
import type { Source } from '../sources/source';
import { CompleteLog } from '../store/batches/before';
import { openBatch } from '../store/batches/lifecycle';
import { saveMark } from '../store/collecting/marks';
import type { Database } from '../store/database';
import { identityKey, peopleNamed, type Identity } from '../store/discovery/people';
import type { AgentRunRow } from '../store/tables/agent';
import type { EngagementRow } from '../store/tables/engagement';
import { writeWorkspace } from '../store/writes/workspace-lock';
import type { RunState } from './run-state';

export interface PageOptions {
  readonly source: Pick<Source, 'name' | 'shift'>;
  readonly maxPeople: number;
}

/**
 * Stores a page as far as the credits of the run reach. Considered is who did something that was not known before, and whom
 * no run has considered yet. Each costs one credit, once in a run; who is a lead already costs none.
 */
export async function storeRunPage(
  context: JobContext,
  state: RunState,
  page: WalkPage,
  { source, maxPeople }: PageOptions,
): Promise<{ state: RunState; answer: 'go on' | 'stop' }> {
  const { db, organizationId, clock } = context;
  const now = clock.now();
  const log = await CompleteLog.of(db, organizationId, () => context.checkpoint());
  return writeWorkspace(db, organizationId, async () => {
    const run = await findRun(db, organizationId, state.runId);
    if (run?.status !== 'RUNNING') {
      await context.guard();
      return { state, answer: 'stop' };
    }
    const stop = async (stopped: NonNullable<RunState['stopped']>) => {
      const next = { ...state, stopped, collected: true };
      await context.saveState(next);
      return { state: next, answer: 'stop' as const };
    };
    // Asked for by hand, it runs though the agent is paused.
    const agent = await findAgent(db, organizationId);
    if (agent?.status === 'PAUSED' && run.started_by === 'schedule') return stop('paused');
    const counts = await countRun(db, run);
    if (counts.people_considered >= maxPeople) return stop('limit');
    const spent = await storeParts(log, run, page, { source, left: run.credits_held - state.paid, now });
    const paid = state.paid + spent.paid;
    await changeRun(db, run, {
      batch_id: spent.batchId ?? run.batch_id,
      people_considered: counts.people_considered + spent.considered,
      posts_scanned: run.posts_scanned + (page.post && page.isLast && spent.whole ? 1 : 0),
      updated_at: now,
    });
    if (!spent.whole) {
      const next = { ...state, paid, stopped: state.limit, collected: true };
      await context.saveState(next);
      return { state: next, answer: 'stop' };
    }
    if (page.post && page.isLast && page.post.mark !== null) {
      await saveMark(db, organizationId, { purpose: 'agent', urn: page.post.urn, mark: page.post.mark, now });
    }
    const next = { ...state, paid, walk: page.next };
    await context.saveState(next);
    return { state: next, answer: 'go on' };
  });
}

interface Spent {
  readonly paid: number;
  readonly considered: number;
  readonly batchId: string | null;
  /** All of the page is stored. */
  readonly whole: boolean;
}

async function storeParts(
  log: CompleteLog,
  run: AgentRunRow,
  page: WalkPage,
  { source, left, now }: { readonly source: PageOptions['source']; readonly left: number; readonly now: number },
): Promise<Spent> {
  const { db, organizationId } = log;
  const { shift = 0 } = source;
  let spent: Spent = { paid: 0, considered: 0, batchId: null, whole: true };
  for (let rest = page.records; rest.length > 0;) {
    const isFree = await freePeople(db, organizationId, run.id, rest);
    const part = upToPeople(rest, Math.max(0, left - spent.paid), isFree);
    if (part.length === 0) return { ...spent, whole: false };
    const about = {
      kind: 'agent_run',
      name: 'agent run',
      reference: run.id,
      origin: 'agent',
      source: source.name,
      shift,
    } as const;
    const batchId = await openBatch(log, about, now);
    const added: EngagementRow[] = [];
    const writer = new BatchWriter(db, organizationId, {
      origin: 'agent',
      source: source.name,
      shift,
      now,
      batchId,
      holds: true,
      onNew: (rows) => added.push(...rows),
    });
    await writer.store(batchOf(part));
    await writer.finish();
    const people = await considered(db, run, part, added, page.post?.urn ?? null);
    await addConsidered(db, organizationId, run.id, people, now);
    const paid = people.filter((one) => one.paid).length;
    spent = { paid: spent.paid + paid, considered: spent.considered + people.length, batchId, whole: true };
    rest = rest.slice(part.length);
  }
  return spent;
}

/** Who of a page costs nothing: who is a lead, or was met in this run. */
async function freePeople(
  db: Database,
  organizationId: string,
  runId: string,
  records: readonly StorableRecord[],
): Promise<(identities: readonly Identity[]) => boolean> {
  const named = await peopleNamed(db, organizationId, identitiesIn(records));
  const ids = [...new Set(named.values())];
  const leads = await leadsAmong(db, organizationId, ids);
  const met = await consideredAmong(db, organizationId, runId, ids);
  return (identities) =>
    identities.some((identity) => {
      const id = named.get(identityKey(identity));
      return id !== undefined && (leads.has(id) || met.has(id));
    });
}

/**
 * Whom a run considers because of these records, and did not before.
 * @param mayBe those of people by id who may be considered.
 */
export async function considered(
  db: Database,
  run: Pick<AgentRunRow, 'organization_id' | 'id'>,
  records: readonly StorableRecord[],
  added: readonly EngagementRow[],
  postUrn: string | null,
  mayBe = personsAmong,
): Promise<Considered[]> {
  const organizationId = run.organization_id;
  const named = await peopleNamed(db, organizationId, identitiesIn(records));
  const seen = [...new Set(named.values())];
  const before = await consideredAmong(db, organizationId, null, seen);
  const counting = added.filter((row) => row.by_author === 0);
  const urns = await urnsOfPosts(db, organizationId, [...new Set(counting.map((row) => row.post_id))]);
  const under = new Map<string, string | null>();
  for (const id of seen) if (!before.has(id)) under.set(id, postUrn);
  for (const row of counting) {
    if (!under.get(row.person_id)) under.set(row.person_id, postUrn ?? urns.get(row.post_id) ?? null);
  }
  const ids = [...under.keys()];
  const persons = await mayBe(db, organizationId, ids);
  const leads = await leadsAmong(db, organizationId, ids);
  const met = await consideredAmong(db, organizationId, run.id, ids);
  return ids
    .filter((id) => persons.has(id) && !met.has(id))
    .map((personId) => ({ personId, postUrn: under.get(personId) ?? null, paid: !leads.has(personId) }));
}
