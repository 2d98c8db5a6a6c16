/** Importing through the browser, over HTTP: a file goes up, is looked at, imported, taken back; and what is refused. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { newId } from '../../../src/database/new-id';
import { enqueue } from '../../../src/jobs/enqueue';
import { privacyKeeper } from '../../../src/auth/privacy-keeper';
import { withKeeper } from '../../../src/store/statements/keeper';
import { ConsoleSessions } from '../../../src/auth/console-sessions';
import { removeFiles } from '../../../src/privacy/file-erasures';
import { cleanFiles } from '../../../src/privacy/rejects';
import { TextEraser } from '../../../packages/reader/src';
import { PacedEraser } from '../../../src/store/statements/paced-eraser';
import { addMember } from '../../../src/store/access/members';
import { outcomeOf } from '../../../src/store/log/outcome';
import { createOrganization } from '../../../src/store/access/organizations';
import { findJob } from '../../../src/store/jobs/listing';
import { importUploadAt, importUploadKind } from '../../../src/ingest/uploads/kind';
import { inline, workbook, zipOf } from '../../support/workbook';
import { startTestService, type TestService } from '../../support/service';
import { Browser } from '../../console/support';

const exported = readFileSync(
  join(__dirname, '../../../examples/exports/brightmoor/phantombuster-likers-2026-10-26.csv'),
  'utf8',
);
const hostile = '../../../etc/pa\u0000sswd\u202e<img src=x onerror=alert(1)>.csv';
const uploaded = z.object({ uploadId: z.string(), bytes: z.number() });

let service: TestService;
let organizationId: string;
let dataDir: string;
let admin: Browser;
let member: Browser;

async function browserOf(role: 'ADMIN' | 'MEMBER'): Promise<Browser> {
  const email = `${role.toLowerCase()}@acme.example`;
  const person = { organizationId, email, displayName: `The ${role}`, role, active: true, passwordHash: null };
  const added = await addMember(service.db, person);
  const browser = new Browser(service);
  browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(added?.userId ?? ''));
  return browser;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'leadlight-upload-'));
  service = await startTestService({ env: { DATA_DIR: dataDir, RUN_WORKER: 'true' } });
  withKeeper(service.db, privacyKeeper({ DATA_DIR: dataDir, SUPPRESSION_KEY: undefined }));
  organizationId = (await createOrganization(service.db, 'Acme'))?.id ?? '';
  admin = await browserOf('ADMIN');
  member = await browserOf('MEMBER');
});
afterAll(async () => {
  await service.end();
  rmSync(dataDir, { recursive: true, force: true });
});

const fields = (browser: Browser, more: Record<string, string> = {}) => ({
  Origin: browser.origin,
  'Content-Type': 'application/octet-stream',
  'Sec-Fetch-Site': 'same-origin',
  ...more,
});
const upload = (browser: Browser, body: string | Buffer, more: Record<string, string> = {}) =>
  browser.request('POST', `${organizationId}/upload`, body, fields(browser, more));
const call = (name: string, input: object) => admin.post(`${organizationId}/${name}`, input);

const files = () => readdirSync(join(dataDir, 'uploads', organizationId));

const shown = z.object({
  fileName: z.string(),
  status: z.string(),
  error: z.string().nullable(),
  result: z.looseObject({ batchId: z.string(), refused: z.number(), listed: z.boolean() }).nullable(),
});

const leadCount = z.object({
  total: z.object({ count: z.number() }),
  groups: z.array(z.object({ value: z.string(), count: z.number() })),
});
const outcomes = z.object({
  people: z.number(),
  leads: z.number(),
  leadsNew: z.number(),
  untitled: z.number(),
  tiers: z.record(z.string(), z.number()),
  lacks: z.array(z.object({ lack: z.string(), people: z.number() })),
});

/** Asks until an import has ended. */
async function ended(importId: unknown): Promise<z.output<typeof shown>> {
  for (;;) {
    const found = shown.parse((await call('get_import', { importId })).body);
    if (found.status === 'done' || found.status === 'dead') return found;
  }
}

async function start(body: string, fileName: string): Promise<z.output<typeof shown> & { importId: unknown }> {
  const { uploadId } = uploaded.parse((await upload(admin, body)).body);
  const { importId } = (await call('start_import', { uploadId, fileName })).body;
  return { ...(await ended(importId)), importId };
}

