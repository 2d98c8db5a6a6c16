/** Defines a kind of job, and the context in which it runs. */
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../database/database';
import type { Lane } from '../store/tables/jobs';
import type { Clock } from './clock';

/** A kind of job, as callers that queue it need it. */
export interface JobKind<Input = unknown> {
  /** Letters, digits and `-`, at most 64. It is stored, so it must never be renamed. */
  readonly name: string;
  readonly input: z.ZodType<Input>;
  /** The job is dead after this many attempts without progress. Default: 8 (about four minutes). */
  readonly maxAttempts?: number;
  /** Whose places it takes: see src/jobs/lanes.ts. Default: `asked`. */
  readonly lane?: Lane;
}

/** One attempt at a job. */
export interface JobContext {
  readonly id: string;
  /** Empty for work of the service itself. */
  readonly organizationId: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  /** True in a process that answers no requests: a step may take as long as other writers can wait. */
  readonly alone: boolean;
  /** Aborted when the process stops, the job is cancelled, or another worker holds it. Its reason is an `Interrupted`. */
  readonly signal: AbortSignal;
  /** True when cancelling was requested. */
  readonly cancelled: boolean;

  /**
   * Gives everything else in the process a turn. Call it between steps. What is stored so far stays. A job that `givesWay` ends
   * here when its turn is over and others wait.
   * @throws Interrupted when the job should end early.
   */
  checkpoint(): Promise<void>;

  /**
   * Binds the current transaction to this attempt: it commits only while the job is still held. Call it in every transaction
   * that writes. It also renews the lease.
   * @throws Interrupted when another worker holds the job.
   */
  guard(): Promise<void>;

  /** The state an earlier attempt saved, if it fits the schema. */
  savedState<State>(schema: z.ZodType<State>): State | undefined;

  /**
   * Saves where to continue, in the current transaction, so that the position and the work up to it are stored together. Also
   * guards the transaction. A new position counts as progress: `maxAttempts` starts over.
   * @param state JSON.
   */
  saveState(state: unknown): Promise<void>;

  /** Reports progress for `leadlight jobs`. Stored with the next heartbeat. */
  progress(progress: Readonly<Record<string, string | number>>): void;

  /**
   * Marks the job done in the current transaction, so that its last effect and its end are stored together. Without it, a job
   * is done when `run` returns, and runs again when the process dies in between.
   */
  complete(): Promise<void>;
}

export interface JobDefinition<Input> extends JobKind<Input> {
  /**
   * False: a job that succeeded is removed at once, for jobs that run every few minutes. Others are kept for a week to be
   * looked at.
   */
  readonly keepsDone?: boolean;
  /** For repeated work of the service itself. The input is `{}`. */
  readonly schedule?: { readonly pattern: string; readonly timeZone?: string };
  /**
   * True for work that continues from what it stored, and stores it with `guard` or `saveState`. At a checkpoint after its turn
   * it gives its place to others that are ready in its lane, and goes on after them.
   */
  readonly givesWay?: boolean;
  /**
   * Does the work. It may run again after a crash at any moment. So each step must be repeatable, or share a transaction with a
   * `guard`, `saveState` or `complete`.
   * @throws PermanentFailure, RetryLater; after any other error the job is tried again with growing delays.
   */
  run(context: JobContext, input: Input): Promise<void>;
}

/** A kind of job without the type of its input, as the runner keeps it. */
export interface AnyJob extends Omit<JobDefinition<unknown>, 'run' | 'input'> {
  /** @throws ZodError when the stored input no longer fits. */
  start(context: JobContext, input: unknown): Promise<void>;
}

/** Declares a kind of job. */
export function define<Input>(definition: JobDefinition<Input>): AnyJob {
  if (!/^[a-z0-9-]{1,64}$/.test(definition.name))
    throw new Error(`${definition.name} is not a name for a kind of job: use 1 to 64 of a-z, 0-9 and -`);
  const { input, run, ...rest } = definition;
  return {
    ...rest,
    start: async (context, given) => run.call(definition, context, input.parse(given)),
  };
}

export const defaultAttempts = 8;
