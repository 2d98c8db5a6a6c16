/** What can be compared of two workspaces that should hold the same: their rows, and what the operations answer about them. */
import { readFileSync, existsSync } from 'node:fs';
import { queries } from '../../../tools/catalogue';
import { weakestRules } from '../../../src/rules/audience/privacy';
import { countMarkedPosts } from '../../../src/audience/posts';
import { takeSnapshot } from '../../../src/audience/snapshot';
import { decodeRecords } from '../../../src/ingest/import/logged-records';
import { chunkAfter } from '../../../src/store/log/chunks';
import { checkCounts } from '../../../src/store/writes/check-counts';
import type { Database } from '../../../src/database/database';
import { purgeFiles } from '../../../src/store/privacy/purge';
import { markAudiences } from '../../../src/store/writes/engagement-writer';
import { contents, now, without, type Site } from '../../import/support/site';
import { workspaceOf } from '../../store/support/ask';

/**
 * See test/import/order.test.ts for what depends on the order alone.
 * @param someErased the log of an erased person says of the company that they named nothing but its facts: when it was named first, and
 * one where nobody works any more, may differ.
 */
export async function shown(db: Database, org: string, someErased = false) {
  const check = await checkCounts(db, org);
  expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
  const posts = await db.select<{ id: string }>('SELECT id FROM posts WHERE organization_id = ?', [org]);
  const ids = posts.map(({ id }) => id);
  // What is said of people reaches the figures of posts with the daily count: they are counted again, as that does.
  await db.transaction(() => markAudiences(db, org, ids));
  await countMarkedPosts(db, org, { rules: weakestRules, now });
  await takeSnapshot(db, org, { rules: weakestRules, now });
  const all = await contents(db, org);
  return {
    ...all,
    ...(someErased ? await employers(db, org, all) : {}),
    ...(await aggregates(db, org)),
    ...(await runs(db, org)),
    answers: await answers(db, org, ids),
    people: without(all['people'], ['updated_at']),
    // Of the names of a post any may be the one it goes by. Who is known to have written it only by what is taken back is not erased.
    posts: without(all['posts'], ['urn', 'url', 'author_erased']),
    account_summaries: without(all['account_summaries'], ['changed_at']),
    // Of an engagement that two had who turned out to be one, the one of the older id stays.
    engagements: without(all['engagements'], ['observed_at']),
    leads: withoutFreshness(without(all['leads'], ['updated_at', 'created_at', 'scored_at'])),
    monitored_profiles: without(all['monitored_profiles'], ['last_engagement_sync_at']),
  };
}

/** Of two engagements at one time the ids say which one a cap falls on, which moves the last digits of the order by some hundredths. */
const withoutFreshness = (rows: readonly string[]) =>
  rows.map((text) => text.replace(/"priority":(\d+)\d{7},/, '"priority":$1,'));

/** Accounts where somebody works, without when they were made. */
async function employers(db: Database, org: string, all: Record<string, string[]>) {
  const rows = await db.select<{ id: string; name: string }>(
    `SELECT a.id, a.name FROM accounts a WHERE a.organization_id = ?
       AND EXISTS (SELECT 1 FROM people p WHERE p.organization_id = a.organization_id AND p.account_id = a.id)`,
    [org],
  );
  const has = (column: 'name' | 'account_id', known: ReadonlySet<unknown>) => (text: string) => {
    const [, row] = JSON.parse(text) as [unknown, Record<string, unknown>];
    return known.has(row[column]);
  };
  return {
    accounts: without(all['accounts']?.filter(has('name', new Set(rows.map(({ name }) => name)))), ['created_at']),
    account_aliases: all['account_aliases']?.filter(has('account_id', new Set(rows.map(({ id }) => id)))),
  };
}

