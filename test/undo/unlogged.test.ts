/** What a process of an older release stored stands in no log: an undo that would take it away is refused, and `doctor` names it. */
import { checkWorkspaces } from '../../src/interfaces/cli/check-workspaces';
import { newId } from '../../src/database/new-id';
import { idsOutside, unloggedEngagements } from '../../src/store/log/unlogged';
import { beforeBatch } from '../../src/store/log/before';
import { LogIncomplete } from '../../src/store/undo/lost-rows';
import { makeRows } from '../import/support/rows';
import { importInto, ndjson, now, useSite } from '../import/support/site';
import { Random } from '../store/support/random';
import { finishUndoing, undo } from './support/undoing';

const site = useSite('sqlite');

async function importOne(org: string): Promise<string> {
  const path = site.file(`unlogged-${newId()}.ndjson`, ndjson(makeRows(new Random(1))));
  return (await importInto(site, org, path, { format: 'generic', now })).batchId ?? '';
}

/** What a writer leaves that keeps no log. */
async function importAsBefore(org: string): Promise<void> {
  const batch = await importOne(org);
  for (const [table, column] of [
    ['batch_records', 'batch_id'],
    ['batches', 'id'],
  ]) {
    await site.db.run(`DELETE FROM ${table} WHERE organization_id = ? AND ${column} = ?`, [org, batch]);
  }
}

async function stored(org: string): Promise<number> {
  const [row] = await site.db.select<{ total: number }>(
    'SELECT COUNT(*) AS total FROM engagements WHERE organization_id = ?',
    [org],
  );
  return row?.total ?? 0;
}

const logFinding = async (org: string) => {
  const { name } =
    (await site.db.select<{ name: string }>('SELECT name FROM organizations WHERE id = ?', [org]))[0] ?? {};
  return (await checkWorkspaces(site.db)).find(
    ({ check, message }) => check === 'log' && message.startsWith(`${name}:`),
  );
};

it('takes back what was logged, also where an earlier import of the same rows was taken back before', async () => {
  const org = await site.workspace();
  const [first, second] = [await importOne(org), await importOne(org)];
  expect(await stored(org)).toBeGreaterThan(0);
  expect(await logFinding(org)).toMatchObject({ level: 'ok' });
  await undo(site.db, org, [first]);
  await undo(site.db, org, [second]);
  expect(await stored(org)).toBe(0);
});

it('refuses to take away what was stored without a log, changes nothing, and goes on when the rows were imported again', async () => {
  const org = await site.workspace();
  await importAsBefore(org);
  const before = await stored(org);
  const batch = await importOne(org);
  expect(await unloggedEngagements(site.db, org, 10_000)).toHaveLength(before);
  expect(await logFinding(org)).toMatchObject({ level: 'problem', message: expect.stringContaining('without a log') });
  await expect(undo(site.db, org, [batch])).rejects.toThrow(LogIncomplete);
  expect(await stored(org)).toBe(before);
  await importOne(org);
  await finishUndoing(site.db, org);
  expect(await stored(org)).toBe(before);
});

describe('ids outside of all batches', () => {
  const batch = (id: string, touched_at: number, status: 'OPEN' | 'DONE' | 'UNDOING' = 'DONE') => ({
    id,
    status,
    touched_at,
    finished_at: null,
  });
  const at = (ms: number) =>
    `${ms
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`;
  const isOutside = (batches: ReturnType<typeof batch>[], ms: number) =>
    idsOutside(batches).some(([from, to]) => at(ms) >= from && at(ms) < to);
  const [early, late] = [1_700_000_000_000, 1_700_000_900_000];
  const two = [batch(at(late), late + 1_000), batch(at(early), early + 1_000)];

  it.each([
    ['during the first', two, early + 500, false],
    ['within the tolerance after it', two, early + 5_900, false],
    ['between the two', two, early + 60_000, true],
    ['before both', two, early - 1, true],
    ['after both', two, late + 60_000, true],
    ['while one is being undone', [...two, batch(at(early), early, 'UNDOING')], late + 60_000, false],
    ['before the log was', [...two, batch(beforeBatch, early - 1_000)], early - 100_000, false],
    ['before the log is complete', [batch(beforeBatch, early, 'OPEN')], late, false],
    ['without any batch', [], early, true],
  ])('%s', (_name, batches, ms, expected) => expect(isOutside(batches, ms)).toBe(expected));
});
