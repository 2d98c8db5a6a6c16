/**
 * Clients that generators write from the OpenAPI document: each compiles strictly and refuses mistakes, and its three calls are
 * answered. Two of the generators are part of the full test; here are all, as npm has them.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { z } from 'zod';
import { loadSettings } from '../config/settings';
import { createApiKey } from '../src/auth/api-keys';
import { privacyKeeper } from '../src/auth/privacy-keeper';
import { dataAccessFlags } from '../src/auth/rights';
import { Database } from '../src/database/database';
import { demoWorkspaces, loadDemoWorkspace } from '../src/demo/workspaces';
import { networkOf } from '../src/ingest/import/network-setting';
import { startService } from '../src/service/start';
import { withKeeper } from '../src/store/privacy/keeper';
import { migrateUp } from '../src/store/migrate';
import { generators, mistakes, programOf, type Generator } from './generators/programs';
import type { Benchmark, Cell, Target } from './harness';
import { withPackages } from './packages';
import { benchFolder } from './servers';

const packages = {
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.90.0',
  orval: '8.38.0',
  'swagger-typescript-api': '13.13.0',
  'openapi-zod-client': '1.18.3',
  '@zodios/core': '10.9.6',
  axios: '1.21.1',
  zod: '3.25.76',
  typescript: '5.9.3',
  esbuild: '0.28.2',
};

const version = (name: string) => new Map(Object.entries(packages)).get(name) ?? '';
const fileOf = (generator: Generator) => `program-${generator.name.replace(/\W+/g, '-').replace(/^-/, '')}`;
const answerSchema = z.object({ leads: z.number(), changes: z.number(), same: z.boolean() });
const execute = promisify(execFile);

export const benchmark: Benchmark = {
  title: 'clients of five generators: strict compiles, mistakes refused, three calls each',
  async run({ say }) {
    const folder = withPackages('generators', packages, []);
    const data = join(benchFolder, 'generators');
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
    const databaseUrl = `sqlite:${join(data, 'leadlight.db')}`;
    const env = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrl, DATA_DIR: data, RUN_WORKER: 'false' };
    const settings = loadSettings(env);
    const db = withKeeper(await Database.open(databaseUrl), privacyKeeper(settings));
    await migrateUp(db);
    const examples = join(__dirname, '..', '..', '..', 'examples', 'exports');
    const places = { examples, rejects: data, network: networkOf(settings), now: Date.now() };
    const organizationId = await loadDemoWorkspace(db, demoWorkspaces.main, places, say);
    const service = await startService(settings, { log: pino({ level: 'silent' }) });
    try {
      const { secret } = await createApiKey(db, {
        ...{ organizationId, name: 'bench', dataAccess: dataAccessFlags, expiresAt: null },
      });
      const base = `${service.url}/api/v1`;
      const document = await fetch(`${base}/openapi.json`);
      writeFileSync(join(folder, 'openapi.json'), await document.text());
      for (const generator of generators) {
        say(`generators: ${generator.name}`);
        await generate(folder, generator, base);
      }
      say('generators: strict compile of all programs');
      const errors = await compile(folder);
      const rows: Record<string, Cell>[] = [];
      const targets: Target[] = [];
      for (const generator of generators) {
        const file = fileOf(generator);
        const mine = errors.filter((name) => name === `${file}.ts`).length;
        const refused = mistakes.filter((_, at) => errors.includes(`${file}-mistake-${at}.ts`)).length;
        const answer = answerSchema.parse(await call(folder, file, { BASE: base, KEY: secret }));
        rows.push({
          generator: generator.name,
          version: version(generator.name),
          'errors of the compiler': mine,
          'mistakes refused': `${refused} of ${mistakes.length}`,
          leads: answer.leads,
          changes: answer.changes,
          'one lead': answer.same ? 'yes' : 'NO',
        });
        targets.push(
          { name: `${generator.name}: errors`, limit: 0, value: mine, sense: 'most' },
          { name: `${generator.name}: mistakes refused`, limit: mistakes.length, value: refused, sense: 'least' },
          { name: `${generator.name}: leads read`, limit: 1, value: answer.same ? answer.leads : 0, sense: 'least' },
          { name: `${generator.name}: changes told apart`, limit: 1, value: answer.changes, sense: 'least' },
        );
      }
      return { sections: [{ title: 'generators', rows }], targets };
    } finally {
      await service.stop(2_000);
      await db.close();
      rmSync(data, { recursive: true, force: true });
    }
  },
};

/** Writes a client, the program that uses it, and that program with each mistake. */
async function generate(folder: string, generator: Generator, base: string): Promise<void> {
  const [script, ...args] = generator.command;
  const { config } = generator;
  if (config) writeFileSync(join(folder, config.name), config.text);
  const env = { ...process.env, BASE: base };
  await execute(process.execPath, [join(folder, 'node_modules', script), ...args], { cwd: folder, env });
  const file = fileOf(generator);
  writeFileSync(join(folder, `${file}.ts`), programOf(generator));
  for (const [at, [name, right, wrong]] of mistakes.entries()) {
    const program = programOf(generator, [right, wrong]);
    if (program === programOf(generator)) throw new Error(`${name}: the program of ${generator.name} has no ${right}`);
    writeFileSync(join(folder, `${file}-mistake-${at}.ts`), program);
  }
}

/** Compiles all programs as a careful customer would. @returns the file of each error. */
async function compile(folder: string): Promise<string[]> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'ES2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
  };
  const names = generators.flatMap((one) => [fileOf(one), ...mistakes.map((_, at) => `${fileOf(one)}-mistake-${at}`)]);
  const files = names.map((name) => `${name}.ts`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  // It ends with a status that is an error, because the mistakes are.
  const said = await execute(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder }).catch(
    (error: unknown) => z.object({ stdout: z.string() }).parse(error),
  );
  return [...said.stdout.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, file]) => file ?? '');
}

/** Runs a program. @returns what it sends. */
async function call(folder: string, file: string, env: Record<string, string>): Promise<unknown> {
  const bundle = `${file}.mjs`;
  const bundler = join(folder, 'node_modules', 'esbuild', 'bin', 'esbuild');
  const options = ['--bundle', '--platform=node', '--format=esm', '--packages=external', '--log-level=error'];
  await execute(process.execPath, [bundler, `${file}.ts`, ...options, `--outfile=${bundle}`], { cwd: folder });
  const child = fork(join(folder, bundle), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended without an answer`);
  });
  const [message]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  child.disconnect();
  await ended.catch(() => undefined);
  return message;
}
