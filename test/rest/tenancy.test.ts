/**
 * Nothing of one workspace reaches another: asking with the other workspace's ids and cursors gets, to the byte, what made-up
 * ones get, whichever endpoint and parameter they are put in.
 */
import { catalogue } from '../../tools/catalogue';
import { insertInto } from '../../src/database/define';
import { routesOf } from '../../src/interfaces/rest/routes';
import { tierChanges } from '../../src/store/tables/changes';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';
import { bearer, send, startTestService, type TestService } from '../support/service';

const madeUp = '0190a8c2-3a55-4c1e-9d52-000000000000';

/** Per path parameter: an id of the other workspace, and one of the same form that nobody has. */
const foreignIds: Record<string, (of: SeededWorkspace) => { foreign: string[]; unknown: string[] }> = {
  leadId: (of) => ({ foreign: [of.leadIds[0] ?? '', of.inactiveLeadIds[0] ?? ''], unknown: [madeUp, 'x', '1'] }),
  monitoredProfileId: (of) => ({ foreign: [...of.profileIds], unknown: [madeUp, 'x', '1'] }),
  accountId: (of) => ({ foreign: [...of.accountIds], unknown: ['made-up.example', 'x', '%25'] }),
  postId: (of) => ({ foreign: [...of.postIds], unknown: [madeUp, 'x', '1'] }),
  discoveryId: (of) => ({ foreign: [...of.discoveryIds], unknown: [madeUp, 'x', '1'] }),
};

describe.each(['sqlite'] as const)('another workspace on %s', (kind) => {
  let service: TestService;
  let own: SeededWorkspace;
  let other: SeededWorkspace;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    service = await startTestService({ kind });
    own = await seedWorkspace(service.db, 'own');
    other = await seedWorkspace(service.db, 'other');
    await insertInto(
      service.db,
      tierChanges,
      other.leadIds.slice(0, 2).map((lead_id) => ({
        organization_id: other.organizationId,
        revision: 1,
        lead_id,
        from_tier: null,
        to_tier: 'PRIORITY' as const,
        reason: 'engagement' as const,
        changed_at: 1_790_000_000_000,
      })),
    );
    key = await service.key(own.organizationId);
    otherKey = await service.key(other.organizationId);
  });

  afterAll(() => service.end());

  /** Status, headers but for those of time and counting, and body, for one request id. */
  async function ask(path: string, secret = key) {
    const { status, headers, text } = await send(service, `/api/v1${path}`, {
      headers: { ...bearer(secret), 'X-Request-Id': 'same' },
    });
    const { date: _date, ratelimit: _limit, ...rest } = headers;
    return { status, headers: rest, text };
  }

  const routes = routesOf(catalogue).filter(({ address }) => address.method === 'GET');
  const withIds = routes.flatMap((route) => route.parameters.map((name) => ({ path: route.address.path, name })));

  it('is covered for every parameter of every path', () => {
    expect(new Set(withIds.map(({ name }) => name))).toEqual(new Set(Object.keys(foreignIds)));
  });

  it.each(withIds)('is not there: $name of $path', async ({ path, name }) => {
    const { foreign, unknown } = foreignIds[name]?.(other) ?? { foreign: [], unknown: [] };
    const [reference] = unknown;
    const expected = await ask(path.replace(`{${name}}`, reference ?? ''));
    expect([expected.status, JSON.parse(expected.text).error.code]).toEqual([404, 'not_found']);
    for (const id of [...foreign, ...unknown]) {
      expect(await ask(path.replace(`{${name}}`, id))).toEqual(expected);
    }
  });

  const idFilters: [list: string, name: string, ids: () => string[]][] = [
    ['/customer/leads', 'monitoredProfileIds', () => [...other.profileIds]],
    ['/customer/leads/signals', 'monitoredProfileIds', () => [...other.profileIds]],
    ['/customer/leads', 'ownerIds', () => [other.leadIds[0] ?? '']],
  ];

  it.each(idFilters)('matches nothing as a filter: %s?%s', async (list, name, ids) => {
    const expected = await ask(`${list}?${name}=${madeUp}`);
    expect(JSON.parse(expected.text).data).toEqual([]);
    for (const id of ids()) expect(await ask(`${list}?${name}=${id}`)).toEqual(expected);
  });

  const lists = routes.filter(({ operation }) => Object.hasOwn(operation.output.shape, 'page'));

  it.each(lists.map(({ address }) => address.path))(
    'has cursors that are no better than made-up ones: %s',
    async (template) => {
      const pathOf = (of: SeededWorkspace) =>
        template.replace('{leadId}', longLead(of)).replace('{postId}', of.postIds[0] ?? '');
      const theirs = await ask(`${pathOf(other)}?limit=1`, otherKey);
      const foreign: unknown = JSON.parse(theirs.text).page.nextCursor;
      expect(foreign).toEqual(expect.any(String));
      const invented = Buffer.from('invented'.repeat(8)).toString('base64url');
      const expected = await ask(`${pathOf(own)}?cursor=${invented}`);
      expect([expected.status, JSON.parse(expected.text).error.details[0].path]).toEqual([400, 'cursor']);
      expect(await ask(`${pathOf(own)}?cursor=${String(foreign)}`)).toEqual(expected);
      // The other workspace's id and its own cursor together are not better either.
      const both = await ask(`${pathOf(other)}?cursor=${String(foreign)}`);
      const neither = await ask(`${template.replace(/\{\w+\}/, madeUp)}?cursor=${invented}`);
      expect(both).toEqual(neither);
    },
  );

  it('shows up in no answer: none of its ids, names of posts or counts', async () => {
    const foreign = [
      other.organizationId,
      ...other.leadIds,
      ...other.inactiveLeadIds,
      ...other.profileIds,
      ...other.accountIds,
      ...other.postIds,
      'of other',
    ];
    for (const { path } of routes.map(({ address }) => address)) {
      const filled = path
        .replace('{leadId}', longLead(own))
        .replace('{monitoredProfileId}', own.profileIds[0] ?? '')
        .replace('{accountId}', own.accountIds[0] ?? '')
        .replace('{postId}', own.postIds[0] ?? '')
        .replace('{discoveryId}', own.discoveryIds[0] ?? '')
        .replace(/network-posts$/, 'network-posts?postUrn=urn:li:activity:7400000000000000000');
      const answer = await ask(filled);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(foreign.filter((id) => answer.text.includes(id))).toEqual([]);
    }
  });

  /** A lead with at least two engagements, so that its list has a second page. */
  function longLead(of: SeededWorkspace): string {
    return of.leadIds[0] ?? '';
  }
});
