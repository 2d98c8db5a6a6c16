/** Exact figures of a post are for who may see its leads; everybody else sees what the audience of the post shows. */
import { dataAccessFlags, dataAccessOf, type DataAccessFlag } from '../../src/auth/rights';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { weakestRules } from '../../src/rules/audience/privacy';
import { refreshAudiences } from '../../src/audience/refresh';
import { workOffQueue } from '../../src/scoring/rescore';
import { changeCredits } from '../../src/store/credits/ledger';
import { storeIcp } from '../../src/store/access/icp';
import { queries } from '../../tools/catalogue';
import { activity, importInto, memberId, ndjson, now, openSite, type Site } from '../import/support/site';
import { availableDatabases } from '../support/databases';
import { network } from '../support/network';

const engager = (n: number, post: number) => ({
  kind: n % 4 === 0 ? 'comment' : 'like',
  memberId: memberId(n),
  name: `Engager ${n}`,
  headline: n % 3 === 0 ? 'VP Sales at Globex' : 'Baker',
  postUrl: activity(post),
  ...(n % 4 === 0 ? { commentText: `What does it cost, ${n}?` } : {}),
  occurredAt: '2026-11-01T10:00:00Z',
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

interface Figures {
  readonly uniqueEngagers: number | null;
  readonly leadCount: number | null;
  readonly qualifiedLeadCount: number | null;
  readonly engagementCounts: Readonly<Record<string, number | null>>;
  readonly tierCounts?: Readonly<Record<string, number | null>>;
  readonly averageIcpMatchPercent?: number | null;
}

describe.each(availableDatabases())('figures of posts on %s', (kind) => {
  let site: Site;
  let organizationId: string;
  beforeEach(async () => {
    site = await openSite(kind);
    organizationId = await site.workspace();
    await storeIcp(site.db, organizationId, JSON.stringify({ titles: ['vp sales'] }), now);
    await importInto(site, organizationId, site.file('a.ndjson', ndjson(range(1, 33).map((n) => engager(n, 1)))));
    await importInto(site, organizationId, site.file('b.ndjson', ndjson(range(1, 7).map((n) => engager(n, 2)))));
    await settle();
  });
  afterEach(() => site.close());

  const settle = async () => {
    await workOffQueue(site.db, organizationId, now);
    await refreshAudiences(site.db, organizationId, { rules: weakestRules, now });
  };
  const ask = async (name: string, flags: readonly DataAccessFlag[], input: object = {}) => {
    const open = workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network });
    const workspace = open(organizationId, dataAccessOf(flags), { kind: 'operator', name: 'x' });
    return queries.find((query) => query.name === name)?.ask(workspace, { ...input });
  };
  const withoutLeads = dataAccessFlags.filter((flag) => flag !== 'leads');
  const idOf = async (post: number) => {
    const number = /\d{10,}/.exec(activity(post))?.[0] ?? '';
    const [row] = await site.db.select<{ post_id: string }>('SELECT post_id FROM post_urns WHERE urn LIKE ?', [
      `%${number}`,
    ]);
    return row?.post_id ?? '';
  };
  const both = async (flags: readonly DataAccessFlag[], post: number): Promise<readonly [Figures, Figures]> => {
    const id = await idOf(post);
    const summary = (await ask('get_post_summary', flags, { postId: id })) as { data: Figures };
    const list = (await ask('list_posts', flags)) as { data: (Figures & { id: string })[] };
    const listed = list.data.find((row) => row.id === id);
    if (!listed) throw new Error('the post is not listed');
    return [summary.data, listed];
  };

  it('control: with leads they are exact', async () => {
    const [summary, listed] = await both(dataAccessFlags, 1);
    for (const figures of [summary, listed]) {
      expect(figures).toMatchObject({ uniqueEngagers: 33, engagementCounts: { likes: 25, comments: 8, reposts: 0 } });
    }
    expect(summary.leadCount).toBe(33);
    expect((await both(dataAccessFlags, 2))[0].uniqueEngagers).toBe(7);
  });

  it('without, the list, the summary and the audience say the same, in whole groups', async () => {
    const audience = await ask('get_post_audience', withoutLeads, { postUrn: activity(1) });
    for (const flags of [withoutLeads, ['analytics', 'audienceAnalytics']] as const) {
      const [summary, listed] = await both(flags, 1);
      for (const figures of [summary, listed]) {
        expect(figures.uniqueEngagers).toBe(audience?.['audienceSize']);
        expect(figures.engagementCounts).toEqual(audience?.['engagementCounts']);
        expect(figures).toMatchObject({ uniqueEngagers: 30, leadCount: 30 });
        expect((figures.qualifiedLeadCount ?? 1) % 5).toBe(0);
      }
      for (const tier of Object.values(summary.tierCounts ?? {})) expect((tier ?? 1) % 5).toBe(0);
    }
    const [summary] = await both(withoutLeads, 1);
    expect(Number(summary.averageIcpMatchPercent) % 4).toBe(0);
  });

  it('of a small audience nothing is said', async () => {
    for (const figures of await both(withoutLeads, 2)) {
      expect(figures).toMatchObject({
        uniqueEngagers: null,
        leadCount: null,
        qualifiedLeadCount: null,
        engagementCounts: { likes: null, comments: null, reposts: null },
      });
    }
    expect((await both(withoutLeads, 2))[0]).toMatchObject({
      tierCounts: { PRIORITY: null },
      averageIcpMatchPercent: null,
    });
  });

  it('two looks around one newcomer, or two, or a second comment, show no difference', async () => {
    const before = await both(withoutLeads, 1);
    for (const n of [34, 35, 36]) {
      await importInto(site, organizationId, site.file(`n${n}.ndjson`, ndjson([engager(n, 1)])));
      await settle();
      expect(await both(withoutLeads, 1)).toEqual(before);
    }
    expect((await both(dataAccessFlags, 1))[0].uniqueEngagers).toBe(36);
  });

  it('a whole group of newcomers does', async () => {
    await importInto(site, organizationId, site.file('g.ndjson', ndjson(range(34, 39).map((n) => engager(n, 1)))));
    await settle();
    for (const figures of await both(withoutLeads, 1)) expect(figures.uniqueEngagers).toBe(35);
  });

  it('what one discovery cost, which is the number of its people, is not seen in the credits that are left', async () => {
    const creditsOf = async (flags: readonly DataAccessFlag[]) =>
      (await ask('get_audience_readiness', flags))?.['creditsAvailable'];
    await changeCredits(site.db, organizationId, 108, null, now);
    for (const flag of ['leads', 'audienceDiscovery'] as const)
      expect(await creditsOf(['audienceAnalytics', flag])).toBe(108);
    expect(await creditsOf(['audienceAnalytics', 'analytics', 'content'])).toBe(105);
  });

  it('the number of leads in the workspace is in whole groups too', async () => {
    const usageOf = async (flags: readonly DataAccessFlag[]) => (await ask('get_workspace_access', flags))?.['usage'];
    expect(await usageOf(dataAccessFlags)).toMatchObject({ apiVisibleLeadCount: 33 });
    expect(await usageOf(['workspace', 'analytics'])).toMatchObject({ apiVisibleLeadCount: 30 });
  });
});
