/** Machines with folders of their own over one database: an erasure on one reaches the files of the others. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privacyKeeper } from '../../src/auth/privacy-keeper';
import { Database } from '../../src/database/database';
import { eraseInFiles, orderFiles, watchErasures, workOffErasures } from '../../src/privacy/file-erasures';
import { personRequests, type PersonRequests } from '../../src/privacy/requests';
import { deleteWorkspaceRows } from '../../src/privacy/delete-workspace';
import { checkPrivacy } from '../../src/interfaces/cli/check-privacy';
import {
  forgetPlace,
  knownPlaces,
  leavePlace,
  takePlace,
  usePlace,
  waitingPlaces,
} from '../../src/store/privacy/file-places';
import { withKeeper } from '../../src/store/statements/keeper';
import { PacedEraser } from '../../src/store/statements/paced-eraser';
import { TextEraser } from '../../packages/reader/src';
import { noteRejectsFile, rejectsFilesOf } from '../../src/store/privacy/rejects-files';
import { now } from '../import/support/site';
import { putRow } from '../support/put-row';
import { eventually } from '../jobs/support/runners';
import { byProfile, ines, openHousehold, type Household } from './support/household';

interface Machine {
  readonly db: Database;
  readonly folder: string;
  readonly requests: PersonRequests;
  /** Writes a list of refused rows that names her and another person, and notes it. */
  refuse(path: string): Promise<string>;
}

let house: Household;
const opened: Database[] = [];
const folders: string[] = [];

beforeEach(async () => {
  house = await openHousehold('sqlite');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(opened.splice(0).map((db) => db.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  await house.close();
});

const line = (name: string) => `line 2\tno profile link\t${name},VP Sales\n`;

function folderOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `leadlight-${name}-`));
  folders.push(folder);
  return folder;
}

/** A machine with the key of the household, unless it is to have none. */
async function machine(options: { files?: string; key?: string | undefined } = {}): Promise<Machine> {
  const folder = folderOf('machine');
  const key = 'key' in options ? options.key : readFileSync(join(house.dataDir, 'suppression-key'), 'utf8').trim();
  const keeper = privacyKeeper({
    DATA_DIR: folder,
    SUPPRESSION_KEY: key,
    ...(options.files === undefined ? {} : { FILES_DIR: options.files }),
  });
  const db = withKeeper(await Database.open(house.site.url), keeper);
  opened.push(db);
  return {
    db,
    folder,
    requests: personRequests(db, house.organizationId),
    async refuse(path) {
      writeFileSync(path, line(ines.name) + line('Bo Lind'));
      await noteRejectsFile(db, house.organizationId, path, now);
      return path;
    },
  };
}

/** A first request makes the key. */
const makeKey = () =>
  house.requests.suppress({ identities: [{ kind: 'slug', value: 'somebody-else' }] }, { purge: false });

async function erase(requests: PersonRequests) {
  const done = await requests.erase(byProfile, { purge: false });
  await requests.finish();
  return done;
}

test('files of a machine that is off wait, and go before it serves', async () => {
  await makeKey();
  const here = await machine();
  const there = await machine();
  const mine = await here.refuse(join(here.folder, 'a.csv.rejects'));
  const theirs = await there.refuse(join(there.folder, 'b.csv.rejects'));
  const upload = join(there.folder, 'uploads', 'x');
  await noteRejectsFile(there.db, house.organizationId, upload, now);

  const done = await erase(here.requests);
  expect(done?.elsewhere?.length).toBeGreaterThan(0);
  expect(readFileSync(mine, 'utf8')).toBe(line('Bo Lind'));
  // For the service alone, as every list is.
  expect(statSync(mine).mode & 0o777).toBe(0o600);
  expect(readFileSync(theirs, 'utf8')).toContain(ines.name);
  const subject = done?.subject ?? '';
  const waiting = await here.requests.waiting(subject);
  expect(waiting).toContainEqual(expect.objectContaining({ folder: there.folder, erasures: 1, error: null }));
  const findings = await checkPrivacy(here.db, Date.now());
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'problem', message: expect.stringContaining(there.folder) }),
  );
  // Who waits is encrypted.
  expect(JSON.stringify(await here.db.select('SELECT * FROM file_erasures'))).not.toMatch(/wexley/i);

  // Erasing again says what is left.
  expect(await erase(here.requests)).toMatchObject({ subject, held: false, elsewhere: expect.any(Array) });
  expect(await here.requests.waiting(subject)).not.toEqual([]);

  expect(await orderFiles(there.db)).toMatchObject({ failures: [] });
  expect(readFileSync(theirs, 'utf8')).toBe(line('Bo Lind'));
  expect((await here.requests.waiting(subject)).map(({ folder }) => folder)).not.toContain(there.folder);
  expect(await rejectsFilesOf(there.db, house.organizationId)).toHaveLength(1);
});