/** The stored figures of posts and of the whole audience. */
async function aggregates(db: Database, org: string) {
  const counted = await db.select<
    Record<'urn' | 'content', string> & Record<'people' | 'likes' | 'comments' | 'reposts', number>
  >(
    `SELECT u.urn, a.* FROM post_audiences a JOIN post_urns u ON u.organization_id = a.organization_id AND u.post_id = a.post_id
     WHERE a.organization_id = ?`,
    [org],
  );
  const snapshots = await db.select<{ breakdown: string; people: number; content: string }>(
    'SELECT breakdown, people, content FROM audience_snapshots WHERE organization_id = ? ORDER BY breakdown',
    [org],
  );
  const content = (text: string): unknown => JSON.parse(text);
  // A post of which all engagement is gone says the same as one that was never counted.
  const engaged = counted.filter(({ people, likes, comments, reposts }) => people + likes + comments + reposts > 0);
  return {
    figures: Object.fromEntries(
      engaged.map(({ urn, people, likes, comments, reposts, ...row }) => [
        urn,
        { people, likes, comments, reposts, content: content(row.content) },
      ]),
    ),
    audience: snapshots.map((row) => ({ ...row, content: content(row.content) })),
  };
}

/** Runs that considered anybody, and what they decided. */
async function runs(db: Database, org: string) {
  return {
    runs: await db.select(
      `SELECT candidates, leads_created, people_qualified FROM agent_runs WHERE organization_id = ? AND candidates > 0 ORDER BY id`,
      [org],
    ),
    decided: await db.select(
      `SELECT display_name, decision, COUNT(*) AS times FROM agent_candidates WHERE organization_id = ?
       GROUP BY display_name, decision ORDER BY display_name, decision`,
      [org],
    ),
  };
}

/** Summaries of posts by their names, reports of accounts, and the usage that is shown. */
async function answers(db: Database, org: string, posts: readonly string[]) {
  const workspace = workspaceOf(db, org);
  const ask = (name: string, input: Record<string, string | number>) => {
    const query = queries.find((one) => one.name === name);
    if (!query) throw new Error(`no query ${name}`);
    return query.ask(workspace, input);
  };
  const urns = await db.select<{ urn: string; post_id: string }>(
    'SELECT urn, post_id FROM post_urns WHERE organization_id = ? ORDER BY urn',
    [org],
  );
  const summaries: Record<string, unknown> = {};
  for (const postId of posts) {
    const names = urns.filter((row) => row.post_id === postId).map(({ urn }) => urn);
    summaries[names.join(' ')] = comparable(await ask('get_post_summary', { postId }));
  }
  const usage = await ask('get_workspace_access', {});
  return {
    summaries,
    accounts: comparable(await ask('list_account_reports', { limit: 100 })),
    usage: comparable(usage),
  };
}

/** Ids, cursors, and which of a post's names it goes by, differ between workspaces that hold the same. */
const own: ReadonlySet<string> = new Set(['urn', 'url', 'cursor', 'nextCursor', 'organizationId', 'organizationName']);
function comparable(answer: unknown): unknown {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (own.has(name) || name === 'name' || name.endsWith('Id')) return undefined;
    return name === 'id' && typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? undefined : value;
  });
  return JSON.parse(text);
}

/**
 * Where words stand after what was deleted is purged: in the logs of batches, which are packed, and on SQLite in the bytes of the
 * database and of its write-ahead log, which hold no other workspace any more.
 */
export async function leftOf(site: Pick<Site, 'db' | 'url'>, org: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, text: string) => {
    const lower = text.toLowerCase();
    for (const word of words) if (lower.includes(word.toLowerCase())) found.push(`${place}: ${word}`);
  };
  for (let chunk = await chunkAfter(site.db, org, 0); chunk; chunk = await chunkAfter(site.db, org, chunk.revision)) {
    look('batch_records', JSON.stringify(decodeRecords(chunk.text)));
  }
  if (site.db.dialect !== 'sqlite') return found;
  expect(await purgeFiles(site.db)).toMatchObject({ complete: true });
  const file = site.url.slice('sqlite:'.length);
  for (const path of [file, `${file}-wal`]) if (existsSync(path)) look(path, readFileSync(path, 'latin1'));
  return found;
}
