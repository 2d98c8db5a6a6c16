/** The end of a process that runs until it is told to end. */
import { lingerMs } from '../../service/stopping';

/** Resolves when the process is asked to end, with how it was asked. A second request ends it at once. */
export function untilSignal(): Promise<'SIGTERM' | 'SIGINT'> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (signal: 'SIGTERM' | 'SIGINT') => {
      if (asked) process.exit(130);
      asked = true;
      resolve(signal);
    };
    process.on('SIGTERM', () => ask('SIGTERM'));
    process.on('SIGINT', () => ask('SIGINT'));
  });
}

/**
 * Runs the last work of a process. What is not done by then, and what holds the process though all is done (a connection to a database
 * that hangs, an answer that nobody reads), is left.
 * @param mostMs from now until the process ends at the latest.
 */
export async function endWithin(mostMs: number, work: () => Promise<void>): Promise<void> {
  setTimeout(() => process.exit(), mostMs).unref();
  await work();
  setTimeout(() => process.exit(), lingerMs).unref();
}
