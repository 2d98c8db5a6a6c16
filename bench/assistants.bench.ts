/**
 * Assistants and client libraries as npm installs them connect to the service: each signs in, lists the tools, calls one and
 * refreshes its token. A script is the person's browser, and where a program calls tools only for a model, a script is the model.
 * `LEADLIGHT_BENCH_CLIENTS="Claude Code,sdk-1.11"` tries those alone.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Database } from '../src/database/database';
import { fieldOf } from '../src/shared/records';
import { personVariable } from './assistants/browser';
import { clientNames, installClients } from './assistants/clients';
import { startModel, type Model } from './assistants/model';
import { calledTool, install, programs, type Place, type Program } from './assistants/programs';
import { serve } from './faults/programs';
import type { Benchmark, Section, Target } from './harness';
import { benchFolder, startServer, type BenchServer, type DatabaseKind } from './servers';

/** About 1.4 GB, kept between runs. */
const packages = join(benchFolder, 'assistants');
const leadlight = [join(__dirname, 'faults', 'leadlight.js')];

export const benchmark: Benchmark = {
  title: 'assistants and client libraries as npm installs them: register, consent, redeem, list, call, refresh',
  async run({ databases, say }) {
    const wanted = await chosen(say);
    const rows: Section['rows'][number][] = [];
    for (const kind of databases) rows.push(...(await connectAll(kind, wanted, say)));
    const targets: Target[] = rows.map(({ client, database, done }) => ({
      name: `${String(client)} on ${String(database)}: steps of six`,
      limit: steps.length,
      value: Number(done),
      sense: 'least',
    }));
    return { sections: [{ title: 'assistants', rows }], targets };
  },
};

const steps = ['register', 'consent', 'redeem', 'list', 'call', 'refresh'] as const;

interface Wanted {
  /** They wait for a token to end, so they are tried side by side. */
  readonly programs: readonly Program[];
  readonly clients: readonly Program[];
}

/** The programs and libraries to try, installed. @throws Error for a name that is none of them. */
async function chosen(say: (line: string) => void): Promise<Wanted> {
  const asked = process.env['LEADLIGHT_BENCH_CLIENTS'] ?? '';
  const known = [...programs.map(({ name }) => name), ...clientNames];
  const names = asked === '' ? known : asked.split(',').map((name) => name.trim());
  const strange = names.filter((name) => !known.includes(name));
  if (strange.length > 0) throw new Error(`There is no client ${strange.join(', ')}; there are ${known.join(', ')}.`);
  const isWanted = ({ name }: Program) => names.includes(name);
  const wanted = programs.filter(isWanted);
  if (wanted.length > 0) await install(packages, say);
  const isLibrary = names.some((name) => clientNames.includes(name));
  return { programs: wanted, clients: isLibrary ? installClients().filter(isWanted) : [] };
}

/** Connects them to a service over one database. @returns a row for each. */
async function connectAll(kind: DatabaseKind, { programs, clients }: Wanted, say: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-assistants-'));
  const server = await startServer(kind, join(folder, 'server'));
  const databaseUrl = await makeDatabase(kind, server);
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl, ACCESS_TOKEN_SECONDS: '60' };
  const command = (line: string): unknown =>
    JSON.parse(
      execFileSync(process.execPath, [...leadlight, ...line.split(' '), '--json'], {
        env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...env },
        encoding: 'utf8',
      }),
    );
  command('migrate');
  const organizationId = fieldOf(command('workspace create Bench'), 'organizationId');
  command('member add ada@example.com --role OWNER');
  const session = fieldOf(command('session --email ada@example.com --ttl 86400'), 'sessionToken');
  const person = join(folder, 'person.json');
  writeFileSync(person, JSON.stringify({ session, organizationId }), { mode: 0o600 });
  const bin = browserIn(folder);
  const service = await serve({ leadlight, folder }, env);
  const address = `http://127.0.0.1:${service.port}/api/v1/mcp`;
  const connect = async (program: Program): Promise<Section['rows'][number]> => {
    say(`assistants: ${kind}: ${program.name} ${program.version}`);
    const home = join(folder, program.name.replace(/\W+/g, '-'));
    mkdirSync(home, { recursive: true });
    const model = await startModel(calledTool);
    const place = { packages, home, address, model, env: envOf({ home, bin, person, model }) };
    const used = await attempt(program, place);
    await model.close();
    const seen = stepsOf(command('assistants attempts --limit 200'), program.client);
    const done: Record<(typeof steps)[number], boolean> = {
      // Who shows its published document has no need to register.
      register: seen.has('registration') || seen.has('authorization'),
      consent: seen.has('consent'),
      redeem: seen.has('redemption'),
      list: used.offered > 0,
      call: used.answer.includes(String(organizationId)),
      refresh: seen.has('refresh'),
    };
    return {
      client: program.name,
      version: program.version,
      database: kind,
      by: seen.has('registration') ? 'registration' : 'document',
      ...Object.fromEntries(steps.map((step) => [step, done[step] ? 'yes' : 'NO'])),
      done: steps.filter((step) => done[step]).length,
      tools: used.offered,
      why: used.why,
    };
  };
  try {
    // Side by side, because they wait for a token to end; the others are made to believe that theirs has.
    const rows = await Promise.all(programs.map(connect));
    for (const client of clients) rows.push(await connect(client));
    return rows;
  } finally {
    await service.end('SIGTERM');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeDatabase(kind: DatabaseKind, server: BenchServer): Promise<string> {
  if (kind !== 'sqlite') {
    const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
    await admin.run('CREATE DATABASE assistants CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
    await admin.close();
  }
  return server.url('assistants');
}

async function attempt(program: Program, place: Place) {
  try {
    return { ...(await program.run(place)), why: '' };
  } catch (error) {
    return { offered: 0, answer: '', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The steps of a client that went well, as the service saw them. */
function stepsOf(told: unknown, client: string): ReadonlySet<unknown> {
  const attempts = fieldOf(told, 'attempts');
  const own = (Array.isArray(attempts) ? attempts : []).filter((one) => fieldOf(one, 'clientName') === client);
  return new Set(own.filter((one) => fieldOf(one, 'outcome') === 'ok').map((one) => fieldOf(one, 'step')));
}

/** A folder with the names under which programs look for a browser, each the script of `browser.ts`. */
function browserIn(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['xdg-open', 'open', 'browser']) {
    const file = join(bin, name);
    writeFileSync(
      file,
      `#!/bin/sh\nexec "${process.execPath}" "${join(__dirname, 'assistants', 'browser.js')}" "$@"\n`,
    );
    chmodSync(file, 0o755);
  }
  return bin;
}

function envOf(of: { readonly home: string; readonly bin: string; readonly person: string; readonly model: Model }) {
  return {
    PATH: `${of.bin}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: of.home,
    CODEX_HOME: of.home,
    BROWSER: join(of.bin, 'browser'),
    [personVariable]: of.person,
    ANTHROPIC_BASE_URL: of.model.url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Otherwise the tools are looked up one by one, and the model by script never sees them.
    ENABLE_TOOL_SEARCH: 'false',
    // Otherwise the model of a run without a terminal is asked before a slow server is connected, and is offered no tools.
    MCP_CONNECTION_NONBLOCKING: 'false',
    // The inspector keeps tokens in memory otherwise, and opens a browser only for a person at a terminal.
    MCP_INSPECTOR_SECRET_STORE: 'file',
    MCP_AUTO_OPEN_ENABLED: 'true',
  };
}
