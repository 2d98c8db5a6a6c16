/**
 * Walking a list to its end while it changes: no row comes twice, and none is left out whose sort key did not change. Cursors
 * are short and belong to one list of one workspace.
 */
import fc from 'fast-check';
import { OperationError } from '../../src/shared/errors';
import { availableDatabases, openTestDatabase, type DatabaseKind, type OpenTestDatabase } from '../support/databases';
import type { Database } from '../../src/database/database';
import { AccountWriter } from '../../src/store/writes/account-writer';
import { refreshSummaries } from '../../src/store/writes/account-summaries';
import { saveLeads } from '../../src/store/writes/lead-writer';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { ask, mostPages, walk, workspaceOf } from './support/ask';
import * as mutate from './support/mutations';
import type { Mutation } from './support/mutations';
import type { Filters } from './support/oracle-filters';
import { Random } from './support/random';
import { runSeed } from '../support/run-seed';
import { start } from './support/values';
import { makeWorld, type World, type WorldSize } from './support/world';
import { propertyRuns } from '../support/at-length';

const runs = propertyRuns(3, 6);
const small = { people: 60, posts: 4, profiles: 20, accounts: 20, engagements: 160 };

interface PagedList {
  readonly name: string;
  readonly query: string;
  /** Filters of a walk. */
  filters(world: World, random: Random): Filters;
  /** Other sizes of the workspace than the usual small ones. */
  readonly size?: Partial<WorldSize>;
  /** SELECT of `id` and `sort_key`: two rows with the same text did not move. The parameter is the workspace. */
  readonly keys: string;
  readonly mutations: readonly Mutation[];
}

const leadMutations = [mutate.moveLeads, mutate.rescore, mutate.addLeads, mutate.dropLeads];
const signalKeys = `SELECT e.id, e.occurred_at AS sort_key FROM engagements e JOIN leads l
  ON l.organization_id = e.organization_id AND l.id = e.person_id WHERE e.organization_id = ?`;
const profileKey = (sortBy: string, column: string): PagedList => ({
  name: `watchlist profiles by ${sortBy}`,
  query: 'list_watchlist_profiles',
  filters: (_, random) => ({ sortBy, sortOrder: random.pick(['asc', 'desc']) }),
  keys: `SELECT id, ${column} AS sort_key FROM monitored_profiles WHERE organization_id = ?`,
  mutations: [mutate.changeWatchlist],
});
const accountKey = (sortBy: string, column: string): PagedList => ({
  name: `account reports by ${sortBy}`,
  query: 'list_account_reports',
  filters: (_, random) => ({ sortBy, sortOrder: random.pick(['asc', 'desc']) }),
  keys: `SELECT account_id AS id, ${column} AS sort_key FROM account_summaries WHERE organization_id = ?`,
  mutations: leadMutations,
});

const lists: readonly PagedList[] = [
  {
    name: 'leads',
    query: 'list_leads',
    filters: (_, random) =>
      random.pick<Filters>([
        {},
        {},
        { search: 'e' },
        { companyNames: ['globex', 'acme, inc.'] },
        { dateFrom: '2026-09-02' },
      ]),
    keys: `SELECT id, last_signal_at AS sort_key FROM leads WHERE organization_id = ? AND disposition = 'ACTIVE'`,
    mutations: leadMutations,
  },
  {
    name: 'signals',
    query: 'list_signals',
    filters: (_, random) => random.pick<Filters>([{}, { search: 'e' }, { engagementTypes: ['LIKE', 'REPOST'] }]),
    keys: signalKeys,
    mutations: [mutate.addLeads, mutate.dropLeads, mutate.addEngagements, mutate.dropEngagements],
  },
  {
    name: 'engagements of a lead',
    query: 'list_lead_engagements',
    filters: (world) => ({ leadId: busiest(world) }),
    keys: signalKeys,
    mutations: [mutate.addEngagements, mutate.dropEngagements],
  },
  {
    name: 'qualified leads of a post',
    query: 'list_post_qualified_leads',
    size: { posts: 1 },
    filters: (world, random) => ({ postId: random.pick(world.posts).id }),
    keys: `SELECT l.id, CONCAT(l.icp_match_percent, '|', l.intent_score, '|', COUNT(*)) AS sort_key FROM leads l
      JOIN engagements e ON e.organization_id = l.organization_id AND e.person_id = l.id
      WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.lead_tier IN ('QUALIFIED', 'PRIORITY')
      GROUP BY l.id, l.icp_match_percent, l.intent_score`,
    mutations: [mutate.rescore, mutate.addLeads, mutate.dropLeads, mutate.addEngagements],
  },
  accountKey('latestSignalAt', 'latest_signal_at'),
  accountKey('leadCount', 'lead_count'),
  accountKey('averageIcpMatchPercent', 'average_icp_tenths'),
  accountKey('accountName', 'name_sort'),
  profileKey('createdAt', 'created_at'),
  profileKey('displayName', 'name_sort'),
  profileKey('followers', 'followers'),
  profileKey('lastEngagementSyncAt', 'last_engagement_sync_at'),
];