test('a file goes up in parts, is looked at, imported, shown, and taken back', async () => {
  const half = Math.floor(exported.length / 2);
  const first = uploaded.parse((await upload(admin, exported.slice(0, half))).body);
  const at = { 'Upload-Id': first.uploadId, 'Upload-Offset': String(first.bytes) };
  const wrong = await upload(admin, 'x', { ...at, 'Upload-Offset': '1' });
  expect(wrong.code).toBe('conflict');
  const { bytes } = uploaded.parse((await upload(admin, exported.slice(half), at)).body);
  expect(bytes).toBe(Buffer.byteLength(exported));

  const given = { uploadId: first.uploadId, fileName: 'likers-2026-10-26.csv' };
  const preview = await call('preview_import', given);
  expect(preview.body).toMatchObject({ format: 'phantombuster-likers', problem: null, whole: true, refused: 1 });
  expect(preview.body['firstRows']).toHaveLength(5);
  expect(preview.body['expected']).toMatchObject({ people: { changed: 0, unchanged: 0 }, engagements: { known: 0 } });

  const { importId } = (await call('start_import', given)).body;
  const { status, result } = await ended(importId);
  expect(status).toBe('done');
  expect(files()).toEqual([`${first.uploadId}.rejects`]);
  const batch = await call('get_batch', { batchId: result?.batchId });
  expect(batch.body).toMatchObject({ name: given.fileName, reference: first.uploadId, status: 'DONE', undoable: true });
  expect(batch.body).toMatchObject({ startedBy: 'The ADMIN' });
  expect(batch.body['engagementsNew']).toBeGreaterThan(0);
  expect(preview.body['expected']).toMatchObject({
    people: { new: batch.body['peopleNew'] },
    engagements: { new: batch.body['engagementsNew'] },
  });
  // The workspace was empty, so what came of the file is all that there is.
  const counted = leadCount.parse((await call('count_leads', { by: 'leadTier' })).body);
  const outcome = outcomes.parse(result?.['outcome']);
  expect(outcome).toMatchObject({ leads: counted.total.count, leadsNew: counted.total.count });
  expect(outcome.leads).toBeGreaterThan(0);
  const withoutTitle = await service.db.select(
    'SELECT l.id FROM leads l JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id WHERE l.organization_id = ? AND p.title IS NULL',
    [organizationId],
  );
  expect(outcome.untitled).toBe(withoutTitle.length);
  // Another import at the same time may have made the leads, with its own, earlier time.
  await service.db.run('UPDATE leads SET created_at = created_at - 60000 WHERE organization_id = ?', [organizationId]);
  const met = await service.db.select<{ id: string; at: number }>(
    'SELECT l.id, p.created_at AS at FROM leads l JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id WHERE l.organization_id = ?',
    [organizationId],
  );
  const since = Math.min(...met.map(({ at }) => at));
  const again = await outcomeOf(service.db, organizationId, new Set(met.map(({ id }) => id)), since);
  expect(again.leadsNew).toBe(outcome.leads);
  expect(outcome.people).toBeGreaterThanOrEqual(outcome.leads);
  const inTiers = Object.entries(outcome.tiers).filter(([, count]) => count > 0);
  expect(new Map(inTiers)).toEqual(new Map(counted.groups.map(({ value, count }) => [value, count])));
  const below = (outcome.tiers['NURTURE'] ?? 0) + (outcome.tiers['UNQUALIFIED'] ?? 0);
  expect(outcome.lacks.reduce((sum, { people }) => sum + people, 0)).toBe(below);
  // The history of a lead names a colleague as colleagues see them.
  const leadId = met[0]?.id;
  const decision = { leadId, disposition: 'BAD_LEAD', dispositionReason: 'student' };
  expect((await call('decide_leads', { decisions: [decision] })).status).toBe(200);
  expect((await call('list_lead_history', { leadId })).body['data']).toEqual([
    expect.objectContaining({ by: 'The ADMIN', disposition: 'BAD_LEAD', dispositionReason: 'student' }),
  ]);
  // So does the log of the workspace.
  expect((await call('list_audit', { limit: 1 })).body['data']).toEqual([
    expect.objectContaining({ actor: expect.objectContaining({ name: 'The ADMIN' }) }),
  ]);
  expect((await call('undo_batch', { batchId: result?.batchId })).status).toBe(200);
});

