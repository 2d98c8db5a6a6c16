/** Migrations in processes of their own, to run at once and to be killed. */
import { fork } from 'node:child_process';
import { join } from 'node:path';

export interface MigrateOrder {
  readonly url: string;
  /** The short list of support/small-migrations.ts instead of the real one. */
  readonly small?: boolean;
  /** SIGKILL at this statement that changes something, counted from 0: before it is sent, or right after. */
  readonly killAt?: number;
  readonly killWhen?: 'before' | 'sent';
}

interface Message {
  readonly ready?: true;
  readonly applied?: string[];
  readonly error?: string;
}

export interface Migrating {
  /** Resolves when the process has opened the database. */
  readonly ready: Promise<void>;
  /** Names of the migrations that it applied; undefined when it was killed. */
  readonly done: Promise<string[] | undefined>;
  go(): void;
}

/** A process that migrates when it is told to. */
export function startMigrating(order: MigrateOrder): Migrating {
  const child = fork(join(__dirname, 'migrate-process.cjs'), {
    env: { PATH: process.env['PATH'], LEADLIGHT_TEST_MIGRATE: JSON.stringify(order) },
    execArgv: [],
  });
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const done = new Promise<string[] | undefined>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.ready) isReady();
      else if (message.applied) resolve(message.applied);
      else reject(new Error(message.error));
    });
    // Not its exit, which may be heard of before its last message.
    child.once('close', (code, signal) =>
      signal === 'SIGKILL' ? resolve(undefined) : reject(new Error(`the migrating process ended with ${code}`)),
    );
  });
  return { ready, done, go: () => void child.send('go') };
}
