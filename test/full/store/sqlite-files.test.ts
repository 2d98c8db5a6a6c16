/** Files of SQLite that are deleted or replaced while they are open: nothing is said to be stored that is lost. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createOrganization } from '../../../src/store/access/organizations';
import { Database } from '../../../src/database/database';
import { DatabaseReplaced } from '../../../src/database/sqlite-files';
import { ReadinessProbe } from '../../../src/http/health';
import { purgeFiles } from '../../../src/store/privacy/purge';
import { migrateUp } from '../../../src/store/facade/migrate';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';

let opened: OpenTestDatabase;
let file: string;
beforeEach(async () => {
  opened = await openTestDatabase();
  file = opened.database.url.slice('sqlite:'.length);
});
afterEach(() => opened.close());

/** What `cp` does: the same file, with other content. Closing it in this process would drop SQLite's locks. */
const writeOver = (path: string, by: string) => execFileSync('cp', [by, path]);

it('that nobody touched are written by this process and others', async () => {
  const other = await Database.open(opened.database.url);
  expect(await createOrganization(opened.db, 'One')).toBeDefined();
  expect(await createOrganization(other, 'Two')).toBeDefined();
  await other.close();
  expect(await createOrganization(opened.db, 'Three')).toBeDefined();
  expect(await new ReadinessProbe(opened.db).check()).toEqual({ ready: true });
});

const replaced: readonly (readonly [string, () => void])[] = [
  ['the log is deleted', () => rmSync(`${file}-wal`)],
  [
    'the log is another file',
    () => {
      copyFileSync(`${file}-wal`, `${file}-copy`);
      renameSync(`${file}-copy`, `${file}-wal`);
    },
  ],
  [
    'the log and its index are deleted',
    () => {
      rmSync(`${file}-wal`);
      rmSync(`${file}-shm`);
    },
  ],
  ['the index of the log is deleted', () => rmSync(`${file}-shm`)],
  [
    'the index of the log is another file',
    () => {
      copyFileSync(`${file}-shm`, `${file}-copy`);
      renameSync(`${file}-copy`, `${file}-shm`);
    },
  ],
  ['the database is deleted', () => rmSync(file)],
  [
    'the database is another file',
    () => {
      copyFileSync(file, `${file}-copy`);
      renameSync(`${file}-copy`, file);
    },
  ],
];

it.each(replaced)('are written no more when %s', async (_name, replace) => {
  await createOrganization(opened.db, 'One');
  replace();
  await expect(createOrganization(opened.db, 'Two')).rejects.toThrow(DatabaseReplaced);
  await expect(opened.db.transaction(() => createOrganization(opened.db, 'Three'))).rejects.toThrow(DatabaseReplaced);
  // A process that comes now would write to other files.
  await expect(Database.open(opened.database.url)).rejects.toThrow(DatabaseReplaced);
  expect(await new ReadinessProbe(opened.db).check()).toMatchObject({
    ready: false,
    reason: expect.stringContaining('replaced'),
  });
});

const shortened: readonly (readonly [string, () => void])[] = [
  ['the log is emptied', () => truncateSync(`${file}-wal`)],
  ['the log is cut off', () => truncateSync(`${file}-wal`, Math.floor(statSync(`${file}-wal`).size / 2))],
  ['the log is filled with nothing', () => writeFileSync(`${file}-wal`, Buffer.alloc(statSync(`${file}-wal`).size))],
  ['the database is emptied', () => truncateSync(file)],
];

it.each(shortened)('are written no more when %s in place', async (_name, shorten) => {
  await createOrganization(opened.db, 'One');
  shorten();
  await expect(createOrganization(opened.db, 'Two')).rejects.toThrow(/DatabaseReplaced|emptied|disk|malformed/);
  await expect(createOrganization(opened.db, 'Three')).rejects.toThrow(DatabaseReplaced);
  expect(await new ReadinessProbe(opened.db).check()).toMatchObject({
    ready: false,
    reason: expect.stringContaining('replaced'),
  });
});

/** More than fits into the pages that are free, in the file itself. */
async function grow(db: Database): Promise<void> {
  for (let n = 0; n < 200; n += 1) await createOrganization(db, `${'x'.repeat(60)} ${n}`);
  await db.select('PRAGMA wal_checkpoint(TRUNCATE)');
}

it('whose copy of now is put over them in place are written on', async () => {
  await grow(opened.db);
  await createOrganization(opened.db, 'One');
  copyFileSync(file, `${file}-copy`);
  writeOver(file, `${file}-copy`);
  expect(await createOrganization(opened.db, 'Two')).toBeDefined();
  expect(await new ReadinessProbe(opened.db).check()).toEqual({ ready: true });
});

