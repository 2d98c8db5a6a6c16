/** Standard output and standard error of this process as lines that never wait (unwaited-lines.ts). */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { UnwaitedLines, type LinesOptions, type WriteAtOnce } from './unwaited-lines';

/** Interval at which stuck lines are tried again and partly filled blocks are written, in milliseconds. */
const flushEveryMs = 250;

/** The one log of this process, shared by all services in it. */
let log: UnwaitedLines | undefined;
let messages: UnwaitedLines | undefined;

/** The log of this process, on standard output. */
export function standardLog(options: Pick<LinesOptions, 'blockLength' | 'onRecovered'>): UnwaitedLines {
  log = unwaitedLines(1, {
    ...options,
    onTrouble: (reason) =>
      standardMessages().write(
        `leadlight: the log cannot be written to standard output (${reason}); lines are dropped until it can\n`,
      ),
  });
  return log;
}

/** Number of dropped log lines of this process. */
export const droppedLogLines = (): number => log?.dropped ?? 0;

/** Messages for people, on standard error. */
export function standardMessages(): UnwaitedLines {
  return (messages ??= unwaitedLines(2, {}));
}

function unwaitedLines(fd: 1 | 2, options: LinesOptions): UnwaitedLines {
  const lines = new UnwaitedLines(writerOf(fd), options);
  setInterval(() => lines.flush(), flushEveryMs).unref();
  process.once('exit', () => lines.end());
  return lines;
}

/** Writes to a descriptor without waiting, whatever it leads to. */
function writerOf(fd: 1 | 2): WriteAtOnce {
  // A file on disk accepts a write or refuses it. It never waits.
  if (fstatSync(fd).isFile()) return (bytes) => writeSync(fd, bytes);
  const own = reopened(fd);
  // For a socket, Node switches to non-blocking mode when it creates the stream.
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

/**
 * Opens the same pipe, terminal or device under a separate descriptor, because other processes could make a shared one block
 * again.
 */
function reopened(fd: 1 | 2): number | undefined {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}
