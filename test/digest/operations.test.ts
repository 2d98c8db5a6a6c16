/** Digests as members, admins and other workspaces add, change, send and remove them, through the console's API. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { addMember, changeMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { findDigest } from '../../src/store/digests/digests';
import { unsubscribe } from '../../src/digest/unsubscribe';
import { Browser, type Answered } from '../console/support';
import { testSuppressionKey } from '../support/keeper';
import { seedWorkspace } from '../support/seed';
import { startTestService, type TestService } from '../support/service';
import { eventually } from '../jobs/support/runners';
import { answer, startReceiver, type Receiver } from '../webhooks/support/receiver';

/** Once a year: none is sent of itself while this runs. */
const schedule = '0 8 1 1 *';
let service: TestService;
let receiver: Receiver;
let organizationId: string;
const ids = new Map<string, string>();
const people = new Map<string, Browser>();

async function person(name: string, role: 'MEMBER' | 'ADMIN' | 'OWNER', organization = organizationId): Promise<void> {
  const email = `${name}@acme.example`;
  const given = { organizationId: organization, email, displayName: name, role, passwordHash: null, active: true };
  const userId = (await addMember(service.db, given))?.userId ?? '';
  const browser = new Browser(service);
  browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
  ids.set(name, userId);
  people.set(name, browser);
}

const ask = (name: string, operation: string, input: object, organization = organizationId): Promise<Answered> => {
  const browser = people.get(name);
  if (!browser) throw new Error(name);
  return browser.post(`${organization}/${operation}`, input);
};
const idIn = ({ body }: Answered): string => (body as { data: { id: string } }).data.id;
const listed = async (name: string) => (await ask(name, 'list_digests', {})).body['data'] as { id: string }[];

beforeAll(async () => {
  receiver = await startReceiver(answer(200));
  const env = { RUN_WORKER: 'true', WEBHOOK_ALLOWED_HOSTS: receiver.host, SUPPRESSION_KEY: testSuppressionKey };
  service = await startTestService({ env });
  ({ organizationId } = await seedWorkspace(service.db, 'digests', 30));
  await person('mia', 'MEMBER');
  await person('max', 'MEMBER');
  await person('ada', 'ADMIN');
  await person('eve', 'OWNER', (await createOrganization(service.db, 'Other'))?.id);
});
afterAll(async () => {
  await service.end();
  receiver.close();
});

test('a member has their own leads sent to their own address, and sees nobody else’s', async () => {
  const mine = {
    to: 'mailto:Mia@acme.example',
    for: 'owner',
    schedule: '30  7 * * 1,3',
    timeZone: 'Europe/Berlin',
    mailLanguage: 'de',
  };
  const made = await ask('mia', 'add_digest', mine);
  expect(made).toMatchObject({
    status: 200,
    body: {
      data: {
        to: 'mailto:Mia@acme.example',
        for: 'owner',
        ownerId: ids.get('mia'),
        status: 'ACTIVE',
        schedule: '30 7 * * 1,3',
        timeZone: 'Europe/Berlin',
        mailLanguage: 'de',
        nextAt: expect.stringMatching(/T0[56]:30:00/),
        lastSend: null,
      },
    },
  });
  const id = idIn(made);
  expect(await listed('mia')).toHaveLength(1);
  expect(await listed('max')).toEqual([]);
  expect((await listed('ada')).map((one) => one.id)).toContain(id);
  for (const name of ['max', 'eve']) {
    const organization = name === 'eve' ? organizationId : undefined;
    for (const [operation, input] of [
      ['change_digest', { id, schedule }],
      ['send_digest', { id }],
      ['remove_digest', { id }],
    ] as const) {
      expect(await ask(name, operation, input, organization)).toMatchObject({ status: 404, code: 'not_found' });
    }
  }
  expect((await ask('mia', 'change_digest', { id, schedule })).body).toMatchObject({
    data: { schedule, mailLanguage: 'de' },
  });
  expect((await ask('mia', 'change_digest', { id, schedule, mailLanguage: 'en' })).body).toMatchObject({
    data: { mailLanguage: 'en' },
  });
  // No mail server is set here.
  expect(await ask('mia', 'send_digest', { id })).toMatchObject({ status: 409, code: 'conflict' });
  expect((await ask('mia', 'remove_digest', { id })).status).toBe(200);
  expect(await listed('mia')).toEqual([]);
});