it.each(['grown', 'grown and rebuilt'])(
  'are written no more when an older copy is put over them in place, %s since',
  async (how) => {
    await opened.db.select('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(file, `${file}-copy`);
    await grow(opened.db);
    if (how !== 'grown') await purgeFiles(opened.db);
    expect(await new ReadinessProbe(opened.db).check()).toEqual({ ready: true });
    writeOver(file, `${file}-copy`);
    await expect(createOrganization(opened.db, 'Two')).rejects.toThrow(DatabaseReplaced);
    expect(await new ReadinessProbe(opened.db).check()).toMatchObject({
      ready: false,
      reason: expect.stringContaining('replaced'),
    });
  },
);

it('that are rebuilt and shortened again and again by this process and another stay written', async () => {
  const other = await Database.open(opened.database.url);
  for (const [writer, mover] of [
    [opened.db, other],
    [other, opened.db],
    [opened.db, opened.db],
  ] as const) {
    await grow(writer);
    await writer.run("DELETE FROM organizations WHERE name LIKE 'x%'");
    await purgeFiles(mover);
    await createOrganization(opened.db, 'One');
    await createOrganization(other, 'Two');
  }
  await other.close();
  expect(await new ReadinessProbe(opened.db).check()).toEqual({ ready: true });
});

it('whose log a power failure left without a beginning are opened, and watched from then on', async () => {
  await createOrganization(opened.db, 'One');
  await purgeFiles(opened.db);
  const copy = `${file}-after-power-failure`;
  copyFileSync(file, copy);
  writeFileSync(`${copy}-wal`, Buffer.alloc(8_192));
  const again = await Database.open(`sqlite:${copy}`);
  await createOrganization(again, 'Two');
  await createOrganization(again, 'Three');
  expect(await new ReadinessProbe(again).check()).toEqual({ ready: true });
  writeFileSync(`${copy}-wal`, Buffer.alloc(8_192));
  await expect(createOrganization(again, 'Four')).rejects.toThrow(DatabaseReplaced);
  await again.close();
});

it('whose log was moved into the database and emptied by this process or another are written on', async () => {
  const other = await Database.open(opened.database.url);
  for (const mover of [opened.db, other, opened.db]) {
    await createOrganization(opened.db, 'One');
    await createOrganization(other, 'Two');
    await purgeFiles(mover);
    expect(statSync(`${file}-wal`).size).toBe(0);
  }
  await createOrganization(opened.db, 'Three');
  await createOrganization(other, 'Four');
  await createOrganization(other, 'Five');
  await createOrganization(opened.db, 'Six');
  await other.close();
  expect(await new ReadinessProbe(opened.db).check()).toEqual({ ready: true });
});

it('are not said to hold what was written while they were replaced', async () => {
  // The log comes with the first write.
  await createOrganization(opened.db, 'Before');
  const written = opened.db.transaction(async () => {
    const made = await createOrganization(opened.db, 'One');
    rmSync(`${file}-wal`);
    return made;
  });
  await expect(written).rejects.toThrow(DatabaseReplaced);
});

describe('by a link', () => {
  let link: string;
  beforeEach(async () => {
    await opened.db.close();
    link = `${file}-link`;
  });
  const open = () => Database.open(`sqlite:${link}`);

  it.each([
    ['to the file', () => symlinkSync(file, link)],
    [
      'to a link to it, by a relative name',
      () => {
        symlinkSync(basename(file), `${link}2`);
        symlinkSync(`${basename(link)}2`, link);
      },
    ],
    [
      'to its folder',
      () => {
        symlinkSync(dirname(file), link);
        link = join(link, basename(file));
      },
    ],
  ])('%s they are written by several, and no more once the log is deleted', async (_name, make) => {
    make();
    const [one, other] = [await open(), await open()];
    expect(await createOrganization(one, 'One')).toBeDefined();
    expect(await createOrganization(other, 'Two')).toBeDefined();
    const third = await Database.open(opened.database.url);
    expect(await createOrganization(third, 'Three')).toBeDefined();
    rmSync(`${file}-wal`);
    await expect(createOrganization(one, 'Four')).rejects.toThrow(DatabaseReplaced);
    await expect(open()).rejects.toThrow(DatabaseReplaced);
    for (const db of [one, other, third]) await db.close();
  });

  it('that leads elsewhere by now they are written no more', async () => {
    copyFileSync(file, `${file}-other`);
    symlinkSync(file, link);
    const db = await open();
    expect(await createOrganization(db, 'One')).toBeDefined();
    rmSync(link);
    symlinkSync(`${file}-other`, link);
    await expect(createOrganization(db, 'Two')).rejects.toThrow(DatabaseReplaced);
    await db.close();
  });

  it('to a file that is not there yet it is made, and written by several', async () => {
    symlinkSync(`${file}-new`, link);
    const one = await open();
    await migrateUp(one);
    const other = await open();
    expect(await createOrganization(one, 'One')).toBeDefined();
    expect(await createOrganization(other, 'Two')).toBeDefined();
    for (const db of [one, other]) await db.close();
  });
});
