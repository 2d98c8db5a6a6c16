/** Every read uses the index it was designed for: nothing is scanned whole, and nothing sorted that need not be. */
import { plansOf, plansOfWork } from '../../bench/explain/plans';
import { explainedQueries, samplesOf, type Samples } from '../../bench/explain/explained-queries';
import { insertLoader } from '../../bench/seed/load';
import { writeWorkspaceRows } from '../../bench/seed/world';
import { writeWorkspace } from '../../src/store/log/workspace-lock';
import { consideredAmong } from '../../src/store/agent/candidates';
import { eraseRows, storedPeople } from '../../src/store/privacy/erase-rows';
import { engagedWith, someAt } from '../../src/store/undo/connected-rows';
import { relinkEngagements } from '../../src/store/writes/engagement-writer';
import type { Database } from '../../src/database/database';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const workspace = { id: '00000000-0000-7000-8000-000000000001', name: 'Large', leadCount: 3_000 };
const other = { id: '00000000-0000-7000-8000-000000000002', name: 'Small', leadCount: 200 };

/** Reads that changes begin with: of few people or posts, out of the workspace's many. */
const changes: readonly {
  readonly name: string;
  readonly work: (db: Database, of: { people: string[]; posts: string[]; accounts: string[] }) => Promise<unknown>;
  readonly indexes: readonly string[];
}[] = [
  {
    name: 'posts of another author',
    work: (db, { posts }) => relinkEngagements(db, other.id, posts),
    indexes: ['engagements_identity'],
  },
  {
    name: 'everybody of some posts',
    work: (db, { posts }) => engagedWith(db, other.id, posts),
    indexes: ['engagements_identity'],
  },
  {
    name: 'some people of accounts',
    work: (db, { accounts }) => someAt(db, other.id, accounts),
    indexes: ['people_account'],
  },
  {
    name: 'people whom runs considered',
    work: (db, { people }) => consideredAmong(db, other.id, null, people),
    indexes: ['agent_candidates_person'],
  },
  {
    name: 'an erasure',
    work: async (db, { people }) => eraseRows(db, other.id, await storedPeople(db, other.id, people), 'erased'),
    indexes: ['engagements_person'],
  },
];

/** A step that reads all engagements, people or candidates of a workspace. */
const readsAll = /^SEARCH (engagements|people|agent_candidates) USING (COVERING )?INDEX \S+ \(organization_id=\?\)/;

describe.each(availableDatabases())('plans on %s', (kind) => {
  let opened: OpenTestDatabase;
  let samples: Samples;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    const loader = insertLoader(opened.db);
    for (const [number, one] of [workspace, other].entries()) {
      await writeWorkspaceRows(one, number, loader.write, () => loader.breathe());
    }
    await loader.finish();
    samples = await samplesOf(opened.db, workspace.id);
  });

  afterAll(() => opened.close());

  it.each(explainedQueries)('$name', async (explained) => {
    const plans = await plansOf(opened.db, workspace.id, explained, samples);
    expect(plans.length).toBeGreaterThan(0);
    const steps = plans.flatMap((plan) => plan.steps);
    const used = steps.map((step) => step.index);
    for (const index of explained.indexes) expect(used).toContain(index);
    expect(steps.filter((step) => step.fullScan).map((step) => step.text)).toEqual([]);
    if (explained.sorts === undefined) {
      expect(steps.filter((step) => step.sorts).map((step) => step.text)).toEqual([]);
    }
  });

  it.each(changes)('a change: $name', async ({ work, indexes }) => {
    const ids = async (sql: string) =>
      (await opened.db.select<{ id: string }>(`${sql} LIMIT 20`, [other.id])).map(({ id }) => id);
    const of = {
      people: await ids('SELECT id FROM people WHERE organization_id = ?'),
      posts: await ids('SELECT id FROM posts WHERE organization_id = ?'),
      accounts: await ids('SELECT id FROM accounts WHERE organization_id = ?'),
    };
    for (const list of Object.values(of)) expect(list).not.toEqual([]);
    const plans = await plansOfWork(opened.db, (db) => writeWorkspace(opened.db, other.id, () => work(db, of)));
    const steps = plans.flatMap((plan) => plan.steps);
    const used = steps.map((step) => step.index);
    for (const index of indexes) expect(used).toContain(index);
    expect(steps.map((step) => step.text).filter((text) => readsAll.test(text))).toEqual([]);
  });
});