/** The active lead with the most signals; what somebody did under their own post is none. */
function busiest(world: World): string {
  const counts = new Map<string, number>();
  for (const row of world.engagements) {
    if (row.by_author === 0) counts.set(row.person_id, (counts.get(row.person_id) ?? 0) + 1);
  }
  const active = world.leads.filter((lead) => lead.disposition === 'ACTIVE');
  const [first] = active.sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
  return first?.id ?? '';
}

async function keysOf(db: Database, world: World, list: PagedList): Promise<Map<string, string>> {
  const rows = await db.select<{ id: string; sort_key: string | number | null }>(list.keys, [world.organizationId]);
  return new Map(rows.map((row) => [row.id, String(row.sort_key)]));
}

const idOf = (item: Record<string, unknown>) => String(item['id'] ?? item['leadId']);

/** Walks while the list changes; returns what was seen and what must have been seen. */
async function walkChanging(db: Database, world: World, list: PagedList, seed: number) {
  const random = new Random(seed);
  const limits = random.chance(0.5) ? undefined : { candidates: 3, sorted: 3, walked: 2, looked: 5, counted: 500 };
  const workspace = workspaceOf(db, world.organizationId, limits);
  const filters = list.filters(world, random);
  const untouched = typeof filters['leadId'] === 'string' ? filters['leadId'] : null;

  const expected = new Set(
    (await walk((paging) => ask(workspace, list.query, { ...filters, ...paging }), 100)).map(idOf),
  );
  let before = await keysOf(db, world, list);
  const seen: string[] = [];
  const cursors: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; ; pages += 1) {
    if (pages === mostPages) throw new Error(`the list has not ended after ${mostPages} pages`);
    const limit = random.between(1, 7);
    const { data, page } = await ask(workspace, list.query, { ...filters, limit, ...(cursor ? { cursor } : {}) });
    expect(data.length).toBeLessThanOrEqual(limit);
    expect(page).toMatchObject({ limit, cursor: cursor ?? null });
    seen.push(...data.map(idOf));
    if (page.nextCursor === null) break;
    cursors.push((cursor = page.nextCursor));
    for (let count = random.between(0, 2); count > 0; count -= 1) {
      await random.pick(list.mutations)(db, world.organizationId, random, untouched);
      const after = await keysOf(db, world, list);
      for (const id of expected) if (after.get(id) !== before.get(id)) expected.delete(id);
      before = after;
    }
  }
  return { seen, expected, cursors };
}

