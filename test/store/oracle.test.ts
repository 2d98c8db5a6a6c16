/** Every list, with arbitrary filters, says what a brute-force filter over the same rows says: same items, same order. */
import fc from 'fast-check';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { queries } from '../../tools/catalogue';
import { ask, walk, workspaceOf } from './support/ask';
import { accountReportFilters, filtersOf, listEndpoints, type ListEndpoint } from './support/lists';
import * as accounts from './support/oracle-accounts';
import { runSeed } from '../support/run-seed';
import { makeWorld, type World } from './support/world';
import { propertyRuns } from '../support/at-length';

const cases = propertyRuns(120, 300);
/** So low that the walk along the list is taken where otherwise a small set of candidates is. */
const lowLimits = { candidates: 4, sorted: 4, walked: 5, looked: 7, counted: 500 };

describe.each(availableDatabases())(`lists against the oracle on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  let opened: OpenTestDatabase;
  const worlds: World[] = [];

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    for (const name of ['one', 'two', 'three']) worlds.push(await makeWorld(opened.db, name, runSeed + worlds.length));
  });

  afterAll(() => opened.close());

  it.each(listEndpoints)(`$query: ${cases} cases`, async (endpoint) => {
    let matched = 0;
    /** How often leaving a filter out would have changed the answer. */
    const effects = new Map<string, number>();
    const request = fc.constantFrom(0, 1, 2).chain((at) => {
      const world = worlds[at];
      if (!world) throw new Error('no such world');
      return fc.record({
        world: fc.constant(at),
        filters: filtersOf(endpoint, world),
        limit: fc.constantFrom(100, 100, 100, 40, 15),
        limits: fc.constantFrom(undefined, lowLimits),
      });
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ world: at, filters, limit, limits }) => {
        const world = worlds[at];
        if (!world) throw new Error('no such world');
        const expected = endpoint.oracle(world, filters);
        if (expected.length > 0) matched += 1;
        const order = expected.map(idOf).join();
        for (const name of Object.keys(filters)) {
          const { [name]: _left, ...rest } = filters;
          const changed = endpoint.oracle(world, rest).map(idOf).join() !== order;
          effects.set(name, (effects.get(name) ?? 0) + (changed ? 1 : 0));
        }
        const workspace = workspaceOf(opened.db, world.organizationId, limits);
        const items = await walk(
          (paging) => ask(workspace, endpoint.query, { ...filters, ...paging }),
          limit,
          limits !== undefined,
        );
        expect(items.map(idOf)).toEqual(expected.map(idOf));
        // Only the first difference is shown: comparing everything that way takes longer than asking.
        const wrong = items.findIndex((item, index) => !says(item, expected[index]));
        if (wrong >= 0) expect(items[wrong]).toMatchObject(expected[wrong] ?? {});
      }),
      { numRuns: cases },
    );
    // A property that compares nothing with nothing would always hold.
    expect(matched).toBeGreaterThan(cases / 4);
    // A filter that the oracle ignores as well would never be missed.
    for (const name of namesOf(endpoint)) expect([name, effects.get(name) ?? 0]).not.toEqual([name, 0]);
  });

  it.each(listEndpoints)('$query: the oracle knows every parameter of its input', ({ query, ...endpoint }) => {
    const input = queries.find(({ name }) => name === query)?.input.shape ?? {};
    const filters = Object.keys(input).filter((name) => !['limit', 'cursor', 'view', 'comments'].includes(name));
    expect(namesOf(endpoint).sort()).toEqual(filters.sort());
  });

  it('knows every list of the catalogue that pages by cursor', () => {
    // The logs of changes and reads for one object have tests of their own (test/operations/expected-answers, test/access/usage).
    const ofOneObject = ['list_lead_history', 'list_accesses'];
    const lists = queries
      .filter(({ name, input }) => Object.hasOwn(input.shape, 'cursor') && !ofOneObject.includes(name))
      .map(({ name }) => name);
    expect(listEndpoints.map(({ query }) => query).sort()).toEqual(lists.sort());
  });

  function namesOf({ parameters, always }: Pick<ListEndpoint, 'parameters' | 'always'>): string[] {
    const [world] = worlds;
    if (!world) throw new Error('no world');
    return Object.keys({ ...parameters(world), ...always?.(world) });
  }

  it('get_account_report with any filters, for every account', async () => {
    const report = queries.find(({ name }) => name === 'get_account_report');
    for (const world of worlds) {
      const workspace = workspaceOf(opened.db, world.organizationId);
      for (const account of world.accounts) {
        await fc.assert(
          fc.asyncProperty(accountReportFilters, async (filters) => {
            const expected = accounts.accountReport(world, account, filters);
            const answer = report?.ask(workspace, { accountId: account.id, ...filters });
            if (expected) expect((await answer)?.['data']).toMatchObject(expected);
            else await expect(answer).rejects.toMatchObject({ code: 'not_found' });
          }),
          { numRuns: 6 },
        );
      }
    }
  });

  it('get_post_summary of every post', async () => {
    const report = queries.find(({ name }) => name === 'get_post_summary');
    for (const world of worlds) {
      const workspace = workspaceOf(opened.db, world.organizationId);
      for (const post of world.posts) {
        const answer = await report?.ask(workspace, { postId: post.id });
        expect(answer?.['data']).toMatchObject(accounts.postSummary(world, post));
      }
    }
  });
});

const idOf = (item: object): unknown => ('id' in item ? item.id : 'leadId' in item ? item.leadId : undefined);

/** Whether a value says all that the oracle says. */
function says(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null) return false;
  const said = new Map<string, unknown>(Object.entries(value));
  return Object.entries(expected).every(([name, part]) => says(said.get(name), part));
}