test('an upload goes on after a lost answer, is imported only when it is whole, and stays with its machine', async () => {
  const uploadId = newId();
  const whole = Buffer.from(exported);
  const half = Math.floor(whole.length / 2);
  const place = (at: number) => ({
    'Upload-Id': uploadId,
    'Upload-Offset': String(at),
    'Upload-Length': String(whole.length),
  });
  expect((await upload(admin, whole.subarray(0, half), place(0))).status).toBe(200);
  // The answer was lost, so the first part comes again: nothing of the file changes.
  expect((await upload(admin, whole.subarray(0, half), place(0))).body).toMatchObject({
    error: { code: 'conflict', message: expect.stringContaining(`has ${half} bytes`) },
  });
  const given = { uploadId, fileName: 'likers-2026-10-26.csv' };
  expect((await call('start_import', given)).body).toMatchObject({
    error: { code: 'conflict', message: expect.stringContaining(`has ${half} of ${whole.length} bytes`) },
  });
  await service.db.run('UPDATE uploads SET place_id = ? WHERE id = ?', [newId(), uploadId]);
  expect(await upload(admin, whole.subarray(half), place(half))).toMatchObject({ code: 'conflict' });
  expect((await call('preview_import', given)).body).toMatchObject({
    error: { code: 'conflict', message: expect.stringContaining('Another machine') },
  });
  const here = privacyKeeper({ DATA_DIR: dataDir, SUPPRESSION_KEY: undefined }).places?.files.id() ?? '';
  await service.db.run('UPDATE uploads SET place_id = ? WHERE id = ?', [here, uploadId]);
  expect((await upload(admin, whole.subarray(half), place(half))).status).toBe(200);
  expect(readFileSync(join(dataDir, 'uploads', organizationId, uploadId), 'utf8')).toBe(exported);
  const { importId } = (await call('start_import', given)).body;
  expect(await ended(importId)).toMatchObject({ status: 'done', error: null });
});

/** `Repr-Digest` of these bytes. */
const digestOf = (bytes: Buffer | string) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