describe.each(availableDatabases())(`paging on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind: DatabaseKind) => {
  let opened: OpenTestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
  });

  afterAll(() => opened.close());

  it.each(lists)('$name: rows move, come and go between the pages', async (list) => {
    const world = await makeWorld(opened.db, list.name, runSeed, { ...small, ...list.size });
    let unchanged = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { seen, expected, cursors } = await walkChanging(opened.db, world, list, seed);
        expect(seen.filter((id, at) => seen.indexOf(id) !== at)).toEqual([]);
        expect([...expected].filter((id) => !seen.includes(id))).toEqual([]);
        expect(cursors.filter((cursor) => cursor.length > 256)).toEqual([]);
        unchanged += expected.size;
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(unchanged).toBeGreaterThan(0);
  });

  describe('a cursor', () => {
    let one: World;
    let two: World;

    beforeAll(async () => {
      one = await makeWorld(opened.db, 'cursors of one', runSeed);
      two = await makeWorld(opened.db, 'cursors of two', runSeed);
    });

    const next = async (world: World, query: string, input: Filters) => {
      const { page } = await ask(workspaceOf(opened.db, world.organizationId), query, { ...input, limit: 1 });
      if (page.nextCursor === null) throw new Error(`${query} has one page only`);
      return page.nextCursor;
    };
    const refused = async (world: World, query: string, input: Filters) => {
      const error: unknown = await ask(workspaceOf(opened.db, world.organizationId), query, input).catch(
        (e: unknown) => e,
      );
      expect(error).toBeInstanceOf(OperationError);
      expect(error).toMatchObject({ code: 'validation_failed', details: [{ path: 'cursor' }] });
    };

    it('of any list is refused when changed in any place, cut, or lengthened', async () => {
      for (const list of lists) {
        const input = list.filters(one, new Random(1));
        const cursor = await next(one, list.query, input);
        for (let at = 0; at < cursor.length; at += 1) {
          const other = cursor[at] === 'A' ? 'B' : 'A';
          await refused(one, list.query, { ...input, cursor: cursor.slice(0, at) + other + cursor.slice(at + 1) });
        }
        for (const end of [1, 10, 16, cursor.length - 1]) {
          await refused(one, list.query, { ...input, cursor: cursor.slice(0, end) });
        }
        await refused(one, list.query, { ...input, cursor: `${cursor}A` });
        await refused(one, list.query, { ...input, cursor: `${cursor}=` });
      }
    });

    it('is at most 256 characters long, whatever the names and ids are', async () => {
      const world = await makeWorld(opened.db, 'long names', runSeed, { ...small, profiles: 0, accounts: 0 });
      const { organizationId } = world;
      // A workspace that has been written to for a million years.
      await opened.db.run('UPDATE organizations SET revision = ? WHERE id = ?', [
        9_000_000_000_000_000,
        organizationId,
      ]);
      const letters = ['\u{20000}', '"', '漢', 'é', 'x'];
      const writer = new AccountWriter(opened.db, organizationId);
      const facts = letters.flatMap((letter) =>
        [200, 199].map((length) => ({
          name: letter.repeat(length).slice(0, 200),
          slug: `${letter}${length}`,
          domain: null,
        })),
      );
      await opened.db.transaction(async () => {
        await writer.prepare(facts);
        const ids: string[] = [];
        for (const company of facts) ids.push((await writer.resolve(company, 0)) ?? '');
        await writer.flush();
        const leads = world.leads.map((row, at) => ({
          ...row,
          disposition: 'ACTIVE' as const,
          account_id: ids[at] ?? null,
        }));
        await saveLeads(
          opened.db,
          organizationId,
          leads.map((row) => ({ row, icpEvidence: '[]', intentEvidence: '[]' })),
        );
        await refreshSummaries(opened.db, organizationId, ids, 9_000_000_000_000_000);
      });
      for (const [at, letter] of letters.entries()) {
        await saveWatchlistEntry(
          opened.db,
          organizationId,
          {
            person: { memberId: null, slug: `long-${at}`, isCompany: false },
            profileUrl: 'https://www.linkedin.com/in/long/',
            displayName: letter.repeat(200),
            headline: null,
            profileType: 'CUSTOM',
            source: 'MANUAL_WATCHLIST',
            relationship: 'STANDARD',
            status: 'ACTIVE',
            label: null,
            followers: 2_147_483_647,
          },
          start,
        );
      }
      const workspace = workspaceOf(opened.db, organizationId);
      for (const list of lists.filter(({ query }) => /account|watchlist/.test(query))) {
        const filters = list.filters(world, new Random(runSeed));
        const lengths: number[] = [];
        const items = await walk(async (paging) => {
          const answer = await ask(workspace, list.query, { ...filters, ...paging });
          lengths.push(answer.page.nextCursor?.length ?? 0);
          return answer;
        }, 1);
        expect(new Set(items.map(idOf)).size).toBe(/account/.test(list.query) ? facts.length : letters.length);
        expect(Math.max(...lengths)).toBeLessThanOrEqual(256);
      }
    });

    it('of another workspace, list, filter, sort or parent is refused', async () => {
      const all = await next(one, 'list_leads', {});
      await refused(two, 'list_leads', { cursor: all });
      await refused(one, 'list_signals', { cursor: all });
      await refused(one, 'list_leads', { cursor: all, search: 'a' });
      await refused(one, 'list_leads', { cursor: all, disposition: ['ACTIVE', 'CLIENT'] });
      const profiles = await next(one, 'list_watchlist_profiles', { sortBy: 'followers' });
      await refused(one, 'list_watchlist_profiles', { cursor: profiles });
      await refused(one, 'list_watchlist_profiles', { cursor: profiles, sortBy: 'followers', sortOrder: 'asc' });
      const post = one.posts[0]?.id;
      const ofPost = await next(one, 'list_post_qualified_leads', { postId: post });
      await refused(one, 'list_post_qualified_leads', { postId: one.posts[1]?.id, cursor: ofPost });
      await refused(two, 'list_post_qualified_leads', { postId: post, cursor: ofPost });
    });

    it('passes with the same filters written otherwise, and with another limit', async () => {
      const cursor = await next(one, 'list_leads', { disposition: ['ACTIVE', 'CLIENT'], dateFrom: '2026-09-01' });
      const again = await ask(workspaceOf(opened.db, one.organizationId), 'list_leads', {
        cursor,
        disposition: ['CLIENT', 'ACTIVE', 'CLIENT'],
        dateFrom: '2026-09-01T02:00:00+02:00',
        limit: 33,
      });
      expect(again.page).toMatchObject({ cursor, limit: 33 });
    });
  });
});
