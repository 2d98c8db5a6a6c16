/** Progress of a long command: a bar for a person, otherwise a line every few seconds. Always on standard error. */
import { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import { standardMessages } from '../../http/standard-stream';
import type { CommandContext } from './command';
import { printable } from './printable';

export interface Progress {
  /** @param total when known. */
  update(done: number, total?: number): void;
  end(): void;
}

const lineEveryMs = 5_000;

/** @param what is counted: `rows read`. With --json nothing is shown. */
export function progressOf(context: CommandContext, what: string): Progress {
  if (context.json) return { update: () => undefined, end: () => undefined };
  if (context.terminal.interactive) return bar(what);
  const startedAt = Date.now();
  let next = startedAt + lineEveryMs;
  return {
    update(done, total) {
      if (Date.now() < next) return;
      next = Date.now() + lineEveryMs;
      const of = total ? ` (${Math.floor((100 * done) / total)} %)` : '';
      context.terminal.err(
        `${done.toLocaleString('en-US')} ${what}${of}${paceText(done, total, Date.now() - startedAt)}`,
      );
    },
    end: () => undefined,
  };
}

function bar(what: string): Progress {
  const shown = new SingleBar({
    format: `{bar} {percentage} %  {value} ${printable(what)}{pace}`,
    hideCursor: true,
    stopOnComplete: false,
    stream: screen(),
  });
  const startedAt = Date.now();
  let started = false;
  return {
    update(done, total) {
      if (!started) shown.start(total ?? done, 0, { pace: '' });
      started = true;
      if (total !== undefined) shown.setTotal(total);
      shown.update(done, { pace: paceText(done, total, Date.now() - startedAt) });
    },
    end() {
      if (started) shown.stop();
    },
  };
}

/** Draws on the terminal without waiting. A stopped terminal (Ctrl-S) misses parts of the bar, and the work goes on. */
function screen(): Writable {
  const messages = standardMessages();
  const stream = new Writable({
    write(chunk, _encoding, done) {
      messages.write(String(chunk));
      done();
    },
  });
  return Object.assign(stream, { isTTY: true, columns: process.stderr.columns });
}

/**
 * `, 12,000/s, 35 s left`: the rate and, if the total is known, the time left at that rate.
 * @param elapsedMs since the start.
 */
export function paceText(done: number, total: number | undefined, elapsedMs: number): string {
  if (done === 0 || elapsedMs < 1_000) return '';
  const perSecond = (done * 1_000) / elapsedMs;
  const rate = `, ${Math.round(perSecond).toLocaleString('en-US')}/s`;
  if (total === undefined || total <= done) return rate;
  const seconds = Math.ceil((total - done) / perSecond);
  const left = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${rate}, ${left} left`;
}
