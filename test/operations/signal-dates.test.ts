/**
 * The date of a signal is one date: lists, filters, leads and accounts go by `occurredAt`. What nobody dates is listed when it
 * was first seen and counted in totals, and in no trend.
 */
import { z } from 'zod';
import { storeIcp } from '../../src/store/access/icp';
import { workOffQueue } from '../../src/scoring/rescore';
import { timeOf } from '../../src/rules/intent/intent';
import { undatedSignals } from '../../src/store/migrations/0112-undated';
import { undatedCondition } from '../../src/store/statements/undated';
import { refreshSummaries } from '../../src/store/writes/account-summaries';
import { Random } from '../store/support/random';
import { ask, workspaceOf } from '../store/support/ask';
import { activity, postIdAt } from '../agent/support/folder';
import { importInto, now, useSite } from '../import/support/site';

const day = 86_400_000;
const site = useSite('sqlite');
const iso = (at: number) => new Date(at).toISOString();

const signal = z.looseObject({ occurredAt: z.string(), timing: z.string(), lead: z.looseObject({ id: z.string() }) });
const lead = z.looseObject({
  id: z.string(),
  firstSignalAt: z.string(),
  lastSignalAt: z.string(),
  lastDatedSignalAt: z.string().nullable(),
  signalCount: z.number(),
  account: z.looseObject({ id: z.string() }),
});
const account = z.looseObject({
  id: z.string(),
  signalCount: z.number(),
  firstSignalAt: z.string(),
  latestSignalAt: z.string(),
  latestDatedSignalAt: z.string().nullable(),
  undatedSignalCount: z.number(),
  trend: z.strictObject({ signals14d: z.number(), previousSignals14d: z.number(), newPeople14d: z.number() }),
});

/** Likes without a time, seen at some time under posts of any age, and comments that say when. */
async function populated(seed: number): Promise<string> {
  const random = new Random(seed);
  const organizationId = await site.workspace();
  await storeIcp(site.db, organizationId, JSON.stringify({ seniorities: ['vp'] }), now);
  for (let file = 0; file < 6; file += 1) {
    const observedAt = now - random.below(30) * day - random.below(day);
    const rows = Array.from({ length: 12 }, (_, at) => {
      const who = random.below(15);
      const post = postIdAt(now - random.below(90) * day - day, seed * 100 + file * 20 + at);
      const dated = random.chance(0.4) ? iso(observedAt - random.below(20) * day) : '';
      const person = `https://www.linkedin.com/in/person-${who},Person ${who},VP Sales at Company${who % 4}`;
      return `${dated === '' ? 'like' : 'comment'},${activity(post)},${person},${dated === '' ? '' : 'Nice'},${dated}`;
    });
    const text = ['kind,postUrl,profileUrl,name,headline,commentText,occurredAt', ...rows, ''].join('\n');
    await importInto(site, organizationId, site.file(`${seed}-${file}.csv`, text), { observedAt });
  }
  await workOffQueue(site.db, organizationId, now);
  return organizationId;
}

test.each([1, 2, 3])('population %i', async (seed) => {
  const workspace = workspaceOf(site.db, await populated(seed));
  const all = async <T>(query: string, item: z.ZodType<T>, input: Record<string, string | boolean> = {}) => {
    const { data, page } = await ask(workspace, query, { ...input, limit: 100 });
    expect(page.nextCursor).toBeNull();
    return data.map((one) => item.parse(one));
  };
  const signals = await all('list_signals', signal, { disposition: 'ACTIVE' });
  const leads = await all('list_leads', lead);
  const accounts = await all('list_account_reports', account);
  expect(signals.length).toBeGreaterThan(20);
  const isDated = ({ timing }: { readonly timing: string }) => timing !== 'observed';
  const ids = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['id']);
  const some = await all('list_signals', signal, { disposition: 'ACTIVE', dated: true });
  const rest = await all('list_signals', signal, { disposition: 'ACTIVE', dated: false });
  expect(ids(some)).toEqual(ids(signals.filter(isDated)));
  expect(ids(rest)).toEqual(ids(signals.filter((row) => !isDated(row))));
  expect(Math.min(some.length, rest.length)).toBeGreaterThan(5);
  /** The latest of these with a date. */
  const latestOf = (rows: typeof signals) =>
    rows
      .filter(isDated)
      .map((row) => row.occurredAt)
      .sort()
      .at(-1) ?? null;
  expect(accounts).toHaveLength(4);

  for (const one of leads) {
    const dates = signals.flatMap((row) => (row.lead.id === one.id ? [row.occurredAt] : [])).sort();
    expect([one.firstSignalAt, one.lastSignalAt, one.signalCount]).toEqual([dates[0], dates.at(-1), dates.length]);
    expect(one.lastDatedSignalAt).toBe(latestOf(signals.filter((row) => row.lead.id === one.id)));
    const own = await ask(workspace, 'list_lead_engagements', { leadId: one.id, dateFrom: dates[0] ?? '', limit: 100 });
    expect(own.data.map((row) => row['occurredAt']).sort()).toEqual(dates);
  }
  const accountOf = new Map(leads.map((one) => [one.id, one.account.id]));
  const [from, before] = [now - 14 * day, now - 28 * day];
  const inDays = async (dateFrom: number, dateTo: number) =>
    all('list_signals', signal, { disposition: 'ACTIVE', dateFrom: iso(dateFrom), dateTo: iso(dateTo) });
  const datedIn = async (dateFrom: number, dateTo: number) => (await inDays(dateFrom, dateTo)).filter(isDated);
  const [recent, previous] = [await datedIn(from + 1, now), await datedIn(before + 1, from)];
  let moved = 0;
  for (const one of accounts) {
    const of = (rows: typeof signals) => rows.filter((row) => accountOf.get(row.lead.id) === one.id);
    const members = leads.filter((row) => row.account.id === one.id);
    expect(one.trend).toEqual({
      signals14d: of(recent).length,
      previousSignals14d: of(previous).length,
      newPeople14d: members.filter((row) => Date.parse(row.firstSignalAt) > from && row.lastDatedSignalAt !== null)
        .length,
    });
    const dates = of(signals)
      .map((row) => row.occurredAt)
      .sort();
    expect([one.firstSignalAt, one.latestSignalAt, one.signalCount]).toEqual([dates[0], dates.at(-1), dates.length]);
    expect(one.latestDatedSignalAt).toBe(latestOf(of(signals)));
    expect(one.undatedSignalCount).toBe(of(signals).filter((row) => !isDated(row)).length);
    moved += one.trend.signals14d + one.trend.previousSignals14d;
  }
  expect(moved).toBeGreaterThan(10);
});

