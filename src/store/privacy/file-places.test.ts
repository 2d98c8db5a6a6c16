/** Folders with files about people: whose they are, what waits for each, and which process works there. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow } from '../../../test/support/put-row';
import { removeFiles } from '../../privacy/file-erasures';
import { isElsewhere } from '../../privacy/rejects';
import type { FilePlace, PrivacyKeeper } from '../../rules/privacy/keeper';
import { withKeeper } from '../statements/keeper';
import type { FileErasureRow } from '../tables/privacy';
import {
  erasureDone,
  erasureFailed,
  erasuresOf,
  filesWithoutPlace,
  forgetPlace,
  knownPlaces,
  leavePlace,
  machinesWithFiles,
  notePlacesSeen,
  otherPlaces,
  ownPlaces,
  queueErasures,
  takePlace,
  usePlace,
  waitingPlaces,
} from './file-places';
import {
  adoptFiles,
  everyFileOf,
  forgetFileAt,
  forgetRejectsFile,
  noteRejectsFile,
  placesWithFiles,
  rejectsFilesOf,
} from './rejects-files';

const placeAt = (folder: string, id: string | undefined, shared = false): FilePlace => ({
  folder,
  shared,
  id: () => id,
  makeId: () => id ?? 'made',
});
const unused = () => {
  throw new Error('not used here');
};
const keeperWith = (machine: FilePlace, files: FilePlace): PrivacyKeeper => ({
  ...{ places: { machine, files }, key: () => undefined, makeKey: unused, note: unused, noted: () => [] },
});

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  withKeeper(opened.db, keeperWith(placeAt('/data', 'machine'), placeAt('/files', 'shared', true)));
});
afterAll(() => opened.close());
beforeEach(async () => {
  for (const table of ['file_places', 'file_erasures', 'rejects_files', 'uploads'])
    await opened.db.run(`DELETE FROM ${table}`);
});
afterEach(() => jest.restoreAllMocks());

const place = (id: string, more = {}) =>
  putRow(opened.db, 'file_places', { id, name: `name of ${id}`, folder: `/${id}`, seen_at: 7, ...more });
const erasure = (id: string, more: Partial<FileErasureRow> = {}): FileErasureRow => ({
  ...{ place_id: 'p', id, workspace: 'a', subject: 's', path: null, sealed: null, created_at: 1, error: null, ...more },
});

test('a process has the folders that have an id; one that is machine and shared at once has one', async () => {
  const { db } = opened;
  expect(ownPlaces(db)).toEqual([
    { id: 'machine', folder: '/data' },
    { id: 'shared', folder: '/files' },
  ]);
  const both = placeAt('/data', 'machine');
  const elsewhere = await openTestDatabase('sqlite');
  try {
    expect(ownPlaces(elsewhere.db)).toEqual([]);
    await notePlacesSeen(elsewhere.db, 1);
    expect(await knownPlaces(elsewhere.db)).toEqual([]);
    withKeeper(elsewhere.db, keeperWith(both, both));
    expect(ownPlaces(elsewhere.db)).toEqual([{ id: 'machine', folder: '/data' }]);
    withKeeper(elsewhere.db, keeperWith(placeAt('/new', undefined), both));
    expect(ownPlaces(elsewhere.db)).toEqual([{ id: 'machine', folder: '/data' }]);
  } finally {
    await elsewhere.close();
  }
  await notePlacesSeen(db, 90_000);
  const seen = { name: hostname().slice(0, 255), seenAt: 90_000, files: 0, erasures: 0 };
  const known = await knownPlaces(db);
  expect(known).toHaveLength(2);
  expect(known).toEqual(
    expect.arrayContaining([
      { ...seen, id: 'machine', folder: '/data', shared: false },
      { ...seen, id: 'shared', folder: '/files', shared: true },
    ]),
  );
  expect(await otherPlaces(db, ['machine'])).toEqual(['shared']);
  // What a transaction that is rolled back wrote is written again.
  const third = placeAt('/third', 'third');
  const rolledBack = db.transaction(async () => {
    await usePlace(db, third, 90_000);
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  expect(await usePlace(db, third, 90_001)).toBe('third');
  expect(await otherPlaces(db, ['machine', 'shared'])).toEqual(['third']);
});

test('erasures are those of the places asked about, oldest first; one that is done or fails changes no other', async () => {
  const { db } = opened;
  const all = [
    erasure('b', { created_at: 1 }),
    erasure('a', { created_at: 1 }),
    erasure('c', { created_at: 0 }),
    erasure('a', { place_id: 'q' }),
    erasure('a', { place_id: 'r' }),
  ];
  await queueErasures(db, all);
  const waiting = async (...of: string[]) => (await erasuresOf(db, of)).map(({ place_id, id }) => place_id + id);
  expect(await waiting('p')).toEqual(['pc', 'pa', 'pb']);
  expect((await waiting('p', 'q')).sort()).toEqual(['pa', 'pb', 'pc', 'qa']);
  expect(await waiting()).toEqual([]);
  await erasureDone(db, erasure('a'));
  expect((await waiting('p', 'q', 'r')).sort()).toEqual(['pb', 'pc', 'qa', 'ra']);
  // The column has room for a thousand characters.
  await erasureFailed(db, erasure('a', { place_id: 'q' }), 'x'.repeat(1_001));
  const errors = await db.select<{ error: string | null }>('SELECT error FROM file_erasures ORDER BY place_id, id');
  expect(errors.map(({ error }) => error)).toEqual([null, null, 'x'.repeat(1_000), null]);
});

test('one process at a time works on a place, until it leaves or its time is over', async () => {
  const { db } = opened;
  for (const id of ['p', 'q']) await place(id);
  const take = (worker: string, now: number) => takePlace(db, 'p', { worker, now, until: now + 100 });
  expect(await take('one', 1)).toBe(true);
  expect(await take('two', 101)).toBe(false);
  expect(await take('one', 101)).toBe(true);
  expect(await take('two', 201)).toBe(false);
  expect(await take('two', 202)).toBe(true);
  await leavePlace(db, 'p', 'one');
  expect(await take('one', 203)).toBe(false);
  await takePlace(db, 'q', { worker: 'two', now: 1, until: 900 });
  await leavePlace(db, 'p', 'two');
  expect(await take('one', 204)).toBe(true);
  expect(await db.select("SELECT worker, worker_until AS until FROM file_places WHERE id = 'q'")).toEqual([
    { worker: 'two', until: 900 },
  ]);
  expect(await takePlace(db, 'unknown', { worker: 'one', now: 0, until: 1 })).toBe(false);
});

test('what waits is told by place: how much, since when, on which machine, about one person or all', async () => {
  const { db } = opened;
  await place('p');
  await queueErasures(db, [
    erasure('1', { created_at: 5, error: 'no room' }),
    erasure('2', { created_at: 3 }),
    erasure('3', { subject: 't' }),
    erasure('4', { workspace: 'b' }),
    erasure('5', { place_id: 'unknown', created_at: 9 }),
  ]);
  const at = { placeId: 'p', machine: 'name of p', folder: '/p', seenAt: 7 };
  const nobodys = { placeId: 'unknown', machine: 'an unknown machine', folder: '', seenAt: 0 };
  expect(await waitingPlaces(db, { workspace: 'a', subject: 's' })).toEqual([
    { ...at, erasures: 2, since: 3, error: 'no room' },
    { ...nobodys, erasures: 1, since: 9, error: null },
  ]);
  expect(await waitingPlaces(db)).toEqual([
    { ...at, erasures: 4, since: 1, error: 'no room' },
    { ...nobodys, erasures: 1, since: 9, error: null },
  ]);
});

test('other machines with files of a workspace, or with an erasure that waits for them, are named', async () => {
  const { db } = opened;
  for (const id of ['machine', 'q', 'r', 's', 't']) await place(id);
  const file = (place_id: string | null, organization_id = 'a') =>
    putRow(db, 'rejects_files', { organization_id, path: 'x', place_id });
  for (const at of ['machine', 'q', 'q', null]) await file(at);
  await file('t', 'b');
  await queueErasures(db, [erasure('1', { place_id: 'r' }), erasure('2', { place_id: 'r', workspace: 'b' })]);
  expect(await machinesWithFiles(db, 'a')).toEqual(['name of q', 'name of r']);
  expect((await placesWithFiles(db, 'a')).sort()).toEqual(['machine', null, 'q']);
  expect(await filesWithoutPlace(db)).toBe(1);
  expect(await knownPlaces(db)).toEqual(
    ['machine', 'q', 'r', 's', 't'].map((id) =>
      expect.objectContaining({
        ...{ id, files: { machine: 1, q: 2, t: 1 }[id] ?? 0, erasures: id === 'r' ? 2 : 0 },
      }),
    ),
  );
  for (const organization_id of ['a', 'b'])
    for (const place_id of ['q', 't']) await putRow(db, 'uploads', { organization_id, place_id, id: place_id });
  expect(await forgetPlace(db, 'q')).toBe(true);
  expect(await forgetPlace(db, 'q')).toBe(false);
  expect(await knownPlaces(db)).toHaveLength(4);
  expect((await placesWithFiles(db, 'a')).sort()).toEqual(['machine', null]);
  expect(await db.select('SELECT DISTINCT place_id FROM uploads')).toEqual([{ place_id: 't' }]);
  expect(await erasuresOf(db, ['r'])).toHaveLength(2);
});

test('a file is noted once, by its path below the folder it lies in, and is forgotten by that path alone', async () => {
  const { db } = opened;
  const [list, upload, far] = ['/data/a.rejects', '/files/uploads/a/u', '/elsewhere/b.rejects'];
  if (!list || !upload || !far) throw new Error('no paths');
  for (const path of [list, upload, far, list]) await noteRejectsFile(db, 'a', path, 9);
  await noteRejectsFile(db, 'b', list, 9);
  const stored = async (of: string) => (await everyFileOf(db, of)).map((one) => `${one.place_id} ${one.path}`).sort();
  expect(await stored('a')).toEqual([`machine ${far}`, 'machine a.rejects', `shared ${join('uploads', 'a', 'u')}`]);
  // The same path below another machine's folder is another file.
  await putRow(db, 'rejects_files', { organization_id: 'a', path: 'a.rejects', place_id: 'another' });
  await putRow(db, 'rejects_files', { organization_id: 'a', path: '/old/c.rejects', written_at: 4, place_id: null });
  const found = async () =>
    (await rejectsFilesOf(db, 'a')).map(({ path, place: of, writtenAt }) => ({ path, place: of, writtenAt }));
  const own = [
    { path: list, place: 'machine', writtenAt: 9 },
    { path: upload, place: 'shared', writtenAt: 9 },
    { path: far, place: 'machine', writtenAt: 9 },
    { path: '/old/c.rejects', place: undefined, writtenAt: 4 },
  ];
  const noted = await found();
  expect(noted).toHaveLength(4);
  expect(noted).toEqual(expect.arrayContaining(own));
  await forgetFileAt(db, 'a', list);
  await forgetFileAt(db, 'a', '/data/of-nobody');
  expect(await stored('a')).toEqual([
    'another a.rejects',
    `machine ${far}`,
    'null /old/c.rejects',
    `shared ${join('uploads', 'a', 'u')}`,
  ]);
  expect(await stored('b')).toEqual(['machine a.rejects']);
  const [first] = await rejectsFilesOf(db, 'a');
  await forgetRejectsFile(db, 'b', first?.id ?? '');
  expect(await rejectsFilesOf(db, 'a')).toHaveLength(3);
  await forgetRejectsFile(db, 'a', first?.id ?? '');
  expect(await rejectsFilesOf(db, 'a')).toHaveLength(2);
});

test('files that an older release noted belong to the machine that has them, in every slice', async () => {
  const { db } = opened;
  await db.insertRows(
    'rejects_files',
    ['organization_id', 'id', 'path', 'written_at', 'place_id'],
    Array.from({ length: 1_001 }, (_, n) => [
      'a',
      `f${String(n).padStart(4, '0')}`,
      `/old/${n}`,
      0,
      n === 7 ? 'q' : null,
    ]),
  );
  const isHere = jest.fn((path: string) => path !== '/old/500');
  expect(await adoptFiles(db, isHere)).toBe(999);
  expect(isHere).toHaveBeenCalledTimes(1_000);
  const of = await db.select(
    'SELECT place_id AS place, COUNT(*) AS files FROM rejects_files GROUP BY 1 ORDER BY 2 DESC, 1',
  );
  expect(of).toEqual([
    { place: 'machine', files: 999 },
    { place: null, files: 1 },
    { place: 'q', files: 1 },
  ]);
  expect(await adoptFiles(db, () => true)).toBe(1);
});

test('only on a server, and only of an older release, may a file that is not here be on another machine', () => {
  const { db } = opened;
  const gone = { place: undefined, path: '/nowhere/x.rejects' };
  expect(isElsewhere(db, gone)).toBe(false);
  jest.replaceProperty(db, 'dialect', 'mysql');
  expect(isElsewhere(db, gone)).toBe(true);
  expect(isElsewhere(db, { ...gone, place: 'machine' })).toBe(false);
  expect(isElsewhere(db, { ...gone, path: __filename })).toBe(false);
});

test('when a workspace goes, every other machine of a server looks for a file of an older release that is not here', async () => {
  const { db } = opened;
  for (const id of ['machine', 'q', 'r']) await place(id);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-places-'));
  try {
    const here = join(folder, 'here.rejects');
    for (const [path, place_id] of [
      [here, null],
      ['/nowhere/x.rejects', null],
      ['of-q.rejects', 'q'],
      ['of-this.rejects', 'machine'],
    ] as const)
      await putRow(db, 'rejects_files', { organization_id: 'a', path, place_id });
    const looked = async () => {
      writeFileSync(here, 'x');
      await db.run('DELETE FROM file_erasures');
      expect(await removeFiles(db, 'a')).toBe(4);
      expect(existsSync(here)).toBe(false);
      return (await erasuresOf(db, ['machine', 'shared', 'q', 'r'])).map((one) => `${one.place_id} ${one.path}`).sort();
    };
    expect(await looked()).toEqual(['q of-q.rejects']);
    jest.replaceProperty(db, 'dialect', 'mysql');
    expect(await looked()).toEqual(['q /nowhere/x.rejects', 'q of-q.rejects', 'r /nowhere/x.rejects']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