test('a shared folder is cleaned at once, by any machine', async () => {
  await makeKey();
  const files = folderOf('shared');
  const here = await machine({ files });
  const there = await machine({ files });
  const list = await there.refuse(join(files, 'b.csv.rejects'));
  await erase(here.requests);
  expect(readFileSync(list, 'utf8')).toBe(line('Bo Lind'));
  const shared = async () => (await knownPlaces(here.db)).filter((place) => place.shared);
  expect(await shared()).toHaveLength(1);
  // That a machine uses it is written down once a minute.
  const { files: place } =
    privacyKeeper({ DATA_DIR: here.folder, SUPPRESSION_KEY: undefined, FILES_DIR: files }).places ?? {};
  if (!place) throw new Error('no place');
  const at = Date.now() + 3_600_000;
  for (const [later, seenAt] of [
    [0, at],
    [59_999, at],
    [60_000, at + 60_000],
  ] as const) {
    await usePlace(here.db, place, at + later);
    expect((await shared()).map((one) => one.seenAt)).toEqual([seenAt]);
  }
});

test('while lists are rewritten the place is taken, so that no other process of the machine rewrites them', async () => {
  await makeKey();
  const here = await machine();
  const list = await here.refuse(join(here.folder, 'a.csv.rejects'));
  // A list that names nobody stays as it is, to the byte.
  const bytes = 'line 2\tno link\tBo Lind\r\nline 3\tno link\tCy Moss\r\n';
  writeFileSync(list, bytes);
  const taken = () =>
    here.db.select<{ until: number }>('SELECT worker_until AS until FROM file_places WHERE worker IS NOT NULL');
  const until: number[] = [];
  class Watching extends PacedEraser {
    override async names(text: string): Promise<boolean> {
      until.push(...(await taken()).map((row) => row.until));
      return super.names(text);
    }
  }
  const begun = Date.now();
  const eraser = new Watching(new TextEraser([]));
  await eraseInFiles(here.db, house.organizationId, [], { eraser, subject: null });
  expect(until).toHaveLength(2);
  for (const time of until) expect(time - begun).toBeGreaterThanOrEqual(15_000);
  expect(await taken()).toEqual([]);
  expect(readFileSync(list, 'utf8')).toBe(bytes);

  // Work that takes longer takes the place again, from a third of that time on.
  await here.refuse(join(here.folder, 'b.csv.rejects'));
  await here.refuse(join(here.folder, 'c.csv.rejects'));
  until.length = 0;
  let time = begun;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => time);
  class Slow extends Watching {
    override async names(text: string): Promise<boolean> {
      const named = await super.names(text);
      time += 1_250;
      return named;
    }
  }
  const slow = new Slow(new TextEraser([]));
  await eraseInFiles(here.db, house.organizationId, [], { eraser: slow, subject: null });
  clock.mockRestore();
  // Each list has two lines: the look before the third one finds that five seconds have passed.
  expect(until.map((one) => one - begun)).toEqual([15_000, 15_000, 15_000, 15_000, 20_000, 20_000]);
  expect(await taken()).toEqual([]);
});

test('while another process works in the place an erasure waits; a place that the database does not know holds nothing up', async () => {
  await makeKey();
  const here = await machine();
  const list = await here.refuse(join(here.folder, 'a.csv.rejects'));
  const [place] = (await knownPlaces(here.db)).filter(({ folder }) => folder === here.folder);
  const id = place?.id ?? '';
  const far = Date.now() + 36_000_000;
  expect(await takePlace(here.db, id, { worker: 'other', now: Date.now(), until: far })).toBe(true);
  const eraser = new PacedEraser(new TextEraser([{ ids: [], members: [], slugs: [], emails: [], names: [ines.name] }]));
  const tries = jest.spyOn(here.db, 'run');
  const erased = eraseInFiles(here.db, house.organizationId, [], { eraser, subject: null });
  await eventually(() => tries.mock.calls.filter(([sql]) => sql.includes('SET worker = ?')).length >= 2 || undefined);
  tries.mockRestore();
  expect(readFileSync(list, 'utf8')).toContain(ines.name);
  await leavePlace(here.db, id, 'other');
  expect(await erased).toBe(1);
  expect(readFileSync(list, 'utf8')).toBe(line('Bo Lind'));

  await here.db.run('DELETE FROM file_places');
  expect(await eraseInFiles(here.db, house.organizationId, [], { eraser, subject: null })).toBe(0);
});

test('a list that an older release noted belongs to the machine that has it, or what an import left of it', async () => {
  await makeKey();
  const here = await machine();
  const [whole, unfinished, gone] = ['whole', 'unfinished', 'gone'].map((name) => join(here.folder, `${name}.rejects`));
  if (!whole || !unfinished || !gone) throw new Error('no paths');
  writeFileSync(whole, line('Bo Lind'));
  writeFileSync(`${unfinished}.part`, line(ines.name));
  for (const path of [whole, unfinished, gone]) {
    const row = { organization_id: house.organizationId, path, written_at: now, place_id: null };
    await putRow(here.db, 'rejects_files', row);
  }
  await orderFiles(here.db);
  const places = new Map(
    (await rejectsFilesOf(here.db, house.organizationId)).map(({ path, place }) => [path, place !== undefined]),
  );
  expect([whole, unfinished, gone].map((path) => places.get(path))).toEqual([true, true, false]);
});

