/**
 * A Node of version 22 or newer, for programs that need one: this process's own, or else the binary that an npm package
 * carries (no install script), fetched once into test/mcp/node22.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '..', 'mcp', 'node22');

/** @returns the path of the program. @throws Error when there is none for this machine. */
export function node22(): string {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const binary = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (!existsSync(binary)) {
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
    });
    if (npm.status !== 0) throw new Error(`A Node 22 could not be fetched: ${npm.stderr.toString()}`);
  }
  if (!existsSync(binary)) throw new Error(`This needs Node 22 or newer; there is no package of it for this machine.`);
  return binary;
}
