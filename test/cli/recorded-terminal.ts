/** Runs `leadlight` command lines in this process against a data folder, and keeps what they printed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../../src/interfaces/cli/command';
import { commandTree } from '../../src/interfaces/cli/main';
import { runCommandLine } from '../../src/interfaces/cli/program';
import { startService } from '../../src/service/start';

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** `err` without what a slow machine is told of how far an import is. */
  readonly trouble: string;
  /** What --json printed. */
  json(): Record<string, unknown>;
}

export interface Operator {
  readonly dataDir: string;
  readonly env: Record<string, string>;
  /** @param line words as a shell would split them; quotes group. */
  run(line: string, input?: string): Promise<Ran>;
  dispose(): void;
}

export function operator(env: Record<string, string> = {}): Operator {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-cli-'));
  const all = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env };
  return {
    dataDir,
    env: all,
    async run(line, input = '') {
      const out: string[] = [];
      const err: string[] = [];
      const terminal: Terminal = {
        env: all,
        interactive: false,
        out: (text) => void out.push(text),
        err: (text) => void err.push(text),
        readInput: () => Promise.resolve(input),
        askHidden: () => Promise.reject(new Error('asked on a terminal that is none')),
      };
      const status = await runCommandLine(commandTree, words(line), terminal, startService);
      return {
        status,
        out: out.join('\n'),
        err: err.join('\n'),
        trouble: err.filter((text) => !/ bytes of .* \(\d+ %\), /.test(text)).join('\n'),
        json() {
          const parsed: unknown = JSON.parse(out.join('\n'));
          if (typeof parsed !== 'object' || parsed === null) throw new Error('no JSON object was printed');
          return { ...parsed };
        },
      };
    },
    dispose: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}
