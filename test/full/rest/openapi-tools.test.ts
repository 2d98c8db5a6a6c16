/** What others make of the OpenAPI document: two linters find nothing in it, and what five generators write from it compiles and works. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { companyNameKey } from '../../../src/store/statements/keys';
import { changeCredits } from '../../../src/store/credits/ledger';
import { atLength } from '../../support/at-length';
import { seedWorkspace, type SeededWorkspace } from '../../support/seed';
import { startTestService, type TestService } from '../../support/service';
import * as clients from './generators/client-programs';
import { generatorPackages } from './generators/packages';
import { generators, mistakes, programOf, type Generator } from './generators/programs';

const root = resolve(__dirname, '../../..');
let service: TestService;
let workspace: SeededWorkspace;
let key: string;
let folder: string;
let file: string;
/** Files in which the compiler found errors. */
let refused: readonly string[];

// Linters, generators and the compiler are programs of their own. The service goes on meanwhile: a test that stands still for a minute
// finds the connections of its fetch closed by the service, and the next request fails.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-openapi-'));
  service = await startTestService({ env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder } });
  workspace = await seedWorkspace(service.db, 'openapi');
  await changeCredits(service.db, workspace.organizationId, 1_000, null);
  key = await service.key(workspace.organizationId);
  const document = await (await fetch(`${service.baseUrl}/openapi.json`)).text();
  // Programs in the folders find the packages that customers would install.
  for (const [place, packages] of [
    ['ours', join(root, 'node_modules')],
    ['others', await generatorPackages()],
  ] as const) {
    mkdirSync(join(folder, place));
    symlinkSync(packages, join(folder, place, 'node_modules'));
    writeFileSync(join(folder, place, 'openapi.json'), document);
  }
  file = join(folder, 'ours', 'openapi.json');
  // What openapi-zod-client writes of all operations takes the compiler as long as everything else together: the proofs do that.
  writeFileSync(join(folder, 'others', 'calls.json'), atLength(threeCalls(document), document));
  await writeClients();
  refused = await compile();
  // Two companies, one of them with a comma in its name.
  const [first, second] = workspace.leadIds;
  await service.db.run(`UPDATE people SET company_name = 'Zweig, Inc.' WHERE id = ?`, [first ?? '']);
  await service.db.run('UPDATE leads SET company_key = ? WHERE id = ?', [companyNameKey('Zweig, Inc.'), first ?? '']);
  await service.db.run(`UPDATE people SET company_name = 'Zobelfern' WHERE id = ?`, [second ?? '']);
  await service.db.run(`UPDATE leads SET company_key = 'zobelfern' WHERE id = ?`, [second ?? '']);
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.end();
});

/** Runs a script with Node. */
function run(cwd: string, script: string, ...args: string[]): Promise<{ status: number; out: string }> {
  const env = { ...process.env, BASE: service.baseUrl, KEY: key };
  return new Promise((done) => {
    execFile(process.execPath, [script, ...args], { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
      done({ status: error ? 1 : 0, out: stdout + stderr }),
    );
  });
}

const documentSchema = z.looseObject({ paths: z.record(z.string(), z.unknown()) });

/** The document with the paths of the three calls alone. */
function threeCalls(document: string): string {
  const { paths, ...rest } = documentSchema.parse(JSON.parse(document));
  const chosen = ['/customer/leads', '/customer/changes', '/customer/leads/{leadId}'];
  return JSON.stringify({ ...rest, paths: Object.fromEntries(chosen.map((path) => [path, paths[path]])) });
}

const placeOf = ({ ours }: Generator) => (ours ? 'ours' : 'others');
const fileOf = (one: Generator) => `${placeOf(one)}/program-${one.name.replace(/\W+/g, '-')}`;
const mistaken = (path: string, name: string) => `${path}-${name.replaceAll(' ', '-')}.ts`;
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

/** Programs of customers that must compile, each with its mistakes, which must not. */
const programs = (): readonly (readonly [
  file: string,
  program: string,
  wrong: readonly (readonly [string, string])[],
])[] => [
  ...generators.map(
    (one) =>
      [
        `${fileOf(one)}.ts`,
        programOf(one),
        mistakes.map(([name, right, wrong]) => [mistaken(fileOf(one), name), programOf(one, [right, wrong])] as const),
      ] as const,
  ),
  ['ours/separated.ts', clients.fetchProgram(false), []],
  ['ours/hey-api.ts', clients.heyApiProgram, []],
  [
    'ours/repeated.ts',
    clients.fetchProgram(true),
    clients.mistakes.map(([name, wrong, right]) => [
      mistaken('ours/repeated', name),
      clients.fetchProgram(true).replace(right, wrong),
    ]),
  ],
];

/** Lets each generator write its client, and writes the programs beside them. */
async function writeClients(): Promise<void> {
  for (const generator of generators) {
    const [script, ...args] = generator.command;
    const place = placeOf(generator);
    if (generator.config) write(`${place}/${generator.config.name}`, generator.config.text);
    const made = await run(join(folder, place), join('node_modules', script), ...args);
    expect([generator.name, made]).toMatchObject([generator.name, { status: 0 }]);
  }
  // It writes imports as our tsconfig.json wants them, with the extension that files have once they are compiled.
  const hey = join(folder, 'ours', 'hey');
  for (const name of readdirSync(hey, { recursive: true, encoding: 'utf8' })) {
    const path = join(hey, name);
    if (path.endsWith('.ts')) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(".js'", "'"));
  }
  for (const [path, program, wrong] of programs()) {
    write(path, program);
    for (const [other, mistake] of wrong) {
      expect([other, mistake]).not.toEqual([other, program]);
      write(other, mistake);
    }
  }
}

