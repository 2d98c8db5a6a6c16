/** Standard output and standard error of this process, as lines that wait for nobody (unwaited-lines.ts). */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { UnwaitedLines, type LinesOptions, type WriteAtOnce } from './unwaited-lines';

/** How often what is stuck is tried again, and blocks that are not full are written, in milliseconds. */
const flushEveryMs = 250;

/** Lines that a process could not write to its log: there is one log for however many services run in it. */
let log: UnwaitedLines | undefined;
let messages: UnwaitedLines | undefined;

/** The log of this process, on standard output. */
export function standardLog(options: Pick<LinesOptions, 'blockLength' | 'onRecovered'>): UnwaitedLines {
  log = kept(1, {
    ...options,
    onTrouble: (reason) =>
      standardMessages().write(
        `leadlight: the log cannot be written to standard output (${reason}); lines are dropped until it takes them again\n`,
      ),
  });
  return log;
}

/** Log lines of this process that were dropped. */
export const droppedLogLines = (): number => log?.dropped ?? 0;

/** Messages for people, on standard error. */
export function standardMessages(): UnwaitedLines {
  return (messages ??= kept(2, {}));
}

function kept(fd: 1 | 2, options: LinesOptions): UnwaitedLines {
  const lines = new UnwaitedLines(writerOf(fd), options);
  setInterval(() => lines.flush(), flushEveryMs).unref();
  process.once('exit', () => lines.end());
  return lines;
}

/** Writes to a descriptor without waiting, whatever is behind it. */
function writerOf(fd: 1 | 2): WriteAtOnce {
  // A disk takes it or refuses it.
  if (fstatSync(fd).isFile()) return (bytes) => writeSync(fd, bytes);
  const own = reopened(fd);
  // A socket: Node makes it answer at once when it makes the stream of it.
  const stream = fd === 1 ? process.stdout : process.stderr;
  if (own === undefined) stream.on('error', () => undefined);
  return (bytes) => {
    try {
      return writeSync(own ?? fd, bytes);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
      throw error;
    }
  };
}

/** The same pipe, terminal or device by a descriptor of our own: what is shared with others can be made to wait again by them. */
function reopened(fd: 1 | 2): number | undefined {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}
