/** When runs happen: through the changes to and from summer time, after a change of the zone, and after times that were missed. */
import { listRuns } from '../../src/store/agent/runs';
import type { Database } from '../../src/database/database';
import { findSchedule } from '../../src/store/jobs/schedules';
import { scheduleOf } from '../../src/ingest/agent/kinds';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { ExportFolder } from './support/folder';
import { jobsOver, makeWorkspace, workOff } from './support/workspace';
import { systemClock } from '../../src/jobs/clock';

describe.each(['sqlite'] as const)('the schedule of an agent on %s', (kind) => {
  let opened: OpenTestDatabase;
  let db: Database;
  let folder: ExportFolder;
  let at = 0;
  let made = 0;
  const clock = { now: () => at, monotonic: systemClock.monotonic };

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    ({ db } = opened);
    folder = new ExportFolder(() => at);
  });
  afterAll(async () => {
    await opened.close();
    folder.remove();
  });
  beforeEach(() => db.run('DELETE FROM job_schedules'));

  const jobs = () => jobsOver(folder.path, { sync: { schedule: 'off' } }).filter(({ name }) => name === 'agent-run');
  const moment = (text: string) => Date.parse(text);
  const printed = (time: number | null) => new Date(time ?? 0).toISOString().slice(0, 16) + 'Z';

  async function agentAt(now: string, pattern: string, timeZone: string) {
    at = moment(now);
    const { organizationId, agent } = await makeWorkspace(db, `Workspace ${(made += 1)}`, {
      credits: 100,
      watched: [{ slug: 'ada', type: 'INFLUENCER' }],
      clock,
    });
    const setup = { creditsPerRun: 10, creditsPerDay: 50, watch: ['INFLUENCER'] as const, keywords: [] };
    const enable = (given: { pattern: string; timeZone: string }) => agent.enable({ ...setup, ...given });
    await enable({ pattern, timeZone });
    return {
      agent,
      enable,
      work: () => workOff(db, jobs(), clock),
      next: async () => printed((await findSchedule(db, scheduleOf(organizationId)))?.next_at ?? null),
      started: async () =>
        (await listRuns(db, organizationId, 'AGENT', 20)).map((run) => printed(run.started_at)).reverse(),
    };
  }

  test.each([
    [
      'a time that spring skips, in Berlin',
      '30 2 * * *',
      'Europe/Berlin',
      ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'a time that comes twice in autumn, in Berlin',
      '30 2 * * *',
      'Europe/Berlin',
      ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'a time that spring skips, in New York',
      '30 2 * * *',
      'America/New_York',
      ['2026-03-07T07:30Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    ],
    [
      'a time that comes twice in autumn, in New York',
      '30 1 * * *',
      'America/New_York',
      ['2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      'half an hour that spring skips, on Lord Howe Island',
      '15 2 * * *',
      'Australia/Lord_Howe',
      ['2026-10-02T15:45Z', '2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'half an hour that comes twice in autumn, on Lord Howe Island',
      '45 1 * * *',
      'Australia/Lord_Howe',
      ['2026-04-03T14:45Z', '2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
  ])('%s: once a day', async (_name, pattern, timeZone, expected) => {
    const [first = ''] = expected;
    const agent = await agentAt(printed(moment(first) - 3_600_000), pattern, timeZone);
    for (const due of expected) {
      expect(await agent.next()).toBe(due);
      // Not a minute too soon.
      at = moment(due) - 60_000;
      await agent.work();
      at = moment(due);
      await agent.work();
      // And not again within the hour.
      at = moment(due) + 3_540_000;
      await agent.work();
    }
    expect(await agent.started()).toEqual(expected);
  });

  test.each(['2026-10-24T23:00Z', '2026-03-28T23:00Z'])(
    'every half hour of four, through the change after %s: as often as there are half hours',
    async (from) => {
      const agent = await agentAt(from, '*/30 * * * *', 'Europe/Berlin');
      const expected: string[] = [];
      for (let minutes = 30; minutes <= 240; minutes += 30) {
        at = moment(from) + minutes * 60_000;
        expected.push(printed(at));
        await agent.work();
      }
      expect(await agent.started()).toEqual(expected);
    },
  );

  test('times that were missed are made up for once', async () => {
    const agent = await agentAt('2026-11-02T05:00Z', '0 7 * * *', 'Europe/Berlin');
    at = moment('2026-11-06T15:00Z');
    await agent.work();
    expect(await agent.started()).toEqual(['2026-11-06T15:00Z']);
    expect(await agent.next()).toBe('2026-11-07T06:00Z');
  });

  test('a zone that is changed while a run is due: that run happens, and the next at the time of the new zone', async () => {
    const agent = await agentAt('2026-11-02T05:00Z', '0 7 * * *', 'Europe/Berlin');
    at = moment('2026-11-02T06:30Z');
    await agent.enable({ pattern: '0 7 * * *', timeZone: 'America/New_York' });
    await agent.work();
    expect(await agent.started()).toEqual(['2026-11-02T06:30Z']);
    expect(await agent.next()).toBe('2026-11-02T12:00Z');
  });

  test('a zone that is changed while none is due: the next time is that of the new zone', async () => {
    const agent = await agentAt('2026-11-02T05:00Z', '0 7 * * *', 'Europe/Berlin');
    await agent.enable({ pattern: '0 7 * * *', timeZone: 'Asia/Tokyo' });
    at = moment('2026-11-02T06:30Z');
    await agent.work();
    expect(await agent.started()).toEqual([]);
    expect(await agent.next()).toBe('2026-11-02T22:00Z');
  });

  test('what passes while it is paused is not made up for', async () => {
    const agent = await agentAt('2026-11-02T05:00Z', '0 7 * * *', 'Europe/Berlin');
    at = moment('2026-11-02T06:30Z');
    await agent.agent.setStatus('PAUSED');
    at = moment('2026-11-04T12:00Z');
    await agent.agent.setStatus('ACTIVE');
    await agent.work();
    expect(await agent.started()).toEqual([]);
    expect(await agent.next()).toBe('2026-11-05T06:00Z');
  });
});
