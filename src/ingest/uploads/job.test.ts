/** Imports of uploads in the background: what their job leaves, what operations see of it, and what the cleaner removes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow } from '../../../test/support/put-row';
import { contextOf } from '../../../test/jobs/support/context';
import { newId } from '../../database/new-id';
import type { JobContext } from '../../jobs/definition';
import { enqueue } from '../../jobs/enqueue';
import { Interrupted, PermanentFailure } from '../../jobs/errors';
import { lacksOfBatch } from '../../store/log/batches';
import { createOrganization } from '../../store/access/organizations';
import { everyFileOf, noteRejectsFile } from '../../store/privacy/rejects-files';
import { findJob } from '../../store/jobs/listing';
import { findUpload } from '../../store/uploads/uploads';
import { refusedPath, uploadPath } from './files';
import { uploadJobs } from './job';
import { importUploadAt, importUploadKind } from './kind';
import { openUploads } from './upload-service';

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const now = Date.parse('2026-11-20T12:00:00Z');
const header = 'kind,profileUrl,name\n';
const person = (n: number) => `person,https://www.linkedin.com/in/somebody-${n},Some Body ${n}\n`;

const headerOfLikes = 'kind,profileUrl,name,postUrl\n';
const like = 'like,https://www.linkedin.com/in/ada,Ada One,urn:li:activity:7402746946853253120\n';

let opened: OpenTestDatabase;
let dataDir: string;
let organizationId: string;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  dataDir = mkdtempSync(join(tmpdir(), 'leadlight-job-'));
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  organizationId = (await createOrganization(opened.db, `Acme ${newId()}`))?.id ?? '';
});

const folder = () => join(dataDir, 'uploads', organizationId);
const left = () => readdirSync(folder()).sort();

/** A whole upload as its last part left it. */
async function uploaded(body: string, cells: Readonly<Record<string, string | number>> = {}): Promise<string> {
  const id = newId();
  const path = uploadPath(dataDir, organizationId, id);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
  const bytes = Buffer.byteLength(body);
  await putRow(opened.db, 'uploads', { organization_id: organizationId, id, bytes, length: bytes, ...cells });
  await noteRejectsFile(opened.db, organizationId, path, now);
  return id;
}

const attempt = (more: Partial<JobContext> = {}) =>
  contextOf(opened.db, { organizationId, clock: { now: () => now, monotonic: () => 0 }, ...more });
const jobNamed = (name: string) => {
  const job = uploadJobs({ dataDir, place: undefined, network }).find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  return job;
};
const runOf = (uploadId: string, more: Partial<JobContext> = {}) =>
  jobNamed('import-upload').start(attempt(more), { uploadId, fileName: 'people.csv', startedBy: null });

/** What is left of an upload: its file, its row, the note for erasures, and its list of refused rows. */
async function traces(id: string): Promise<string[]> {
  const path = uploadPath(dataDir, organizationId, id);
  const noted = (await everyFileOf(opened.db, organizationId)).map((file) => file.path);
  return [
    ...left().map((name) => (name === id ? 'file' : name.replace(id, 'file'))),
    ...((await findUpload(opened.db, organizationId, id)) ? ['row'] : []),
    ...(noted.includes(path) ? ['note'] : []),
  ];
}
const all = ['file', 'row', 'note'];

