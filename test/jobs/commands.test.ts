/** `leadlight jobs` and what `doctor` says of the queue. */
import { z } from 'zod';
import { enqueue } from '../../src/jobs/enqueue';
import type { JobKind } from '../../src/jobs/definition';
import { schedule } from '../../src/jobs/schedule';
import { Database } from '../../src/database/database';
import { claimJob, leaveJob } from '../../src/store/jobs/queue';
import { markRescored, workspacesAfter } from '../../src/store/writes/rescoring-times';
import { newId } from '../../src/database/new-id';
import { operator } from '../cli/recorded-terminal';

const kind: JobKind<{ post: string }> = { name: 'sample', input: z.object({ post: z.string() }) };
const day = 86_400_000;

describe('leadlight jobs', () => {
  const op = operator();
  let db: Database;
  let dead: string;
  let waiting: string;

  beforeAll(async () => {
    expect((await op.run('migrate')).status).toBe(0);
    db = await Database.open(`sqlite:${op.dataDir}/leadlight.db`);
    ({ id: dead } = await enqueue(db, kind, { post: 'a' }));
    await claimJob(db, { id: dead, attempt: 0 }, { worker: 'w', until: Date.now() + 1_000, now: Date.now() });
    await leaveJob(db, { id: dead, attempt: 1 }, { status: 'dead', now: Date.now(), error: 'no such post' });
    ({ id: waiting } = await enqueue(db, kind, { post: 'b' }, { runAt: Date.now() + day }));
  });
  afterAll(async () => {
    await db.close();
    op.dispose();
  });

  /** What `doctor` says is wrong with the queue. The test's files have modes that it does not like, which is not about it. */
  async function problems(): Promise<string[]> {
    const { findings } = z
      .object({ findings: z.array(z.object({ check: z.string(), level: z.string(), message: z.string() })) })
      .parse((await op.run('doctor --json')).json());
    return findings
      .filter(({ check, level }) => ['jobs', 'rescoring'].includes(check) && level === 'problem')
      .map(({ message }) => message);
  }

  it('list shows them, all and those of a status', async () => {
    expect((await op.run('jobs list --json')).json()).toMatchObject({
      jobs: [
        { id: waiting, status: 'waiting', error: null },
        { id: dead, status: 'dead', error: 'no such post' },
      ],
    });
    const { out } = await op.run('jobs list --status dead');
    expect(out).toContain(dead);
    expect(out).not.toContain(waiting);
    expect((await op.run('jobs list --status gone')).err).toContain('--status must be one of waiting, ready');
  });

  it('show shows one, and says when there is none', async () => {
    expect((await op.run(`jobs show ${dead} --json`)).json()).toMatchObject({
      job: { id: dead, input: { post: 'a' }, attempt: 1, error: 'no such post', worker: null },
    });
    expect((await op.run(`jobs show ${dead}`)).out).toContain('no such post');
    expect(await op.run(`jobs show ${newId()}`)).toMatchObject({ status: 3 });
  });

  it('doctor names the dead; retry and cancel put them right', async () => {
    expect(await problems()).toEqual([expect.stringContaining(`sample ${dead} is dead`)]);
    expect((await op.run('doctor')).status).toBe(6);
    expect((await op.run(`jobs retry ${dead}`)).status).toBe(0);
    expect(await op.run(`jobs retry ${dead}`)).toMatchObject({ status: 5, err: expect.stringContaining('is ready') });
    expect((await op.run(`jobs cancel ${dead}`)).out).toContain('is cancelled');
    expect((await op.run(`jobs cancel ${dead}`)).status).toBe(5);
    expect((await op.run(`jobs cancel ${waiting}`)).status).toBe(0);
    // What was refused is in no log.
    const job = (id: string) => ({ kind: 'job', id });
    expect((await op.run('audit --limit 3 --json')).json()).toMatchObject({
      entries: [
        { action: 'cancel_job', object: job(waiting) },
        { action: 'cancel_job', object: job(dead) },
        { action: 'retry_job', object: job(dead) },
      ],
    });
    expect(await problems()).toEqual([]);
  });

  it('doctor names the oldest ready job of a lane that is late', async () => {
    const late = await enqueue(db, kind, { post: 'c' }, { now: Date.now() - 3 * 3_600_000 });
    await enqueue(db, kind, { post: 'd' });
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^lane asked \(.*\): 2 jobs ready, the oldest since .*, which is too long; run `leadlight worker`/,
      ),
    ]);
    expect((await op.run(`jobs cancel ${late.id}`)).status).toBe(0);
    expect(await problems()).toEqual([]);
  });

  it('doctor names a workspace whose day was missed', async () => {
    expect((await op.run('workspace create Late')).status).toBe(0);
    await db.run('UPDATE organizations SET created_at = ?', [Date.now() - 3 * day]);
    const planned = { name: 'rescore-every-workspace', job: kind, input: { post: '' }, pattern: '17 2 * * *' };
    await schedule(db, planned, Date.now());
    const id = (await workspacesAfter(db, '', 1))[0] ?? '';

    // Nobody planned it more than a day ago.
    expect(await problems()).toEqual([]);
    await db.run('UPDATE job_schedules SET created_at = ?', [Date.now() - 3 * day]);
    expect(await problems()).toEqual([expect.stringContaining('Late: the daily scoring of all people ran never')]);
    await markRescored(db, id, Date.now() - 2 * day);
    expect(await problems()).toEqual([expect.stringContaining('the daily scoring of all people ran last on')]);
    await markRescored(db, id, Date.now() - 1_000);
    expect(await problems()).toEqual([]);
    // A clock that was two days ahead said so.
    await markRescored(db, id, Date.now() + 2 * day);
    expect(await problems()).toHaveLength(1);
  });

  it('list --schedules shows when what comes next', async () => {
    expect((await op.run('jobs list --schedules --json')).json()).toMatchObject({
      schedules: [{ name: 'rescore-every-workspace', pattern: '17 2 * * *', timeZone: 'UTC', lastDoneAt: null }],
    });
  });
});
