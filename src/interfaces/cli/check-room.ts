/** What `leadlight doctor` finds about the room on the disks that hold the data. */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Settings } from '../../../config/settings';
import { databaseFileOf } from '../../service/data-place';
import type { Finding } from './checks';

const megabyte = 2 ** 20;

/** With less room than this, in bytes, writes soon fail: SQLite's log alone may take half of it. */
export const leastRoom = 128 * megabyte;
/** With less room than this, in bytes, it is time to look. */
export const littleRoom = 1024 * megabyte;

/** What the system says of a volume. */
export type VolumeOf = (
  path: string,
) => Readonly<Record<'bsize' | 'bavail' | 'files' | 'ffree', number>> & { readonly device: number };

const volumeOnDisk: VolumeOf = (path) => {
  const { bsize, bavail, files, ffree } = statfsSync(path);
  return { bsize, bavail, files, ffree, device: statSync(path).dev };
};

/**
 * Checks the volumes of the data folder and of SQLite's file, each once.
 * @param volumeOf replaces the system in tests.
 */
export function checkRoom(settings: Settings, volumeOf: VolumeOf = volumeOnDisk): Finding[] {
  const file = databaseFileOf(settings);
  const folders = [settings.DATA_DIR, ...(file === undefined ? [] : [dirname(file)])].map(existing);
  const seen = new Set<number>();
  return [...new Set(folders)].flatMap((folder) => {
    const volume = volumeOf(folder);
    if (seen.has(volume.device)) return [];
    seen.add(volume.device);
    return [findingOf(folder, volume)];
  });
}

function findingOf(folder: string, { bsize, bavail, files, ffree }: ReturnType<VolumeOf>): Finding {
  const check = 'disk';
  const room = bsize * bavail;
  // Some file systems make inodes as they are needed, and report none at all.
  if (files > 0 && ffree === 0) {
    const message = `the volume of ${folder} takes no more files: its inodes are used up; delete files there`;
    return { check, level: 'problem', message };
  }
  const free = `${Math.floor(room / megabyte).toLocaleString('en')} MB free on the volume of ${folder}`;
  if (room < leastRoom) {
    const message = `${free}, and less than ${leastRoom / megabyte} MB is too little to write; make room or move the data`;
    return { check, level: 'problem', message };
  }
  if (room < littleRoom) {
    return { check, level: 'warning', message: `${free}, less than ${littleRoom / megabyte} MB; make room soon` };
  }
  return { check, level: 'ok', message: free };
}

/** The folder, or the nearest one above it that exists. */
function existing(folder: string): string {
  let path = resolve(folder);
  while (!existsSync(path)) path = dirname(path);
  return path;
}
