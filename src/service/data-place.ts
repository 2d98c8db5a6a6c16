/**
 * Checks where data would be created: a forgotten setting must not create an empty database, and git must not pick up a full one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { databaseProblem, type Settings } from '../../config/settings';
import { suppressionKeyFile } from '../auth/privacy-keeper';
import { sessionSecretFile } from '../auth/session-secret';
import { sqliteFile } from '../database/database-connections';
import { whyNotWritable } from '../shared/file-rights';

type Place = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL' | 'DATA_DIR_IN_GIT'>;

/** SQLite's file; undefined for a database server. */
export const databaseFileOf = ({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): string | undefined =>
  DATABASE_URL.startsWith('sqlite:') ? resolve(sqliteFile(DATABASE_URL)) : undefined;

/** One sentence if SQLite's file is missing, naming the setting with its place. Undefined if it exists, and for a server. */
export function missingDatabase(place: Place): string | undefined {
  const file = databaseFileOf(place);
  if (file === undefined || existsSync(file)) return undefined;
  const setting = file === join(place.DATA_DIR, 'leadlight.db') ? 'DATA_DIR' : 'DATABASE_URL';
  const why = whyNotWritable(file);
  if (why !== undefined) return databaseProblem(place, why);
  return `There is no database at ${file}. Set ${setting} to the place of yours, or run \`leadlight migrate\` to create one there.`;
}

/**
 * One sentence if a database or secrets would be created in a git work tree that does not ignore them: customers' data would be
 * one `git add .` away. Undefined if they are ignored or exist already, or git is not installed.
 */
export function unignoredPlace(place: Place): string | undefined {
  if (place.DATA_DIR_IN_GIT === 'allow') return undefined;
  const database = databaseFileOf(place);
  const secrets = [suppressionKeyFile, sessionSecretFile].map((name) => join(place.DATA_DIR, name));
  const made = [
    ...(existsSync(place.DATA_DIR) && database !== undefined ? [] : secrets),
    ...(database === undefined ? [] : [database]),
  ].filter((path) => !existsSync(path));
  const [first] = made.filter(isUnignored);
  if (first === undefined) return undefined;
  return (
    `${first} would be created in a git work tree that does not ignore it, and \`git add\` would include people's data and keys. ` +
    `Use a folder outside of it, add \`${basename(dirname(first))}/\` to .gitignore, or set DATA_DIR_IN_GIT=allow.`
  );
}

/** Whether git would add a file of this path. The file need not exist. */
export function isUnignored(given: string): boolean {
  const path = behindLinks(resolve(given));
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  // A folder may be reached through a link: git sees the place where it is.
  const missing = relative(folder, path);
  folder = realpathSync(folder);
  if (!isInWorkTree(folder)) return false;
  // 0: ignored, 1: not ignored. Any other status means that git cannot tell.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const check = ['-C', folder, 'check-ignore', '--quiet', '--', join(folder, missing)];
  return spawnSync('git', [...asAnyOwner, ...check], { env }).status === 1;
}

/** Git answers nothing about a work tree of another user, unless it is told so. Nothing that its settings name is run. */
const asAnyOwner = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

const mostLinks = 20;

/** Where a file will be made that is reached through links to a place where nothing is yet. */
function behindLinks(path: string, followed = 0): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && followed < mostLinks ? behindLinks(resolve(dirname(path), readlinkSync(path)), followed + 1) : path;
}

function isInWorkTree(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  const above = dirname(folder);
  return above !== folder && isInWorkTree(above);
}
