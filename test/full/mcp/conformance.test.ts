/**
 * The official conformance suite against the endpoint, under both revisions it has requirements for. A proxy adds the token.
 * What cannot pass is listed, with the reason, in conformance-left-out.json; that list must be exact.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { mcpQueries } from '../../../tools/catalogue';
import { node22 } from '../../support/node22';
import { startEndpoint, type TestEndpoint } from '../../mcp/support/endpoint';
import { startForwarder, type Forwarder } from '../../mcp/support/forwarder';
import { seedWorkspace } from '../../mcp/support/seed';

const suite = dirname(require.resolve('@modelcontextprotocol/conformance/package.json'));
const requirementsShape = z.object({ server: z.array(z.string()) });
const checksShape = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
const leftOutShape = z.record(
  z.string(),
  z.array(z.object({ reason: z.string().min(40), scenarios: z.array(z.string()) })),
);

/** Not required, because the suite's own reference server fails it; this one passes. */
const passedBeyond: Readonly<Record<string, readonly string[]>> = { '2026-07-28': ['http-header-validation'] };

let forwarder: Forwarder;
let endpoint: TestEndpoint;

beforeAll(async () => {
  forwarder = await startForwarder();
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace, origins: forwarder.origins });
  forwarder.forwardTo(endpoint.url, () => endpoint.connections.mint());
});
afterAll(async () => {
  await forwarder.close();
  await endpoint.close();
});

/** Failed checks by scenario. */
type Failures = ReadonlyMap<string, readonly string[]>;

async function runSuite(revision: string): Promise<Failures> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-conformance-'));
  try {
    const args = [
      join(suite, 'dist', 'index.js'),
      'server',
      '--url',
      forwarder.url,
      '--requirements',
      revision,
      '-o',
      folder,
    ];
    const child = spawn(node22(), args, { stdio: 'ignore' });
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', () => resolve());
    });
    return new Map(readdirSync(folder).map((name) => [scenarioOf(name), failedIn(join(folder, name, 'checks.json'))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `server-tools-list-2026-07-28T10-11-12-345Z` -> `tools-list`. */
function scenarioOf(folder: string): string {
  return folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
}

function failedIn(file: string): string[] {
  const checks = checksShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  return checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
}

function requiredBy(revision: string): string[] {
  const file = join(suite, 'requirements', `${revision}.yaml`);
  return requirementsShape.parse(parse(readFileSync(file, 'utf8'))).server;
}

function leftOut(revision: string): Set<string> {
  const { about: _about, ...revisions } = JSON.parse(
    readFileSync(join(__dirname, '../../mcp/conformance-left-out.json'), 'utf8'),
  ) as Record<string, unknown>;
  return new Set(leftOutShape.parse(revisions)[revision]?.flatMap(({ scenarios }) => scenarios));
}

test.each(['2025-11-25', '2026-07-28'])(
  'every required scenario of %s passes, but for those left out with a reason',
  async (revision) => {
    const failures = await runSuite(revision);
    const required = requiredBy(revision);
    const excused = leftOut(revision);
    expect(required.filter((scenario) => !failures.has(scenario))).toEqual([]);

    const failed = [...required, ...(passedBeyond[revision] ?? [])].flatMap((scenario) => {
      const checks = failures.get(scenario) ?? [];
      // Whatever a scenario asks for, what goes over the wire must be valid.
      expect([scenario, checks]).toEqual([scenario, expect.not.arrayContaining(['wire-schema-valid'])]);
      if (checks.length > 0 && excused.has(scenario)) return [scenario];
      return checks.map((check) => `${scenario}:${check}`);
    });
    expect(failed.sort()).toEqual([...excused].sort());
  },
  240_000,
);
