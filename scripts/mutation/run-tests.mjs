// Runs jest in a process of its own: with probes, to learn which test comes by which line, and with one change planted.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { probeFinder, withProbes } from './probes.mjs';

const hashOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const linesOf = (path) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/**
 * One run of jest.
 * @param {{ mutant?: object, probed?: Record<string, string>, order?: string[] }} plan
 * @returns how the test files ended that came to an end, what the probes said, and whether all of it took too long.
 */
async function jest(root, plan, args, timeoutMs) {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-mutation-'));
  const [planFile, hits, results] = ['plan.json', 'hits.jsonl', 'results.jsonl'].map((name) => join(folder, name));
  writeFileSync(planFile, JSON.stringify(plan));
  const env = {
    ...process.env,
    TEST_DATABASES: 'sqlite',
    LEADLIGHT_MUTATION_PLAN: planFile,
    LEADLIGHT_MUTATION_RESULTS: results,
    ...(plan.probed ? { LEADLIGHT_MUTATION_HITS: hits } : {}),
    NODE_OPTIONS:
      `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(join(root, 'scripts/mutation/outside.cjs'))}`.trim(),
  };
  const command = ['node_modules/jest/bin/jest.js', '--config', 'scripts/mutation/jest.config.cjs', '--ci', ...args];
  try {
    const stdio = ['ignore', 'ignore', 'pipe'];
    const child = spawn(process.execPath, command, { cwd: root, env, stdio, detached: true });
    let stderr = '';
    child.stderr.on('data', (data) => (stderr = (stderr + data).slice(-4000)));
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      // Its own group: tests start processes, which must not outlive it.
      process.kill(-child.pid, 'SIGKILL');
    }, timeoutMs);
    await new Promise((resolve) => child.on('close', resolve));
    clearTimeout(timer);
    const files = linesOf(results).map((one) => ({ ...one, test: relative(root, one.path) }));
    if (files.length === 0 && !timedOut) throw new Error(`jest did not run: ${stderr}`);
    return { timedOut, files, hits: linesOf(hits) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Test files that load one of the sources, however far away.
 * @param full whether those of test/full are among them.
 */
export async function relatedTests(root, files, full) {
  const args = ['--listTests', '--json', ...(full ? ['--testPathIgnorePatterns=/node_modules/'] : [])];
  const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args, '--findRelatedTests', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const data of child.stdout) text += data;
  return JSON.parse(text)
    .map((path) => relative(root, path))
    .sort();
}

/**
 * What is known of tests: how long each takes, and by which probes of which sources it comes. Kept between runs; a test is run
 * again when it or one of the sources was edited.
 */
export class Coverage {
  constructor(root, cacheFile) {
    this.root = root;
    this.cacheFile = cacheFile;
    /** By test: { hash, ms, passes, hits: { source: { hash, probes } } } */
    this.known = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
    this.finders = new Map();
  }

  #read(file) {
    return readFileSync(join(this.root, file), 'utf8');
  }

  #lacks(test, hashes) {
    const entry = this.known[test];
    if (entry?.hash !== hashOf(this.#read(test))) return true;
    // A test that did not come by a file is taken not to do so after an edit of the file alone.
    return [...hashes].some(([source, hash]) => {
      const hit = entry.hits[source];
      return !hit || (hit.hash !== hash && hit.probes.length > 0);
    });
  }

  /** Runs those of the tests of which not all is known. */
  async learn(tests, sources, workers, say) {
    const hashes = new Map(sources.map((source) => [source, hashOf(this.#read(source))]));
    const unknown = tests.filter((test) => this.#lacks(test, hashes));
    const probed = Object.fromEntries(sources.map((source) => [source, withProbes(source, this.#read(source))]));
    // In portions: what was learnt stays when this is ended.
    for (let from = 0; from < unknown.length; from += 20) {
      const part = unknown.slice(from, from + 20);
      say(`learning what tests come by: ${from} of ${unknown.length}`);
      const { files, hits } = await jest(
        this.root,
        { probed },
        ['-w', String(workers), '--runTestsByPath', ...part],
        part.length * 600_000,
      );
      for (const { test, ms, passes } of files) {
        const seen = {};
        for (const one of hits.filter((hit) => hit.test && relative(this.root, hit.test) === test))
          for (const [source, probes] of Object.entries(one.hits))
            seen[source] = [...new Set([...(seen[source] ?? []), ...probes])];
        const knownHits = this.known[test]?.hash === hashOf(this.#read(test)) ? this.known[test].hits : {};
        const now = [...hashes].map(([source, hash]) => [source, { hash, probes: seen[source] ?? [] }]);
        this.known[test] = {
          hash: hashOf(this.#read(test)),
          ms,
          passes,
          hits: { ...knownHits, ...Object.fromEntries(now) },
        };
        if (!passes) say(`fails without any change, and is left out: ${test}`);
      }
      mkdirSync(dirname(this.cacheFile), { recursive: true });
      writeFileSync(this.cacheFile, JSON.stringify(this.known));
    }
  }

  /** Tests that come by a mutant: those that come by least else first, which are the ones about it; then the quick ones. */
  testsFor({ file, start }, tests) {
    if (!this.finders.has(file)) this.finders.set(file, probeFinder(file, this.#read(file)));
    const probe = this.finders.get(file)(start);
    const width = (test) => Object.values(this.known[test].hits).filter(({ probes }) => probes.length > 0).length;
    return tests
      .filter((test) => this.known[test]?.passes && this.known[test].hits[file]?.probes.includes(probe))
      .map((test) => ({ test, ms: this.known[test].ms, cost: this.known[test].ms * (1 + width(test)) }))
      .sort((a, b) => a.cost - b.cost || (a.test < b.test ? -1 : 1));
  }
}

/** As many of the first tests as fit into the time; one at least. */
function within(tests, ms) {
  let spent = 0;
  return tests.filter((one, index) => (spent += one.ms) <= ms || index === 0);
}

/**
 * Plants a mutant and runs tests until one notices.
 * @param tests see `Coverage.testsFor`.
 * @returns {Promise<{ status: 'killed' | 'survived' | 'no test', by?: string, left: number }>} left: tests that were not tried.
 */
export async function tryMutant(root, mutant, tests, budgetMs) {
  if (tests.length === 0) return { status: 'no test', left: 0 };
  const chosen = within(tests, budgetMs);
  const left = tests.length - chosen.length;
  const order = chosen.map(({ test }) => join(root, test));
  const usualMs = chosen.reduce((sum, { ms }) => sum + ms, 0);
  const args = ['-i', '--bail', '--runTestsByPath', ...chosen.map(({ test }) => test)];
  const { timedOut, files } = await jest(root, { mutant, order }, args, 60_000 + 5 * usualMs);
  const failed = files.find(({ passes }) => !passes);
  if (failed) return { status: 'killed', by: `${failed.test}: ${failed.failed}`, left };
  return timedOut ? { status: 'killed', by: '(a test that never ended)', left } : { status: 'survived', left };
}
