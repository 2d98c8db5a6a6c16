/** What others make of the OpenAPI document: two linters find nothing in it, and clients generated from it are understood. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { companyNameKey } from '../../../src/store/writes/keys';
import { changeCredits } from '../../../src/store/credits/ledger';
import { seedWorkspace, type SeededWorkspace } from '../../support/seed';
import { startTestService, type TestService } from '../../support/service';
import { fetchProgram, heyApiProgram, mistakes, type ClientProgram } from '../../rest/support/client-programs';

// Linters and a generator are programs of their own, which take their time on a busy machine.

const root = resolve(__dirname, '../../..');
let service: TestService;
let workspace: SeededWorkspace;
let key: string;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-openapi-'));
  // Programs in the folder find the packages that customers would install.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  service = await startTestService({ env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder } });
  workspace = await seedWorkspace(service.db, 'openapi');
  await changeCredits(service.db, workspace.organizationId, 1_000, null);
  key = await service.key(workspace.organizationId);
  file = join(folder, 'openapi.json');
  const document = await fetch(`${service.baseUrl}/openapi.json`);
  writeFileSync(file, await document.text());
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

function run(...command: [string, ...string[]]): { status: number | null; out: string } {
  const [script, ...args] = command;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], { encoding: 'utf8' });
  return { status, out: stdout + stderr };
}

describe('Redocly and Spectral', () => {
  it('find neither an error nor a warning', () => {
    expect(run('scripts/lint-openapi.mjs', file)).toEqual({ status: 0, out: '' });
  });

  it('would find one: the positive control', () => {
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, readFileSync(file, 'utf8').replace('"operationId":"list_leads"', '"operationId":"get_lead"'));
    const { status, out } = run('scripts/lint-openapi.mjs', broken);
    expect(status).toBe(1);
    expect(out).toMatch(/redocly operation-operationId-unique/);
    expect(out).toMatch(/spectral operation-operationId-unique/);
  });
});

/** Compiles files of the folder as a careful customer would. @returns what the compiler says. */
function compiled(...files: string[]): string {
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
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  return run('node_modules/typescript/bin/tsc', '-p', project).out;
}

const names = ['Zweig, Inc.', 'Zobelfern'];

async function expectWorks(program: ClientProgram, postUrn: string): Promise<void> {
  const { baseUrl } = service;
  expect((await program.ofCompanies(baseUrl, key, names)).sort()).toEqual(workspace.leadIds.slice(0, 2).sort());
  const all = await program.walk(baseUrl, key, 1);
  expect(all.length).toBeGreaterThan(2);
  expect(new Set(all).size).toBe(all.length);
  expect(await program.walk(baseUrl, key, 100)).toEqual(all);
  expect(await program.find(baseUrl, key, postUrn)).toEqual({ status: 'QUEUED', held: 100 });
  expect(await program.refused(baseUrl, key, '00000000-0000-7000-8000-000000000000')).toBe('404 not_found');
}

describe('a client of openapi-fetch with the types of openapi-typescript', () => {
  beforeAll(() => {
    const made = run('node_modules/openapi-typescript/bin/cli.js', file, '-o', join(folder, 'paths.ts'));
    expect(made).toMatchObject({ status: 0 });
  });

  it('compiles strictly and works, lists repeated or separated by commas', async () => {
    writeFileSync(join(folder, 'repeated.ts'), fetchProgram(true));
    writeFileSync(join(folder, 'separated.ts'), fetchProgram(false));
    expect(compiled('repeated.ts', 'separated.ts')).toBe('');
    await expectWorks(jest.requireActual<ClientProgram>(join(folder, 'repeated.ts')), 'urn:li:activity:7001');
    await expectWorks(jest.requireActual<ClientProgram>(join(folder, 'separated.ts')), 'urn:li:activity:7002');
  });

  it('does not compile with what the interface does not have', () => {
    const program = fetchProgram(true);
    const files = mistakes.map(([name, wrong, right]) => {
      expect(program).toContain(right);
      const file = `${name.replaceAll(' ', '-')}.ts`;
      writeFileSync(join(folder, file), program.replace(right, wrong));
      return file;
    });
    const said = compiled(...files);
    for (const file of files) expect(said).toMatch(new RegExp(`${file}\\(\\d+,\\d+\\): error TS`));
  });
});

test('a client of @hey-api/openapi-ts compiles strictly and works', async () => {
  const client = join(folder, 'client');
  const made = run('node_modules/@hey-api/openapi-ts/bin/run.js', '-i', file, '-o', client, '-s');
  expect(made).toMatchObject({ status: 0 });
  // It writes imports as our tsconfig.json wants them, with the extension that files have once they are compiled.
  for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
    const path = join(client, name);
    if (path.endsWith('.ts')) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(".js'", "'"));
  }
  writeFileSync(join(folder, 'hey-api.ts'), heyApiProgram);
  expect(compiled('hey-api.ts')).toBe('');
  const urls = jest.spyOn(globalThis, 'fetch');
  await expectWorks(jest.requireActual<ClientProgram>(join(folder, 'hey-api.ts')), 'urn:li:activity:7003');
  const [sent] = urls.mock.calls[0] ?? [];
  // It writes one comma list, encoding what belongs to the values.
  expect(sent instanceof Request ? sent.url : sent).toContain('companyNames=Zweig%2C%20Inc.,Zobelfern');
  urls.mockRestore();
});
