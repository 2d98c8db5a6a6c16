/** Between two pages one thing of a row changes: it is left out only when the list is sorted by that very thing. */
import { availableDatabases, openTestDatabase, type DatabaseKind, type OpenTestDatabase } from '../support/databases';
import type { Database } from '../../src/database/database';
import { insertInto } from '../../src/database/define';
import { leads, type LeadRow } from '../../src/store/tables/leads';
import { markSynced } from '../../src/store/writes/engagement-writer';
import { refreshSummaries } from '../../src/store/writes/account-summaries';
import { saveWatchlistEntry, type WatchlistEntry } from '../../src/store/writes/watchlist';
import { writeWorkspace } from '../../src/store/log/workspace-lock';
import { accountSortFields, type AccountSortField } from '../../src/store/reads/account-reads';
import { profileSortFields, type ProfileSortField } from '../../src/store/reads/profile-reads';
import { ask, walk, workspaceOf } from './support/ask';
import { runSeed } from '../support/run-seed';
import { start } from './support/values';
import { makeWorld } from './support/world';

const day = 86_400_000;
const small = { people: 40, posts: 1, profiles: 0, accounts: 8, engagements: 1 };
let made = 0;

/** Ids of a list in its order, the second page and those after it read when `change` was done to the last row. */
async function walkWithChange(
  db: Database,
  organizationId: string,
  query: string,
  sortBy: string,
  change: (last: string) => Promise<unknown>,
) {
  const workspace = workspaceOf(db, organizationId);
  const filters = { sortBy, sortOrder: 'desc' };
  const all = (await walk((paging) => ask(workspace, query, { ...filters, ...paging }), 100)).map((row) => row['id']);
  const first = await ask(workspace, query, { ...filters, limit: 1 });
  const cursor = first.page.nextCursor ?? undefined;
  const last = String(all[all.length - 1]);
  await change(last);
  const rest = await walk((paging) => ask(workspace, query, { ...filters, cursor, ...paging }), 1);
  return { all, last, seen: [...first.data, ...rest].map((row) => row['id']) };
}

describe.each(availableDatabases())('paging while one sort key changes, on %s', (kind: DatabaseKind) => {
  let opened: OpenTestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
  });
  afterAll(() => opened.close());

  /** What happens to the leads of an account, each moving one sort key of its report. */
  const accountChanges: readonly (readonly [AccountSortField, (rows: readonly LeadRow[]) => readonly LeadRow[]])[] = [
    ['latestSignalAt', (rows) => rows.map((row) => ({ ...row, last_signal_at: row.last_signal_at + 90 * day }))],
    ['leadCount', (rows) => rows.slice(0, 1).map((row) => ({ ...row, id: `0${row.id.slice(1)}` }))],
    ['averageIcpMatchPercent', (rows) => rows.map((row) => ({ ...row, icp_match_percent: 75 }))],
  ];

  it.each(accountChanges.flatMap(([what, change]) => accountSortFields.map((sortBy) => ({ what, change, sortBy }))))(
    'account reports by $sortBy when $what changes',
    async ({ what, change, sortBy }) => {
      const { db } = opened;
      const { organizationId, accounts } = await makeWorld(db, `accounts ${(made += 1)}`, runSeed, small);
      await writeWorkspace(db, organizationId, async (revision) => {
        // All the same fit: another lead then changes no average. An id of another beginning is then free.
        await db.run(
          `UPDATE leads SET icp_match_percent = 50, id = CONCAT('f', SUBSTR(id, 2)) WHERE organization_id = ?`,
          [organizationId],
        );
        await refreshSummaries(
          db,
          organizationId,
          accounts.map((account) => account.id),
          revision,
        );
      });
      const { all, last, seen } = await walkWithChange(db, organizationId, 'list_account_reports', sortBy, (id) =>
        writeWorkspace(db, organizationId, async (revision) => {
          const rows = await db.select<LeadRow>(
            `SELECT * FROM leads WHERE organization_id = ? AND account_id = ? AND disposition = 'ACTIVE'`,
            [organizationId, id],
          );
          await insertInto(db, leads, change(rows), { update: ['last_signal_at', 'icp_match_percent'] });
          await refreshSummaries(db, organizationId, [id], revision);
        }),
      );
      expect(seen).toEqual(sortBy === what ? all.filter((id) => id !== last) : all);
    },
  );

  const entry = (number: number): WatchlistEntry => ({
    person: { memberId: null, slug: `watched-${number}`, isCompany: false },
    profileUrl: `https://www.linkedin.com/in/watched-${number}/`,
    displayName: `Watched ${number}`,
    headline: null,
    profileType: 'CUSTOM',
    source: 'MANUAL_WATCHLIST',
    relationship: 'STANDARD',
    status: 'ACTIVE',
    label: null,
    followers: 100 * number,
  });
  const save = (organizationId: string, one: WatchlistEntry, at: number) =>
    saveWatchlistEntry(opened.db, organizationId, one, at);
  const synced = (organizationId: string, id: string, at: number) =>
    writeWorkspace(opened.db, organizationId, (revision) => markSynced(opened.db, organizationId, [id], at, revision));

  /** What happens to the watchlist entry numbered 1; `null` changes nothing that a list is sorted by. */
  const profileChanges: readonly (readonly [
    ProfileSortField | null,
    (organizationId: string, id: string) => Promise<unknown>,
  ])[] = [
    ['displayName', (organizationId) => save(organizationId, { ...entry(1), displayName: 'Someone' }, start)],
    ['followers', (organizationId) => save(organizationId, { ...entry(1), followers: 150 }, start)],
    ['lastEngagementSyncAt', (organizationId, id) => synced(organizationId, id, start + 90 * day)],
    [null, (organizationId, id) => synced(organizationId, id, start + day)],
    [null, (organizationId) => save(organizationId, { ...entry(1), label: 'Voices' }, start)],
  ];

  it.each(profileChanges.flatMap(([what, change]) => profileSortFields.map((sortBy) => ({ what, change, sortBy }))))(
    'the watchlist by $sortBy when $what changes',
    async ({ what, change, sortBy }) => {
      const { organizationId } = await makeWorld(opened.db, `watchlist ${(made += 1)}`, runSeed, small);
      // Number 1 is the last by every key.
      for (const number of [1, 2, 3]) {
        const { id } = await save(organizationId, entry(number), start + number * day);
        await synced(organizationId, id, start + number * day);
      }
      const { all, last, seen } = await walkWithChange(
        opened.db,
        organizationId,
        'list_watchlist_profiles',
        sortBy,
        (id) => change(organizationId, id),
      );
      expect(all).toHaveLength(3);
      expect(seen).toEqual(sortBy === what ? all.filter((id) => id !== last) : all);
    },
  );
});
