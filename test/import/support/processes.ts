/** Imports in processes of their own, to run at once and to be killed. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { ImportSummary } from '../../../src/ingest/import/importer';
import { importOptions } from './site';

export interface ImportOrder {
  readonly url: string;
  readonly organizationId: string;
  readonly files: readonly string[];
  readonly batchSize?: number;
}

interface Message {
  readonly ready?: true;
  readonly stage?: 'reading' | 'scoring';
  readonly summary?: ImportSummary;
  readonly error?: string;
}

/**
 * Runs an import in another process.
 * @param together resolves when all of those that run at once are ready.
 * @param killAt SIGKILL when it has told of its progress so many times, or tells of it while this holds; undefined: never.
 * @returns the summaries, as many as there came before the end, and how many times it told of its progress.
 */
export function importInProcess(
  order: ImportOrder,
  { together, killAt }: { together?: () => Promise<void>; killAt?: number | (() => boolean) } = {},
): Promise<{ summaries: ImportSummary[]; messages: number }> {
  const child = fork(join(__dirname, 'import-process.cjs'), {
    env: {
      PATH: process.env['PATH'],
      LEADLIGHT_TEST_IMPORT: JSON.stringify({
        ...order,
        options: { ...importOptions, ...(order.batchSize ? { batchSize: order.batchSize } : {}) },
      }),
    },
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    const summaries: ImportSummary[] = [];
    let messages = 0;
    let error: string | undefined;
    child.on('message', (message: Message) => {
      if (message.summary) summaries.push(message.summary);
      if (message.error) error = message.error;
      if (message.stage !== undefined) {
        messages += 1;
        if (typeof killAt === 'function' ? killAt() : messages === killAt) child.kill('SIGKILL');
      }
      if (!message.ready) return;
      void (together?.() ?? Promise.resolve()).then(() => child.send('go'));
    });
    // Not its exit, which may be heard of before its last messages.
    child.once('close', (code, signal) => {
      if (error !== undefined) reject(new Error(error));
      else if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the import ended with ${code ?? signal}`));
      else resolve({ summaries, messages });
    });
  });
}

/** Lets several wait for each other. */
export function gate(count: number): () => Promise<void> {
  let left = count;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    left -= 1;
    if (left === 0) open();
    return opened;
  };
}
