/** Every day each workspace with a limit loses those beyond it: who stays, in slices, noted, and in no other workspace. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../../src/jobs/clock';
import { applyRetention, retentionJobs } from '../../src/privacy/retention';
import { personRequests } from '../../src/privacy/requests';
import { queueEverybody } from '../../src/store/writes/scoring-queue';
import { retentionOf } from '../../src/store/privacy/retention';
import { listAudit } from '../../src/store/log/audit';
import { enqueue } from '../../src/jobs/enqueue';
import { workOff } from '../agent/support/workspace';
import { activity, importInto, memberId, ndjson } from '../import/support/site';
import { ines, openHousehold, type Household } from './support/household';

let house: Household;
beforeEach(async () => {
  house = await openHousehold('sqlite');
});
afterEach(() => house.close());

const later = Date.UTC(2026, 11, 10);
const load = (name: string, given: readonly object[]) =>
  importInto(house.site, house.organizationId, house.site.file(name, ndjson(given)));
const names = async () =>
  (await house.db.select<{ name: string }>('SELECT display_name AS name FROM people ORDER BY display_name')).map(
    ({ name }) => name,
  );
const apply = (months: number, now = later, dryRun = false) =>
  applyRetention(house.db, house.organizationId, months, { now, dryRun });

test('to the millisecond of the last engagement; who is watched, and who wrote a post that is not older, stay', async () => {
  const limit = Date.parse('2026-12-02T10:00:00Z');
  expect(await apply(1, limit, true)).toBe(0);
  expect(await apply(1, limit + 1, true)).toBe(3);
  expect(await apply(1, limit + 1)).toBe(3);
  // Ines is on the watchlist.
  expect(await names()).toEqual([ines.name]);
  // Nobody asked to be forgotten, so nothing needs a key.
  expect(existsSync(join(house.dataDir, 'suppression-key'))).toBe(false);
  await house.db.run('DELETE FROM monitored_profiles');
  expect(await apply(1, later, true)).toBe(0);
  await house.db.run('UPDATE posts SET published_at = 1, collected_at = 1');
  expect(await apply(1)).toBe(1);
  expect(await names()).toEqual([]);
  expect(await apply(1)).toBe(0);
});

test('to ask how many a limit would remove removes nobody', async () => {
  const asked = personRequests(house.db, house.organizationId, () => later);
  const waiting = () => house.db.select('SELECT * FROM scoring_queue ORDER BY person_id');
  await queueEverybody(house.db, house.organizationId);
  const before = await waiting();
  expect(before.length).toBeGreaterThan(0);
  expect([await asked.beyond(1), await asked.beyond(1)]).toEqual([3, 3]);
  // Nothing at all is written: who waits to be scored still waits.
  expect(await waiting()).toEqual(before);
  expect(await names()).toHaveLength(4);
});

test('more people than one slice holds go in one run', async () => {
  const many = Array.from({ length: 510 }, (_, n) => ({
    kind: 'like',
    memberId: memberId(3_000 + n),
    name: `Crowd ${n}`,
    postUrl: activity(1),
    occurredAt: '2026-10-01T10:00:00Z',
  }));
  await load('crowd.ndjson', many);
  // Two slices of five hundred people or fewer; a job that is asked to stop between them stops.
  let pauses = 0;
  const counted = { now: later, dryRun: true, checkpoint: async () => void (pauses += 1) };
  expect(await applyRetention(house.db, house.organizationId, 2, counted)).toBe(510);
  expect(pauses).toBe(2);
  const stopped = { ...counted, checkpoint: () => Promise.reject(new Error('asked to stop')) };
  await expect(applyRetention(house.db, house.organizationId, 2, stopped)).rejects.toThrow('asked to stop');
  expect(await apply(2)).toBe(510);
  expect((await names()).filter((name) => name.startsWith('Crowd'))).toEqual([]);
  expect(await names()).toHaveLength(4);
});

test('the daily job does it where a limit is set, and says so in the audit log', async () => {
  const free = await house.site.workspace();
  await importInto(house.site, free, house.file);
  await personRequests(house.db, house.organizationId, () => later).setRetention(1);
  const [every] = retentionJobs;
  if (!every) throw new Error('no daily job');
  expect(every).toMatchObject({ name: 'apply-every-retention', schedule: { pattern: '7 1 * * *' } });
  await enqueue(house.db, { name: 'apply-every-retention', input: z.object({}) }, {}, { now: later });
  await workOff(house.db, retentionJobs, { now: () => later, monotonic: () => systemClock.monotonic() });
  expect(await retentionOf(house.db, house.organizationId)).toMatchObject({
    retention_months: 1,
    applied_at: later,
    removed: 3,
  });
  expect(await retentionOf(house.db, free)).toBeUndefined();
  expect(await house.db.select('SELECT id FROM people WHERE organization_id = ?', [free])).toHaveLength(4);
  const entries = (await listAudit(house.db)).filter(({ action }) => action === 'apply_retention');
  expect(entries).toEqual([
    expect.objectContaining({
      at: later,
      organization_id: house.organizationId,
      object_kind: 'workspace',
      object_id: house.organizationId,
      detail: '3 people removed, 1 months after their last engagement',
    }),
  ]);
});