describe('an upload with a digest', () => {
  const whole = Buffer.from(exported);
  const half = Math.floor(whole.length / 2);
  const at = (id: string, offset: number, more: Record<string, string> = {}) => ({
    'Upload-Id': id,
    'Upload-Offset': String(offset),
    'Upload-Length': String(whole.length),
    ...more,
  });
  const begun = async (more: Record<string, string> = {}) => {
    const id = newId();
    expect((await upload(admin, whole.subarray(0, half), at(id, 0, more))).status).toBe(200);
    return id;
  };
  const state = (id: string) => admin.get(`${organizationId}/upload/${id}`);
  const right = { 'Repr-Digest': digestOf(whole) };

  test('is imported when it agrees, and says how far it is', async () => {
    const id = await begun();
    expect((await state(id)).body).toEqual({ uploadId: id, bytes: half, length: whole.length, complete: false });
    const other = { 'Repr-Digest': `sha-512=:${'A'.repeat(86)}==:, ${digestOf(whole)}` };
    expect(await upload(admin, whole.subarray(half), at(id, half, other))).toMatchObject({
      status: 200,
      headers: { 'upload-offset': String(whole.length), 'upload-complete': '?1' },
    });
    expect((await state(id)).body).toMatchObject({ bytes: whole.length, complete: true });
    // The answer was lost: the part is refused with the offset, and an empty part at the end is answered as the last one was.
    const late = await upload(admin, whole.subarray(half), at(id, half, right));
    expect(late.body).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/is complete, with/) },
    });
    const again = await upload(admin, '', at(id, whole.length, right));
    expect([again.status, again.body]).toEqual([200, { uploadId: id, bytes: whole.length }]);
    expect(again.headers).toMatchObject({ 'upload-offset': String(whole.length), 'upload-complete': '?1' });
    const wrong = { 'Repr-Digest': digestOf('x') };
    expect(await upload(admin, '', at(id, whole.length, wrong))).toMatchObject({ code: 'conflict' });
    const { importId } = (await call('start_import', { uploadId: id, fileName: 'likers.csv' })).body;
    expect(await ended(importId)).toMatchObject({ status: 'done', error: null });
  });

  test.each([
    ['with the first part', { 'Repr-Digest': digestOf('x') }, {}],
    ['with the last part', {}, { 'Repr-Digest': digestOf('x') }],
  ])('of other bytes, sent %s, is removed and named', async (_when, first, last) => {
    const id = await begun(first);
    const answer = await upload(admin, whole.subarray(half), at(id, half, last));
    expect(answer.body).toMatchObject({
      error: {
        code: 'validation_failed',
        details: [{ path: 'Repr-Digest', message: expect.stringMatching(/removed/) }],
      },
    });
    expect(files()).not.toContain(id);
    expect((await state(id)).code).toBe('not_found');
    expect((await call('start_import', { uploadId: id, fileName: 'likers.csv' })).code).toBe('not_found');
  });

  test('is not imported before it was compared, which an empty part asks for', async () => {
    const id = await begun(right);
    expect((await upload(admin, whole.subarray(half), at(id, half))).status).toBe(200);
    // As a process leaves it that is killed between the last byte and the comparison.
    await service.db.run('UPDATE uploads SET complete = 0 WHERE id = ?', [id]);
    const given = { uploadId: id, fileName: 'likers.csv' };
    for (const name of ['preview_import', 'start_import']) {
      expect((await call(name, given)).body).toMatchObject({
        error: { code: 'conflict', message: expect.stringContaining(`empty part at ${whole.length}`) },
      });
    }
    expect((await upload(admin, '', at(id, whole.length))).status).toBe(200);
    const { importId } = (await call('start_import', given)).body;
    expect((await ended(importId)).status).toBe('done');
  });

  test.each([
    ['Repr-Digest', 'sha-256=abc'],
    ['Repr-Digest', 'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:'],
    ['Repr-Digest', `sha-256=:${'A'.repeat(44)}:`],
    ['Upload-Length', 'x'],
    ['Upload-Length', String(whole.length + 1)],
    ['Upload-Length', String(whole.length), Buffer.concat([whole.subarray(half), Buffer.from('x')])],
  ])('refuses %s: %s', async (name, value, body = whole.subarray(half)) => {
    const id = await begun();
    const answer = await upload(admin, body, at(id, half, { [name]: value }));
    expect(answer.body).toMatchObject({ error: { code: 'validation_failed', details: [{ path: name }] } });
    expect((await state(id)).body).toMatchObject({ bytes: half });
  });

  test('goes on where a broken part ended, whatever a killed process wrote beyond', async () => {
    const id = newId();
    const req = begin(whole.length, at(id, 0), whole.subarray(0, half));
    const path = join(dataDir, 'uploads', organizationId, id);
    while (!files().includes(id) || readFileSync(path).length < half) await new Promise(setImmediate);
    req.destroy();
    const bytes = async () => (await state(id)).body['bytes'];
    while ((await bytes()) === 0) await new Promise(setImmediate);
    expect(await bytes()).toBe(half);
    appendFileSync(path, 'x'.repeat(2 * whole.length));
    expect((await upload(admin, whole.subarray(half), at(id, half, right))).status).toBe(200);
    expect(readFileSync(path).equals(whole)).toBe(true);
  });

  test('stays when it could not be compared, and is then', async () => {
    const id = await begun(right);
    await service.db.run(
      "CREATE TRIGGER broken BEFORE UPDATE OF complete ON uploads BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    expect((await upload(admin, whole.subarray(half), at(id, half))).status).toBe(500);
    await service.db.run('DROP TRIGGER broken');
    expect((await state(id)).body).toMatchObject({ bytes: whole.length, complete: false });
    expect((await upload(admin, '', at(id, whole.length))).status).toBe(200);
    expect((await state(id)).body).toMatchObject({ complete: true });
  });

  test('stays when the disk is full, and goes on when there is room', async () => {
    const id = await begun(right);
    const path = join(dataDir, 'uploads', organizationId, id);
    renameSync(path, `${path}.aside`);
    symlinkSync('/dev/full', path);
    const full = await upload(admin, whole.subarray(half), at(id, half));
    expect(full.body).toMatchObject({ error: { code: 'service_unavailable', message: expect.stringMatching(/disk/) } });
    renameSync(`${path}.aside`, path);
    expect((await state(id)).body).toMatchObject({ bytes: half });
    expect((await upload(admin, whole.subarray(half), at(id, half))).status).toBe(200);
    expect((await state(id)).body).toMatchObject({ complete: true });
  });

  test('begins once, however many requests begin it, and again when its file is gone', async () => {
    const id = newId();
    const begin = () => upload(admin, whole, at(id, 0));
    const answers = await Promise.all([begin(), begin(), begin(), begin()]);
    // One of them brings the file. Others hear where to go on, or that another one took over.
    const codes = answers.map(({ status, code }) => code ?? String(status));
    expect(codes.filter((code) => code !== 'conflict')).toEqual(['200']);
    expect((await state(id)).body).toMatchObject({ bytes: whole.length, complete: true });
    expect(readFileSync(join(dataDir, 'uploads', organizationId, id)).equals(whole)).toBe(true);
    rmSync(join(dataDir, 'uploads', organizationId, id));
    expect((await upload(admin, 'x', at(id, whole.length))).code).toBe('not_found');
    expect((await begin()).status).toBe(200);
  });

  test('that broke off goes with the next one after ten minutes; whole ones and new ones stay', async () => {
    const [broken, recent, complete] = [await begun(), await begun(), await begun()];
    await upload(admin, whole.subarray(half), at(complete, half));
    const minutesAgo = (minutes: number, id: string) =>
      service.db.run('UPDATE uploads SET updated_at = ? WHERE id = ?', [Date.now() - minutes * 60_000, id]);
    await minutesAgo(11, broken);
    await minutesAgo(9, recent);
    await minutesAgo(11, complete);
    await begun();
    expect(files()).not.toContain(broken);
    expect((await state(broken)).code).toBe('not_found');
    expect(files()).toEqual(expect.arrayContaining([recent, complete]));
  });

  test('is shown to who may import', async () => {
    const id = await begun();
    expect((await member.get(`${organizationId}/upload/${id}`)).code).toBe('role_required');
    expect((await admin.get(`${organizationId}/upload/..%2f${id}`)).code).toBe('not_found');
  });
});

