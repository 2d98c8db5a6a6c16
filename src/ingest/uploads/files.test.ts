/** What is written of a part, and when the database learns of it; and where files of uploads lie. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '../../database/new-id';
import { appendPart, isUploadId, namesIn, uploadPath, uploadSize, writeWhole } from './files';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Time passes where a test says so alone, in milliseconds. */
let now: number;
beforeEach(() => {
  now = 5;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const MB = 1024 * 1024;
const fileOf = (content: string) => {
  const path = join(folder, newId());
  writeFileSync(path, content);
  return path;
};
const partOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

/** Notes what the database is told; `answers` says how often the upload is still this request's. */
function noting(answers = Infinity) {
  const noted: string[] = [];
  const advance = (from: number, to: number) => {
    noted.push(`${from} to ${to}`);
    return Promise.resolve(noted.length <= answers);
  };
  return { noted, advance };
}

test.each([
  ['at the beginning', '', { at: 0, most: 6, length: 6 }, ['abc', 'def'], 6, 'abcdef', ['0 to 6']],
  ['at its offset', 'abc', { at: 3, most: 3, length: 6 }, ['def'], 6, 'abcdef', ['3 to 6']],
  ['without bytes', 'abc', { at: 3, most: 3, length: 6 }, [], 3, 'abc', []],
  ['beyond its bound', '', { at: 0, most: 5, length: 6 }, ['abc', 'def'], 'too_large', 'abc', []],
  ['before what was never noted', 'abcxxxx', { at: 3, most: 9, length: null }, ['d'], 4, 'abcd', ['3 to 4']],
  ['before what another may have written', 'abcDEF', { at: 0, most: 3, length: 6 }, ['abc'], 3, 'abcDEF', ['0 to 3']],
  ['at the end, with more behind', 'abcxxxxx', { at: 3, most: 3, length: 6 }, ['def'], 6, 'abcdef', ['3 to 6']],
] as const)('a part %s', async (_name, content, bounds, chunks, size, written, notes) => {
  const path = fileOf(content);
  const { noted, advance } = noting();
  expect(await appendPart(path, bounds, partOf(...chunks), advance)).toBe(size);
  expect([readFileSync(path, 'utf8'), noted]).toEqual([written, notes]);
});

const half = 'x'.repeat(MB / 2);
test.each([
  ['is noted after each megabyte, and at its end', Infinity, 2.5 * MB, [1, 2, 2.5], 2.5],
  ['ends where another request has the upload', 1, 'taken_over', [1, 2], 2],
  ['is not there when another request has the upload at its end', 2, 'taken_over', [1, 2, 2.5], 2.5],
] as const)('a long part %s', async (_name, answers, size, notes, written) => {
  const path = fileOf('');
  const { noted, advance } = noting(answers);
  const bounds = { at: 0, most: 3 * MB, length: null };
  expect(await appendPart(path, bounds, partOf(half, half, half, half, half), advance)).toBe(size);
  expect(noted).toEqual(notes.map((to, at) => `${(notes[at - 1] ?? 0) * MB} to ${to * MB}`));
  expect(await uploadSize(path)).toBe(written * MB);
});

test.each([
  ['after some bytes', ['abc'], ['0 to 3']],
  ['before the first', [], []],
])('a part that breaks off %s keeps what arrived', async (_name, chunks, notes) => {
  const path = fileOf('');
  const { noted, advance } = noting();
  const part = async function* () {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
    throw new Error('broken off');
  };
  await expect(appendPart(path, { at: 0, most: 9, length: 9 }, part(), advance)).rejects.toThrow('broken off');
  expect([readFileSync(path, 'utf8'), noted]).toEqual([chunks.join(''), notes]);
});

test.each([
  ['arrives', () => partOf('abc'), () => Promise.resolve(true)],
  ['is too large', () => partOf('abcd'), () => Promise.resolve(true)],
  ['cannot be noted', () => partOf('abc'), () => Promise.reject(new Error('no'))],
] as const)('a part that %s leaves no file open', async (_name, part, advance) => {
  const { open } = promises;
  const opened: promises.FileHandle[] = [];
  jest.spyOn(promises, 'open').mockImplementation(async (...given) => {
    const file = await open(...given);
    opened.push(file);
    return file;
  });
  await appendPart(fileOf(''), { at: 0, most: 3, length: 3 }, part(), advance).catch(() => undefined);
  // A closed file has the number -1.
  expect(opened.map(({ fd }) => fd)).toEqual([-1]);
});

test.each([
  [1_000, ['0 to 6']],
  [1_001, ['0 to 3', '3 to 6']],
])('a part that stood still for %i ms asks whether the upload is still its own', async (stood, notes) => {
  const path = fileOf('');
  const { noted, advance } = noting();
  const part = async function* () {
    yield await Promise.resolve(Buffer.from('abc'));
    now += stood;
    yield await Promise.resolve(Buffer.from('def'));
  };
  expect(await appendPart(path, { at: 0, most: 6, length: 6 }, part(), advance)).toBe(6);
  expect([readFileSync(path, 'utf8'), noted]).toEqual(['abcdef', notes]);
});

test('keeps what the next part wrote while the one before ends', async () => {
  const path = fileOf('');
  await appendPart(path, { at: 0, most: 6, length: 6 }, partOf('abc'), () => {
    appendFileSync(path, 'def');
    return Promise.resolve(true);
  });
  expect(readFileSync(path, 'utf8')).toBe('abcdef');
});

test('is written whole by a disk that takes some of a chunk, and not noted when it takes nothing', async () => {
  const taken: string[] = [];
  const disk = (most: number) => ({
    write(chunk: Buffer, from: number, length: number, at: number) {
      const bytesWritten = Math.min(length, most);
      taken.push(`${at}: ${chunk.toString('utf8', from, from + bytesWritten)}`);
      return Promise.resolve({ bytesWritten });
    },
  });
  await writeWhole(disk(2), Buffer.from('abcde'), 7);
  expect(taken).toEqual(['7: ab', '9: cd', '11: e']);
  await expect(writeWhole(disk(0), Buffer.from('abcde'), 7)).rejects.toMatchObject({ code: 'ENOSPC' });
});

test.each([
  ['in its middle', 6, ['abc'], 'def'],
  ['at its end, of a file of unknown length', null, [], undefined],
])('keeps what another request wrote while a part stood still %s', async (_, length, first, then) => {
  const path = fileOf('');
  const part = async function* () {
    for (const one of first) yield await Promise.resolve(Buffer.from(one));
    now += 2_000;
    writeFileSync(path, 'ABCDEF');
    if (then !== undefined) yield await Promise.resolve(Buffer.from(then));
  };
  const answer = await appendPart(path, { at: 0, most: 6, length }, part(), () => Promise.resolve(false));
  expect([answer, readFileSync(path, 'utf8')]).toEqual(['taken_over', 'ABCDEF']);
});

test('a path is made of ids alone, and a file or folder that is not there is no error', async () => {
  const [organizationId, uploadId] = [newId(), newId()];
  expect(uploadPath(folder, organizationId, uploadId)).toBe(join(folder, 'uploads', organizationId, uploadId));
  for (const other of ['', '..', `${uploadId}.rejects`, `../${uploadId}`, uploadId.slice(1)]) {
    expect(isUploadId(other)).toBe(false);
    expect(() => uploadPath(folder, other, uploadId)).toThrow('must be ids');
    expect(() => uploadPath(folder, organizationId, other)).toThrow('must be ids');
  }
  const file = fileOf('abc');
  expect([await uploadSize(file), await uploadSize(join(folder, 'none'))]).toEqual([3, undefined]);
  expect(await namesIn(join(folder, 'none'))).toEqual([]);
  // What is in the way is not nothing.
  await expect(uploadSize(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(namesIn(file)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
