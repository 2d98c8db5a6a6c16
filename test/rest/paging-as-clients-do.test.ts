/** Lists and pages as common HTTP clients send and follow them: brackets, links, a plus that is not encoded, a final slash. */
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService, type TestService } from '../support/service';

const publicUrl = 'https://leads.example.com/tools';
const page = z.looseObject({
  data: z.array(z.looseObject({ id: z.string() })),
  page: z.looseObject({ nextCursor: z.string().nullable() }),
});

let service: TestService;
let headers: Record<string, string>;
let writing: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ env: { PUBLIC_URL: publicUrl } });
  const { organizationId } = await seedWorkspace(service.db, 'clients', 60);
  headers = bearer(await service.key(organizationId, dataAccessFlags));
  const key = { organizationId, name: 'writing', dataAccess: dataAccessFlags, expiresAt: null, canWrite: true };
  writing = bearer((await createApiKey(service.db, key)).secret);
});
afterAll(() => service.end());

async function list(path: string) {
  const { status, text, headers: given } = await send(service, `/api/v1${path}`, { headers });
  expect({ path, status, text: status === 200 ? '' : text }).toEqual({ path, status: 200, text: '' });
  return { ...page.parse(JSON.parse(text)), link: given['link'] };
}

/** The address in a `Link` header, as it is below PUBLIC_URL, if it has only characters that an address may have (RFC 3986). */
const next = (link: unknown) =>
  /^<https:\/\/leads\.example\.com\/tools\/api\/v1([\w\-.~:/?@!$&'()*+,;=%]+)>; rel="next"$/.exec(String(link))?.[1];

test('following rel="next" gives what following nextCursor gives, for each list', async () => {
  for (const path of [
    '/customer/leads?disposition=ACTIVE,BAD_LEAD&limit=7&minIntentScore=0',
    '/customer/leads/signals?limit=20&leadTier[]=PRIORITY&leadTier[]=NURTURE&leadTier[]=UNQUALIFIED',
    '/customer/watchlist/profiles?limit=1',
    '/customer/account-reports?limit=3&sortBy=leadCount',
    '/customer/changes?limit=20',
  ]) {
    const ids: string[] = [];
    const byCursor: string[] = [];
    let pages = 0;
    for (let at: string | undefined = path; at !== undefined; pages += 1) {
      const { data, link } = await list(at);
      ids.push(...data.map(({ id }) => id));
      at = link === undefined ? undefined : next(link);
      expect(link === undefined || at !== undefined).toBe(true);
      if (at !== undefined) expect(at.match(/\b(?:cursor|after)=/g)).toHaveLength(1);
    }
    const parameter = path.includes('changes') ? 'after' : 'cursor';
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, page: of } = await list(cursor === '' ? path : `${path}&${parameter}=${cursor}`);
      byCursor.push(...data.map(({ id }) => id));
      cursor = data.length === 0 || of.nextCursor === cursor ? null : of.nextCursor;
    }
    expect(pages).toBeGreaterThan(1);
    expect(ids).toEqual(byCursor);
  }
});

test('items of a list in brackets are the same as the comma list and the repeated name', async () => {
  const plain = (await list('/customer/leads?leadTier=PRIORITY,NURTURE')).data;
  expect(plain.length).toBeGreaterThan(0);
  for (const query of [
    'leadTier=PRIORITY&leadTier=NURTURE',
    'leadTier[]=PRIORITY&leadTier[]=NURTURE',
    'leadTier%5B%5D=PRIORITY&leadTier%5B%5D=NURTURE',
    'leadTier[0]=PRIORITY&leadTier[1]=NURTURE',
    'leadTier%5B0%5D=PRIORITY&leadTier=NURTURE',
  ]) {
    expect((await list(`/customer/leads?${query}`)).data).toEqual(plain);
  }
});

test('a plus in a time that was not encoded is a plus; a final slash is the same address', async () => {
  const encoded = (await list('/customer/leads?dateTo=2026-01-01T00:00:00%2B01:00')).data;
  expect((await list('/customer/leads?dateTo=2026-01-01T00:00:00+01:00')).data).toEqual(encoded);
  expect((await list('/customer/leads/')).data).toEqual((await list('/customer/leads')).data);
  const [first] = (await list('/customer/leads?limit=1')).data;
  expect((await send(service, `/api/v1/customer/leads/${first?.id ?? ''}/`, { headers })).status).toBe(200);
});

test('brackets elsewhere are refused by name', async () => {
  for (const name of ['limit[]', 'leadTier[0][a]', 'leadTier[a]', 'other[]']) {
    const { status, text } = await send(service, `/api/v1/customer/leads?${encodeURIComponent(name)}=1`, { headers });
    expect({ status, named: text.includes(name) }).toEqual({ status: 400, named: true });
  }
});

