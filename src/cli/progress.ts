/** How far a long command is: a bar where a person watches, a line every few seconds elsewhere. Always on standard error. */
import { SingleBar } from 'cli-progress';
import type { CommandContext } from './command';
import { printable } from './printable';

export interface Progress {
  /** @param total when known. */
  update(done: number, total?: number): void;
  end(): void;
}

const lineEveryMs = 5_000;

/** @param what is counted, `rows read`. With --json nothing is shown. */
export function progressOf(context: CommandContext, what: string): Progress {
  if (context.json) return { update: () => undefined, end: () => undefined };
  if (context.terminal.interactive) return bar(what);
  let next = Date.now() + lineEveryMs;
  return {
    update(done, total) {
      if (Date.now() < next) return;
      next = Date.now() + lineEveryMs;
      const of = total ? ` (${Math.floor((100 * done) / total)} %)` : '';
      context.terminal.err(`${done.toLocaleString('en-US')} ${what}${of}`);
    },
    end: () => undefined,
  };
}

function bar(what: string): Progress {
  const shown = new SingleBar({
    format: `{bar} {percentage} %  ${printable(what)}`,
    hideCursor: true,
    stopOnComplete: false,
  });
  let started = false;
  return {
    update(done, total) {
      if (!started) shown.start(total ?? done, 0);
      started = true;
      if (total !== undefined) shown.setTotal(total);
      shown.update(done);
    },
    end() {
      if (started) shown.stop();
    },
  };
}