test('a part is as large as the pages send it, or larger', async () => {
  for (const bytes of [8 * 1024 ** 2, 20 * 1024 ** 2]) {
    const { uploadId, bytes: there } = uploaded.parse((await upload(admin, Buffer.alloc(bytes, 'a'))).body);
    expect(there).toBe(bytes);
    rmSync(join(dataDir, 'uploads', organizationId, uploadId));
  }
});

test('rows that cannot be used are listed with their reasons, until they are erased', async () => {
  const rows = 'kind,profileUrl,name\nperson,https://www.linkedin.com/in/ada-one,Ada One\nperson,nowhere,Bea Two\n';
  const { result, importId } = await start(rows, 'people.csv');
  expect(result).toMatchObject({ refused: 1, listed: true });
  const refused = await call('list_refused_rows', { importId });
  expect(refused.body['data']).toEqual([
    { place: 'line 3', reason: expect.any(String), row: 'person, nowhere, Bea Two' },
  ]);
  expect((await call('list_refused_rows', { importId: newId() })).code).toBe('not_found');
  await removeFiles(service.db, organizationId);
  expect(files()).toEqual([]);
  expect((await call('list_refused_rows', { importId })).body['data']).toEqual([]);
});

test('a table nobody knows is a problem beforehand, and read once its columns are named', async () => {
  const { uploadId } = uploaded.parse(
    (await upload(admin, 'Wer,Wo\nAda One,https://www.linkedin.com/in/ada-one\n')).body,
  );
  const given = { uploadId, fileName: 'table.csv' };
  const unknown = await call('preview_import', given);
  expect(unknown.body).toMatchObject({
    columns: ['Wer', 'Wo'],
    firstRows: [['Ada One', 'https://www.linkedin.com/in/ada-one']],
  });
  expect(unknown.body['problem']).toEqual(expect.any(String));
  expect(unknown.body).toMatchObject({ guessed: { columns: ['name', 'profileUrl'] } });
  const named = await call('preview_import', { ...given, columns: 'Wer=name,Wo=profileUrl', kind: 'person' });
  expect(named.body).toMatchObject({ format: 'generic', problem: null, records: { person: 1 } });
});