describe('what is refused', () => {
  it.each<[string, string, object, number, string]>([
    ['a member: the workspace', 'mia', { to: 'mailto:mia@acme.example', for: 'workspace' }, 403, 'role_required'],
    ['a member: another member', 'mia', { to: 'mailto:mia@acme.example', ownerId: 'max' }, 403, 'role_required'],
    ['a member: another address', 'mia', { to: 'mailto:other@else.example' }, 403, 'role_required'],
    ['no address', 'ada', { to: 'mailto:' }, 400, 'Recipient: '],
    ['several addresses', 'ada', { to: 'mailto:a@x.example,b@x.example' }, 400, 'Recipient: '],
    ['a header in an address', 'ada', { to: 'mailto:a@x.example\r\nBcc: b@x.example' }, 400, 'Recipient: '],
    ['an address in the own network', 'ada', { to: 'slack:https://169.254.169.254/x' }, 400, 'Recipient: '],
    ['Slack without https', 'ada', { to: 'slack:http://hooks.slack.example/x' }, 400, 'https'],
    ['four fields', 'ada', { schedule: '0 8 * *' }, 400, 'five fields'],
    ['every minute', 'ada', { schedule: '* 8 * * *' }, 400, 'one minute'],
    ['every half hour', 'ada', { schedule: '0,30 8 * * *' }, 400, 'one minute'],
    ['a day that never comes', 'ada', { schedule: '0 8 30 2 *' }, 400, 'no time ever matches'],
    ['no language of ours', 'ada', { mailLanguage: 'fr' }, 400, 'Language: '],
    ['no time zone', 'ada', { timeZone: 'Mars/Olympus' }, 400, 'Mars/Olympus'],
    ['a stranger as owner', 'ada', { ownerId: 'eve' }, 404, 'active member'],
  ])('%s', async (_case, who, change, status, said) => {
    const { ownerId, ...rest } = change as { ownerId?: string };
    const given = { to: 'mailto:ada@acme.example', for: 'owner', schedule, ...rest };
    const refused = await ask(who, 'add_digest', ownerId ? { ...given, ownerId: ids.get(ownerId) } : given);
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.body)).toContain(said);
    const allowed = await ask('ada', 'add_digest', { to: 'mailto:ada@acme.example', for: 'owner', schedule });
    expect((await ask('ada', 'remove_digest', { id: idIn(allowed) })).status).toBe(200);
  });

  it('a sixth digest of one member', async () => {
    const mine = { to: 'mailto:max@acme.example', for: 'owner', schedule };
    for (let at = 0; at < 5; at++) expect((await ask('max', 'add_digest', mine)).status).toBe(200);
    expect(await ask('max', 'add_digest', mine)).toMatchObject({ status: 409 });
    expect((await ask('ada', 'add_digest', { ...mine, ownerId: ids.get('max') })).status).toBe(200);
  });

  it('one for a member without access', async () => {
    await person('gone', 'MEMBER');
    await changeMember(service.db, organizationId, ids.get('gone') ?? '', { active: false });
    const given = { to: 'mailto:ada@acme.example', for: 'owner', schedule, ownerId: ids.get('gone') };
    expect((await ask('ada', 'add_digest', given)).status).toBe(404);
  });
});

describe('a preview', () => {
  const shown = async (name: string, input: object) =>
    (await ask(name, 'preview_digest', input)).body['data'] as { subject: string; text: string } | null;

  it('of the workspace, and of one member who has no leads and then one', async () => {
    const all = await shown('ada', { for: 'workspace' });
    expect(all?.subject).toMatch(/^digests: [1-9]\d* to call(?:, [1-9]\d* (?:moved up|new))*$/);
    expect(all?.text).toContain('WHOM TO CALL');
    expect(all?.text).toContain(`/app/${organizationId}/leads/`);
    // Nobody is given a link that ends a digest of somebody else.
    expect(all?.text).not.toMatch(/unsubscribe|No more of these/);
    expect((await shown('ada', { for: 'workspace', mailLanguage: 'de' }))?.text).toContain('WEN SIE ANRUFEN SOLLTEN');
    expect(await shown('mia', { for: 'owner' })).toBeNull();
    const leadId = /\/leads\/(\S+)/.exec(all?.text ?? '')?.[1];
    expect((await ask('ada', 'decide_lead', { leadId, ownerId: ids.get('mia') })).status).toBe(200);
    const own = await shown('mia', { for: 'owner' });
    expect(own?.subject).toContain('1 to call');
    expect(await shown('ada', { for: 'owner', ownerId: ids.get('mia') })).toEqual(own);
    await ask('ada', 'decide_lead', { leadId, ownerId: null });
  });

  it('is of those who may have the digest, and of one thing', async () => {
    const mine = { to: 'mailto:ada@acme.example', for: 'owner', schedule };
    const id = idIn(await ask('ada', 'add_digest', mine));
    expect((await ask('ada', 'preview_digest', { id })).status).toBe(200);
    for (const [name, input, status] of [
      ['mia', { for: 'workspace' }, 403],
      ['mia', { for: 'owner', ownerId: ids.get('max') }, 403],
      ['mia', { id }, 404],
      ['ada', { for: 'owner', ownerId: ids.get('eve') }, 404],
      ['ada', {}, 400],
      ['ada', { id, for: 'owner' }, 400],
      ['ada', { id, ownerId: ids.get('mia') }, 400],
      ['ada', { for: 'workspace', ownerId: ids.get('mia') }, 400],
    ] as const) {
      expect([input, (await ask(name, 'preview_digest', input)).status]).toEqual([input, status]);
    }
    expect((await ask('eve', 'preview_digest', { id }, organizationId)).status).toBe(404);
    await ask('ada', 'remove_digest', { id });
  });
});

