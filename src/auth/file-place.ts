/**
 * The id of a folder, kept in the folder. Machines that share a folder read one id, and machines that do not cannot take
 * each other's files for their own, whatever their settings say.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FilePlace } from '../rules/privacy/keeper';
import { makeFolder } from '../shared/make-folder';

const placeIdFile = 'machine-id';
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function filePlace(folder: string, shared: boolean): FilePlace {
  const path = join(folder, placeIdFile);
  let known: string | undefined;
  const id = () => (known ??= readId(path));
  return { folder, shared, id, makeId: () => id() ?? (known = madeId(folder, path)) };
}

function readId(path: string): string | undefined {
  try {
    const id = readFileSync(path, 'utf8').trim();
    return isId.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Written completely under another name, then linked: of several processes that start at once, one wins. */
function madeId(folder: string, path: string): string {
  makeFolder(folder);
  const made = randomUUID();
  const draft = `${path}.${made}`;
  writeFileSync(draft, `${made}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  const id = readId(path);
  if (id === undefined) throw new Error(`${path} does not hold an id. Remove it, and the next start makes another.`);
  return id;
}
