/** `doctor` says how much room is left for the data, before writes fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../config/settings';
import { checkRoom, leastRoom, littleRoom, type VolumeOf } from '../../src/interfaces/cli/check-room';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-room-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = loadSettings({ DATA_DIR: folder });
const block = 4_096;
/** A volume with this many free bytes. */
const having =
  (bytes: number, inodes = 1_000): VolumeOf =>
  () => ({ bsize: block, bavail: Math.floor(bytes / block), files: 2_000, ffree: inodes, device: 1 });

it('reads the volumes of this machine', () => {
  const found = checkRoom(settings);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    check: 'disk',
    message: expect.stringMatching(/^[\d,]+ MB free on the volume of /),
  });
});

it.each([
  ['much', having(littleRoom * 2), 'ok'],
  ['just enough', having(littleRoom), 'ok'],
  ['little', having(littleRoom - block), 'warning'],
  ['the least that is taken', having(leastRoom), 'warning'],
  ['less', having(leastRoom - block), 'problem'],
  ['none', having(0), 'problem'],
  ['much, but no inode', having(littleRoom * 2, 0), 'problem'],
  ['much, on a volume that counts no inodes', () => ({ ...having(littleRoom * 2)(folder), files: 0, ffree: 0 }), 'ok'],
] satisfies [string, VolumeOf, string][])('calls %s what it is', (_name, volumeOf, level) => {
  expect(checkRoom(settings, volumeOf)).toMatchObject([{ check: 'disk', level }]);
});

it('looks at each volume once: that of the data folder, and that of the database', () => {
  const elsewhere = loadSettings({ DATA_DIR: folder, DATABASE_URL: `sqlite:${join(tmpdir(), 'not', 'there.db')}` });
  const byFolder: VolumeOf = (path) => ({
    ...having(path === folder ? littleRoom * 2 : 0)(path),
    device: path === folder ? 1 : 2,
  });
  expect(checkRoom(elsewhere, byFolder).map(({ level }) => level)).toEqual(['ok', 'problem']);
  expect(checkRoom(elsewhere, having(littleRoom * 2))).toHaveLength(1);
  const server = loadSettings({ DATA_DIR: folder, DATABASE_URL: 'mysql://user:word@127.0.0.1:3306/name' });
  expect(checkRoom(server, byFolder)).toHaveLength(1);
});
