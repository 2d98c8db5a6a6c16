/** The built command as a process: starting, stopping, the demo. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { exitCodes } from '../../../src/interfaces/cli/exit-codes';
import { Database } from '../../../src/database/database';

const root = join(__dirname, '../../..');
const command = join(root, 'bin', 'leadlight.js');

interface Running {
  readonly child: ChildProcess;
  /** Resolves with what was printed so far when that matches; rejects when the process ends first. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with the exit status and all that was printed. */
  ended(): Promise<{ status: number | null; output: string }>;
}

function run(args: string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, [command, ...args], { env: { PATH: process.env['PATH'], ...env } });
  let output = '';
  const watchers = new Set<() => void>();
  const collect = (part: Buffer) => {
    output += part.toString();
    for (const watch of watchers) watch();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const end = new Promise<{ status: number | null; output: string }>((resolve) =>
    child.on('close', (status) => resolve({ status, output })),
  );
  return {
    child,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = () => pattern.test(output) && resolve(output);
        watchers.add(watch);
        watch();
        void end.then(() => reject(new Error(`ended without ${String(pattern)}:\n${output}`)));
      }),
    ended: () => end,
  };
}

const demoFile = z.strictObject({
  baseUrl: z.string(),
  organizationId: z.uuid(),
  apiKey: z.string(),
  otherOrganization: z.strictObject({ organizationId: z.uuid(), apiKey: z.string() }),
  users: z.array(
    z.strictObject({
      email: z.string(),
      password: z.string(),
      role: z.string(),
      active: z.boolean(),
      sessionToken: z.string(),
    }),
  ),
});

const described = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(
    z.string(),
    z.object({
      get: z
        .object({
          operationId: z.string(),
          parameters: z
            .array(z.object({ name: z.string(), in: z.string(), example: z.unknown().optional() }))
            .default([]),
        })
        .optional(),
    }),
  ),
});

