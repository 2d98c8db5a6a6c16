/** Which people of a page a run considers, and what they cost: one credit for each person once in a run, and none for leads. */
import { engagedIn, upToPeople } from '../crawl/part-of-page';
import type { Budget, StoredPart } from '../crawl/page-store';
import type { StorableRecord } from '../import/observations';
import {
  addConsidered,
  consideredAmong,
  leadsAmong,
  personsAmong,
  urnsOfPosts,
  type Considered,
} from '../../store/agent/candidates';
import type { Database } from '../../database/database';
import type { AgentRunRow } from '../../store/tables/agent';

type RunId = Pick<AgentRunRow, 'organization_id' | 'id'>;

export interface RunBudgetOptions {
  /** The post of the page; null when each record names its own. */
  readonly postUrn: string | null;
  /** Credits that are left. */
  readonly left: number;
  /** Epoch ms. */
  readonly now: number;
  /** Considers also people whom other runs considered, and people who did nothing new. */
  readonly everybody?: boolean;
}

export class RunBudget implements Budget {
  paid = 0;
  considered = 0;
  batchId: string | null = null;

  constructor(
    private readonly db: Database,
    private readonly run: RunId,
    private readonly options: RunBudgetOptions,
  ) {}

  async admit(records: readonly StorableRecord[]): Promise<readonly StorableRecord[]> {
    const { db, run } = this;
    const engaged = await engagedIn(db, run.organization_id, records);
    const leads = await leadsAmong(db, run.organization_id, engaged.ids);
    const met = await consideredAmong(db, run.organization_id, run.id, engaged.ids);
    return upToPeople(records, Math.max(0, this.options.left - this.paid), engaged.among(new Set([...leads, ...met])));
  }

  async count({ records, added, batchId }: StoredPart): Promise<void> {
    const { db, run, options } = this;
    const people = await considered(db, run, { records, added }, options);
    await addConsidered(db, run.organization_id, run.id, people, options.now);
    this.paid += people.filter((one) => one.paid).length;
    this.considered += people.length;
    this.batchId = batchId;
  }
}

/**
 * People whom a run considers because of these records: those whom no run has considered yet, and those with new engagement.
 * Each person is considered once in a run.
 */
async function considered(
  db: Database,
  { organization_id: organizationId, id }: RunId,
  { records, added }: Pick<StoredPart, 'records' | 'added'>,
  { postUrn, everybody = false }: Pick<RunBudgetOptions, 'postUrn' | 'everybody'>,
): Promise<Considered[]> {
  const { ids: seen } = await engagedIn(db, organizationId, records);
  const before = everybody ? new Set<string>() : await consideredAmong(db, organizationId, null, seen);
  const counting = added.filter((row) => row.by_author === 0);
  const urns = await urnsOfPosts(db, organizationId, [...new Set(counting.map((row) => row.post_id))]);
  const under = new Map<string, string | null>();
  for (const person of seen) if (!before.has(person)) under.set(person, postUrn);
  for (const row of counting) {
    if (!under.get(row.person_id)) under.set(row.person_id, postUrn ?? urns.get(row.post_id) ?? null);
  }
  const ids = [...under.keys()];
  const persons = await personsAmong(db, organizationId, ids);
  const leads = await leadsAmong(db, organizationId, ids);
  const met = await consideredAmong(db, organizationId, id, ids);
  return ids
    .filter((person) => persons.has(person) && !met.has(person))
    .map((personId) => ({ personId, postUrn: under.get(personId) ?? null, paid: !leads.has(personId) }));
}
