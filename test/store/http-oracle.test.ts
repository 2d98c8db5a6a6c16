/** The same comparison through the REST interface: query strings in, JSON out, on the service as it runs. */
import fc from 'fast-check';
import { availableDatabases } from '../support/databases';
import { bearer, send, startTestService, type TestService } from '../support/service';
import { walk, type ListAnswer } from './support/ask';
import { filtersOf, listEndpoints } from './support/lists';
import type { Filters } from './support/oracle-filters';
import { runSeed } from '../support/run-seed';
import { makeWorld, type World } from './support/world';
import { propertyRuns } from '../support/at-length';

const cases = propertyRuns(40, 200);
/** The others are compared on the store alone, in oracle.test.ts. */
const offered = listEndpoints.flatMap(({ path, ...endpoint }) => (path === null ? [] : [{ ...endpoint, path }]));

describe.each(availableDatabases())(`lists over HTTP on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  let service: TestService;
  const workspaces: { world: World; key: string }[] = [];

  beforeAll(async () => {
    service = await startTestService({ kind, env: { LOG_LEVEL: 'error' } });
    for (const name of ['one', 'two']) {
      const world = await makeWorld(service.db, name, runSeed + 100 + workspaces.length);
      workspaces.push({ world, key: await service.key(world.organizationId) });
    }
  });

  afterAll(() => service.end());

  it.each(offered)(`$path: ${cases} cases`, async (endpoint) => {
    const request = fc.constantFrom(0, 1).chain((at) => {
      const { world } = at === 0 ? first(workspaces) : first(workspaces.slice(1));
      return fc.record({
        at: fc.constant(at),
        filters: filtersOf(endpoint, world),
        limit: fc.constantFrom(100, 100, 30),
        form: fc.constantFrom('quoted', 'repeated'),
      });
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ at, filters, limit, form }) => {
        const { world, key } = first(workspaces.slice(at));
        const items = await walk(async (paging) => {
          const answer = await send(
            service,
            `/api/v1/customer/${addressOf(endpoint.path, { ...filters, ...paging }, form === 'repeated')}`,
            { headers: bearer(key) },
          );
          if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
          // What it holds is compared below.
          return JSON.parse(answer.text) as ListAnswer;
        }, limit);
        const expected = endpoint.oracle(world, filters);
        expect(items.map(idOf)).toEqual(expected.map(idOf));
      }),
      { numRuns: cases },
    );
  });
});

const idOf = (item: object): unknown => ('id' in item ? item.id : 'leadId' in item ? item.leadId : undefined);

function first<Item>(list: readonly Item[]): Item {
  const [item] = list;
  if (item === undefined) throw new Error('an empty list has no first item');
  return item;
}

/** Lists go as one comma list, values with a comma or quotes in quotes, or as the parameter repeated. */
function addressOf(path: string, filters: Filters, repeated: boolean): string {
  const left = new Map(Object.entries(filters));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  const query: string[] = [];
  const add = (name: string, value: string) => query.push(`${name}=${encodeURIComponent(value)}`);
  for (const [name, value] of left) {
    if (!Array.isArray(value)) add(name, String(value));
    else if (repeated && value.length > 1) for (const item of value) add(name, String(item));
    else add(name, value.map((item) => quoted(String(item))).join(','));
  }
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
