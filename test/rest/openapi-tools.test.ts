/** What others make of the OpenAPI document: two linters find nothing in it, and clients generated from it are understood. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import createFetchClient from 'openapi-fetch';
import { z } from 'zod';
import { companyNameKey } from '../../src/store/keys';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';
import { startTestService, type TestService } from '../support/service';

// Linters and a generator are programs of their own, which take their time on a busy machine.
jest.setTimeout(180_000);

const root = resolve(__dirname, '../..');
let service: TestService;
let workspace: SeededWorkspace;
let key: string;
let folder: string;
let file: string;

beforeAll(async () => {
  service = await startTestService();
  workspace = await seedWorkspace(service.db, 'openapi');
  key = await service.key(workspace.organizationId);
  folder = mkdtempSync(join(tmpdir(), 'leadlight-openapi-'));
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

const names = ['Zweig, Inc.', 'Zobelfern'];
const leadPage = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });
const idsIn = (answer: unknown) =>
  leadPage
    .parse(answer)
    .data.map(({ id }) => id)
    .sort();
const expected = () => workspace.leadIds.slice(0, 2).sort();

describe('a name with a comma', () => {
  it.each(['form, repeated', 'form, comma-separated'])('is sent well by openapi-fetch (%s)', async (style) => {
    // Its calls are typed by openapi-typescript; what goes over the wire is its serializer's work alone.
    const client = createFetchClient<Record<string, never>>({
      baseUrl: service.baseUrl,
      headers: { Authorization: `Bearer ${key}` },
      querySerializer: { array: { style: 'form', explode: style === 'form, repeated' } },
    });
    const request = client.GET as (path: string, init: object) => Promise<{ data?: unknown }>;
    const { data } = await request('/customer/leads', { params: { query: { companyNames: names } } });
    expect(idsIn(data)).toEqual(expected());
  });

  it('is sent well by a client of @hey-api/openapi-ts', async () => {
    const client = join(folder, 'client');
    const made = run('node_modules/@hey-api/openapi-ts/bin/run.js', '-i', file, '-o', client, '-s');
    expect(made).toMatchObject({ status: 0 });
    // It writes imports as our tsconfig.json wants them, with the extension that files have once they are compiled.
    for (const name of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
      const path = join(client, name);
      if (path.endsWith('.ts')) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(".js'", "'"));
    }
    const script = join(folder, 'call.ts');
    writeFileSync(
      script,
      `import { createClient } from './client/client';
      import { listLeads } from './client/sdk.gen';
      export const call = async (baseUrl: string, auth: string, companyNames: string[]) =>
        (await listLeads({ client: createClient({ baseUrl, auth }), query: { companyNames } })).data;`,
    );
    const { call } = jest.requireActual<{ call(url: string, key: string, names: string[]): Promise<unknown> }>(script);
    const urls = jest.spyOn(globalThis, 'fetch');
    expect(idsIn(await call(service.baseUrl, key, names))).toEqual(expected());
    const [sent] = urls.mock.calls[0] ?? [];
    // It writes one comma list, encoding what belongs to the values.
    expect(sent instanceof Request ? sent.url : sent).toContain('companyNames=Zweig%2C%20Inc.,Zobelfern');
    urls.mockRestore();
  });
});
