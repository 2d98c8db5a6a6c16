/** A person watched under two names turns out to be one: of the two entries of the watchlist the older one stays. */
import { checkCounts } from '../../src/store/writes/check-counts';
import {
  removeWatchlistEntry,
  saveWatchlistEntry,
  setWatchlistStatus,
  type WatchlistEntry,
} from '../../src/store/writes/watchlist';
import { workOffQueue } from '../../src/scoring/rescore';

import { activity, contents, importInto, memberId, ndjson, now, useSite, slugUrl, watched } from './support/site';

const at = (day: number) => new Date(Date.UTC(2026, 8, day, 12)).toISOString();
const ada = { memberId: memberId(1), name: 'Ada Okoro', headline: 'VP Sales at Globex' };
const adaByBoth = { ...ada, profileUrl: slugUrl('ada-okoro') };
const like = (n: number, who: object, day: number) => ({
  kind: 'like',
  postUrl: activity(n),
  occurredAt: at(day),
  observedAt: at(day),
  ...who,
});
const comment = (n: number, who: object, text: string, day: number) => ({
  ...like(n, who, day),
  kind: 'comment',
  commentText: text,
});
const post = (n: number, by: object) => ({ kind: 'post', postUrl: activity(n), observedAt: at(2), ...by });
const person = (who: object) => ({ kind: 'person', observedAt: at(2), ...who });
const entryOf = (displayName: string, who: Partial<WatchlistEntry['person']>): WatchlistEntry =>
  watched('ada-okoro', { displayName, person: { memberId: null, slug: null, isCompany: false, ...who } });

