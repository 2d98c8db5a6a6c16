/** Generators that are too heavy for package.json: installed once for the full test, as package-lock.json beside this file has them. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Installs them without running their scripts, unless they are there.
 * @returns their `node_modules`. @throws Error with npm's words when it cannot.
 */
export async function generatorPackages(): Promise<string> {
  const lock = join(__dirname, 'package-lock.json');
  const version = createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 12);
  const folder = resolve(__dirname, '../../../../node_modules/.cache', `leadlight-generators-${version}`);
  if (existsSync(folder)) return join(folder, 'node_modules');
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(__dirname, name), join(unfinished, name));
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await execute('npm', ['ci', ...options], { cwd: unfinished });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return join(folder, 'node_modules');
}
