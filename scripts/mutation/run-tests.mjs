// Runs jest in a process of its own: with probes, to learn which test comes by which line, and with one change planted.
import { fork, spawn } from 'node:child_process';
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

const testVariables = (root) => ({
  ...process.env,
  TEST_DATABASES: 'sqlite',
  NODE_OPTIONS:
    `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(join(root, 'scripts/mutation/outside.cjs'))}`.trim(),
});

/**
 * One run of jest.
 * @param {{ mutant?: object, probed?: Record<string, string>, only?: Record<string, string[]> }} plan only: names of the tests of a
 *   file, if not all of them are run.
 * @returns how the test files ended that came to an end, what the probes said, and whether all of it took too long.
 */
async function jest(root, plan, args, timeoutMs) {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-mutation-'));
  const [planFile, hits, results] = ['plan.json', 'hits.jsonl', 'results.jsonl'].map((name) => join(folder, name));
  writeFileSync(planFile, JSON.stringify(plan));
  const env = {
    ...testVariables(root),
    LEADLIGHT_MUTATION_PLAN: planFile,
    LEADLIGHT_MUTATION_RESULTS: results,
    ...(plan.probed ? { LEADLIGHT_MUTATION_HITS: hits } : {}),
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
    /**
     * By test file: { hash, ms, times, passes, hits: { source: { hash, probes } } }. A probe has the names of the tests that come by it;
     * '' stands for all of the file. Also `together`: its tests do not pass without each other.
     */
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
      return !hit || (hit.hash !== hash && Object.keys(hit.probes).length > 0);
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
      for (const { test, ms, times, passes } of files) {
        const seen = {};
        for (const one of hits.filter((hit) => hit.test && relative(this.root, hit.test) === test))
          for (const [source, probes] of Object.entries(one.hits))
            for (const probe of probes) ((seen[source] ??= {})[probe] ??= []).push(one.name ?? '');
        const knownHits = this.known[test]?.hash === hashOf(this.#read(test)) ? this.known[test].hits : {};
        const now = [...hashes].map(([source, hash]) => [source, { hash, probes: seen[source] ?? {} }]);
        this.known[test] = {
          hash: hashOf(this.#read(test)),
          ms,
          times,
          passes,
          hits: { ...knownHits, ...Object.fromEntries(now) },
        };
        if (!passes) say(`fails without any change, and is left out: ${test}`);
      }
      this.#save();
    }
  }

  #save() {
    mkdirSync(dirname(this.cacheFile), { recursive: true });
    writeFileSync(this.cacheFile, JSON.stringify(this.known));
  }

  /** Notes that tests of a file do not pass without the others. */
  needsAll(test) {
    this.known[test].together = true;
    this.#save();
  }

  /** Names of the tests of a file that come by a probe; undefined: all of them are needed. */
  #namesOf(test, names) {
    return names.includes('') || this.known[test].together ? undefined : names;
  }

  /**
   * Tests that come by a mutant: those that come by least else first, which are the ones about it; then the quick ones.
   * @returns {{ test: string, names?: string[], ms: number }[]} files, and which of their tests if not all are needed.
   */
  testsFor({ file, start }, tests) {
    if (!this.finders.has(file)) this.finders.set(file, probeFinder(file, this.#read(file)));
    const probe = this.finders.get(file)(start);
    const width = (test) =>
      Object.values(this.known[test].hits).filter(({ probes }) => Object.keys(probes).length > 0).length;
    return tests
      .filter((test) => this.known[test]?.passes && this.known[test].hits[file]?.probes[probe])
      .map((test) => {
        const { ms: whole, times, hits } = this.known[test];
        const names = this.#namesOf(test, hits[file].probes[probe]);
        const skipped = names ? Object.entries(times).filter(([name]) => !names.includes(name)) : [];
        const ms = whole - skipped.reduce((sum, [, one]) => sum + one, 0);
        return { test, names, ms, cost: ms * (1 + width(test)) };
      })
      .sort((a, b) => a.cost - b.cost || (a.test < b.test ? -1 : 1));
  }
}

/** As many of the first tests as fit into the time; one at least. */
function within(tests, ms) {
  let spent = 0;
  return tests.filter((one, index) => (spent += one.ms) <= ms || index === 0);
}

/** After so many mistakes a process is ended: what they left behind adds up. */
const mistakesOfProcess = 20;

/** A process that runs one test file after the other (process.cjs), and a new one when it hangs or ends. */
export class TestProcess {
  #child;
  #count = 0;

  constructor(root) {
    this.root = root;
  }

  /** Whether no mistake was in it yet. */
  get isFresh() {
    return this.#count === 0;
  }

  #start() {
    const child = fork(join(this.root, 'scripts/mutation/process.cjs'), [], {
      cwd: this.root,
      env: testVariables(this.root),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Its own group: tests start processes, which must not outlive it.
      detached: true,
    });
    this.#child = child;
    this.#count = 0;
    return child;
  }

  end() {
    const child = this.#child;
    this.#child = undefined;
    this.#count = 0;
    try {
      if (child) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }

  /**
   * Runs a test file.
   * @param plan see `jest`.
   * @returns its line of the report; undefined: it hung, or took the process with it.
   */
  async run(plan, test, timeoutMs) {
    if (this.#count >= mistakesOfProcess) this.end();
    const child = this.#child ?? this.#start();
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-mutation-'));
    const [planFile, results] = ['plan.json', 'results.jsonl'].map((name) => join(folder, name));
    writeFileSync(planFile, JSON.stringify(plan));
    try {
      const ended = await new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), timeoutMs);
        const over = (done) => {
          clearTimeout(timer);
          child.off('message', over);
          child.off('exit', over);
          resolve(typeof done === 'object' && done?.done === true);
        };
        child.on('message', over);
        child.on('exit', over);
        child.send({
          test,
          variables: { LEADLIGHT_MUTATION_PLAN: planFile, LEADLIGHT_MUTATION_RESULTS: results },
        });
      });
      if (plan.mutant) this.#count += 1;
      if (!ended) this.end();
      return ended ? linesOf(results)[0] : undefined;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/**
 * Plants a mutant and runs tests until one notices. A test that fails must pass without the mutant, by itself and in the same process:
 * else it failed for what it lacks of the tests before it, or for what another mutant left behind, and is run again.
 * @param tests the process for it.
 * @param allowed files of tests that may be run.
 * @returns {Promise<{ status: 'killed' | 'survived' | 'no test', by?: string, left: number }>} left: tests that were not tried.
 */
export async function tryMutant(tests, mutant, coverage, allowed, budgetMs) {
  const all = coverage.testsFor(mutant, allowed);
  if (all.length === 0) return { status: 'no test', left: 0 };
  const chosen = within(all, budgetMs);
  const left = all.length - chosen.length;
  for (const { test, names, ms } of chosen) {
    const only = names ? { [test]: names } : {};
    const limit = 30_000 + 5 * ms;
    for (;;) {
      const wasFresh = tests.isFresh;
      const result = await tests.run({ mutant, only }, test, limit);
      if (result?.passes) break;
      if (!result) {
        if (wasFresh) return { status: 'killed', by: `${test}: (never ends)`, left };
        continue;
      }
      const killed = { status: 'killed', by: `${test}: ${result.failed}`, left };
      const alone = names?.includes(result.failed) ? [result.failed] : names;
      const control = await tests.run({ only: alone ? { [test]: alone } : {} }, test, limit + 60_000);
      if (control?.passes) return killed;
      if (wasFresh && names) {
        // Now and later all tests of the file are run.
        coverage.needsAll(test);
        return tryMutant(tests, mutant, coverage, allowed, budgetMs);
      }
      tests.end();
      if (wasFresh) return killed;
    }
  }
  return { status: 'survived', left };
}
