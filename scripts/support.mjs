// Shared parts of the scripts: the root of the repository, running a program, and cheap checks whether work is up to date.
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
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import compile from './compile.cjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => join(root, ...parts);

/** Runs a program in the repository with this terminal. If it fails, this process ends with the same status. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Runs a program to its end and passes on the signals that would end this process. Resolves with the exit status. */
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

/**
 * Whether the packages of package-lock.json are installed in their versions. npm records what it installed in its own lock file,
 * at the end.
 */
function installed({ development }) {
  const there = readIf(inRoot('node_modules', '.package-lock.json'));
  if (there === undefined) return false;
  const { packages } = JSON.parse(there);
  const wanted = Object.entries(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages);
  // Missing optional packages may be those of another system.
  return wanted.every(
    ([path, { version, optional, devOptional, dev }]) =>
      path === '' ||
      optional ||
      devOptional ||
      (dev && !development) ||
      (packages[path] !== undefined && packages[path].version === version),
  );
}

/**
 * Installs missing packages of package-lock.json. If none is missing, this only reads two lock files.
 * @param development false: only what the service and its build need (a quarter of all), so that nobody waits for development
 * packages. true: also what tests, lint and benchmarks need.
 */
export function ensurePackages({ development: wanted = true } = {}) {
  // What is there already stays: who develops may start the demo too.
  const development = wanted || existsSync(inRoot('node_modules', 'jest'));
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Leadlight needs Node 20.19 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  if (installed({ development })) return;
  if (lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm would empty the folder that the link points to.
    console.error(
      'node_modules is a link to packages that are not those of package-lock.json. Install there, or remove it.',
    );
    process.exit(1);
  }
  console.log(`Installing packages (${development ? 'all' : 'those of the service'}) …`);
  // Packages of a service that may be running stay in place while development packages are added.
  const command = development && installed({ development: false }) ? 'install' : 'ci';
  const npm = process.env.npm_execpath;
  // Stated explicitly, whatever NODE_ENV is.
  const args = [command, development ? '--include=dev' : '--omit=dev', '--loglevel=error'];
  if (npm?.endsWith('.js')) run(process.execPath, [npm, ...args]);
  else run('npm', args, { shell: process.platform === 'win32' });
}

const service = ['config', 'tools', 'src', 'packages/reader/src'];
/** The word lists and models of the reader: copied as they are. */
const vocabulary = 'packages/reader/vocabulary';
/** What is compiled, and to where; with the service, the console is bundled to packages/console/dist. The benchmarks bring a copy of the service that they measure. */
const projects = {
  build: { out: 'dist', sources: service, alsoReads: ['packages/console/src', 'packages/console/index.html'] },
  bench: {
    out: 'dist/bench',
    sources: [...service, 'bench', 'packages/reader/training', 'scripts'],
    alsoReads: ['packages/console/src', 'packages/console/index.html'],
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

const isSource = (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts');

const consolePage = () => inRoot('packages', 'console', 'dist', 'index.html');

/** Hash of the names, sizes and times of everything that a build reads. It takes milliseconds, and building takes a second. */
function fingerprint(sources) {
  const lines = [];
  for (const source of [...sources, vocabulary, 'package-lock.json', 'scripts/compile.cjs'].map((name) =>
    inRoot(name),
  )) {
    for (const [path, stat] of filesBelow(source)) {
      if (!path.endsWith('.test.ts')) lines.push(`${path} ${stat.size} ${stat.mtimeMs}`);
    }
  }
  return hashOf(lines.join('\n'));
}

/**
 * Compiles the service to dist/, or the benchmarks to dist/bench/, if a source has changed since the last time. Types are
 * stripped as in tests, and `npm run typecheck` checks them.
 * @param project `build` or `bench`.
 */
export async function ensureBuilt({ force = false, project = 'build' } = {}) {
  const { out, sources, alsoReads } = projects[project];
  const built = inRoot(out, '.built');
  const wanted = fingerprint([...sources, ...alsoReads]);
  if (!force && readIf(built) === wanted && (alsoReads.length === 0 || existsSync(consolePage()))) return;
  console.log('Building …');
  const { transform } = await import('@swc/core');
  const files = sources.flatMap((source) => [...filesBelow(inRoot(source))].map(([path]) => path)).filter(isSource);
  const written = new Set();
  await Promise.all(
    files.map(async (file) => {
      const target = inRoot(out, relative(root, file).replace(/ts$/, 'js'));
      const source = readFileSync(file, 'utf8');
      const { code, map } = await transform(source, { ...compile.compileOptions(file, source), sourceMaps: true });
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`);
      writeFileSync(`${target}.map`, map);
      written.add(target).add(`${target}.map`);
    }),
  );
  // A compiled module without a source must not be found.
  for (const folder of sources.map((name) => inRoot(out, name)).filter(existsSync)) {
    for (const [path] of filesBelow(folder)) if (!written.has(path)) rmSync(path);
  }
  cpSync(inRoot(vocabulary), inRoot(out, vocabulary), { recursive: true });
  cpSync(inRoot('package.json'), inRoot(out, 'package.json'));
  if (alsoReads.length > 0) await (await import('./console.mjs')).buildConsole();
  writeFileSync(built, wanted);
}