describe('the job of an import', () => {
  test.each([
    ['whose file is gone', { bytes: 20 }, true, /The uploaded file is not here/],
    ['that nobody knows', null, false, /The uploaded file is not here/],
    ['of which less was noted than is there', { bytes: 19, length: 19 }, false, /20 bytes here, but 19 bytes arrived/],
    ['of which more was to come', { bytes: 20, length: 21 }, false, /20 bytes here, but 20 bytes arrived/],
  ])('fails for good with an upload %s, and removes nothing', async (_name, cells, isGone, reason) => {
    const id = await uploaded('x'.repeat(20), cells ?? {});
    if (cells === null) await opened.db.run('DELETE FROM uploads WHERE id = ?', [id]);
    if (isGone) rmSync(uploadPath(dataDir, organizationId, id));
    const before = await traces(id);
    const run = runOf(id);
    await expect(run).rejects.toThrow(reason);
    await expect(run).rejects.toBeInstanceOf(PermanentFailure);
    expect(await traces(id)).toEqual(before);
  });

  test.each([
    ['keeps the file when it goes on later', false, 'stopping', all],
    ['removes the file when it was cancelled', true, 'cancelled', []],
  ] as const)('%s', async (_name, cancelled, why, stays) => {
    const id = await uploaded(header + person(1));
    const interrupted = new Interrupted(why);
    const run = runOf(id, { cancelled, signal: AbortSignal.abort(interrupted) });
    await expect(run).rejects.toBe(interrupted);
    expect(await traces(id)).toEqual(stays);
  });

  test.each([true, false])('leaves nothing of a workspace that is gone; rows were refused: %s', async (isListed) => {
    const id = await uploaded(`${headerOfLikes}${like}`);
    if (isListed) writeFileSync(refusedPath(uploadPath(dataDir, organizationId, id)), 'line 2\ta reason\ta row');
    await opened.db.run('DELETE FROM organizations WHERE id = ?', [organizationId]);
    await runOf(id);
    expect(await traces(id)).toEqual([]);
  });

  test('ends at its next report when it is interrupted, and goes on later', async () => {
    const id = await uploaded(`${headerOfLikes}${like}`);
    const stopping = new AbortController();
    const interrupted = new Interrupted('stopping');
    const run = runOf(id, {
      signal: stopping.signal,
      progress: ({ stage }) => stage === 'reading' && stopping.abort(interrupted),
    });
    await expect(run).rejects.toBe(interrupted);
    expect(await traces(id)).toEqual(all);
    await runOf(id);
    expect(await traces(id)).toEqual([]);
  });

  test.each([
    ['gives way to requests', false],
    ['asks nobody in a process that answers none', true],
  ])('saves what came of it; while it scores it %s', async (_name, alone) => {
    const id = await uploaded(`${headerOfLikes}${like}person,nowhere,Bea,\n`);
    const states: unknown[] = [];
    const guards: string[] = [];
    const reports: unknown[] = [];
    await runOf(id, {
      alone,
      saveState: (state) => Promise.resolve(void states.push(state)),
      guard: () => Promise.resolve(void guards.push('guard')),
      progress: (report) => void reports.push(report),
    });
    const outcome = expect.objectContaining({ people: 1 });
    const counts = { rowsRead: 2, refused: 1, listed: true, undated: 1, failure: null };
    expect(states).toEqual([expect.objectContaining({ format: 'generic', ...counts, outcome })]);
    expect(guards.length > 0).toBe(!alone);
    const bytes = { bytes: expect.any(Number), totalBytes: expect.any(Number) };
    expect(reports).toContainEqual({ stage: 'reading', ...bytes, done: 2 });
    expect(reports).toContainEqual({ stage: 'scoring', ...bytes, done: 1 });
    // Its page says later, too, what the file lacks.
    const [batch] = await opened.db.select<{ settings: string }>(
      'SELECT settings FROM batches WHERE organization_id = ?',
      [organizationId],
    );
    expect(batch && lacksOfBatch(batch)).toEqual({ refused: 1, undated: 1, leads: 1, untitled: 1 });
    expect(await traces(id)).toEqual(['file.rejects']);
  });
});

