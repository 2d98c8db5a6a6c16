/** One-time links, decisions about apps, provisioning keys and generated secrets: to the millisecond, to the letter, by whom. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scryptSync } from 'node:crypto';
import { mostAccessRequests, mostConnections } from '../../src/auth/connection-ceiling';
import { appKey, appName, appsOf } from '../../src/auth/admin-consent';
import { appWrites } from '../../src/workspace/app-writes';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { makeLink, newLink, openLink, type NewLink } from '../../src/auth/one-time-links';
import {
  generatePassword,
  hashPassword,
  isCurrentHash,
  passwordLength,
  verifyPassword,
} from '../../src/auth/passwords';
import { createProvisioningKey, ProvisioningAuthenticator } from '../../src/auth/provisioning-keys';
import { generatedSecret, readSecret, sessionSecretFile } from '../../src/auth/session-secret';
import { dataAccessOf } from '../../src/auth/rights';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { newId } from '../../src/database/new-id';
import { listAudit } from '../../src/store/log/audit';
import { saveAccessRequest } from '../../src/store/oauth/access-requests';
import { createOrganization } from '../../src/store/access/organizations';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 20);
let opened: OpenTestDatabase;
let org: string;
let other: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  org = (await createOrganization(opened.db, 'Acme'))?.id ?? '';
  other = (await createOrganization(opened.db, 'Other'))?.id ?? '';
});
afterAll(() => opened.close());

describe('one-time links', () => {
  const link: NewLink = { kind: 'INVITE', createdBy: 'u1' };
  const tokenOf = (address: string) => address.split('#')[1] ?? '';

  test.each([
    ['INVITE', 48 * hour, 'join'],
    ['RESET', hour, 'reset'],
    ['SIGN_IN', hour, 'sign-in'],
    ['SETUP', hour, 'setup'],
  ] as const)('%s lasts %d ms, and leads to the page %s', async (kind, lasts, page) => {
    const address = await makeLink(opened.db, { ...link, kind }, 'https://leads.example/app', now);
    expect(address).toMatch(new RegExp(`^https://leads\\.example/app/${page}#lk_[\\w-]{43}$`));
    const token = tokenOf(address);
    for (const at of [now, now + lasts - 1])
      expect(await openLink(opened.db, token, at)).toMatchObject({ kind, created_by: 'u1' });
    expect(await openLink(opened.db, token, now + lasts)).toBeUndefined();
    await opened.db.run('UPDATE one_time_links SET used_at = 1 WHERE token_hash = ?', [
      createHash('sha256').update(token).digest('hex'),
    ]);
    expect(await openLink(opened.db, token, now)).toBeUndefined();
  });

  test('of its token only the hash is kept, and what is said of it is kept', () => {
    const whole = {
      kind: 'INVITE',
      organizationId: 'w',
      userId: 'u',
      email: 'a@b.example',
      role: 'ADMIN',
      createdBy: null,
    } as const;
    const { row, path } = newLink(whole, now);
    expect(row).toEqual({
      ...{
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        token_hash: createHash('sha256').update(tokenOf(path)).digest('hex'),
      },
      ...{ kind: 'INVITE', organization_id: 'w', user_id: 'u', email: 'a@b.example', role: 'ADMIN', created_by: null },
      ...{ created_at: now, expires_at: now + 48 * hour, used_at: null },
    });
    expect(newLink(link, now).row).toMatchObject({ organization_id: '', user_id: null, email: null, role: null });
    expect(newLink(link, now).path).not.toBe(newLink(link, now).path);
  });

  test('what is no token opens nothing', async () => {
    const token = tokenOf(await makeLink(opened.db, link, 'x', now));
    expect(await openLink(opened.db, token, now)).toBeDefined();
    for (const wrong of [
      '',
      token.slice(0, -1),
      `${token}x`,
      `x${token}`,
      token.replace('lk_', 'll_'),
      token.slice(0, -1) + '!',
      'lk_'.padEnd(46, 'A'),
    ])
      expect(await openLink(opened.db, wrong, now)).toBeUndefined();
  });
});

describe('decisions about apps', () => {
  const owner = { kind: 'session', userId: '0198c0de-0000-7000-8000-0000000000aa', role: 'OWNER' } as const;
  const operator = { kind: 'operator', name: 'root' } as const;
  const requested = async (client = `client-${newId()}`) => {
    const id = newId();
    await saveAccessRequest(
      opened.db,
      {
        ...{
          organization_id: org,
          id,
          user_id: newId(),
          client_id: client,
          client_name: 'Helper',
          redirect_host: 'h',
          scopes: 'leads:read agent:read',
        },
        ...{ created_at: now, answer: null, answered_by: null, answered_at: null },
      },
      mostAccessRequests,
    );
    return { id, client };
  };
  const permits = async (client: string) =>
    opened.db.select('SELECT scopes, permitted_by, updated_at FROM app_permits WHERE organization_id = ? AND app = ?', [
      org,
      client,
    ]);
  const answered = async (id: string) =>
    (await opened.db.select('SELECT answer, answered_by, answered_at FROM access_requests WHERE id = ?', [id]))[0];
  const entry = async (action: string) => (await listAudit(opened.db)).find((one) => one.action === action);

  test('permitting what was asked, or something else, once', async () => {
    const writes = appWrites(opened.db, org, owner, () => now);
    const [whole, part] = [await requested(), await requested()];
    expect(await writes.answer(whole.id, true, undefined)).toBe(true);
    expect(await writes.answer(part.id, true, ['agent:read'])).toBe(true);
    const by = { permitted_by: owner.userId, updated_at: now };
    expect([await permits(whole.client), await permits(part.client)]).toEqual([
      [{ scopes: 'leads:read agent:read', ...by }],
      [{ scopes: 'agent:read', ...by }],
    ]);
    expect(await answered(whole.id)).toEqual({ answer: 'permitted', answered_by: owner.userId, answered_at: now });
    expect(await writes.answer(whole.id, false, undefined)).toBe(false);
    expect(await permits(whole.client)).toHaveLength(1);
    expect(await entry('app_permitted')).toMatchObject({
      organization_id: org,
      user_id: owner.userId,
      object_kind: 'app',
    });
  });

  test('refusing is recorded with who did and which app, of the operator too', async () => {
    const long = `https://client.example/${'x'.repeat(200)}`;
    const { id } = await requested(long);
    expect(await appWrites(opened.db, org, operator, () => now).answer(id, false, undefined)).toBe(true);
    expect(await permits(long)).toEqual([]);
    expect(await answered(id)).toEqual({ answer: 'refused', answered_by: null, answered_at: now });
    expect(await entry('access_refused')).toMatchObject({
      ...{ at: now, organization_id: org, actor_kind: 'operator', actor_id: 'root' },
      ...{ object_kind: 'app', object_id: long.slice(0, 120), client_id: long, client_name: 'Helper' },
    });
  });

  test('another workspace’s requests, and what is none, are not there', async () => {
    const { id, client } = await requested();
    const elsewhere = appWrites(opened.db, other, owner, () => now);
    for (const permitted of [true, false]) expect(await elsewhere.answer(id, permitted, undefined)).toBe(false);
    expect(await elsewhere.answer(newId(), true, undefined)).toBe(false);
    expect([await permits(client), await answered(id)]).toEqual([
      [],
      { answer: null, answered_by: null, answered_at: null },
    ]);
  });

  test('an app is permitted instead of what was, and forbidden once; assistants go by their names', async () => {
    const writes = appWrites(opened.db, org, operator, () => now);
    const long = `https://client.example/${'y'.repeat(200)}`;
    await writes.permit('cursor', ['leads:read', 'agent:read']);
    await writes.permit('cursor', ['agent:read']);
    await writes.permit(long, ['agent:read']);
    expect(await permits('assistant:cursor')).toEqual([{ scopes: 'agent:read', permitted_by: null, updated_at: now }]);
    expect(await entry('app_permitted')).toMatchObject({
      object_id: long.slice(0, 120),
      client_id: long,
      detail: 'agent:read',
    });
    expect([await writes.forbid('cursor'), await writes.forbid('cursor')]).toEqual([true, false]);
    expect(await entry('app_forbidden')).toMatchObject({
      object_id: 'cursor',
      client_id: 'assistant:cursor',
      detail: null,
    });
    expect([
      appKey('cursor'),
      appKey('x'),
      appName('assistant:cursor'),
      appName('x'),
      appName('my assistant:x'),
    ]).toEqual([...['assistant:cursor', 'x', 'cursor', 'x', 'my assistant:x']]);
    const uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
    expect([appsOf('c', uri, ['cursor']), appsOf('c', uri, []), appsOf('c', 'https://x.example/', ['cursor'])]).toEqual(
      [...[['c', 'assistant:cursor'], ['c'], ['c']]],
    );
  });

  test('25 connections of one person in one workspace, and ten requests that wait', () => {
    expect([mostConnections, mostAccessRequests]).toEqual([25, 10]);
  });
});

describe('provisioning keys', () => {
  const authenticator = () =>
    new ProvisioningAuthenticator(
      opened.db,
      workspaceOpener(opened.db, { cursorKey: Buffer.alloc(32), network }),
      () => now,
    );
  const tries = () => {
    const counted = { tries: 0, back: 0 };
    return { counted, count: async () => ((counted.tries += 1), () => void (counted.back += 1)) };
  };

  test('say whose they are, read nothing, and are no try when they are good', async () => {
    const { id, key } = await createProvisioningKey(opened.db, org, 'hr', now);
    expect(key).toMatch(/^llp_[\w-]{43}$/);
    const stored = await opened.db.select<{ prefix: string; name: string }>(
      'SELECT prefix, name FROM provisioning_keys WHERE id = ?',
      [id],
    );
    expect(stored).toEqual([{ prefix: key.slice(0, 10), name: 'hr' }]);
    expect(JSON.stringify(await opened.db.select('SELECT * FROM provisioning_keys'))).not.toContain(key.slice(10));
    const { counted, count } = tries();
    const holder = await authenticator().authenticate(key, count);
    expect(holder).toMatchObject({
      keyId: id,
      organizationId: org,
      workspace: { dataAccess: dataAccessOf([]), caller: { kind: 'provisioning_key', keyId: id } },
    });
    expect(counted).toEqual({ tries: 1, back: 1 });
    for (const wrong of [
      undefined,
      '',
      key.slice(0, -1),
      `${key}x`,
      ` ${key}`,
      key.replace('llp_', 'll_'),
      'llp_'.padEnd(47, 'A'),
    ])
      await expect(authenticator().authenticate(wrong, count)).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(counted).toEqual({ tries: 8, back: 1 });
    await opened.db.run('UPDATE provisioning_keys SET revoked_at = 1 WHERE id = ?', [id]);
    await expect(authenticator().authenticate(key, count)).rejects.toMatchObject({ code: 'invalid_api_key' });
  });
});

describe('secrets of the service', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'leadlight-secrets-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('one is made where none is, for the service alone, and stays', () => {
    const inner = join(folder, 'data');
    const secret = generatedSecret(inner);
    expect(secret).toMatch(/^[\w-]{64}$/);
    expect(generatedSecret(inner)).toBe(secret);
    const path = join(inner, sessionSecretFile);
    expect([statSync(path).mode & 0o077, readFileSync(path, 'utf8')]).toEqual([0, `${secret}\n`]);
    expect(generatedSecret(inner, 'another')).not.toBe(secret);
  });

  test('a file with less than 32 characters is no secret, and is not replaced', () => {
    const path = join(folder, sessionSecretFile);
    writeFileSync(path, ` ${'x'.repeat(31)} \n`);
    expect(readSecret(path)).toBeUndefined();
    expect(() => generatedSecret(folder)).toThrow('does not hold a secret of 32 characters or more');
    expect(readFileSync(path, 'utf8')).toBe(` ${'x'.repeat(31)} \n`);
    writeFileSync(path, ` ${'x'.repeat(32)} \n`);
    expect([readSecret(path), readSecret(join(folder, 'none'))]).toEqual(['x'.repeat(32), undefined]);
  });

  test('passwords: how long they are, what a hash is of, and hashes of before', async () => {
    expect(passwordLength).toEqual({ minimum: 10, maximum: 200 });
    const [one, two] = [generatePassword(), generatePassword()];
    expect(one).toMatch(/^[\w-]{24}$/);
    expect(one).not.toBe(two);
    const stored = await hashPassword(one);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([isCurrentHash(stored), isCurrentHash(stored.replace('t=2', 't=1')), isCurrentHash('scrypt$15')]).toEqual([
      true,
      false,
      false,
    ]);
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('café de nuit', salt, 32, { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 });
    const former = `scrypt$15$8$3$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect([await verifyPassword('cafe\u0301 de nuit', former), await verifyPassword('cafe de nuit', former)]).toEqual([
      true,
      false,
    ]);
    for (const broken of [former.slice(0, -4), 'scrypt$15$8$3$', former.replace('$8$', '$1$')])
      expect(await verifyPassword('café de nuit', broken)).toBe(false);
  });
});

test('a session of the console slides by an hour at least, and ends after half a year of use', async () => {
  const day = 24 * hour;
  let at = now;
  const sessions = new ConsoleSessions(opened.db, () => at);
  const userId = newId();
  await opened.db.run('INSERT INTO users (id, email, display_name, created_at) VALUES (?, ?, ?, ?)', [
    userId,
    'ada@x.example',
    'Ada',
    now,
  ]);
  const cookie = await sessions.start(userId);
  const moved = async (after: number) => {
    at = now + after;
    return (await sessions.check(cookie))?.moved;
  };
  expect([await moved(0), await moved(hour - 1), await moved(hour), await moved(hour + 1)]).toEqual([
    false,
    false,
    true,
    false,
  ]);
  for (let days = 10; days < 180; days += 10) expect(await moved(days * day)).toBe(true);
  expect(await moved(180 * day - 1)).toBeDefined();
  expect(await moved(180 * day)).toBeUndefined();
  for (const wrong of [undefined, '', cookie.slice(0, -1), `${cookie}x`, cookie.replace('lc_', 'ls_')])
    expect(await sessions.check(wrong)).toBeUndefined();
});