describe.each(['sqlite'] as const)('watching one person twice on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;

  beforeEach(async () => {
    org = await site.workspace();
  });

  const take = (...rows: object[]) => importInto(site, org, site.file(`rows-${(files += 1)}.ndjson`, ndjson(rows)));
  const select = <Row extends object = Record<string, unknown>>(sql: string) => site.db.select<Row>(sql, [org]);
  const entries = () => select('SELECT * FROM monitored_profiles WHERE organization_id = ? ORDER BY id');
  /** Watchlist entries that rows of a table are linked to. */
  const linked = async (table: 'posts' | 'engagements') => {
    const rows = await select<{ id: string | null }>(
      `SELECT DISTINCT monitored_profile_id AS id FROM ${table} WHERE organization_id = ?`,
    );
    return rows.map((row) => row.id);
  };
  const counted = async () => {
    const check = await checkCounts(site.db, org);
    expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
  };

  const bySlug = { entry: entryOf('Ada O.', { slug: 'ada-okoro' }), by: { authorProfileUrl: slugUrl('ada-okoro') } };
  const byMember = { entry: entryOf('Ada', { memberId: memberId(1) }), by: { authorMemberId: memberId(1) } };
  const fan = (n: number) => ({ memberId: memberId(n), name: `Fan ${n}`, headline: 'VP Sales at Globex' });
  /** Each name wrote a post: one fan engaged with both, one with the first alone, one with the second alone. */
  const takeEngagement = async (first: object, second: object) => {
    await take(post(1, first), like(1, fan(2), 3), like(1, fan(3), 4));
    await take(post(2, second), like(2, fan(2), 5), comment(2, fan(4), 'What does it cost?', 6));
  };

  it.each([
    { name: 'by slug', older: bySlug, younger: byMember },
    { name: 'by member id', older: byMember, younger: bySlug },
  ])('leaves the entry made first, $name, when a file shows it', async ({ older, younger }) => {
    const first: WatchlistEntry = { ...older.entry, profileType: 'COMPETITOR', label: 'Ours' };
    const second: WatchlistEntry = {
      ...younger.entry,
      profileType: 'INVESTOR',
      label: 'Theirs',
      headline: 'Writes about pipelines',
      followers: 700,
    };
    // Whose person stays is decided by who was seen first, which may be either.
    for (const seenFirst of [older, younger]) {
      org = await site.workspace();
      await take(post(9, seenFirst.by));
      const { id } = await saveWatchlistEntry(site.db, org, first, now - 1000);
      await saveWatchlistEntry(site.db, org, second, now);
      await takeEngagement(older.by, younger.by);
      expect(await entries()).toMatchObject([{ lead_count: 2 }, { lead_count: 2 }]);

      // A post of the same batch is linked to the entry that goes.
      await take(post(3, younger.by), person(adaByBoth), like(3, fan(3), 7));
      const [one] = await select<{ id: string }>(
        `SELECT person_id AS id FROM person_identities WHERE organization_id = ? AND value = 'ada-okoro'`,
      );
      expect(await entries()).toMatchObject([
        {
          id,
          person_id: one?.id,
          display_name: first.displayName,
          profile_type: 'COMPETITOR',
          label: 'Ours',
          created_at: now - 1000,
          // What only the younger one knew.
          headline: 'Writes about pipelines',
          followers: 700,
          search_text: expect.stringMatching(/^ada.*\nwrites about pipelines$/),
          last_engagement_sync_at: now,
          lead_count: 3,
        },
      ]);
      expect(await linked('posts')).toEqual([id]);
      expect(await linked('engagements')).toEqual([id]);
      await counted();
      const merged = await contents(site.db, org);

      // The same as when the person was known and watched once from the beginning.
      org = await site.workspace();
      await take(post(9, seenFirst.by), person(adaByBoth));
      await saveWatchlistEntry(site.db, org, first, now - 1000);
      await takeEngagement(older.by, younger.by);
      await take(post(3, younger.by), like(3, fan(3), 7));
      const once = await contents(site.db, org);
      for (const table of ['leads', 'lead_evidence', 'engagements', 'account_summaries']) {
        expect(merged[table]).toEqual(once[table]);
      }
    }
  });

  it('leaves the entry made first when somebody watches the person by both', async () => {
    const { id } = await saveWatchlistEntry(site.db, org, bySlug.entry, now - 1000);
    await saveWatchlistEntry(site.db, org, byMember.entry, now);
    await takeEngagement(bySlug.by, byMember.by);
    const both = entryOf('Ada Okoro', { memberId: memberId(1), slug: 'ada-okoro' });
    const saved = await saveWatchlistEntry(site.db, org, { ...both, profileType: 'CUSTOM' }, now);
    expect(saved).toEqual({ id, created: false });
    await workOffQueue(site.db, org, now);
    expect(await entries()).toMatchObject([{ id, profile_type: 'CUSTOM', lead_count: 3 }]);
    expect(await linked('engagements')).toEqual([id]);
    await counted();
  });

  it.each([
    { older: null, younger: null, stays: null },
    { older: now - 5_000, younger: null, stays: now - 5_000 },
    { older: null, younger: now - 5_000, stays: now - 5_000 },
    { older: now - 9_000, younger: now - 5_000, stays: now - 5_000 },
    { older: now - 5_000, younger: now - 9_000, stays: now - 5_000 },
  ])('of two times of a sync the later stays: $older and $younger', async ({ older, younger, stays }) => {
    const synced = (id: string, when: number | null) =>
      site.db.run('UPDATE monitored_profiles SET last_engagement_sync_at = ? WHERE id = ?', [when, id]);
    const first = await saveWatchlistEntry(site.db, org, bySlug.entry, now - 1000);
    const second = await saveWatchlistEntry(site.db, org, byMember.entry, now);
    await synced(first.id, older);
    await synced(second.id, younger);
    const both = entryOf('Ada Okoro', { memberId: memberId(1), slug: 'ada-okoro' });
    await saveWatchlistEntry(site.db, org, both, now);
    expect(await entries()).toMatchObject([{ id: first.id, last_engagement_sync_at: stays }]);
  });

  it.each([
    { older: 5, younger: null, followers: 5, moved: false },
    { older: null, younger: 7, followers: 7, moved: true },
    { older: 5, younger: 7, followers: 5, moved: false },
    { older: null, younger: null, followers: null, moved: false },
  ])('what only the younger knows moves the entry in lists sorted by it: $older and $younger', async (of) => {
    const first = await saveWatchlistEntry(site.db, org, { ...bySlug.entry, followers: of.older }, now - 1000);
    await saveWatchlistEntry(site.db, org, { ...byMember.entry, followers: of.younger }, now);
    await site.db.run('UPDATE monitored_profiles SET last_engagement_sync_at = NULL WHERE id <> ?', ['']);
    const synced = of.moved ? now - 5_000 : null;
    await site.db.run(
      'UPDATE monitored_profiles SET last_engagement_sync_at = ? WHERE organization_id = ? AND id <> ?',
      [synced, org, first.id],
    );
    await site.db.run(
      'UPDATE monitored_profiles SET followers_revision = 1, sync_revision = 1 WHERE organization_id = ?',
      [org],
    );
    // A row shows that they are one; the list of entries is not touched otherwise.
    await take(person(adaByBoth));
    const [entry] = await entries();
    expect(entry).toMatchObject({ id: first.id, followers: of.followers, last_engagement_sync_at: synced });
    expect([entry?.['followers_revision'] !== 1, entry?.['sync_revision'] !== 1]).toEqual([of.moved, of.moved]);
  });

  it('an entry is paused, resumed and removed by its id, in its workspace alone, and says whether it was there', async () => {
    const { id } = await saveWatchlistEntry(site.db, org, bySlug.entry, now);
    await take(post(1, bySlug.by), like(1, fan(2), 3));
    const other = await site.workspace();
    expect(await setWatchlistStatus(site.db, org, id, 'PAUSED')).toBe(true);
    expect(await setWatchlistStatus(site.db, other, id, 'ACTIVE')).toBe(false);
    expect(await entries()).toMatchObject([{ status: 'PAUSED', lead_count: 1 }]);
    expect(await setWatchlistStatus(site.db, org, id, 'ACTIVE')).toBe(true);
    expect(await entries()).toMatchObject([{ status: 'ACTIVE' }]);
    expect(await removeWatchlistEntry(site.db, other, id)).toBe(false);
    expect([await linked('posts'), await linked('engagements')]).toEqual([[id], [id]]);
    expect(await removeWatchlistEntry(site.db, org, id)).toBe(true);
    expect(await removeWatchlistEntry(site.db, org, id)).toBe(false);
    expect([await entries(), await linked('posts'), await linked('engagements')]).toEqual([[], [null], [null]]);
    await workOffQueue(site.db, org, now);
    await counted();
  });

  it('leaves both where nothing shows that they are one', async () => {
    await saveWatchlistEntry(site.db, org, bySlug.entry, now);
    await saveWatchlistEntry(site.db, org, byMember.entry, now);
    await takeEngagement(bySlug.by, byMember.by);
    await take(person(ada));
    expect(await entries()).toMatchObject([{ lead_count: 2 }, { lead_count: 2 }]);
    await counted();
  });
});