const person = (n: number) => `person,https://www.linkedin.com/in/somebody-${n},Some Body\n`;
const header = 'kind,profileUrl,name\n';
test.each([
  ['a header alone', header, { problem: 'This file holds no rows.', rows: 0, whole: true, expected: null }],
  [
    'rows that cannot be used',
    `${header}person,nowhere,A B\nperson,nowhere,C D\nperson,,E F\n`,
    {
      problem: expect.stringMatching(/^Nothing in this file can be read: .+\.$/),
      ...{ rows: 3, refused: 3, expected: null, guessed: null },
      reasons: [
        { reason: expect.any(String), count: 2 },
        { reason: expect.any(String), count: 1 },
      ],
    },
  ],
  ['2,000 rows', header + Array.from({ length: 2_000 }, (_, n) => person(n)).join(''), { rows: 2_000, whole: false }],
  [
    'items',
    JSON.stringify([{ who: 'Ada One', where: { url: 'https://www.linkedin.com/in/ada-one' } }]),
    {
      columns: ['who', 'where.url'],
      firstRows: [['Ada One', 'https://www.linkedin.com/in/ada-one']],
      guessed: { columns: ['name', 'profileUrl'] },
    },
  ],
])('a preview of %s', async (_what, body, expected) => {
  const { uploadId } = uploaded.parse((await upload(admin, body)).body);
  expect((await call('preview_import', { uploadId, fileName: 'some.csv' })).body).toMatchObject(expected);
});

test('columns say as what they are read, and what they may be', async () => {
  const table = 'Wer,Profil,Firma,Firma 2\nAda,https://www.linkedin.com/in/ada-one,Acme,Globex\n';
  const { uploadId } = uploaded.parse((await upload(admin, table)).body);
  const given = { uploadId, fileName: 'table.csv' };
  const unknown = await call('preview_import', given);
  expect(unknown.body).toMatchObject({ readAs: [null, 'profileUrl', 'companyName', null] });
  expect(unknown.body['choices']).toContainEqual({ name: 'disposition', kinds: ['lead'], required: ['lead'] });
  const named = await call('preview_import', {
    ...given,
    columns: 'Wer=name,Firma 2=companyName,Profil=profileUrl',
    kind: 'person',
  });
  expect(named.body).toMatchObject({ readAs: ['name', 'profileUrl', null, 'companyName'], records: { person: 1 } });
  const without = await call('preview_import', { ...given, columns: 'Profil=-', kind: 'person' });
  expect(without.body).toMatchObject({ readAs: [null, null, 'companyName', null], records: { person: 0 }, refused: 1 });
});

test('an archive becomes the files in it, a spreadsheet among them', async () => {
  const before = files().length;
  const book = workbook([['Wer', 'Wo'].map(inline), ['Ada', 'https://www.linkedin.com/in/ada-one'].map(inline)]);
  const body = zipOf({ 'a/likers-2026-10-26.csv': exported, 'people.xlsx': book, '.DS_Store': 'x' });
  const { uploadId } = uploaded.parse((await upload(admin, body)).body);
  const looked = await call('preview_import', { uploadId, fileName: 'all.zip' });
  expect(looked.body).toMatchObject({ archive: true, problem: null });
  const shape = z.object({
    files: z.array(z.object({ uploadId: z.uuid(), fileName: z.string(), modifiedAt: z.number() })),
  });
  const unpacked = shape.parse((await admin.post(`${organizationId}/unpack`, { uploadId })).body);
  expect(unpacked.files.map(({ fileName }) => fileName)).toEqual(['likers-2026-10-26.csv', 'people.xlsx']);
  expect(files()).toHaveLength(before + 2);
  const [likers, people] = unpacked.files;
  expect((await call('preview_import', { ...likers })).body).toMatchObject({ format: 'phantombuster-likers' });
  const columns = { columns: 'Wer=name,Wo=profileUrl', kind: 'person' };
  const { importId } = (await call('start_import', { ...people, ...columns })).body;
  expect(await ended(importId)).toMatchObject({ fileName: 'people.xlsx', status: 'done', result: { refused: 0 } });
  expect((await admin.post(`${organizationId}/unpack`, { uploadId })).code).toBe('not_found');
  expect((await member.post(`${organizationId}/unpack`, { uploadId })).code).toBe('role_required');
  const { uploadId: gone } = uploaded.parse((await upload(admin, body)).body);
  rmSync(join(dataDir, 'uploads', organizationId, gone));
  expect((await admin.post(`${organizationId}/unpack`, { uploadId: gone })).code).toBe('not_found');
});

