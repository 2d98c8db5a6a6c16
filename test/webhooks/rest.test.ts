/** Webhooks as other systems add and remove them, over REST, and the commands beside it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createOrganization } from '../../src/store/access/organizations';
import { changeWebhook } from '../../src/store/webhooks/endpoints';
import { listAudit } from '../../src/store/log/audit';
import { bearer, send, startTestService, type TestService } from '../support/service';
import { writingKey } from './support/keys';

let service: TestService;
let organizationId: string;
let key: string;
let otherKey: string;
const path = '/api/v1/customer/webhooks';
const url = 'https://hooks.example.com/leadlight';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

beforeAll(async () => {
  service = await startTestService();
  organizationId = (await createOrganization(service.db, 'Northwind'))?.id ?? '';
  key = await writingKey(service.db, organizationId);
  otherKey = await writingKey(service.db, (await createOrganization(service.db, 'Other'))?.id ?? '');
});
afterAll(() => service.end());

const ask = async (method: string, of = path, body?: unknown, secret = key, headers: Record<string, string> = {}) => {
  const answer = await send(service, of, {
    method,
    headers: { ...bearer(secret), ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = answer.text === '' ? null : JSON.parse(answer.text);
  return { status: answer.status, json };
};
const idIn = (json: unknown) => (json as { data: { id: string } }).data.id;

test('a key that may not read leads is not told of their tiers', async () => {
  const blinds = (await createOrganization(service.db, 'Blind'))?.id ?? '';
  const seeing = await writingKey(service.db, blinds);
  const blind = await writingKey(service.db, blinds, ['workspace', 'analytics', 'integrations']);
  const add = (secret: string, types: readonly string[]) => ask('POST', path, { url, types }, secret);
  const control = [await add(seeing, ['lead.tier_changed']), await add(blind, ['leads.changed'])];
  expect(control.map(({ status }) => status)).toEqual([201, 201]);
  for (const types of [['lead.tier_changed'], ['leads.changed', 'lead.tier_changed']]) {
    expect(await add(blind, types)).toMatchObject({
      status: 403,
      json: { error: { code: 'data_access_denied', message: expect.stringContaining('"leads"') } },
    });
  }
});

test('is added with a secret that is shown once, listed, and removed', async () => {
  const made = await ask('POST', path, { url, types: ['leads.changed', 'lead.deleted'] });
  expect(made).toMatchObject({
    status: 201,
    json: {
      data: {
        id: expect.stringMatching(uuid),
        url,
        types: ['leads.changed', 'lead.deleted'],
        secret: expect.stringMatching(/^whsec_/),
      },
    },
  });
  const id = idIn(made.json);
  const listed = await ask('GET');
  expect(listed).toEqual({
    status: 200,
    json: {
      data: [
        {
          id,
          url,
          types: ['leads.changed', 'lead.deleted'],
          status: 'ACTIVE',
          disabledAt: null,
          disabledReason: null,
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
      page: { limit: 50, nextCursor: null, cursor: null },
    },
  });
  expect(await ask('DELETE', `${path}/${id}`, undefined, otherKey)).toMatchObject({ status: 404 });
  expect(await ask('DELETE', `${path}/${id}`)).toEqual({ status: 204, json: null });
  expect(await ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  expect(
    (await listAudit(service.db, { organizationId })).map(({ action, actor_kind }) => [action, actor_kind]),
  ).toEqual([
    ['delete_webhook', 'api_key'],
    ['create_webhook', 'api_key'],
  ]);
});

test('is added once for an idempotency key, and its secret is nowhere in the database as it is', async () => {
  const added = { url, types: ['credits.low'] };
  const once = { 'Idempotency-Key': 'subscribe-1' };
  const made = await ask('POST', path, added, key, once);
  const secret = (made.json as { data: { secret: string } }).data.secret;
  expect(secret).toMatch(/^whsec_.{30,}$/);
  expect(await ask('POST', path, added, key, once)).toEqual(made);
  const bytes = await bytesOfDatabase();
  // The positive control: what is kept in plain text is found in the same bytes.
  expect(bytes.includes('subscribe-1')).toBe(true);
  expect(bytes.includes(secret.slice('whsec_'.length))).toBe(false);
  await service.db.run("UPDATE idempotency_keys SET answer = 'of another key'");
  expect(await ask('POST', path, added, key, once)).toMatchObject({
    status: 503,
    json: { error: { code: 'service_unavailable', message: expect.stringContaining('SUPPRESSION_KEY') } },
  });
  expect(await ask('DELETE', `${path}/${idIn(made.json)}`)).toMatchObject({ status: 204 });
});

/** Every file of the database, its log among them. */
async function bytesOfDatabase(): Promise<Buffer> {
  const [main] = await service.db.select<{ file: string }>('PRAGMA database_list');
  const folder = dirname(main?.file ?? '');
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

test('lists in pages', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) ids.push(idIn((await ask('POST', path, { url, types: ['credits.low'] })).json));
  const first = (await ask('GET', `${path}?limit=2`)).json as { data: { id: string }[]; page: { nextCursor: string } };
  const second = (await ask('GET', `${path}?limit=2&cursor=${first.page.nextCursor}`)).json as typeof first;
  expect(first.data).toHaveLength(2);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
  expect(second.page.nextCursor).toBeNull();
  for (const id of ids) await ask('DELETE', `${path}/${id}`);
});

test.each([
  ['no types', { url }, 'types'],
  ['an empty list of types', { url, types: [] }, 'types'],
  ['an unknown type', { url, types: ['lead.created'] }, 'types'],
  ['http', { url: 'http://hooks.example.com/', types: ['credits.low'] }, 'url'],
  ['a private address', { url: 'https://10.0.0.1/', types: ['credits.low'] }, 'url'],
  ['this machine', { url: 'https://localhost/', types: ['credits.low'] }, 'url'],
  ['no address', { url: 'x', types: ['credits.low'] }, 'url'],
  ['an unknown member', { url, types: ['credits.low'], secret: 'whsec_x' }, 'secret'],
])('refuses %s', async (_name, body, parameter) => {
  expect(await ask('POST', path, body)).toMatchObject({
    status: 400,
    json: { error: { code: 'validation_failed', message: expect.stringContaining(parameter) } },
  });
});

test('needs a key that may write, and the flag integrations', async () => {
  const reading = await service.key(organizationId);
  const denied = { status: 403, json: { error: { code: 'data_access_denied' } } };
  expect(await ask('POST', path, { url, types: ['credits.low'] }, reading)).toMatchObject(denied);
  expect(await ask('GET', path, undefined, reading)).toMatchObject({ status: 200 });
  const other = await service.key(organizationId, ['leads']);
  expect(await ask('GET', path, undefined, other)).toMatchObject(denied);
});

test('says that and when one was disabled', async () => {
  const id = idIn((await ask('POST', path, { url, types: ['credits.low'] })).json);
  const at = Date.UTC(2026, 10, 20);
  await changeWebhook(service.db, organizationId, id, {
    status: 'DISABLED',
    disabled_at: at,
    disabled_reason: 'it answered 410 Gone',
  });
  const { json } = await ask('GET');
  expect(json).toMatchObject({
    data: [{ id, status: 'DISABLED', disabledAt: '2026-11-20T00:00:00.000Z', disabledReason: 'it answered 410 Gone' }],
  });
});
