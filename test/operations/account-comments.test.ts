/** What people of an account wrote, as its report shows it: the strongest comments of the last 45 days first, with whose post it was. */
import { query } from '../../tools/catalogue';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { saidOf } from '../../src/shared/values';
import { byCodePoints, isDated } from '../store/support/oracle-filters';
import { ask, workspaceOf } from '../store/support/ask';
import { day } from '../store/support/values';
import { makeWorld, type World } from '../store/support/world';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const fail = (id: string): never => {
  throw new Error(`no engagement ${id}`);
};

describe.each(availableDatabases())('comments of accounts on %s', (kind) => {
  let opened: OpenTestDatabase;
  let world: World;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    world = await makeWorld(opened.db, 'account-comments', 11, {
      people: 60,
      posts: 9,
      profiles: 26,
      accounts: 4,
      engagements: 600,
    });
  });
  afterAll(() => opened.close());
  afterEach(() => jest.restoreAllMocks());

  const strongest = ['request', 'leaving', 'price', 'question', 'objection', 'refusal'];

  /** By brute force. */
  function expected(accountId: string, count: number, now: number) {
    const people = world.leads
      .filter((lead) => lead.account_id === accountId && lead.disposition === 'ACTIVE')
      .sort((a, b) => b.last_signal_at - a.last_signal_at || byCodePoints(a.id, b.id))
      .slice(0, 10);
    const latest = people
      .flatMap(({ id }) => world.engagements.filter((row) => row.person_id === id))
      .filter((row) => row.by_author === 0 && row.type === 'COMMENT' && row.comment_excerpt !== null)
      .sort(
        (a, b) => Number(isDated(b)) - Number(isDated(a)) || b.occurred_at - a.occurred_at || byCodePoints(a.id, b.id),
      )
      .slice(0, 20);
    const isStrong = (row: World['engagements'][number], kind: string) => isRecent(row) && row.comment_class === kind;
    const isRecent = (row: World['engagements'][number]) => isDated(row) && now - row.occurred_at <= 45 * day;
    const strong = strongest.flatMap((kind) => latest.filter((row) => isStrong(row, kind)));
    const others = latest.filter((row) => !strong.includes(row));
    return [
      ...strong,
      ...others.filter(isRecent),
      ...others.filter((row) => isDated(row) && !isRecent(row)),
      ...others.filter((row) => !isDated(row)),
    ]
      .slice(0, count)
      .map((row) => ({
        leadId: row.person_id,
        said: saidOf(row.comment_class),
        commentExcerpt: row.comment_excerpt?.replace(/\s+/g, ' '),
        occurredAt: new Date(row.occurred_at).toISOString(),
        postAuthor: world.posts.find(({ id }) => id === row.post_id)?.author_name ?? null,
        postAuthorType: world.profiles.find(({ id }) => id === row.monitored_profile_id)?.profile_type ?? null,
      }));
  }

  const reported = () =>
    world.accounts.map(({ id }) => id).filter((id) => world.leads.some((lead) => lead.account_id === id));

  test.each([0, 46, 86, 200])('%d days after the first engagement', async (days) => {
    const now = Math.min(...world.engagements.map((row) => row.occurred_at)) + days * day;
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const workspace = workspaceOf(opened.db, world.organizationId);
    const { data } = await ask(workspace, 'list_account_reports', { comments: true, limit: 100 });
    expect(data.length).toBeGreaterThan(2);
    for (const { id, latestComments } of data) {
      expect(latestComments).toMatchObject(expected(String(id), 2, now));
    }
    for (const accountId of reported()) {
      const report = await query.getAccountReport.ask(workspace, { accountId });
      expect(report).toMatchObject({ data: { latestComments: expected(accountId, 5, now) } });
    }
  });

  test('comments without a date take no room of others', async () => {
    const workspace = workspaceOf(opened.db, world.organizationId);
    const ofId = (id: string) => world.engagements.find((row) => row.id === id) ?? fail(id);
    const found = await workspace.store.accounts.comments(reported(), 500);
    let crowded = 0;
    for (const [accountId, all] of found) {
      const dated = all.filter(({ id }) => isDated(ofId(id)));
      const few = (await workspace.store.accounts.comments([accountId], dated.length)).get(accountId) ?? [];
      expect(few.filter(({ id }) => !isDated(ofId(id)))).toEqual([]);
      if (all.slice(0, dated.length).some(({ id }) => !isDated(ofId(id)))) crowded += 1;
    }
    expect(crowded).toBeGreaterThan(0);
  });

  test('the kind of profile is hidden from a caller who may not see the watchlist', async () => {
    const [accountId = ''] = reported();
    const dataAccess = dataAccessOf(dataAccessFlags.filter((flag) => flag !== 'watchlist'));
    const answer = await query.getAccountReport.ask(
      { ...workspaceOf(opened.db, world.organizationId), dataAccess },
      { accountId },
    );
    expect(JSON.stringify(answer)).toMatch(/"postAuthor":"/);
    expect(JSON.stringify(answer)).not.toMatch(/"postAuthorType":"/);
  });
});
