/** The agent's set-up and the runs that follow from a schedule, as the console asks for them. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { addMember } from '../../src/store/access/members';
import { Browser } from '../console/support';
import { seedWorkspace } from '../support/seed';
import { startTestService, type TestService } from '../support/service';

let service: TestService;
let organizationId: string;
const people = new Map<string, Browser>();

beforeAll(async () => {
  service = await startTestService();
  ({ organizationId } = await seedWorkspace(service.db, 'agent', 3));
  for (const role of ['MEMBER', 'ADMIN'] as const) {
    const email = `${role.toLowerCase()}@acme.example`;
    const given = { organizationId, email, displayName: role, role, passwordHash: null, active: true };
    const browser = new Browser(service);
    const userId = (await addMember(service.db, given))?.userId ?? '';
    browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
    people.set(role, browser);
  }
});
afterAll(() => service.end());

const ask = async (role: 'MEMBER' | 'ADMIN', operation: string, input: object = {}) => {
  const answer = await people.get(role)?.post(`${organizationId}/${operation}`, input);
  if (!answer) throw new Error(role);
  return answer;
};
const berlin = { schedule: '30 6,18 * * 1-5', timeZone: 'Europe/Berlin' };

const missing = ['source', 'credits'];

it('shows how it is set up, with the runs that a pause takes away', async () => {
  expect((await ask('MEMBER', 'get_agent_setup')).body).toEqual({ data: null, lacks: missing });
  const limits = { creditsPerRun: 20, creditsPerDay: 50, watch: ['INFLUENCER'] };
  expect((await ask('ADMIN', 'enable_agent', { ...berlin, ...limits })).status).toBe(200);
  const { body } = await ask('MEMBER', 'get_agent_setup');
  const { body: previewed } = await ask('MEMBER', 'preview_agent_schedule', berlin);
  const runs = previewed['nextRuns'] as string[];
  expect(body).toEqual({
    data: { status: 'ACTIVE', ...berlin, ...limits, keywords: [], nextRunAt: runs[0], nextRuns: runs },
    lacks: missing,
  });
  const there = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: berlin.timeZone });
  expect(new Set(runs.map((time) => there.format(new Date(time))))).toEqual(new Set(['06:30', '18:30']));
  expect(runs).toEqual([...new Set(runs)].sort());
  expect(runs).toHaveLength(3);
  // What it lacks is said beside that; its schedule is what it is.
  expect((await ask('MEMBER', 'get_agent_status')).body).toMatchObject({ status: 'ACTIVE', nextRunAt: runs[0] });
  await ask('ADMIN', 'set_agent_status', { status: 'PAUSED' });
  expect((await ask('ADMIN', 'get_agent_setup')).body).toMatchObject({
    data: { status: 'PAUSED', nextRunAt: null, nextRuns: [], ...berlin },
  });
});

it.each([
  ['four fields', { schedule: '0 7 * *' }, 'schedule', 'five cron fields, minute 0-59'],
  ['six fields', { schedule: '0 0 7 * * 1' }, 'schedule', 'five cron fields'],
  ['a minute that is none', { schedule: '61 7 * * *' }, 'schedule', 'weekday 0-6'],
  ['words', { schedule: 'every day at seven o’clock' }, 'schedule', 'such as 0 7 * * 1-5'],
  ['a day that never comes', { schedule: '0 7 30 2 *' }, 'schedule', 'this one never does'],
  ['a zone that is none', { timeZone: 'Mars/Olympus' }, 'timeZone', 'Europe/Berlin'],
  ['an offset', { timeZone: '+02:00' }, 'timeZone', 'Europe/Berlin'],
])('%s is refused with what is allowed, when it is previewed and when it is set', async (_case, change, path, said) => {
  const limits = { creditsPerRun: 20, creditsPerDay: 50 };
  for (const [operation, more] of [
    ['preview_agent_schedule', {}],
    ['enable_agent', limits],
  ] as const) {
    expect((await ask('ADMIN', operation, { ...berlin, ...more })).status).toBe(200);
    const refused = await ask('ADMIN', operation, { ...berlin, ...more, ...change });
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed' });
    const { details } = (refused.body as { error: { details: { path: string; message: string }[] } }).error;
    expect(details).toEqual([{ path, message: expect.stringContaining(said) }]);
  }
});
