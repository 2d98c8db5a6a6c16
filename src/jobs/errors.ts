/** What a job throws to say how it goes on. Anything else it throws is tried again after a while. */

/** Trying again would not help: the job is dead at once, with this reason. */
export class PermanentFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PermanentFailure';
  }
}

/** Not now: the job runs again after a delay, and this attempt does not count against it. */
export class RetryLater extends Error {
  constructor(
    readonly delayMs: number,
    reason: string,
  ) {
    super(reason);
    this.name = 'RetryLater';
  }
}

/**
 * Why a running job should end early: the process stops, somebody cancelled the job, or another worker holds it now.
 * A job lets it pass; the runner knows what to do.
 */
export class Interrupted extends Error {
  constructor(readonly reason: 'stopping' | 'cancelled' | 'lease lost') {
    super(`interrupted: ${reason}`);
    this.name = 'Interrupted';
  }
}

/** An error in a line that an operator can read: no stack, and of a statement that failed no text. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error ? (error.message === '' ? error.name : error.message) : String(error);
  return said.replace(/\s+/g, ' ').trim().slice(0, 500);
}
