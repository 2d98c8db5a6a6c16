/** `leadlight serve`, from this build, that says how large its heap is after garbage collection when it is asked. */
import { readFileSync } from 'node:fs';
import { runCli } from '../../src/interfaces/cli/main';
import { startService } from '../../src/service/start';
import { usage } from '../harness';

/** The heap after garbage collection, resident memory and CPU time of this process: bytes and milliseconds. */
export interface Memory {
  readonly heap: number;
  readonly external: number;
  readonly rss: number;
  /** Resident memory of the processes that this one has started. */
  readonly children: number;
  readonly cpu: number;
}

process.on('message', (message) => {
  if (message !== 'memory') return;
  // Twice: what finalisers of the first one let go is collected by the second one.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, external, rss, children: residentOfChildren(), cpu: usage().cpu } satisfies Memory);
});
process.once('disconnect', () => process.exit());

function residentOfChildren(): number {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce(
      (sum, pid) => sum + 4096 * Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]),
      0,
    );
  } catch {
    // Not Linux, or a child that has just ended.
    return 0;
  }
}

void runCli(['serve'], startService).then((code) => {
  process.exitCode = code;
});
