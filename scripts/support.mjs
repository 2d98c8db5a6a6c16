// What the scripts of this folder share: the root of the repository, running a program, and being up to date cheaply.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => join(root, ...parts);

/** Runs a program in the repository with this terminal. Ends this process with its status when it fails. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Runs a program to its end, passing on the signals that would end this process. Resolves with the exit status. */
export function follow(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options });
    const pass = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass);
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)));
  });
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const readIf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/**
 * Installs the packages of package-lock.json when they are not there. When they are, this costs one hash.
 * npm's own mark of a finished installation is node_modules/.package-lock.json, written last.
 */
export function ensurePackages() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Leadlight needs Node 20.19 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  const lock = inRoot('package-lock.json');
  const mark = inRoot('node_modules', '.leadlight-installed');
  const installed = inRoot('node_modules', '.package-lock.json');
  const wanted = hashOf(readFileSync(lock));
  if (existsSync(installed) && (readIf(mark) === wanted || modified(installed) >= modified(lock))) return;
  if (lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm would empty the folder that it leads to.
    console.error(
      'node_modules is a link to packages that are not those of package-lock.json. Install there, or remove it.',
    );
    process.exit(1);
  }
  console.log('Installing packages (npm ci) …');
  const npm = process.env.npm_execpath;
  // Without development packages nothing could be built, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--loglevel=error'];
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args]);
  else run('npm', args, { shell: process.platform === 'win32' });
  writeFileSync(mark, wanted);
}

const service = ['config', 'tools', 'src', 'vocabulary', 'tsconfig.json', 'package-lock.json'];
/** What is compiled: by which file, from what, to where. The benchmarks bring a copy of the service that they measure. */
const projects = {
  build: { out: 'dist', sources: [...service, 'tsconfig.build.json'] },
  bench: {
    out: 'dist/bench',
    sources: [...service, 'bench', 'training', 'scripts/database-server.ts', 'tsconfig.bench.json'],
  },
};

function* filesBelow(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) {
    yield [path, stat];
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name));
}

/** Names, sizes and times of everything a build reads, as one hash: milliseconds where running tsc takes seconds. */
function fingerprint(sources) {
  const lines = [];
  for (const source of sources.map((name) => inRoot(name)).filter(existsSync)) {
    for (const [path, stat] of filesBelow(source)) {
      if (!path.endsWith('.test.ts')) lines.push(`${path} ${stat.size} ${stat.mtimeMs}`);
    }
  }
  return hashOf(lines.join('\n'));
}

/**
 * Compiles the service to dist/, or the benchmarks to dist/bench/, when a source changed since the last time.
 * @param project `build` or `bench`: the tsconfig file of that name.
 */
export function ensureBuilt({ force = false, project = 'build' } = {}) {
  const { out, sources } = projects[project];
  const mark = inRoot(out, '.built');
  const wanted = fingerprint(sources);
  if (!force && readIf(mark) === wanted) return;
  // tsc trusts its own notes and does not look whether what it wrote is still there.
  if (!existsSync(mark)) {
    rmSync(inRoot('node_modules', '.cache', `tsconfig.${project}.tsbuildinfo`), { force: true });
  }
  console.log('Building …');
  run(process.execPath, [inRoot('node_modules', 'typescript', 'bin', 'tsc'), '-p', `tsconfig.${project}.json`]);
  // The word lists are data: tsc leaves them behind.
  cpSync(inRoot('vocabulary'), inRoot(out, 'vocabulary'), { recursive: true });
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
}
