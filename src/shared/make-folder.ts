/**
 * Makes a folder and those above it. `mkdirSync` with `recursive` never ends where a file system says that a new folder does not
 * exist, as /proc does (ENOENT): it makes the parent, which is there, and tries again.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { foldersAbove } from './file-rights';

/**
 * @param mode of the folders that are made, less the process's umask.
 * @throws the file system's error, which names the first folder that cannot be made.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path);
  for (const one of [...foldersAbove(folder), folder]) {
    if (existsSync(one)) continue;
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      // Another process made it in this moment.
      if (!existsSync(one)) throw error;
    }
  }
}