const oneNameTwice = Buffer.from(
  zipOf({ 'a.csv': 'x', 'b.csv': 'y' }).toString('latin1').replaceAll('b.csv', 'a.csv'),
  'latin1',
);

test.each([
  ['with a path', zipOf({ 'a.csv': 'x', '../b.csv': 'x' }), 'names that no export has'],
  ['with two files of one name', oneNameTwice, 'a.csv is in the archive twice'],
])('an archive %s is refused, and nothing of it stays but itself', async (_name, archive, why) => {
  const { uploadId } = uploaded.parse((await upload(admin, archive)).body);
  const before = files();
  const looked = await call('preview_import', { uploadId, fileName: 'all.zip' });
  expect(looked.body).toMatchObject({ archive: false, problem: expect.stringContaining(why) });
  expect(await admin.post(`${organizationId}/unpack`, { uploadId })).toMatchObject({ code: 'validation_failed' });
  expect(files()).toEqual(before);
});

test('an archive that goes while it is unpacked leaves nothing: its files are another node’s, or an erased person’s', async () => {
  const { uploadId } = uploaded.parse((await upload(admin, zipOf({ 'a.csv': exported, 'b.csv': exported }))).body);
  const before = files();
  await service.db.run(
    `CREATE TRIGGER gone AFTER INSERT ON uploads BEGIN DELETE FROM uploads WHERE id = '${uploadId}'; END`,
  );
  const answer = await admin.post(`${organizationId}/unpack`, { uploadId });
  await service.db.run('DROP TRIGGER gone');
  expect(answer.code).toBe('not_found');
  expect(files()).toEqual(before);
});

test('an import is cancelled, once, by who may import', async () => {
  const { uploadId } = uploaded.parse((await upload(admin, exported)).body);
  const input = { uploadId, fileName: 'likers.csv', startedBy: null };
  // Far in the future, so that no worker takes it.
  const options = { organizationId, uniqueKey: uploadId, runAt: Date.now() + 3_600_000 };
  const { id: importId } = await enqueue(service.db, importUploadKind, input, options);
  expect((await member.post(`${organizationId}/cancel_import`, { importId })).code).toBe('role_required');
  expect((await call('cancel_import', { importId })).body).toEqual({ importId, status: 'cancelled' });
  expect(await call('get_import', { importId })).toMatchObject({ body: { status: 'cancelled', result: null } });
  expect(files()).not.toContain(uploadId);
  expect((await call('cancel_import', { importId })).code).toBe('conflict');
  expect((await call('cancel_import', { importId: uploadId })).code).toBe('not_found');
});

test('a file that is none is told, and is gone afterwards', async () => {
  const before = files();
  const { status, error } = await start('\u0000\u0001 no text \u0000', 'picture.png');
  expect({ status, error }).toEqual({ status: 'dead', error: expect.stringMatching(/\w/) });
  expect(files()).toEqual(before);
});

test('a file that breaks off is imported as far as it goes, and has failed when nothing of it could be', async () => {
  const item = (n: number, address: string) => `{"kind":"person","profileUrl":"${address}","name":"Some Body ${n}"}`;
  const whole = await start(`[${item(1, 'https://www.linkedin.com/in/some-body-one')},{"kind`, 'some.json');
  expect(whole).toMatchObject({ status: 'done', error: null, result: { failure: expect.any(String) } });
  const nothing = await start(`[${item(1, 'nowhere')},{"kind`, 'none.json');
  const error = 'Nothing in it can be read: neither a URN nor a link.';
  expect(nothing).toMatchObject({ status: 'dead', error });
});

test('a hostile name is text without control characters, and no path', async () => {
  const { fileName } = await start(exported, hostile);
  expect(fileName).toBe('../../../etc/pa sswd <img src=x onerror=alert(1)>.csv');
  const outside = { 'Upload-Id': '../../../../etc/passwd', 'Upload-Offset': '0' };
  expect((await upload(admin, 'x', outside)).code).toBe('validation_failed');
});

