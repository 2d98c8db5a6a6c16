/**
 * Assistants as npm installs them connect to the service: each signs in, lists the tools, calls one and refreshes its token. A
 * script is the person's browser, and where a program calls tools only for a model, a script is the model.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fieldOf } from '../src/shared/records';
import { personVariable } from './assistants/browser';
import { startModel, type Model } from './assistants/model';
import { calledTool, install, programs, type Place, type Program } from './assistants/programs';
import { serve } from './faults/programs';
import type { Benchmark, Section, Target } from './harness';
import { benchFolder } from './servers';

/** About 1.4 GB, kept between runs. */
const packages = join(benchFolder, 'assistants');
const leadlight = [join(__dirname, 'faults', 'leadlight.js')];

export const benchmark: Benchmark = {
  title: 'assistants as npm installs them: sign in, list, call, refresh',
  async run({ say }) {
    await install(packages, say);
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-assistants-'));
    const env = { DATA_DIR: join(folder, 'data'), ACCESS_TOKEN_SECONDS: '60' };
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
    const model = await startModel(calledTool);
    try {
      const rows: Section['rows'][number][] = [];
      const targets: Target[] = [];
      // One after the other: each has the recent attempts of its own name.
      for (const program of programs) {
        say(`assistants: ${program.name} ${program.version}`);
        const home = join(folder, program.package.replace('/', '-'));
        mkdirSync(home, { recursive: true });
        const address = `http://127.0.0.1:${service.port}/api/v1/mcp`;
        const place = { packages, home, address, model, env: envOf({ home, bin, person, model }) };
        const used = await attempt(program, place);
        const steps = stepsOf(command('assistants attempts --limit 200'), program.client);
        const done = {
          consent: steps.has('consent'),
          redeem: steps.has('redemption'),
          list: used.offered > 0,
          call: used.answer.includes(String(organizationId)),
          refresh: steps.has('refresh'),
        };
        const shown = Object.fromEntries(Object.entries(done).map(([step, ok]) => [step, ok ? 'yes' : 'NO']));
        const by = steps.has('registration') ? 'registration' : 'document';
        rows.push({
          assistant: program.name,
          version: program.version,
          by,
          ...shown,
          tools: used.offered,
          why: used.why,
        });
        const value = Object.values(done).filter(Boolean).length;
        targets.push({ name: `${program.name}: steps of five`, limit: 5, value, sense: 'least' });
      }
      return { sections: [{ title: 'assistants', rows }], targets };
    } finally {
      await model.close();
      await service.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

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
  };
}
