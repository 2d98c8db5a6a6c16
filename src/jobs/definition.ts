/** What a kind of job is, and what it finds at hand when it runs. */
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database } from '../database/database';
import type { Clock } from './clock';

/** A kind of job as those who queue it know it. */
export interface JobKind<Input = unknown> {
  /** Letters, digits and `-`, at most 64; stored, so it is never renamed. */
  readonly name: string;
  readonly input: z.ZodType<Input>;
  /** Attempts without progress after which it is dead; 8 when left out (about four minutes). */
  readonly maxAttempts?: number;
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
  /** True in a process that answers no requests: a step may take as long as other writers can well wait. */
  readonly alone: boolean;
  /** Aborted when the process stops, the job was cancelled or another worker holds it; its reason is an `Interrupted`. */
  readonly signal: AbortSignal;
  /** True when somebody asked to cancel it. */
  readonly cancelled: boolean;

  /**
   * Lets everything else in the process have its turn, then
   * @throws Interrupted when the job should end early. Call it between steps; what is stored so far stays.
   */
  checkpoint(): Promise<void>;

  /**
   * Makes the current transaction one of this attempt: it commits only when the job is still held. Call it in every
   * transaction that writes; it also renews the lease.
   * @throws Interrupted when another worker holds the job.
   */
  guard(): Promise<void>;

  /** What an earlier attempt saved, if it fits the schema. */
  savedState<State>(schema: z.ZodType<State>): State | undefined;

  /**
   * Saves where to continue from: in the current transaction, so that the position and what was done up to it are stored
   * together. Guards it too. A new position counts as progress: `maxAttempts` starts over.
   * @param state JSON.
   */
  saveState(state: unknown): Promise<void>;

  /** Says how far it is, for `leadlight jobs`; stored with the next heartbeat. */
  progress(progress: Readonly<Record<string, string | number>>): void;

  /**
   * Marks the job done in the current transaction, so that its last effect and its end are stored together. Without it a
   * job is done when `run` returns, and runs again when the process dies in between.
   */
  complete(): Promise<void>;
}

export interface JobDefinition<Input> extends JobKind<Input> {
  /** False removes a job that succeeded at once: for what runs every few minutes. Others are kept for a week to be looked at. */
  readonly keepsDone?: boolean;
  /** For work of the service itself that is due again and again. The input is `{}`. */
  readonly schedule?: { readonly pattern: string; readonly timeZone?: string };
  /**
   * True for work that is nearly all waiting for somebody else's server: such jobs have places of their own in a process, so that
   * slow receivers take none from work on data.
   */
  readonly waits?: boolean;
  /**
   * Does the work. It may run again after a crash at any moment, so either each step can be repeated, or it goes with a
   * `guard`, `saveState` or `complete` in one transaction.
   * @throws PermanentFailure, RetryLater; anything else is tried again with growing delays.
   */
  run(context: JobContext, input: Input): Promise<void>;
}

/** A kind of job with the type of its input forgotten: what the runner keeps. */
export interface AnyJob extends Omit<JobDefinition<unknown>, 'run' | 'input'> {
  /** @throws ZodError when the stored input does not fit any more. */
  start(context: JobContext, input: unknown): Promise<void>;
}

/** Declares a kind of job. */
export function define<Input>(definition: JobDefinition<Input>): AnyJob {
  if (!/^[a-z0-9-]{1,64}$/.test(definition.name)) throw new Error(`${definition.name} is no name for a kind of job`);
  const { input, run, ...rest } = definition;
  return {
    ...rest,
    start: async (context, given) => run.call(definition, context, input.parse(given)),
  };
}

export const defaultAttempts = 8;
