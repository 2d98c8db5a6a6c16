/** Runs in a thread: reads an upload and sends its records, some at a time, as the other side asks for them. */
import { parentPort, workerData } from 'node:worker_threads';
import { withWords } from '../import/comment-words';
import { ExportError, openExport, type IntakeRecord, type OpenedExport } from '../import';
import { previewFile } from './preview-file';
import type { FromThread, ReadingState, ReadingTask, ToThread } from './reading-task';

/** Bounds of one message: it is unpacked on the thread that serves all requests. */
const mostRecords = 200;
const mostCharacters = 256 * 1024;

/** Waits until the other side asks for more. */
class Demand {
  private asked = 0;
  private waiting: (() => void) | undefined;

  add(): void {
    this.asked += 1;
    this.waiting?.();
  }

  async next(): Promise<void> {
    while (this.asked === 0) await new Promise<void>((resolve) => (this.waiting = resolve));
    this.asked -= 1;
  }
}

/** About how many characters a record takes. */
function sizeOf(record: IntakeRecord): number {
  if (record.kind === 'post') return 1_000 + (record.text?.length ?? 0);
  return 1_000 + (record.kind === 'engagement' ? (record.words?.excerpt?.length ?? 0) : 0);
}

/** Records in messages. Comments are read here, and the rest of their words stays here. */
function* slicesOf(records: readonly IntakeRecord[]): Generator<readonly IntakeRecord[]> {
  let slice: IntakeRecord[] = [];
  let characters = 0;
  for (const given of records) {
    const record = withWords(given);
    slice.push(record);
    characters += sizeOf(record);
    if (slice.length < mostRecords && characters < mostCharacters) continue;
    yield slice;
    [slice, characters] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

const stateOf = (opened: OpenedExport): ReadingState => ({
  bytesRead: opened.bytesRead(),
  dates: opened.dates(),
  numbers: opened.numbers(),
  letters: opened.letters(),
  brokenOff: opened.brokenOff(),
  withoutResult: opened.withoutResult(),
});

async function* answersTo(task: ReadingTask): AsyncGenerator<FromThread, void, undefined> {
  if (task.kind === 'preview') {
    const { preview, records } = await previewFile(task.path, task.choices, task.network, task.now);
    for (const slice of slicesOf(records)) yield { kind: 'records', records: slice, state: undefined };
    yield { kind: 'previewed', preview };
    return;
  }
  const opened = await openExport(task.path, task.options);
  const { format, label, unit, totalBytes, beginning, columns, firstRows, sheet } = opened;
  const facts = { format, label, unit, totalBytes, beginning, columns, firstRows, sheet };
  yield { kind: 'opened', state: stateOf(opened), facts };
  for await (const records of opened.records) {
    for (const slice of slicesOf(records)) yield { kind: 'records', records: slice, state: stateOf(opened) };
  }
  yield { kind: 'ended', state: stateOf(opened) };
}

async function serve(port: NonNullable<typeof parentPort>, task: ReadingTask): Promise<void> {
  const demand = new Demand();
  port.on('message', (_: ToThread) => demand.add());
  try {
    for await (const answer of answersTo(task)) {
      await demand.next();
      port.postMessage(answer);
    }
  } catch (error) {
    const said: FromThread =
      error instanceof ExportError
        ? { kind: 'refused', message: error.message, about: error.about }
        : { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    port.postMessage(said);
  }
  port.close();
}

/** The thread is started by our own code alone (apart.ts), which checks the type of what it hands over. */
const isTask = (given: unknown): given is ReadingTask => typeof given === 'object' && given !== null && 'kind' in given;

const given: unknown = workerData;
if (parentPort && isTask(given)) void serve(parentPort, given);