test.each([
  ['the source says it', 1, 0, null],
  ['nothing but when it was seen', 0, 0, null],
  ['seen 14 days after the post', 0, 0, -14 * day],
  ['seen a millisecond later', 0, 0, -14 * day - 1],
  ['seen before the post was made, as a file says', 0, 0, day],
  ['of before times were recorded, seen when it happened', null, 0, null],
  ['of before times were recorded, seen later', null, day, null],
] as const)('statements date what the rules date: %s', async (_name, dated, seenAfter, postAfter) => {
  const [earliestAt, observedAt] = [postAfter === null ? null : now + postAfter, now + seenAfter];
  const [row] = await site.db.select<{ undated: number }>(
    `SELECT ${undatedCondition('e')} AS undated
     FROM (SELECT ? AS dated, ? AS occurred_at, ? AS observed_at, ? AS earliest_at) e`,
    [dated, now, observedAt, earliestAt],
  );
  const read = timeOf({ occurredAt: now, earliestAt, dated: dated === null ? now !== observedAt : dated === 1 });
  expect(row?.undated === 1).toBe(read.timing === 'observed');
});

test('the migration counts in stored rows what scoring and counting give', async () => {
  const organizationId = await populated(5);
  // Somebody who is no active lead counts in no account.
  const [bad] = await site.db.select<{ id: string; account_id: string }>(
    'SELECT id, account_id FROM leads WHERE organization_id = ? AND undated_count > 0 ORDER BY id LIMIT 1',
    [organizationId],
  );
  await site.db.run("UPDATE leads SET disposition = 'BAD_LEAD' WHERE organization_id = ? AND id = ?", [
    organizationId,
    bad?.id ?? '',
  ]);
  await refreshSummaries(site.db, organizationId, [bad?.account_id ?? ''], 1_000_000, now);
  const stored = async () => [
    await site.db.select('SELECT id, undated_count, last_dated_at FROM leads ORDER BY organization_id, id'),
    await site.db.select(
      'SELECT account_id, undated_count, latest_dated_at FROM account_summaries ORDER BY organization_id, account_id',
    ),
  ];
  const before = await stored();
  expect(JSON.stringify(before)).toMatch(/"undated_count":[1-9]/);
  await site.db.run('UPDATE leads SET undated_count = -1, last_dated_at = NULL', []);
  await site.db.run('UPDATE account_summaries SET undated_count = -1, latest_dated_at = NULL', []);
  for (const step of undatedSignals.sqlite.up) {
    if (step.kind === 'rows' && step.sql.includes('undated_count = -1')) await site.db.run(step.sql, []);
  }
  expect(await stored()).toEqual(before);
});

test('a bound finer than a millisecond cuts no signal off and lets none in', async () => {
  const workspace = workspaceOf(site.db, await populated(4));
  const { data } = await ask(workspace, 'list_signals', { limit: 1 });
  const [{ occurredAt } = { occurredAt: '' }] = data.map((one) => signal.parse(one));
  const [just, before] = [occurredAt.replace('Z', '0005Z'), iso(Date.parse(occurredAt) - 1).replace('Z', '9995Z')];
  const found = async (dateFrom: string, dateTo: string) =>
    (await ask(workspace, 'list_signals', { dateFrom, dateTo, limit: 100 })).data.some(
      (one) => one['occurredAt'] === occurredAt,
    );
  expect(await found(occurredAt, occurredAt)).toBe(true);
  expect(await found(before, just)).toBe(true);
  expect(await found(just, iso(now))).toBe(false);
  expect(await found(iso(0), before)).toBe(false);
  // A range between two milliseconds holds nothing, and is no mistake; one that ends before it begins is.
  expect(await found(just, occurredAt.replace('Z', '0007Z'))).toBe(false);
  await expect(found(occurredAt.replace('Z', '0007Z'), just)).rejects.toMatchObject({ code: 'validation_failed' });
});