test('only who may import uploads, and only from a page of the console', async () => {
  const before = files();
  expect((await upload(member, exported)).code).toBe('role_required');
  expect((await upload(admin, exported, { Origin: 'https://evil.example' })).code).toBe('origin_not_allowed');
  expect((await upload(admin, exported, { 'Sec-Fetch-Site': 'cross-site' })).code).toBe('origin_not_allowed');
  expect((await upload(new Browser(service), exported)).code).toBe('invalid_session');
  expect((await upload(admin, exported, { 'Content-Type': 'text/plain' })).code).toBe('unsupported_media_type');
  const elsewhere = (await createOrganization(service.db, 'Elsewhere'))?.id ?? '';
  const answer = await admin.request('POST', `${elsewhere}/upload`, exported, fields(admin));
  expect(answer.code).toBe('not_found');
  expect(files()).toEqual(before);
});

/** Begins an upload of so many bytes as it says, and sends a few. */
function begin(length: number, more: Record<string, string> = {}, first: string | Buffer = 'a few bytes') {
  const [name, value] = admin.session;
  const req = request({
    host: '127.0.0.1',
    port: service.port,
    method: 'POST',
    path: `/app/api/${organizationId}/upload`,
    agent: false,
    headers: { ...fields(admin, more), Cookie: `${name}=${value}`, 'Content-Length': length },
  });
  req.on('error', () => undefined);
  req.write(first);
  return req;
}

test('an upload that breaks off leaves no file', async () => {
  const before = files().length;
  const req = begin(1_000);
  while (files().length === before) await new Promise(setImmediate);
  req.destroy();
  while (files().length > before) await new Promise(setImmediate);
  expect(files()).toHaveLength(before);
});

test('erasing somebody removes what waits to be imported, and the cleaner what nobody imported', async () => {
  await upload(admin, exported);
  expect(files().length).toBeGreaterThan(0);
  const eraser = new PacedEraser(new TextEraser([]));
  const cleaning = { eraser, checkpoint: () => Promise.resolve() };
  // An upload that began after the erasure stays: its import leaves out who is erased.
  await cleanFiles(service.db, organizationId, { ...cleaning, at: Date.now() - 120_000 });
  expect(files().length).toBeGreaterThan(0);
  await cleanFiles(service.db, organizationId, { ...cleaning, at: Date.now() });
  expect(files().filter((name) => !name.endsWith('.rejects'))).toEqual([]);
  const daysAgo = (days: number, name: string) => {
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(join(dataDir, 'uploads', organizationId, name), at, at);
  };
  const clean = async () => {
    const { id } = await enqueue(service.db, { name: 'clean-uploads', input: z.object({}) }, {});
    while (await findJob(service.db, id)) await new Promise(setImmediate);
  };
  // An upload waits for two hours, refused rows are shown for thirty days.
  const isRefused = (name: string) => name.endsWith('.rejects');
  const { uploadId } = uploaded.parse((await upload(admin, exported)).body);
  writeFileSync(join(dataDir, 'uploads', organizationId, `${uploadId}.rejects`), '');
  for (const [hours, days, left] of [
    [1, 29, [true, true]],
    [3, 29, [false, true]],
    [3, 31, [false, false]],
  ] as const) {
    for (const name of files()) daysAgo(isRefused(name) ? days : hours / 24, name);
    await clean();
    expect([hours, days, files().includes(uploadId), files().some(isRefused)]).toEqual([hours, days, ...left]);
  }
  // One whose import waits stays, however old it is.
  const { uploadId: asked } = uploaded.parse((await upload(admin, exported)).body);
  const input = { uploadId: asked, fileName: 'likers.csv', startedBy: null };
  const place = privacyKeeper({ DATA_DIR: dataDir, SUPPRESSION_KEY: undefined }).places?.files.id() ?? '';
  const options = { organizationId, uniqueKey: asked, runAt: Date.now() + 3_600_000 };
  await enqueue(service.db, importUploadAt(place), input, options);
  daysAgo(40, asked);
  await clean();
  expect(files()).toContain(asked);
});
