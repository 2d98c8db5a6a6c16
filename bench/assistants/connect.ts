/** A service in a process of its own, and the assistants that connect to it: which of the steps each went through. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fieldOf } from '../../src/shared/records';
import { serve } from '../faults/programs';
import { startModel, type Model } from './model';
import { calledTool, scripts, type Place, type Program, type Used } from './programs';

export const steps = ['register', 'consent', 'redeem', 'list', 'call', 'refresh'] as const;
type Step = (typeof steps)[number];

export interface Wanted {
  /** They wait for a token to end, so they are tried side by side. */
  readonly programs: readonly Program[];
  /** One after the other. */
  readonly clients: readonly Program[];
}

export interface Over {
  /** Arguments of Node that run the `leadlight` command. */
  readonly leadlight: readonly string[];
  /** Empty folder for the data of the service and for a home of each program. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** Where the programs are installed. */
  readonly packages: string;
}

/** What came of one of them. */
export type Connected = Readonly<Record<Step, 'yes' | 'NO'>> & {
  readonly client: string;
  readonly version: string;
  /** How the service came to know it. */
  readonly by: 'registration' | 'document';
  /** How many of the six steps went well. */
  readonly done: number;
  /** How many tools it saw. */
  readonly tools: number;
  /** Why it ended early; empty when it did not. */
  readonly why: string;
};

/**
 * Serves an empty database with one workspace, and connects them to it.
 * @param say is told who connects.
 * @returns a row for each. @throws Error when the service does not start.
 */
export async function connectAll(over: Over, wanted: Wanted, say: (line: string) => void): Promise<Connected[]> {
  const { leadlight, folder, databaseUrl, packages } = over;
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl, ACCESS_TOKEN_SECONDS: '60' };
  const command = (line: string): unknown =>
    JSON.parse(
      execFileSync(process.execPath, [...leadlight, ...line.split(' '), '--json'], {
        env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...env },
        encoding: 'utf8',
      }),
    );
  command('migrate');
  const organizationId = String(fieldOf(command('workspace create Bench'), 'organizationId'));
  command('member add ada@example.com --role OWNER');
  const session = fieldOf(command('session --email ada@example.com --ttl 86400'), 'sessionToken');
  const person = join(folder, 'person.json');
  writeFileSync(person, JSON.stringify({ session, organizationId }), { mode: 0o600 });
  const bin = browserIn(folder);
  const service = await serve({ leadlight, folder }, env);
  const address = `http://127.0.0.1:${service.port}/api/v1/mcp`;
  const use = async (program: Program) => {
    say(`${program.name} ${program.version}`);
    const home = join(folder, program.name.replace(/\W+/g, '-'));
    mkdirSync(home, { recursive: true });
    const model = await startModel(calledTool);
    const used = await attempt(program, { packages, home, address, model, env: envOf({ home, bin, person, model }) });
    await model.close();
    return { program, used };
  };
  const uses: Awaited<ReturnType<typeof use>>[] = [];
  try {
    // Side by side, because they wait for a token to end; the others are made to believe that theirs has.
    uses.push(...(await Promise.all(wanted.programs.map(use))));
    for (const client of wanted.clients) uses.push(await use(client));
  } finally {
    await service.end('SIGTERM');
  }
  // Stored at the latest when the service ends.
  const attempts = command('assistants attempts --limit 200');
  return uses.map(({ program, used }) => rowOf(program, used, stepsOf(attempts, program.client), organizationId));
}

function rowOf(program: Program, used: Tried, seen: ReadonlySet<unknown>, organizationId: string): Connected {
  const done: Readonly<Record<Step, boolean>> = {
    // Who shows its published document has no need to register.
    register: seen.has('registration') || seen.has('authorization'),
    consent: seen.has('consent'),
    redeem: seen.has('redemption'),
    list: used.offered > 0,
    call: used.answer.includes(organizationId),
    refresh: seen.has('refresh'),
  };
  const said = (step: Step) => (done[step] ? 'yes' : 'NO');
  return {
    client: program.name,
    version: program.version,
    by: seen.has('registration') ? 'registration' : 'document',
    register: said('register'),
    consent: said('consent'),
    redeem: said('redeem'),
    list: said('list'),
    call: said('call'),
    refresh: said('refresh'),
    done: steps.filter((step) => done[step]).length,
    tools: used.offered,
    why: used.why,
  };
}

type Tried = Used & { readonly why: string };

async function attempt(program: Program, place: Place): Promise<Tried> {
  try {
    return { ...(await program.run(place)), why: '' };
  } catch (error) {
    return { offered: 0, answer: '', why: error instanceof Error ? error.message : String(error) };
  }
}

/** The steps of a client that went well, as the service saw them. */
function stepsOf(reported: unknown, client: string): ReadonlySet<unknown> {
  const attempts = fieldOf(reported, 'attempts');
  const own = (Array.isArray(attempts) ? attempts : []).filter((one) => fieldOf(one, 'clientName') === client);
  return new Set(own.filter((one) => fieldOf(one, 'outcome') === 'ok').map((one) => fieldOf(one, 'step')));
}

/** A folder with the names under which programs look for a browser, each the script `browser.mjs`. */
function browserIn(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['xdg-open', 'open', 'browser']) {
    const file = join(bin, name);
    writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${join(scripts, 'browser.mjs')}" "$@"\n`);
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
    LEADLIGHT_BENCH_PERSON: of.person,
    ANTHROPIC_BASE_URL: of.model.url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Otherwise the tools are looked up one by one, and the model by script never sees them.
    ENABLE_TOOL_SEARCH: 'false',
    // Otherwise the model of a run without a terminal is asked before a slow server is connected, and is offered no tools.
    MCP_CONNECTION_NONBLOCKING: 'false',
    MCP_TIMEOUT: '120000',
    // The inspector keeps tokens in memory otherwise, and opens a browser only for a person at a terminal.
    MCP_INSPECTOR_SECRET_STORE: 'file',
    MCP_AUTO_OPEN_ENABLED: 'true',
  };
}