test('a machine without the key removes its files whole', async () => {
  await makeKey();
  const here = await machine();
  const there = await machine({ key: undefined });
  const list = await there.refuse(join(there.folder, 'b.csv.rejects'));
  await erase(here.requests);
  expect(await workOffErasures(there.db)).toEqual({ done: 1, failures: [] });
  expect(existsSync(list)).toBe(false);
});

test('what cannot be cleaned stays, with the reason, and is tried again', async () => {
  await makeKey();
  const here = await machine();
  const there = await machine();
  const list = await there.refuse(join(there.folder, 'b.csv.rejects'));
  // Its draft cannot be written: a folder that holds something is in its way.
  const draft = join(`${list}.clean`, 'x');
  rmSync(list);
  await noteRejectsFile(there.db, house.organizationId, join(list, 'c.rejects'), now);
  writeFileSync(list, 'no folder');
  // Another one that waits there before it can be carried out, and takes nothing of this one with it.
  const other = await house.site.workspace();
  await noteRejectsFile(there.db, other, join(there.folder, 'other.rejects'), now);
  await deleteWorkspaceRows(here.db, other);
  await erase(here.requests);
  const { done, failures } = await workOffErasures(there.db);
  expect([done, failures.length]).toEqual([1, 1]);
  expect(existsSync(draft)).toBe(false);
  expect((await waitingPlaces(here.db)).find(({ folder }) => folder === there.folder)?.error).toBe(failures[0]);
  rmSync(list);
  expect(await workOffErasures(there.db)).toEqual({ done: 1, failures: [] });
});

test('a running machine works off what waits, says what failed, and looks again', async () => {
  await makeKey();
  const here = await machine();
  const there = await machine();
  const list = await there.refuse(join(there.folder, 'b.csv.rejects'));
  await erase(here.requests);
  const [set, clear] = [jest.spyOn(global, 'setInterval'), jest.spyOn(global, 'clearInterval')];
  const troubles: unknown[] = [];
  const watch = watchErasures(there.db, (error) => troubles.push(error));
  const [look] = set.mock.calls[0] ?? [];
  if (!look) throw new Error('it never looks');
  const looks = jest.spyOn(there.db, 'select');
  const away = new Error('the database does not answer');
  looks.mockRejectedValueOnce(away);
  look();
  // While it looks it does not begin again.
  look();
  await watch.stop();
  expect(troubles).toEqual([away]);
  expect(readFileSync(list, 'utf8')).toContain(ines.name);
  look();
  await watch.stop();
  expect(readFileSync(list, 'utf8')).toBe(line('Bo Lind'));
  expect(troubles).toHaveLength(1);

  // A file stands where the folder of another was.
  rmSync(list);
  await noteRejectsFile(there.db, house.organizationId, join(list, 'c.rejects'), now);
  writeFileSync(list, 'no folder');
  await erase(here.requests);
  look();
  await watch.stop();
  expect(troubles).toEqual([away, expect.objectContaining({ message: expect.stringContaining('ENOTDIR') })]);
  expect(clear.mock.calls.map(([timer]): unknown => timer)).toContain(set.mock.results[0]?.value);
});

test('files of a deleted workspace go on every machine', async () => {
  await makeKey();
  const here = await machine();
  const there = await machine();
  const list = await there.refuse(join(there.folder, 'b.csv.rejects'));
  await deleteWorkspaceRows(here.db, house.organizationId);
  expect(existsSync(list)).toBe(true);
  expect(await workOffErasures(there.db)).toEqual({ done: 1, failures: [] });
  expect(existsSync(list)).toBe(false);
});

test('a machine whose disk is destroyed is given up', async () => {
  await makeKey();
  const here = await machine();
  const there = await machine();
  await there.refuse(join(there.folder, 'b.csv.rejects'));
  const done = await erase(here.requests);
  const [gone] = (await here.requests.waiting(done?.subject ?? '')).filter(({ folder }) => folder === there.folder);
  expect(await forgetPlace(here.db, gone?.placeId ?? '')).toBe(true);
  expect(await forgetPlace(here.db, gone?.placeId ?? '')).toBe(false);
  for (const table of ['file_erasures', 'rejects_files', 'uploads'])
    expect(await here.db.select(`SELECT * FROM ${table} WHERE place_id = ?`, [gone?.placeId ?? ''])).toEqual([]);
  expect((await waitingPlaces(here.db)).map(({ folder }) => folder)).not.toContain(there.folder);
});
