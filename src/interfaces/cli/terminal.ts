/** The real terminal. */
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { standardMessages } from '../../http/standard-stream';
import type { Terminal } from './command';

/** An answer of up to this many bytes fits into an empty pipe. If it is stuck, the pipe was full before and nobody reads it. */
const shortAnswer = 64 * 1024;
/** How long a finished command waits for the reader of a short answer, in milliseconds. */
const readerPatienceMs = 10_000;

export interface ProcessTerminal extends Terminal {
  /**
   * Call when the command is done. The process ends once its answer has been read, or cannot be.
   * @returns the exit status: 1 instead of 0 if standard output did not take the answer.
   */
  end(status: number): number;
}

export function processTerminal(): ProcessTerminal {
  const messages = standardMessages();
  const err = (line: string) => messages.write(`${line}\n`);
  let broken: string | undefined;
  let printed = 0;
  // The work goes on: an import does not stop for `| head`, or for a full disk that its summary does not fit on.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (broken === undefined && error.code !== 'EPIPE') {
      err(`leadlight: standard output cannot be written (${error.message})`);
      process.exitCode = process.exitCode === undefined || process.exitCode === 0 ? 1 : process.exitCode;
    }
    broken ??= error.code ?? '';
  });
  // Drops Node's own warnings when nobody can read them.
  process.stderr.on('error', () => undefined);
  return {
    env: process.env,
    interactive: process.stdin.isTTY && process.stderr.isTTY,
    out(line) {
      if (broken !== undefined) return;
      printed += Buffer.byteLength(line) + 1;
      process.stdout.write(`${line}\n`);
    },
    err,
    readInput: () => text(process.stdin),
    askHidden,
    end(status) {
      if (process.stdout.writableLength > 0 && printed <= shortAnswer) {
        const giveUp = () => {
          err('leadlight: the answer was not written: nobody reads standard output');
          process.exit(status === 0 ? 1 : status);
        };
        setTimeout(giveUp, readerPatienceMs).unref();
      }
      return status === 0 && broken !== undefined && broken !== 'EPIPE' ? 1 : status;
    },
  };
}

/** readline echoes what is typed to its output, so this output is discarded. */
function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    reader.question('', (answer) => {
      reader.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}
