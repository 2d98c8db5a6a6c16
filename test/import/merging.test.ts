/** People and posts that turn out to be one, and what follows for engagement, leads, the watchlist and the counts. */
import { saveWatchlistEntry, removeWatchlistEntry } from '../../src/store/writes/watchlist';
import { checkCounts } from '../../src/store/writes/check-counts';
import { workOffQueue } from '../../src/scoring/rescore';
import { availableDatabases } from '../support/databases';
import {
  activity,
  contents,
  importInto,
  memberId,
  ndjson,
  now,
  useSite,
  slugUrl,
  ugcPost,
  watched,
} from './support/site';

const at = (day: number) => new Date(Date.UTC(2026, 8, day, 12)).toISOString();
const ada = { memberId: memberId(1), name: 'Ada Okoro', headline: 'VP Sales at Globex' };
const adaBySlug = { profileUrl: slugUrl('ada-okoro'), name: 'Ada Okoro', headline: 'VP Sales at Globex' };
const adaByBoth = { ...ada, ...adaBySlug };
const author = { authorProfileUrl: slugUrl('rosa-author'), authorName: 'Rosa Author' };
const like = (post: number, who: object, day = 1) => ({
  kind: 'like',
  postUrl: activity(post),
  occurredAt: at(day),
  observedAt: at(day),
  ...who,
});
const comment = (post: number, who: object, text: string, day = 1) => ({
  ...like(post, who, day),
  kind: 'comment',
  commentText: text,
});
const post = (n: number, more: object = {}) => ({ kind: 'post', postUrl: activity(n), observedAt: at(2), ...more });
const person = (who: object, more: object = {}, day = 2) => ({ kind: 'person', observedAt: at(day), ...who, ...more });

