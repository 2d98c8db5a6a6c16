/** How many files and bytes wait for their import, also when many files begin at once. */
import { once } from 'node:events';
import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { IncomingMessage, request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { newId } from '../../src/database/new-id';
import { largestUpload, largestUploads } from '../../src/ingest/uploads/files';
import { mostWaiting } from '../../src/ingest/uploads/room';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { putRow } from '../support/put-row';
import { startTestService, type TestService } from '../support/service';
import { zipOf } from '../support/workbook';
import { Browser } from './support';

const MB = 1024 * 1024;
const uploaded = z.object({ uploadId: z.string(), bytes: z.number() });

let service: TestService;
let dataDir: string;
let organizationId: string;
let admin: Browser;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'leadlight-uploads-'));
  service = await startTestService({ env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await service.end();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  organizationId = (await createOrganization(service.db, `Acme ${newId()}`))?.id ?? '';
  const email = `a${newId()}@acme.example`;
  const person = { organizationId, email, displayName: 'A', role: 'ADMIN', active: true, passwordHash: null } as const;
  admin = new Browser(service);
  const userId = (await addMember(service.db, person))?.userId ?? '';
  admin.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
});

const folder = () => join(dataDir, 'uploads', organizationId);
const waiting = () => readdirSync(folder());
/** A file that waits; it takes no room on the disk. */
function waits(bytes: number, name = newId()): string {
  mkdirSync(folder(), { recursive: true });
  const path = join(folder(), name);
  writeFileSync(path, '');
  truncateSync(path, bytes);
  return path;
}

const fields = (more: Record<string, string> = {}) => ({
  Origin: admin.origin,
  'Content-Type': 'application/octet-stream',
  'Sec-Fetch-Site': 'same-origin',
  ...more,
});
const upload = (body: string | Buffer, more: Record<string, string> = {}) =>
  admin.request('POST', `${organizationId}/upload`, body, fields(more));

/** Begins a part, and sends only a little of it. A length of null is not said. */
function begin(length: number | null, more: Record<string, string> = {}): ClientRequest {
  const [name, value] = admin.session;
  const req = request({
    ...{
      host: '127.0.0.1',
      port: service.port,
      method: 'POST',
      path: `/app/api/${organizationId}/upload`,
      agent: false,
    },
    headers: { ...fields(more), Cookie: `${name}=${value}`, ...(length === null ? {} : { 'Content-Length': length }) },
  });
  req.on('error', () => undefined);
  req.write('a few bytes');
  return req;
}
async function statusOf(req: ClientRequest): Promise<number> {
  const [answer] = z.tuple([z.object({ statusCode: z.number() })]).parse(await once(req, 'response'));
  return answer.statusCode;
}