/** Sends every GET of the documents with all examples, as Postman does. @returns those answered with 400, 404 or a fault. */
async function unansweredReads(baseUrl: string, key: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${key}` };
  const found: string[] = [];
  for (const name of ['openapi.json', 'openapi-root.json']) {
    const document = described.parse(await (await fetch(`${baseUrl}/${name}`)).json());
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (!get) continue;
      let address = document.servers[0].url + path;
      const query = new URLSearchParams();
      for (const one of get.parameters) {
        const value = [one.example].flat().map(String).join(',');
        if (one.in === 'path') address = address.replace(`{${one.name}}`, encodeURIComponent(value));
        if (one.in === 'query') query.append(one.name, value);
      }
      const { status } = await fetch(`${address}?${query.toString()}`, { headers, redirect: 'manual' });
      if (status === 400 || status === 404 || status >= 500) found.push(`${status} ${get.operationId}`);
    }
  }
  return found;
}

describe('the leadlight command as a process', () => {
  let dataDir: string;
  let env: Record<string, string>;
  const running: Running[] = [];
  const start = (args: string[], more: Record<string, string> = {}) => {
    const one = run(args, { ...env, ...more });
    running.push(one);
    return one;
  };

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'ignore' });
  });
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'leadlight-process-'));
    env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', SHUTDOWN_DELAY_MS: '0' };
  });
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map((one) => one.ended()));
    running.length = 0;
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('serves until it is told to stop, and ends well', async () => {
    await start(['migrate']).ended();
    const service = start(['serve']);
    const url = /serves (\S+)/.exec(await service.until(/serves \S+\n/))?.[1] ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended()).toMatchObject({ status: 0, output: expect.stringContaining('"msg":"stopped"') });
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends well on %s as soon as it says that it serves', async (signal) => {
    await start(['migrate']).ended();
    const service = start(['serve']);
    service.child.stderr?.once('data', () => service.child.kill(signal));
    expect(await service.ended()).toMatchObject({ status: 0, output: expect.stringContaining('"msg":"stopped"') });
  });

  it('works in a process of its own', async () => {
    await start(['migrate']).ended();
    const worker = start(['worker']);
    await worker.until(/worker started/);
    worker.child.kill('SIGINT');
    expect((await worker.ended()).status).toBe(0);
  });

  it('refuses to serve an older schema or on a taken port, in one line', async () => {
    await start(['migrate']).ended();
    await start(['migrate', '--down', '--yes']).ended();
    const unmigrated = await start(['serve']).ended();
    expect(unmigrated.status).toBe(exitCodes.schema_not_current.status);
    expect(unmigrated.output).toMatch(/^leadlight: .*run `leadlight migrate`.*\n$/);
    await start(['migrate']).ended();
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const address = holder.address();
    const PORT = String(typeof address === 'object' ? address?.port : 0);
    const taken = await start(['serve'], { PORT }).ended();
    await new Promise((resolve) => holder.close(resolve));
    expect(taken.status).toBe(exitCodes.unavailable.status);
    expect(taken.output).toMatch(/^leadlight: Cannot listen on 127\.0\.0\.1:\d+: another program listens there\.\n$/);
  });

  it('refuses a newer schema, in one line', async () => {
    await start(['migrate']).ended();
    const db = await Database.open(`sqlite:${join(dataDir, 'leadlight.db')}`);
    await db.run(`INSERT INTO schema_migrations (name, applied_at, checksum) VALUES ('9999-later', 1, 'x')`);
    for (const args of ['serve', 'worker', 'migrate', 'migrate --status', 'workspace list']) {
      const { status, output } = await start(args.split(' ')).ended();
      expect([args, status]).toEqual([args, exitCodes.schema_not_current.status]);
      expect(output).toMatch(/^(leadlight: )?The database is newer than this version .*9999-later.*\n$/);
    }
    await db.run(`DELETE FROM schema_migrations WHERE name = '9999-later'`);
    await db.close();
    expect((await start(['migrate', '--status']).ended()).status).toBe(0);
  });

  it('runs the demo, and runs it again with everything kept', async () => {
    const path = join(dataDir, 'demo.json');
    const read = () => demoFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    const get = async (key: string, resource: string) => {
      const response = await fetch(`${read().baseUrl}${resource}`, { headers: { Authorization: `Bearer ${key}` } });
      return { status: response.status, body: z.looseObject({}).parse(await response.json()) };
    };

    const first = start(['demo']);
    const welcome = await first.until(/Stop with Ctrl\+C/);
    const made = read();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(welcome).toContain(made.apiKey);
    expect(welcome).toContain(`${made.baseUrl}/mcp`);
    expect(made.users.map(({ role, active }) => [role, active])).toEqual([
      ['OWNER', true],
      ['ADMIN', true],
      ['MEMBER', true],
      ['MEMBER', false],
    ]);
    const access = await get(made.apiKey, '/customer/workspace-access');
    expect(access).toMatchObject({ status: 200, body: { organizationId: made.organizationId } });
    const other = await get(made.otherOrganization.apiKey, '/customer/workspace-access');
    expect(other).toMatchObject({ status: 200, body: { organizationId: made.otherOrganization.organizationId } });
    const leads = await get(made.apiKey, '/customer/leads?limit=1&leadTier=PRIORITY');
    expect(leads.body['data']).toHaveLength(1);
    expect(await unansweredReads(made.baseUrl, made.apiKey)).toEqual([]);
    first.child.kill('SIGTERM');
    expect((await first.ended()).status).toBe(0);

    const second = start(['demo']);
    const again = await second.until(/Stop with Ctrl\+C/);
    expect(again).not.toContain('Loading');
    const written = read();
    expect({ ...written, baseUrl: '', users: written.users.map((user) => ({ ...user, sessionToken: '' })) }).toEqual({
      ...made,
      baseUrl: '',
      users: made.users.map((user) => ({ ...user, sessionToken: '' })),
    });
    expect((await get(written.apiKey, '/customer/leads?limit=1')).status).toBe(200);
  });

  it('says how to build when it is not built', () => {
    const copy = join(dataDir, 'leadlight.js');
    execFileSync('cp', [command, copy]);
    let output = '';
    try {
      execFileSync(process.execPath, [copy], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      output = String(error);
    }
    expect(output).toContain('npm run build');
    expect(existsSync(join(dataDir, 'leadlight.db'))).toBe(false);
  });
});
