/** The assistants as npm installs them, and how each is told to sign in and to call a tool. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, repository } from '../../scripts/database-server';
import { fieldOf } from '../../src/shared/records';
import { useCodex } from './codex';
import type { Model } from './model';

/** The tool that each of them calls. */
export const calledTool = 'svc_get_workspace_access';

/** Where and how a program runs: a home folder of its own. */
export interface Place {
  /** Where the packages are. */
  readonly packages: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Address of the service for assistants. */
  readonly address: string;
  readonly model: Model;
}

export interface Used {
  /** Tools of this service that the program offered to its model, or listed. */
  readonly offered: number;
  /** What the called tool answered, as the program passed it on. */
  readonly answer: string;
}

export interface Program {
  readonly name: string;
  /** Its npm package and version. */
  readonly package: string;
  readonly version: string;
  /** As it calls itself when it connects. */
  readonly client: string;
  run(place: Place): Promise<Used>;
}

/** Where the scripts are that programs start. */
export const scripts = join(repository, 'bench', 'assistants');

const minutesMs = 60_000;

/** Runs a program to its end. @returns its output. @throws Error with the end of its output when it fails. */
export function ran(place: Place, file: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: place.home, env: place.env, timeout: 3 * minutesMs, maxBuffer: 1 << 24 };
    const child = execFile(file, [...args], options, (error, out, said) => {
      const output = out + said;
      if (!error) return resolve(output);
      reject(new Error(`${args.join(' ').slice(0, 80)}: ${output.trim().slice(-300) || error.message}`));
    });
    child.stdin?.end(input);
  });
}

/** What a script printed as a line of JSON; warnings of Node may stand around it. @throws Error if there is no such line. */
export function usedIn(printed: string): Used {
  const line = printed.split('\n').findLast((one) => one.startsWith('{"offered":'));
  if (line === undefined) throw new Error(`no answer was printed: ${printed.trim().slice(-300)}`);
  const used: unknown = JSON.parse(line);
  return { offered: Number(fieldOf(used, 'offered')), answer: String(fieldOf(used, 'answer')) };
}

const machine = `${process.platform}-${process.arch}`;
const inside = (place: Place, ...path: readonly string[]) => join(place.packages, 'node_modules', ...path);

/** Runs a program that signs in on a terminal alone, through `script` of util-linux. */
const onTerminal = (place: Place, command: string) => ran(place, 'script', ['-qec', command, '/dev/null']);

export const programs: readonly Program[] = [
  {
    name: 'Codex',
    package: '@openai/codex',
    version: '0.171.0',
    client: 'Codex',
    async run(place) {
      const codex = inside(place, '@openai', 'codex', 'bin', 'codex.js');
      await ran(place, process.execPath, [codex, 'mcp', 'add', 'leadlight', '--url', place.address]);
      await useCodex([codex], place.env, calledTool);
      await longerThanAToken();
      return useCodex([codex], place.env, calledTool);
    },
  },
  {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.197',
    client: 'Claude Code',
    async run(place) {
      const claude = inside(place, '@anthropic-ai', `claude-code-${machine}`, 'claude');
      await ran(place, claude, ['mcp', 'add', '--transport', 'http', 'leadlight', place.address]);
      await onTerminal(place, `${claude} mcp login leadlight`);
      const ask = ['-p', 'What does it hold?', '--allowedTools', `mcp__leadlight__${calledTool}`];
      // On a very busy machine it begins without a server that is slow to connect.
      for (let tries = 0; tries < 3; tries += 1) {
        await ran(place, claude, ask);
        const used = place.model.look();
        if (used.offered > 0) return used;
      }
      throw new Error('its model was offered no tools');
    },
  },
  {
    name: 'OpenCode',
    package: 'opencode-ai',
    version: '1.18.33',
    client: 'OpenCode',
    async run(place) {
      const opencode = inside(place, `opencode-${machine}`, 'bin', 'opencode');
      const provider = { anthropic: { options: { baseURL: `${place.model.url}/v1`, apiKey: 'none' }, models } };
      // Its usual port for answers is one for the whole machine: a second OpenCode beside this one would wait for ever.
      const oauth = { callbackPort: await freePort() };
      const mcp = { leadlight: { type: 'remote', url: place.address, oauth } };
      const config = { autoupdate: false, permission: 'allow', provider, mcp };
      writeFileSync(join(place.home, 'opencode.json'), JSON.stringify(config));
      await ran(place, opencode, ['mcp', 'auth', 'leadlight']);
      await longerThanAToken();
      await ran(place, opencode, ['run', '--model', 'anthropic/scripted', 'What does it hold?']);
      return place.model.look();
    },
  },
  {
    name: 'Gemini CLI (MCPOAuthProvider)',
    package: '@google/gemini-cli-core',
    version: '0.61.0',
    client: 'Gemini CLI MCP Client',
    async run(place) {
      const core = inside(place, '@google', 'gemini-cli-core', 'dist', 'index.js');
      const printed = await ran(place, process.execPath, [join(scripts, 'gemini.mjs'), core, place.address], 'y\n');
      return usedIn(printed);
    },
  },
];

const models = { scripted: { name: 'scripted', limit: { context: 100_000, output: 1_000 } } };

/** The service's tokens last a minute here, so that the next use must refresh. */
const longerThanAToken = () => new Promise((resolve) => setTimeout(resolve, 61_000));

/** Installs what is not there yet, without running install scripts: the programs are in packages of their platform. */
export async function install(folder: string, say: (line: string) => void): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const wanted = programs.map((program) => `${program.package}@${program.version}`);
  if (programs.every((program) => installedVersion(folder, program) === program.version)) return;
  say(`installing ${wanted.join(' ')} in ${folder}`);
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...wanted];
  await new Promise<void>((resolve, reject) => {
    execFile('npm', args, { timeout: 20 * minutesMs }, (error) =>
      error ? reject(new Error(`npm install: ${error.message}`)) : resolve(),
    );
  });
}

function installedVersion(folder: string, program: Program): unknown {
  const file = join(folder, 'node_modules', program.package, 'package.json');
  return existsSync(file) ? fieldOf(JSON.parse(readFileSync(file, 'utf8')), 'version') : undefined;
}