test('two hundred files wait; empty ones count, lists of refused rows do not', async () => {
  for (let n = 0; n < mostWaiting - 3; n += 1) waits(0);
  waits(10, `${newId()}.rejects`);
  expect((await upload('a,b\n')).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload('')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  expect(waiting()).toHaveLength(mostWaiting + 1);
  const refused = await upload('');
  expect([refused.code, JSON.stringify(refused.body)]).toEqual([
    'conflict',
    expect.stringMatching(/200 files wait.*Start or await/),
  ]);
  const [one = ''] = waiting();
  rmSync(join(folder(), one));
  expect((await upload('')).status).toBe(200);
});

test('an archive with more files than may wait is refused, and nothing of it stays but itself', async () => {
  const archive = zipOf({ 'a.csv': 'x', 'b.csv': 'y' });
  for (let n = 0; n < mostWaiting - 3; n += 1) waits(0);
  const { uploadId } = uploaded.parse((await upload(archive)).body);
  expect((await admin.post(`${organizationId}/unpack`, { uploadId })).status).toBe(200);
  const { uploadId: next } = uploaded.parse((await upload(archive)).body);
  expect(await admin.post(`${organizationId}/unpack`, { uploadId: next })).toMatchObject({ code: 'conflict' });
  expect(waiting()).toHaveLength(mostWaiting);
});

test('files that begin at once set aside what they will have', async () => {
  waits(largestUploads - largestUpload - 100 * MB);
  expect((await upload('a,b\n')).status).toBe(200);
  const before = waiting().length;
  // There is room for one of them.
  const all = [begin(400 * MB), begin(400 * MB), begin(400 * MB)];
  const refused = all.map(async (req) => ({ req, status: await statusOf(req) }));
  const first = await Promise.any(refused);
  const others = refused.filter((_, at) => all[at] !== first.req);
  const second = await Promise.any(others);
  expect([first.status, second.status]).toEqual([409, 409]);
  expect(waiting()).toHaveLength(before + 1);
  // What breaks off gives its room back.
  for (const req of all) req.destroy();
  await Promise.allSettled(refused);
  while (waiting().length > before) await new Promise(setImmediate);
  const again = begin(400 * MB);
  while (waiting().length === before) await new Promise(setImmediate);
  again.destroy();
  while (waiting().length > before) await new Promise(setImmediate);
});

test('a further part is refused when the room is used up meanwhile', async () => {
  const { uploadId, bytes } = uploaded.parse((await upload('abc')).body);
  const at = { 'Upload-Id': uploadId, 'Upload-Offset': String(bytes) };
  const other = waits(largestUploads - 10);
  const refused = await upload('12345678', at);
  expect([refused.status, refused.code, JSON.stringify(refused.body)]).toEqual([
    ...[409, 'conflict'],
    expect.stringMatching(/2 GB together.*Start or await/),
  ]);
  // A new file must find room for the largest one, because it may not say how large it will be.
  expect((await upload('x')).code).toBe('conflict');
  expect(uploaded.parse((await upload('1234567', at)).body).bytes).toBe(10);
  // A part of unknown length is cut at the end of the room.
  const full = begin(null, { 'Upload-Id': uploadId, 'Upload-Offset': '10' });
  full.end();
  expect(await statusOf(full)).toBe(409);
  rmSync(other);
  const fits = begin(null, { 'Upload-Id': uploadId, 'Upload-Offset': '10' });
  fits.end();
  expect(await statusOf(fits)).toBe(200);
});

test('a part of unknown length may have what the whole file lacks, however much room there is', async () => {
  const part = { 'Upload-Id': newId(), 'Upload-Length': '12' };
  const state = async () => (await admin.get(`${organizationId}/upload/${part['Upload-Id']}`)).body;
  const first = begin(null, part);
  first.end();
  expect(await statusOf(first)).toBe(200);
  const next = { ...part, 'Upload-Offset': '11' };
  const beyond = begin(null, next);
  beyond.end();
  expect(await statusOf(beyond)).toBe(400);
  expect(await state()).toMatchObject({ bytes: 11, complete: false });
  expect((await upload('x', next)).status).toBe(200);
  expect(await state()).toMatchObject({ bytes: 12, complete: true });
});

test('a file that is too large is refused by its length, before it is stored', async () => {
  const req = begin(largestUpload + 1);
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(req, 'response'));
  expect(answer.statusCode).toBe(413);
  expect(await text(answer)).toContain('A file may have 500 MB.');
  req.destroy();
  expect(existsSync(folder())).toBe(false);
});

test('a file may have 500 MB to the byte', async () => {
  const { uploadId } = uploaded.parse((await upload('x')).body);
  const at = largestUpload - 2 * MB;
  truncateSync(join(folder(), uploadId), at);
  await service.db.run('UPDATE uploads SET bytes = ? WHERE id = ?', [at, uploadId]);
  const last = await upload(Buffer.alloc(2 * MB), { 'Upload-Id': uploadId, 'Upload-Offset': String(at) });
  expect([last.status, last.body]).toEqual([200, { uploadId, bytes: largestUpload }]);
  const beyond = begin(null, { 'Upload-Id': uploadId, 'Upload-Offset': String(largestUpload) });
  beyond.end();
  expect(await statusOf(beyond)).toBe(413);
});

test('a file begins as long as there is room for the largest one', async () => {
  const others = waits(largestUploads - largestUpload);
  waits(0);
  expect((await upload('x')).status).toBe(200);
  // That one takes a byte of it.
  expect((await upload('x')).code).toBe('conflict');
  rmSync(others);
  expect((await upload('x')).status).toBe(200);
});