describe.each(availableDatabases())('merging on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;

  beforeEach(async () => {
    org = await site.workspace();
  });
  afterEach(async () => {
    const check = await checkCounts(site.db, org);
    expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
  });

  const take = (...rows: object[]) => importInto(site, org, site.file(`rows-${(files += 1)}.ndjson`, ndjson(rows)));
  const select = <Row extends object>(sql: string, ...params: string[]) => site.db.select<Row>(sql, [org, ...params]);
  const people = () =>
    select<{ display_name: string; headline: string | null; profile_url: string | null }>(
      'SELECT * FROM people WHERE organization_id = ? ORDER BY display_name',
    );
  const leads = () =>
    select<{ display_name: string; signal_count: number; disposition: string }>(
      `SELECT p.display_name, l.signal_count, l.disposition, l.icp_match_percent FROM leads l
       JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
       WHERE l.organization_id = ? ORDER BY p.display_name`,
    );
  const profileCounts = () =>
    select<{ display_name: string; lead_count: number }>(
      'SELECT display_name, lead_count FROM monitored_profiles WHERE organization_id = ? ORDER BY display_name',
    );
  const byAuthor = () =>
    select<{ display_name: string; by_author: number; watched: string | null }>(
      `SELECT p.display_name, e.type, e.by_author, m.display_name AS watched FROM engagements e
       JOIN people p ON p.organization_id = e.organization_id AND p.id = e.person_id
       LEFT JOIN monitored_profiles m ON m.organization_id = e.organization_id AND m.id = e.monitored_profile_id
       WHERE e.organization_id = ? ORDER BY p.display_name, e.type, e.discriminator`,
    );

  describe('people', () => {
    it('never merge on a name', async () => {
      await take(like(1, ada), comment(1, adaBySlug, 'Hello'));
      expect(await people()).toHaveLength(2);
      expect(await leads()).toHaveLength(2);
    });

    it.each([
      ['in one file', [[like(1, ada), comment(1, adaBySlug, 'Hello'), person(adaByBoth)]]],
      ['in one file, the row with both first', [[person(adaByBoth), like(1, ada), comment(1, adaBySlug, 'Hello')]]],
      ['across files', [[like(1, ada)], [comment(1, adaBySlug, 'Hello')], [person(adaByBoth)]]],
      ['by an engagement that carries both', [[like(1, ada), comment(1, adaBySlug, 'Hello')], [like(1, adaByBoth)]]],
    ])('merge on member id and slug %s', async (_, batches) => {
      for (const rows of batches) await take(...rows);
      expect(await people()).toMatchObject([{ display_name: 'Ada Okoro', profile_url: slugUrl('ada-okoro') }]);
      expect(await leads()).toMatchObject([{ signal_count: 2 }]);
    });

    it('merge although both were leads with the same engagement: it counts once', async () => {
      await saveWatchlistEntry(site.db, org, watched('rosa-author'), now);
      await take(post(1, author), like(1, ada), like(1, adaBySlug), like(2, ada), comment(1, adaBySlug, 'Hello'));
      expect(await leads()).toMatchObject([{ signal_count: 2 }, { signal_count: 2 }]);
      expect(await profileCounts()).toMatchObject([{ lead_count: 2 }]);
      const summary = await take(person(adaByBoth));
      expect(summary.people).toEqual({ new: 0, merged: 1 });
      // The merge took the other lead with it; scoring removed none.
      expect(summary.leads).toMatchObject({ leadsRemoved: 0 });
      expect(await leads()).toMatchObject([{ signal_count: 3 }]);
      expect(await profileCounts()).toMatchObject([{ lead_count: 1 }]);
    });

    it('merge three ways in one file', async () => {
      const other = { profileUrl: slugUrl('ada-okoro-2'), name: 'Ada Okoro' };
      await take(
        like(1, ada),
        like(2, adaBySlug),
        like(3, other),
        person({ ...other, memberId: memberId(1) }),
        person(adaByBoth),
      );
      expect(await people()).toHaveLength(1);
      expect(await leads()).toMatchObject([{ signal_count: 3 }]);
    });

    it('keep what the CRM said of the one, whichever was seen last', async () => {
      for (const [first, second] of [
        [ada, adaBySlug],
        [adaBySlug, ada],
      ] as const) {
        org = await site.workspace();
        await take(like(1, ada, 1), comment(1, adaBySlug, 'Hello', 5));
        await take({ kind: 'lead', ...first, disposition: 'CLIENT' });
        await take(like(2, second, 6));
        await take(person(adaByBoth));
        expect(await leads()).toMatchObject([{ disposition: 'CLIENT' }]);
      }
    });

    it('keep e-mail address and its status, and country and region, together', async () => {
      await take(
        person(ada, { email: 'ada@globex.example', emailStatus: 'verified', country: 'FR', region: 'Bretagne' }, 1),
        person(adaBySlug, { email: 'a.okoro@globex.example', country: 'SE' }, 5),
      );
      await take(like(1, adaByBoth));
      expect(await people()).toMatchObject([
        { email: 'a.okoro@globex.example', email_status: 'UNVERIFIED', country: 'SE', region: null },
      ]);
    });

    it('have the job that the newer headline says', async () => {
      await take(
        like(1, { ...ada, headline: 'VP Sales at Globex' }, 1),
        like(1, { ...adaBySlug, headline: 'Chief Executive Officer at Initech' }, 5),
      );
      await take(like(2, adaByBoth, 1));
      expect(await people()).toMatchObject([
        {
          headline: 'Chief Executive Officer at Initech',
          seniority: 'cxo',
          company_name: 'Initech',
          account_id: 'initech',
        },
      ]);
    });

    it('are known as author afterwards: what they did under their own post is no signal', async () => {
      await take(
        post(1, { authorMemberId: memberId(1), authorName: 'Ada Okoro' }),
        comment(1, adaBySlug, 'Thank you all'),
      );
      expect(await leads()).toHaveLength(1);
      await take(person(adaByBoth));
      expect(await byAuthor()).toMatchObject([{ by_author: 1 }]);
      expect(await leads()).toEqual([]);
      // What the importer remembers of the post must have followed.
      await take(like(1, { memberId: memberId(1) }, 3));
      expect(await leads()).toEqual([]);
    });

    it('are known as author in the same file and the next batch of it', async () => {
      const rows = [
        post(1, { authorMemberId: memberId(1), authorName: 'Ada Okoro' }),
        comment(1, adaBySlug, 'Thank you all'),
        person(adaByBoth),
        comment(1, adaBySlug, 'And thank you'),
        like(1, ada),
      ];
      for (const batchSize of [1, 2, 3, 4, 5]) {
        org = await site.workspace();
        await importInto(site, org, site.file(`author-${batchSize}.ndjson`, ndjson(rows)), { batchSize });
        expect((await byAuthor()).map((row) => row.by_author)).toEqual([1, 1, 1]);
        expect(await leads()).toEqual([]);
      }
    });

    it('are found on the watchlist under either name', async () => {
      await saveWatchlistEntry(site.db, org, watched('ada-okoro'), now);
      await take(
        post(1, { authorMemberId: memberId(1), authorName: 'Ada Okoro' }),
        like(1, { memberId: memberId(2), name: 'Fan' }),
      );
      expect(await byAuthor()).toMatchObject([{ watched: null }]);
      await take(person(adaByBoth));
      expect(await byAuthor()).toMatchObject([{ watched: 'ada-okoro' }]);
      expect(await profileCounts()).toMatchObject([{ lead_count: 1 }]);
    });

    it('merge through a watchlist entry too', async () => {
      await take(
        post(1, { authorMemberId: memberId(1) }),
        comment(1, adaBySlug, 'Thank you'),
        like(1, { memberId: memberId(2), name: 'Fan' }),
      );
      const entry = watched('ada-okoro', { person: { memberId: memberId(1), slug: 'ada-okoro', isCompany: false } });
      await saveWatchlistEntry(site.db, org, entry, now);
      await workOffQueue(site.db, org, now);
      expect(await byAuthor()).toMatchObject([
        { display_name: 'Ada Okoro', by_author: 1, watched: 'ada-okoro' },
        { display_name: 'Fan', by_author: 0, watched: 'ada-okoro' },
      ]);
      expect(await leads()).toMatchObject([{ display_name: 'Fan' }]);
      expect(await profileCounts()).toMatchObject([{ lead_count: 1 }]);
    });
  });

  describe('posts', () => {
    const sharedBy = (who: object) => ({ ...like(1, who), postUrl: ugcPost(1) });

    it.each([
      ['in one file', [[like(1, ada), sharedBy(adaBySlug), post(1, { postUrns: ugcPost(1) })]]],
      ['the post first', [[post(1, { postUrns: ugcPost(1) }), like(1, ada), sharedBy(adaBySlug)]]],
      ['across files', [[like(1, ada)], [sharedBy(adaBySlug)], [post(1, { postUrns: ugcPost(1) })]]],
      [
        'with engagement of both kinds after it',
        [[like(1, ada)], [post(1, { postUrns: ugcPost(1) })], [sharedBy(adaBySlug)]],
      ],
    ])('merge through their URNs %s', async (_, batches) => {
      for (const rows of batches) await take(...rows);
      expect(await select('SELECT id FROM posts WHERE organization_id = ?')).toHaveLength(1);
      expect(await select('SELECT DISTINCT post_id FROM engagements WHERE organization_id = ?')).toHaveLength(1);
      expect(await leads()).toHaveLength(2);
    });

    it('merge although the same person liked both: it counts once, also on the watchlist', async () => {
      await saveWatchlistEntry(site.db, org, watched('rosa-author'), now);
      await take(post(2, author), { ...like(2, ada) }, like(1, ada));
      expect(await leads()).toMatchObject([{ signal_count: 2 }]);
      await take(post(1, { postUrns: activity(2) }));
      expect(await leads()).toMatchObject([{ signal_count: 1 }]);
      expect(await byAuthor()).toMatchObject([{ watched: 'rosa-author' }]);
      expect(await profileCounts()).toMatchObject([{ lead_count: 1 }]);
    });
  });

  describe('authors', () => {
    it('said by an export to be the author stay it, although the post names another identity', async () => {
      const rows = [
        [comment(1, { ...ada, isPostAuthor: true }, 'Thank you')],
        [post(1, { authorProfileUrl: slugUrl('ada-okoro'), authorName: 'Ada Okoro' })],
      ];
      for (const order of [rows, [...rows].reverse()]) {
        org = await site.workspace();
        for (const file of order) await take(...file);
        expect(await byAuthor()).toMatchObject([{ by_author: 1 }]);
        await saveWatchlistEntry(site.db, org, watched('ada-okoro'), now);
        await workOffQueue(site.db, org, now);
        expect(await leads()).toEqual([]);
      }
    });

    it('go by their own name and address, not by those of whom a file named before', async () => {
      const rosa = { authorMemberId: memberId(9) };
      await take(
        comment(1, { ...adaByBoth, isPostAuthor: true }, 'Thank you'),
        person({ memberId: memberId(9), name: 'Rosa' }),
      );
      const said = () => select('SELECT author_name, author_profile_url FROM posts WHERE organization_id = ?');
      expect(await said()).toEqual([{ author_name: 'Ada Okoro', author_profile_url: adaBySlug.profileUrl }]);
      await take(post(1, rosa));
      const ofRosa = expect.stringContaining(memberId(9)) as unknown;
      expect(await said()).toEqual([{ author_name: 'Rosa', author_profile_url: ofRosa }]);
      // Who turns out to be the same person keeps the name that a file gave.
      org = await site.workspace();
      await take(
        person({ memberId: memberId(9), name: 'R.' }, {}, 5),
        post(1, author),
        post(1, { ...rosa, authorProfileUrl: author.authorProfileUrl }),
      );
      expect(await said()).toMatchObject([{ author_name: author.authorName }]);
    });

    it('learnt of later take their engagement out of the signals', async () => {
      await take(like(1, ada), like(1, { memberId: memberId(2), name: 'Fan' }));
      expect(await leads()).toHaveLength(2);
      await take(post(1, { authorMemberId: memberId(1), authorName: 'Ada Okoro' }));
      expect(await leads()).toMatchObject([{ display_name: 'Fan' }]);
      expect(await byAuthor()).toMatchObject([{ by_author: 1 }, { by_author: 0 }]);
    });

    it('are leads where they engage with the posts of others', async () => {
      await take(post(1, { authorMemberId: memberId(1), authorName: 'Ada Okoro' }), like(1, ada), like(2, ada));
      expect(await leads()).toMatchObject([{ display_name: 'Ada Okoro', signal_count: 1 }]);
    });
  });

  describe('the watchlist', () => {
    it.each(['TEAMMATE', 'SELF'] as const)('makes a %s no lead, and a lead again when removed', async (what) => {
      await take(like(1, adaBySlug), post(2, author), like(2, { memberId: memberId(2), name: 'Fan' }));
      const entry = watched('ada-okoro', what === 'SELF' ? { relationship: 'SELF' } : { profileType: 'TEAMMATE' });
      const { id } = await saveWatchlistEntry(site.db, org, entry, now);
      await workOffQueue(site.db, org, now);
      expect(await leads()).toMatchObject([{ display_name: 'Fan' }]);
      expect(await removeWatchlistEntry(site.db, org, id)).toBe(true);
      await workOffQueue(site.db, org, now);
      expect(await leads()).toMatchObject([{ display_name: 'Ada Okoro' }, { display_name: 'Fan' }]);
    });

    it('links posts and engagement when a profile comes on it, and unlinks them when it goes', async () => {
      await take(post(1, author), like(1, ada), comment(1, adaBySlug, 'Hello'));
      const before = await contents(site.db, org);
      const { id, created } = await saveWatchlistEntry(site.db, org, watched('rosa-author'), now);
      await workOffQueue(site.db, org, now);
      expect(created).toBe(true);
      expect((await byAuthor()).map((row) => row.watched)).toEqual(['rosa-author', 'rosa-author']);
      expect(await profileCounts()).toMatchObject([{ lead_count: 2 }]);
      await removeWatchlistEntry(site.db, org, id);
      await workOffQueue(site.db, org, now);
      expect(await contents(site.db, org)).toEqual(before);
    });

    it('gives the same whether the profile came before or after the file', async () => {
      const rows = [post(1, author), like(1, ada), comment(1, adaBySlug, 'What does it cost?')];
      await saveWatchlistEntry(site.db, org, watched('rosa-author', { profileType: 'COMPETITOR' }), now);
      await take(...rows);
      const before = await contents(site.db, org);
      org = await site.workspace();
      await take(...rows);
      await saveWatchlistEntry(site.db, org, watched('rosa-author', { profileType: 'COMPETITOR' }), now);
      await workOffQueue(site.db, org, now);
      const after = await contents(site.db, org);
      for (const table of ['leads', 'engagements', 'posts', 'lead_evidence', 'lead_terms']) {
        expect(after[table]).toEqual(before[table]);
      }
    });
  });

  it('company pages are no leads', async () => {
    await take(like(1, { profileUrl: 'https://www.linkedin.com/company/globex/', name: 'Globex' }), like(1, ada));
    expect(await people()).toHaveLength(2);
    expect(await leads()).toMatchObject([{ display_name: 'Ada Okoro' }]);
  });
});
