/** Threads with a memory limit, for work on what strangers sent: it can end without harm to the process. */
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Node options for the threads. Empty: those of the process. The tests, which run TypeScript directly, set them. */
export const threadOptions: string[] = [];

/** Megabytes of the heap. */
const heapMb = 256;
const youngHeapMb = 32;

/**
 * Starts a thread.
 * @param folder `__dirname` of the caller.
 * @param name of the file beside the caller that the thread runs, without its ending.
 * @param task handed to the thread. It gets no settings and no secrets of the process.
 */
export function startThread(folder: string, name: string, task: unknown): Worker {
  return new Worker(join(folder, `${name}${extname(__filename)}`), {
    workerData: task,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    ...(threadOptions.length > 0 ? { execArgv: threadOptions } : {}),
  });
}

/** Whether a thread ended because it reached its memory limit. */
export const outOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