test('one to Slack is sent when asked for; what became of it is told, and its address is not', async () => {
  const to = `slack:${receiver.url}`;
  const made = await ask('ada', 'add_digest', { to, for: 'workspace', schedule });
  expect(JSON.stringify(made.body)).not.toContain('/hook');
  const id = idIn(made);
  const preview = async () => (await ask('ada', 'preview_digest', { id })).body['data'] as { subject: string } | null;
  const before = await preview();
  const outcome = async (status: string) => {
    expect((await ask('ada', 'send_digest', { id })).body).toMatchObject({ data: { lastSend: { error: null } } });
    await eventually(async () => {
      const { body } = await ask('ada', 'list_digests', {});
      return JSON.stringify(body).includes(`"status":"${status}"`) || undefined;
    });
  };
  await outcome('SENT');
  expect(receiver.received).toHaveLength(1);
  // What was sent is what the preview said, and nothing is new after it.
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ text: before?.subject });
  expect(await preview()).toBeNull();
  // Nothing happened since.
  await outcome('EMPTY');
  expect(receiver.received).toHaveLength(1);
});

test('who ended a digest is the one to have it sent again', async () => {
  const mine = { to: 'mailto:mia@acme.example', for: 'owner', schedule };
  const id = idIn(await ask('mia', 'add_digest', mine));
  const row = await findDigest(service.db, organizationId, id);
  if (!row) throw new Error('not there');
  await unsubscribe(service.db, row, Date.now());
  expect(await listed('mia')).toMatchObject([{ id, status: 'UNSUBSCRIBED', nextAt: null }]);
  expect(await ask('ada', 'send_digest', { id })).toMatchObject({ status: 409 });
  expect(await ask('ada', 'change_digest', { id, schedule })).toMatchObject({ status: 409 });
  expect((await ask('mia', 'change_digest', { id, schedule })).status).toBe(200);
  expect(await listed('mia')).toMatchObject([{ id, status: 'ACTIVE', nextAt: expect.any(String) }]);
});

test.each([
  ['added by somebody else, for an address outside', 'ACTIVE', 'ada', 'mailto:boss@else.example'],
  ['added by her, for a member who stays', 'ACTIVE', 'lea', 'mailto:ada@acme.example'],
  ['added by her, for an address outside', 'MAKER_LEFT', 'lea', 'mailto:boss@else.example'],
  ['added by her, for her own address', 'MAKER_LEFT', 'lea', 'mailto:lea@acme.example'],
  ['added by somebody else, for her address', 'MAKER_LEFT', 'ada', 'mailto:Lea@acme.example'],
] as const)('a digest %s is %s when she leaves, until it is taken over', async (_name, status, maker, to) => {
  if (!ids.has('lea')) await person('lea', 'ADMIN');
  const set = (active: boolean) => changeMember(service.db, organizationId, ids.get('lea') ?? '', { active });
  await set(true);
  people
    .get('lea')
    ?.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(ids.get('lea') ?? ''));
  const id = idIn(await ask(maker, 'add_digest', { to, for: 'workspace', schedule }));
  await set(false);
  expect((await findDigest(service.db, organizationId, id))?.status).toBe(status);
  if (status === 'MAKER_LEFT') {
    const refused = await ask('ada', 'send_digest', { id });
    expect(refused.body).toMatchObject({ error: { code: 'conflict', message: expect.stringContaining('has left') } });
    const taken = await ask('ada', 'change_digest', { id, schedule });
    expect(taken.body).toMatchObject({ data: { status: 'ACTIVE', createdBy: ids.get('ada') } });
  }
  await ask('ada', 'remove_digest', { id });
});