test('a single read with the current ETag is 304, weak or in a list, and another tag is answered', async () => {
  const [first] = (await list('/customer/leads?limit=1')).data;
  const path = `/api/v1/customer/leads/${first?.id ?? ''}`;
  const tag = (await send(service, path, { headers })).headers['etag'] ?? '';
  expect(tag).toMatch(/^"/);
  for (const [given, status] of [
    [tag, 304],
    [`"other", W/${tag}`, 304],
    ['"other"', 200],
  ] as const) {
    const answer = await send(service, path, { headers: { ...headers, 'If-None-Match': given } });
    expect([given, answer.status, answer.headers['etag'], answer.text === '']).toEqual([
      given,
      status,
      tag,
      status === 304,
    ]);
  }
});

/** An answer as it comes over the wire. */
async function raw(path: string, encoding: Record<string, string>) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`http://127.0.0.1:${service.port}/api/v1${path}`, { headers: { ...headers, ...encoding } }, resolve).on(
      'error',
      reject,
    );
  });
  return { headers: answer.headers, bytes: await buffer(answer) };
}

test('a long list is gzip for who asks for it, and the same; short answers are not', async () => {
  const plain = await raw('/customer/leads', {});
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(plain.bytes.length) });
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const asked of ['gzip', 'gzip, deflate, br', '*', 'br;q=1.0, gzip;q=0.8']) {
    const packed = await raw('/customer/leads', { 'Accept-Encoding': asked });
    expect(packed.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    expect(packed.bytes.length * 4).toBeLessThan(plain.bytes.length);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  }
  for (const asked of ['br', 'identity', 'gzip;q=0', '*;q=0', '']) {
    expect((await raw('/customer/leads', { 'Accept-Encoding': asked })).bytes.equals(plain.bytes)).toBe(true);
  }
  const short = await raw('/customer/leads?search=nobodyofthisname', { 'Accept-Encoding': 'gzip' });
  expect(short.headers['content-encoding']).toBeUndefined();
});

test('a single read as gzip has a strong tag of its own, and conditions take either tag', async () => {
  const { data } = await list('/customer/leads?limit=1');
  const path = `/customer/leads/${data[0]?.id}`;
  const plain = await raw(path, {});
  const packed = await raw(path, { 'Accept-Encoding': 'gzip' });
  const tag = plain.headers.etag ?? '';
  const tagOfGzip = tag.replace(/"$/, '-gzip"');
  expect(packed.headers).toMatchObject({ etag: tagOfGzip, vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
  expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  for (const encoding of ['identity', 'gzip']) {
    for (const given of [tag, tagOfGzip, `W/${tagOfGzip}`, `"other",${tagOfGzip}`, '"other-gzip"']) {
      const { headers: got } = await raw(path, { 'Accept-Encoding': encoding, 'If-None-Match': given });
      const etag = encoding === 'gzip' ? tagOfGzip : tag;
      expect([given, got.etag, got['content-length']]).toEqual([
        given,
        etag,
        given === '"other-gzip"' ? expect.any(String) : undefined,
      ]);
    }
  }
  // Each change is made only to what was read.
  const change = async (ifMatch: string, note: string) => {
    const given = { ...writing, 'Content-Type': 'application/json', 'If-Match': ifMatch };
    const body = JSON.stringify({ outreach: { note } });
    return (await send(service, `/api/v1${path}`, { method: 'PATCH', headers: given, body })).status;
  };
  expect(await change(`W/${tagOfGzip}`, 'one')).toBe(412);
  expect(await change(tagOfGzip, 'one')).toBe(200);
  expect(await change(tagOfGzip, 'two')).toBe(412);
  const now = String((await raw(path, {})).headers.etag);
  expect(await change(`"other", ${now.replace(/"$/, '-gzip"')}`, 'two')).toBe(200);
});

test('the description is gzip for who asks for it, with its own tag', async () => {
  for (const path of ['/openapi.json', '/openapi-root.json', '/docs/swagger-ui-bundle.js']) {
    const plain = await raw(path, {});
    const packed = await raw(path, { 'Accept-Encoding': 'gzip' });
    const tag = (plain.headers.etag ?? '').replace(/"$/, '-gzip"');
    expect(packed.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
    expect(packed.bytes.length * 2).toBeLessThan(plain.bytes.length);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    const known = await raw(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': tag });
    expect([known.headers.etag, known.bytes.length, known.headers['content-length']]).toEqual([tag, 0, undefined]);
  }
});
