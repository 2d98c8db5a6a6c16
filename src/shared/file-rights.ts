/** Why this process cannot write a file: which file or folder it is, whose it is, and what to do about it. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * @param path of a file that exists or is to be made.
 * @returns a few sentences for the operator; undefined when nothing forbids writing it, as far as the file system says.
 */
export function whyNotWritable(path: string): string | undefined {
  const file = resolve(path);
  for (const folder of foldersAbove(file)) {
    if (codeOf(() => accessSync(folder, constants.X_OK)) === 'EACCES') {
      return `the folder ${folder} cannot be entered: ${whose(folder)}. ${remedy(folder, 'x')}`;
    }
  }
  // A file that is to be made is written into the nearest folder above that exists.
  const target = [file, ...foldersAbove(file).reverse()].find((one) => existsSync(one)) ?? file;
  const what = target === file ? file : `the folder ${target}`;
  const code = codeOf(() => accessSync(target, constants.W_OK));
  if (code === 'EROFS') {
    return `${what} cannot be written: its file system is mounted read-only. Mount it for writing, in Docker without ":ro"`;
  }
  if (code === 'EPERM') {
    return `${what} cannot be written: it is marked as immutable. Take the mark away: chattr -i ${quoted(target)}`;
  }
  return code === 'EACCES' ? `${what} cannot be written: ${whose(target)}. ${remedy(target, 'w')}` : undefined;
}

/** Folders above an absolute path, from the root down. */
export function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [...foldersAbove(folder), folder];
}

function whose(path: string): string {
  const { uid, mode } = statSync(path);
  const rights = (mode & 0o7777).toString(8).padStart(4, '0');
  return `it belongs to ${nameOf(uid)} with mode ${rights}, and this process runs as ${nameOf(me())}`;
}

function remedy(path: string, right: 'w' | 'x'): string {
  const { uid } = statSync(path);
  if (uid === me()) return `Allow it: chmod u+${right} ${quoted(path)}`;
  return `Run this as its owner, or give it to this user: chown ${me()} ${quoted(path)}`;
}

/** -1 where users have no numbers. */
const me = (): number => process.geteuid?.() ?? -1;

/** `ada (uid 1000)`; without a name if the machine knows none. */
function nameOf(uid: number): string {
  let users = '';
  codeOf(() => (users = readFileSync('/etc/passwd', 'utf8')));
  const line = users.split('\n').find((one) => one.split(':')[2] === String(uid));
  const [name] = line?.split(':') ?? [];
  return name === undefined ? `uid ${uid}` : `${name} (uid ${uid})`;
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/** The code with which a call of the file system fails; undefined when it does not. */
function codeOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  }
}