describe('the cleaner', () => {
  const minute = 60_000;
  const day = 24 * 60 * minute;
  test.each([
    ['an upload', '', 120 * minute - 1, true],
    ['an upload', '', 120 * minute, false],
    ['a list of refused rows', '.rejects', 30 * day - 1, true],
    ['a list of refused rows', '.rejects', 30 * day, false],
    ['a list that was being written', '.rejects.part', 30 * day - 1, true],
  ])('%s%s that is %i ms old stays: %s', async (_name, ending, age, stays) => {
    const id = await uploaded('x');
    const path = `${uploadPath(dataDir, organizationId, id)}${ending}`;
    if (ending !== '') writeFileSync(path, '');
    utimesSync(uploadPath(dataDir, organizationId, id), now / 1000, now / 1000);
    utimesSync(path, (now - age) / 1000, (now - age) / 1000);
    const said: unknown[] = [];
    await jobNamed('clean-uploads').start(attempt({ checkpoint: () => Promise.resolve(void said.push('turn')) }), {});
    expect(left().includes(`${id}${ending}`)).toBe(stays);
    expect((await findUpload(opened.db, organizationId, id)) !== undefined).toBe(ending !== '' || stays);
    expect(said.length).toBeGreaterThanOrEqual(left().length);
  });

  test('removes what an import wrote after its workspace was deleted as early as uploads, and nothing of others', async () => {
    const id = await uploaded('x');
    const path = refusedPath(uploadPath(dataDir, organizationId, id));
    writeFileSync(path, '');
    utimesSync(uploadPath(dataDir, organizationId, id), now / 1000, now / 1000);
    const cleanAt = (age: number) => {
      utimesSync(path, (now - age) / 1000, (now - age) / 1000);
      return jobNamed('clean-uploads').start(attempt(), {});
    };
    await cleanAt(120 * minute);
    expect(left()).toContain(`${id}.rejects`);
    await opened.db.run('DELETE FROM organizations WHERE id = ?', [organizationId]);
    await cleanAt(120 * minute - 1);
    expect(left()).toContain(`${id}.rejects`);
    await cleanAt(120 * minute);
    expect(left()).not.toContain(`${id}.rejects`);
  });

  test.each([
    ['of its place', 'p', 'p', true],
    ['of a release that knew no places', '', '', true],
    ['of another place', 'p', 'q', false],
  ])('leaves an upload whose import waits: one %s', async (_name, place, asked, stays) => {
    const id = await uploaded('x', { place_id: place });
    const path = uploadPath(dataDir, organizationId, id);
    utimesSync(path, (now - 40 * day) / 1000, (now - 40 * day) / 1000);
    const input = { uploadId: id, fileName: 'a.csv', startedBy: null };
    await enqueue(opened.db, importUploadAt(asked), input, { organizationId, uniqueKey: id });
    await jobNamed('clean-uploads').start(attempt(), {});
    expect(left().includes(id)).toBe(stays);
  });
});

