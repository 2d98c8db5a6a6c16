/** Errors by which a job says how to continue. After any other error it is tried again later. */

/** A retry would not help. The job is dead at once, with this reason. */
export class PermanentFailure extends Error {}

/** The job should run again after a delay. This attempt does not count against it. */
export class RetryLater extends Error {
  constructor(
    readonly delayMs: number,
    reason: string,
  ) {
    super(reason);
  }
}

/**
 * Why a running job should end early: the process stops, the job was cancelled, another worker holds it now, or its turn is over
 * and others wait for its place. A job should not catch it. The runner handles it.
 */
export class Interrupted extends Error {
  constructor(readonly reason: 'stopping' | 'cancelled' | 'lease lost' | 'turn over') {
    super(`interrupted: ${reason}`);
  }
}

/** An error as one line that an operator can read, without the stack and without the text of a failed statement. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error ? (error.message === '' ? error.name : error.message) : String(error);
  return said.replace(/\s+/g, ' ').trim().slice(0, 500);
}
