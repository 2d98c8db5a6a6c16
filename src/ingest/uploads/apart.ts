/**
 * Reads uploads in threads of their own. What a stranger's file does to its reader, by its size, its depth or its shape, ends that
 * thread and nothing else, and no file holds up the requests of others.
 */
import type { Worker } from 'node:worker_threads';
import { outOfMemory, startThread } from '../../shared/thread';
import { ExportError, type ExportOptions, type IntakeRecord, type OpenedExport } from '../import';
import { likelyCause } from '../import/likely-cause';
import type { FromThread, ReadingState, ReadingTask, ToThread } from './reading-task';

/** Messages that the thread may send before the last one was used. */
const ahead = 2;

const more: ToThread = 'more';
const tooMuchMemory = () =>
  new ExportError('Reading this file takes more memory than any export needs: split it, or save it as plain CSV.');

/**
 * The answers of a thread. It is ended when the loop over them is left, or `signal` is aborted, whatever it is doing.
 * @throws ExportError from the thread, or when it ran out of memory; the reason of `signal`.
 */
export async function* answersOf(task: ReadingTask, signal?: AbortSignal): AsyncGenerator<FromThread, void, undefined> {
  signal?.throwIfAborted();
  const thread = startThread(__dirname, 'reading-thread', task);
  const inbox = new Inbox(thread, signal);
  // At once: who uses the answers may be busy with one of them. The end of the thread wakes who waits for the next one.
  const end = () => void thread.terminate();
  signal?.addEventListener('abort', end, { once: true });
  try {
    for (let n = 0; n < ahead; n += 1) thread.postMessage(more);
    for (;;) {
      const answer = await inbox.next();
      if (answer.kind === 'refused') throw new ExportError(answer.message, answer.about);
      if (answer.kind === 'failed') throw new Error(`reading an upload failed: ${answer.message}`);
      yield answer;
      if (answer.kind === 'ended' || answer.kind === 'previewed') return;
      thread.postMessage(more);
    }
  } finally {
    signal?.removeEventListener('abort', end);
    await thread.terminate();
  }
}

/** Answers that have arrived, and why no further ones come. */
class Inbox {
  private readonly arrived: FromThread[] = [];
  private problem: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(
    thread: Worker,
    private readonly signal: AbortSignal | undefined,
  ) {
    thread.on('message', (answer: FromThread) => {
      this.arrived.push(answer);
      this.wake?.();
    });
    thread.on('error', (error) => this.fail(outOfMemory(error) ? tooMuchMemory() : error));
    thread.on('exit', () => this.fail(new Error('reading an upload ended early')));
  }

  async next(): Promise<FromThread> {
    for (;;) {
      this.signal?.throwIfAborted();
      const answer = this.arrived.shift();
      if (answer) return answer;
      if (this.problem) throw this.problem;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private fail(problem: Error): void {
    this.problem ??= problem;
    this.wake?.();
  }
}

/** Like `openExport`, in a thread. @param signal ends it. @throws ExportError; the reason of `signal`. */
export async function openApart(path: string, options: ExportOptions, signal?: AbortSignal): Promise<OpenedExport> {
  const answers = answersOf({ kind: 'read', path, options: plainOptions(options) }, signal);
  const first = await answers.next();
  if (first.done === true || first.value.kind !== 'opened')
    throw new Error('reading an upload began without a beginning');
  const { facts } = first.value;
  let { state }: { state: ReadingState } = first.value;
  async function* records(): AsyncGenerator<IntakeRecord[], void, undefined> {
    for await (const answer of answers) {
      if (answer.kind === 'records' || answer.kind === 'ended') state = answer.state ?? state;
      if (answer.kind === 'records') yield [...answer.records];
    }
  }
  return {
    ...facts,
    bytesRead: () => state.bytesRead,
    dates: () => state.dates,
    numbers: () => state.numbers,
    letters: () => state.letters,
    brokenOff: () => state.brokenOff,
    withoutResult: () => state.withoutResult,
    likelyCause: (refusals) => likelyCause(facts.beginning, refusals),
    records: records(),
  };
}

/** The options of a reading alone. Those of an import hold functions, which no thread can be handed. */
function plainOptions(given: ExportOptions): ExportOptions {
  const { format, network, now, observedAt, post, dateOrder, shift, headerNames, encoding } = given;
  return { format, network: { ...network }, now, observedAt, post, dateOrder, shift, headerNames, encoding };
}
