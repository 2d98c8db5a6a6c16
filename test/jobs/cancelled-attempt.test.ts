/** A job that somebody asked to cancel while it ran is not tried again, however its attempt ends. */
import { z } from 'zod';
import { enqueue } from '../../src/jobs/enqueue';
import { findJob } from '../../src/store/jobs/listing';
import { claimJob, leaveJob } from '../../src/store/jobs/queue';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

let site: OpenTestDatabase;
beforeAll(async () => {
  site = await openTestDatabase();
});
afterAll(() => site.close());

test.each([
  [0, 'waiting'],
  [1, 'cancelled'],
])('cancel_requested = %i: it is %s afterwards', async (asked, status) => {
  const { db } = site;
  const { id } = await enqueue(db, { name: 'sample', input: z.object({}), maxAttempts: 3 }, {});
  const now = Date.now();
  expect(await claimJob(db, { id, attempt: 0 }, { worker: 'w', until: now + 60_000, now })).toBe(true);
  await db.run('UPDATE jobs SET cancel_requested = ? WHERE id = ?', [asked, id]);
  expect(await leaveJob(db, { id, attempt: 1 }, { status: 'waiting', now, runAt: now + 1_000 })).toBe(status);
  expect(await findJob(db, id)).toMatchObject({ status });
});