/** Compiles all programs at once, as a careful customer would. @returns the file of each error. */
async function compile(): Promise<string[]> {
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
  const files = programs().flatMap(([path, , wrong]) => [path, ...wrong.map(([other]) => other)]);
  write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { out } = await run(folder, compiler, '-p', folder, '--pretty', 'false');
  return [...out.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, path]) => path ?? '');
}

describe('Redocly and Spectral', () => {
  it('find neither an error nor a warning', async () => {
    expect(await run(root, 'scripts/lint-openapi.mjs', file)).toEqual({ status: 0, out: '' });
  });

  it('would find one: the positive control', async () => {
    const broken = join(folder, 'broken.json');
    writeFileSync(
      broken,
      threeCalls(readFileSync(file, 'utf8')).replace('"operationId":"list_leads"', '"operationId":"get_lead"'),
    );
    const { status, out } = await run(root, 'scripts/lint-openapi.mjs', broken);
    expect(status).toBe(1);
    expect(out).toMatch(/redocly operation-operationId-unique/);
    expect(out).toMatch(/spectral operation-operationId-unique/);
  });
});

describe('strict compiles', () => {
  it('take every program of a customer', () => {
    const right = programs().map(([path]) => path);
    expect(refused.filter((path) => right.includes(path) || !path.match(/^(ours|others)\/[^/]+$/))).toEqual([]);
  });

  it('refuse what the interface does not have', () => {
    const wrong = programs().flatMap(([, , mistaken]) => mistaken.map(([path]) => path));
    expect(wrong.filter((path) => !refused.includes(path))).toEqual([]);
    expect(wrong.length).toBeGreaterThan(35);
  });
});

test('three calls of each client are answered', async () => {
  // Outside of jest, which would give the clients our packages in place of theirs.
  const bundler = join(root, 'node_modules', 'esbuild', 'bin', 'esbuild');
  const entries = generators.map((one) => `${fileOf(one)}.ts`);
  const options = ['--bundle', '--platform=node', '--format=esm', '--packages=external', '--out-extension:.js=.mjs'];
  expect(await run(folder, bundler, ...entries, ...options, '--outdir=.', '--log-level=error')).toMatchObject({
    status: 0,
  });
  write(
    'ask.mjs',
    `const answers = {};
for (const path of process.argv.slice(2)) {
  const { ask } = await import(path);
  answers[path] = await ask(process.env.BASE, process.env.KEY);
}
console.log(JSON.stringify(answers));`,
  );
  const paths = generators.map((one) => `./${fileOf(one)}.mjs`);
  const { out } = await run(folder, 'ask.mjs', ...paths);
  const answered: unknown = JSON.parse(out);
  const good = { leads: expect.any(Number), changes: 30, same: true };
  expect(answered).toMatchObject(Object.fromEntries(paths.map((path) => [path, good])));
});

const names = ['Zweig, Inc.', 'Zobelfern'];

const programAt = (name: string) => jest.requireActual<clients.ClientProgram>(join(folder, 'ours', name));

async function expectWorks(program: clients.ClientProgram, postUrn: string): Promise<void> {
  const { baseUrl } = service;
  expect((await program.ofCompanies(baseUrl, key, names)).sort()).toEqual(workspace.leadIds.slice(0, 2).sort());
  const all = await program.walk(baseUrl, key, 1);
  expect(all.length).toBeGreaterThan(2);
  expect(new Set(all).size).toBe(all.length);
  expect(await program.walk(baseUrl, key, 100)).toEqual(all);
  expect(await program.find(baseUrl, key, postUrn)).toEqual({ status: 'QUEUED', held: 100 });
  expect(await program.refused(baseUrl, key, '00000000-0000-7000-8000-000000000000')).toBe('404 not_found');
}

test('a client of openapi-fetch works, lists repeated or separated by commas', async () => {
  await expectWorks(programAt('repeated'), 'urn:li:activity:7001');
  await expectWorks(programAt('separated'), 'urn:li:activity:7002');
});

test('a client of @hey-api/openapi-ts works, lists separated by commas', async () => {
  const urls = jest.spyOn(globalThis, 'fetch');
  await expectWorks(programAt('hey-api'), 'urn:li:activity:7003');
  const [sent] = urls.mock.calls[0] ?? [];
  // It writes one comma list, encoding what belongs to the values.
  expect(sent instanceof Request ? sent.url : sent).toContain('companyNames=Zweig%2C%20Inc.,Zobelfern');
  urls.mockRestore();
});