test('what is no part of an upload is refused, and nothing of it stays', async () => {
  for (const [name, value] of [
    ['Content-Type', 'text/plain'],
    ['Content-Encoding', 'gzip'],
  ] as const)
    expect((await upload('x', { [name]: value })).code).toBe('unsupported_media_type');
  const none = { status: 404, body: { error: { message: 'No such upload in this workspace.' } } };
  expect(await upload('x', { 'Upload-Id': newId(), 'Upload-Offset': '1' })).toMatchObject(none);
  expect(existsSync(folder())).toBe(false);
  const { uploadId, bytes } = uploaded.parse((await upload('abc')).body);
  const state = () => admin.get(`${organizationId}/upload/${uploadId}`);
  expect((await state()).body).toMatchObject({ bytes });
  const fromElsewhere = { 'Sec-Fetch-Site': 'cross-site' };
  expect(await admin.request('GET', `${organizationId}/upload/${uploadId}`, undefined, fromElsewhere)).toMatchObject({
    code: 'origin_not_allowed',
  });
  // A wrong offset is answered with the right one.
  expect(await upload('x', { 'Upload-Id': uploadId, 'Upload-Offset': '1' })).toMatchObject({
    ...{ status: 409, headers: { 'upload-offset': '3', 'upload-complete': '?0' } },
    body: { error: { message: 'The upload has 3 bytes; go on there.' } },
  });
  rmSync(join(folder(), uploadId));
  expect(await upload('x', { 'Upload-Id': uploadId, 'Upload-Offset': String(bytes) })).toMatchObject(none);
  expect(await state()).toMatchObject(none);
});

test('of a file whose beginning the database refused nothing stays', async () => {
  // The last of that transaction is the job of a webhook that is told of leads.
  const cells = { organization_id: organizationId, status: 'ACTIVE', types: 'leads.changed' };
  await putRow(service.db, 'webhooks', cells);
  expect((await upload('x')).status).toBe(200);
  const before = waiting();
  await service.db.run('DELETE FROM jobs WHERE organization_id = ?', [organizationId]);
  await service.db.run(
    `CREATE TRIGGER refused BEFORE INSERT ON jobs WHEN NEW.organization_id = '${organizationId}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  expect((await upload('x')).status).toBe(500);
  await service.db.run('DROP TRIGGER refused');
  expect(waiting()).toEqual(before);
  expect((await upload('x')).status).toBe(200);
});

describe('a disk that is full', () => {
  const full = (code: string) => Object.assign(new Error('no room'), { code });
  const said = {
    error: { code: 'service_unavailable', message: expect.stringMatching(/disk of this service is full/) },
  };
  afterEach(() => jest.restoreAllMocks());

  test.each(['ENOSPC', 'EDQUOT'])('while an archive is unpacked, once at a time: %s', async (code) => {
    const { uploadId } = uploaded.parse((await upload(zipOf({ 'a.csv': 'x', 'b.csv': 'y' }))).body);
    const unpack = () => admin.post(`${organizationId}/unpack`, { uploadId });
    const create = fs.createWriteStream;
    const filled = new Promise<(error: Error) => void>((resolve) => {
      jest.spyOn(fs, 'createWriteStream').mockImplementation((...given) => {
        const stream = create(...given);
        // The first file still fits beside the archive.
        if (waiting().length > 2)
          jest.spyOn(stream, '_write').mockImplementation((_, _encoding, done) => resolve(done));
        return stream;
      });
    });
    const first = unpack();
    const fail = await filled;
    expect(await unpack()).toMatchObject({
      status: 409,
      body: { error: { message: 'This upload is being unpacked.' } },
    });
    fail(full(code));
    expect(await first).toMatchObject({ status: 503, body: said });
    expect(waiting()).toEqual([uploadId]);
    // Then there is room.
    jest.restoreAllMocks();
    const files = [{ fileName: 'a.csv' }, { fileName: 'b.csv' }];
    expect(await unpack()).toMatchObject({ status: 200, body: { files } });
  });

  test('while a part still arrives: its sender hears it at once, and begins again when there is room', async () => {
    const uploadId = newId();
    const part = { 'Upload-Id': uploadId, 'Upload-Offset': '0', 'Upload-Length': '400' };
    const { open } = promises;
    const filled = jest.spyOn(promises, 'open').mockImplementation(async (...given) => {
      const file = await open(...given);
      if (given[1] === 'r+') jest.spyOn(file, 'write').mockRejectedValue(full('ENOSPC'));
      return file;
    });
    const req = begin(400, part);
    const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(req, 'response'));
    expect([answer.statusCode, JSON.parse(await text(answer))]).toMatchObject([503, said]);
    req.destroy();
    filled.mockRestore();
    expect((await admin.get(`${organizationId}/upload/${uploadId}`)).body).toMatchObject({ bytes: 0, length: 400 });
    expect(uploaded.parse((await upload('x'.repeat(400), part)).body).bytes).toBe(400);
  });
});