describe('operations', () => {
  const open = (folderOf: string | undefined = dataDir, of = organizationId) =>
    openUploads(opened.db, of, folderOf, network);
  const choices = { fileName: 'people.csv', columns: 'Wer=name' };

  test('start an import once, and find it by its id', async () => {
    const uploads = open();
    const id = await uploaded(header, { place_id: 'p' });
    const importId = (await uploads.start(id, choices, 'ada')) ?? '';
    expect(await uploads.start(id, choices, 'bob')).toBe(importId);
    const job = await findJob(opened.db, importId);
    expect(job).toMatchObject({ name: 'import-upload-p', organization_id: organizationId, status: 'ready' });
    expect(JSON.parse(job?.input ?? '')).toEqual({ ...choices, uploadId: id, startedBy: 'ada' });
    const found = { id: importId, fileName: 'people.csv', status: 'ready', error: null, progress: null, result: null };
    expect(await uploads.find(importId)).toEqual(found);
    const progress = { stage: 'reading', bytes: 1, totalBytes: 2, done: 3 };
    const state = { format: 'generic', rowsRead: 1, refused: 0 };
    await opened.db.run("UPDATE jobs SET progress = ?, state = ?, error = 'no', status = 'dead' WHERE id = ?", [
      ...[JSON.stringify(progress), JSON.stringify(state), importId],
    ]);
    // A result that does not fit, as another release may have left it, is none.
    expect(await uploads.find(importId)).toEqual({ ...found, status: 'dead', error: 'no', progress });
  });

  test('begin nothing with an upload that is not there, not whole, or on another machine', async () => {
    const [id, other] = [await uploaded(header), await uploaded(header, { place_id: 'q' })];
    const elsewhere = open(dataDir, newId());
    expect(await Promise.all([open().start(newId(), choices, null), elsewhere.start(id, choices, null)])).toEqual([
      ...[undefined, undefined],
    ]);
    for (const uploads of [elsewhere, openUploads(opened.db, organizationId, undefined, network)])
      expect(await uploads.preview(id, choices)).toBeUndefined();
    await expect(open().preview(other, choices)).rejects.toMatchObject({ code: 'conflict' });
    await opened.db.run('UPDATE uploads SET length = 99 WHERE id = ?', [id]);
    const conflict = { code: 'conflict', message: expect.stringMatching(/of 99 bytes/) };
    await expect(open().start(id, choices, null)).rejects.toMatchObject(conflict);
    await expect(open().preview(id, choices)).rejects.toMatchObject(conflict);
    await opened.db.run('UPDATE uploads SET length = bytes WHERE id = ?', [id]);
    rmSync(uploadPath(dataDir, organizationId, id));
    expect(await open().preview(id, choices)).toBeUndefined();
  });

  test('show no preview of a file that an erasure removes while it is read', async () => {
    const id = await uploaded('');
    const path = uploadPath(dataDir, organizationId, id);
    // A pipe is read when somebody writes: the preview has found it by then.
    rmSync(path);
    execFileSync('mkfifo', [path]);
    const preview = open().preview(id, choices);
    const over = preview.then(() => Promise.reject(new Error('the preview ended before it read')));
    const pipe = await Promise.race([openFile(path, 'w'), over]);
    rmSync(path);
    await pipe.close();
    expect(await preview).toBeUndefined();
  });

  test.each([
    ['waiting', 'cancelled', []],
    ['running', 'asked', all],
    ['done', 'ended', all],
  ])('cancel an import that is %s: it is %s', async (status, answer, stays) => {
    const id = await uploaded(header);
    const importId = (await open().start(id, choices, null)) ?? '';
    await opened.db.run('UPDATE jobs SET status = ? WHERE id = ?', [status, importId]);
    expect(await open(dataDir, newId()).cancel(importId)).toBeUndefined();
    expect(await open().cancel(importId)).toBe(answer);
    expect(await traces(id)).toEqual(stays);
  });

  test('cancel without a folder too, and never a job that is no import of the workspace', async () => {
    const importId = (await open().start(await uploaded(header), choices, null)) ?? '';
    const without = openUploads(opened.db, organizationId, undefined, network);
    const kind = { ...importUploadKind, name: 'other' };
    const input = { uploadId: newId(), fileName: 'a.csv', startedBy: null };
    const { id: other } = await enqueue(opened.db, kind, input, { organizationId });
    for (const id of [other, newId()])
      expect([await without.cancel(id), await without.find(id), await open().refused(id, 0, 9)]).toEqual(
        Array(3).fill(undefined),
      );
    expect(await without.refused(importId, 0, 9)).toBeUndefined();
    expect(await without.cancel(importId)).toBe('cancelled');
    expect(await findJob(opened.db, other)).toMatchObject({ status: 'ready' });
  });

  test('list the refused rows of an import, a page at a time', async () => {
    const id = await uploaded(header);
    const importId = (await open().start(id, choices, null)) ?? '';
    expect(await open().refused(importId, 0, 9)).toEqual([]);
    const path = refusedPath(uploadPath(dataDir, organizationId, id));
    writeFileSync(path, [1, 2, 3, 4].map((n) => `line ${n}\treason ${n}\trow ${n}\n`).join(''));
    const row = (n: number) => ({ place: `line ${n}`, reason: `reason ${n}`, row: `row ${n}` });
    expect(await open().refused(importId, 0, 2)).toEqual([row(1), row(2)]);
    expect(await open().refused(importId, 2, 2)).toEqual([row(3), row(4)]);
    expect(await open().refused(importId, 3, 2)).toEqual([row(4)]);
    expect(await open().refused(importId, 4, 2)).toEqual([]);
    expect(await open(dataDir, newId()).refused(importId, 0, 2)).toBeUndefined();
    writeFileSync(path, 'line 1');
    expect(await open().refused(importId, 0, 2)).toEqual([{ place: 'line 1', reason: '', row: '' }]);
  });
});
