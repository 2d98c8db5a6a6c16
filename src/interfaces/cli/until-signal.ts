/** Ends a process that runs until a signal. */
import { lingerMs } from '../../service/stopping';

/** Resolves with the signal when the process is asked to end. A second signal ends it at once. */
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
 * Runs the last work of a process, then ends it. Work that is not done in time is dropped. So is anything that still keeps the
 * process alive, such as a hanging database connection or an answer that nobody reads.
 * @param mostMs after which the process ends at the latest.
 */
export async function endWithin(mostMs: number, work: () => Promise<void>): Promise<void> {
  setTimeout(() => process.exit(), mostMs).unref();
  await work();
  setTimeout(() => process.exit(), lingerMs).unref();
}
