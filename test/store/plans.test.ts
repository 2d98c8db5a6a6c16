/** Every read uses the index it was designed for: nothing is scanned whole, and nothing sorted that need not be. */
import { plansOf } from '../../bench/explain/plans';
import { explainedQueries, samplesOf, type Samples } from '../../bench/explain/explained-queries';
import { insertLoader } from '../../bench/seed/load';
import { writeWorkspaceRows } from '../../bench/seed/world';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const workspace = { id: '00000000-0000-7000-8000-000000000001', name: 'Large', leadCount: 3_000 };
const other = { id: '00000000-0000-7000-8000-000000000002', name: 'Small', leadCount: 200 };

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
});
