/**
 * Bad input over HTTP: every row is one request with the exact status and code it gets and the parameter that is named.
 * Rows that are at a limit and therefore good stand beside those that are beyond it.
 */
import { seedWorkspace, type SeededWorkspace } from '../support/seed';

import { bearer, send, startTestService, type TestService } from '../support/service';
import { accounts, letters, many, profiles, signals } from './support/bad-input-row';
import { rows } from './support/bad-input-rows';

it('holds at least 120 requests', () => {
  expect(rows.length).toBeGreaterThanOrEqual(120);
});

describe.each(['sqlite'] as const)('bad input on %s', (kind) => {
  let service: TestService;
  let workspace: SeededWorkspace;
  let key: string;

  beforeAll(async () => {
    service = await startTestService({ kind });
    workspace = await seedWorkspace(service.db, 'bad-input');
    key = await service.key(workspace.organizationId);
  });

  afterAll(() => service.end());

  const filled = (path: string) =>
    path
      .replace(':lead', workspace.leadIds[0] ?? '')
      .replace(':LEAD', (workspace.leadIds[0] ?? '').toUpperCase())
      .replace(':post', workspace.postIds[0] ?? '')
      .replace(':profile', workspace.profileIds[0] ?? '')
      .replace(':account', workspace.accountIds[0] ?? '')
      .replace(':key', key);

  it.each(rows.map((row) => [`${row.method ?? 'GET'} ${row.path.slice(0, 90)} -> ${row.status}`, row] as const))(
    '%s',
    async (_title, row) => {
      const answer = await send(service, `/api/v1/customer/${filled(row.path)}`, {
        method: row.method ?? 'GET',
        headers: row.headers?.(key) ?? bearer(key),
      });
      const body: unknown = JSON.parse(answer.text);
      expect({ status: answer.status, body }).toMatchObject(
        row.code === undefined
          ? { status: 200 }
          : {
              status: row.status,
              body: {
                error: {
                  code: row.code,
                  status: row.status,
                  message: expect.stringMatching(/\S/),
                  request_id: answer.headers['x-request-id'],
                  ...(row.named ? { details: row.named.map((path) => expect.objectContaining({ path })) } : {}),
                },
              },
            },
      );
      expect(answer.text).not.toContain(key);
      if (row.status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
      if (row.status === 405) expect(answer.headers.allow).toBe('GET, HEAD');
    },
  );

  it('takes a URL of 8 KB, and refuses one that is longer than a request may be', async () => {
    const long = await send(service, `/api/v1/customer/leads?search=${letters(8_000)}`, { headers: bearer(key) });
    expect([long.status, JSON.parse(long.text).error.code]).toEqual([400, 'validation_failed']);
    const names = many(8_000 / 2, () => 'x');
    const list = await send(service, `/api/v1/customer/leads?companyNames=${names}`, { headers: bearer(key) });
    expect(list.status).toBe(200);
    const tooLong = await send(service, `/api/v1/customer/leads?search=${letters(20_000)}`, { headers: bearer(key) });
    expect([tooLong.status, JSON.parse(tooLong.text).error.code]).toEqual([413, 'payload_too_large']);
  });

  it('refuses cursors that were truncated, changed, or belong to another list, filter or workspace', async () => {
    const other = await seedWorkspace(service.db, 'bad-input-other');
    const otherKey = await service.key(other.organizationId);
    const ask = async (path: string, secret = key) => {
      const answer = await send(service, `/api/v1/customer/${path}`, { headers: bearer(secret) });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    const cursor: string = (await ask('leads?limit=2')).body.page.nextCursor;
    expect(cursor.length).toBeLessThanOrEqual(256);
    expect((await ask(`leads?limit=7&cursor=${cursor}`)).status).toBe(200);

    const flipped = Array.from({ length: cursor.length }, (_, at) => {
      const letter = cursor[at] === 'A' ? 'B' : 'A';
      return cursor.slice(0, at) + letter + cursor.slice(at + 1);
    });
    const wrong: [string, string?][] = [
      ...flipped.map((changed): [string] => [`leads?limit=2&cursor=${changed}`]),
      [`leads?cursor=${cursor.slice(0, -1)}`],
      [`leads?cursor=${cursor}A`],
      [`leads?cursor=${cursor}%3D`],
      [`leads?cursor=${cursor.toLowerCase()}`],
      [`leads?cursor=${cursor}&origin=agent`],
      [`leads?cursor=${cursor}&disposition=CLIENT`],
      [`leads?cursor=${cursor}&search=a`],
      [`${signals}?cursor=${cursor}`],
      [`${accounts}?cursor=${cursor}`],
      [`${profiles}?cursor=${cursor}`],
      [`leads/${workspace.leadIds[0]}/engagements?cursor=${cursor}`],
      [`leads?cursor=${cursor}`, otherKey],
    ];
    for (const [path, secret] of wrong) {
      const { status, body } = await ask(path, secret);
      expect([path, status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([
        path,
        400,
        'validation_failed',
        'cursor',
      ]);
    }
  });

  it('never answered with 500', () => {
    expect(service.logLines.filter((line) => /"status":5|"level":"error"/.test(line))).toEqual([]);
  });
});
