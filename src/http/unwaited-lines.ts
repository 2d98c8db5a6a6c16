/**
 * Writes lines to a stream that may not accept them: a full disk, or a reader that is stuck or gone. Nothing here waits. Lines
 * that the reader does not take are kept for a while. Further lines are dropped and counted.
 */

/** Writes what can be written at once. @returns the number of bytes; 0 if the reader is behind. @throws the system's error. */
export type WriteAtOnce = (bytes: Buffer) => number;

/** Most characters that wait for a slow reader. Further lines are dropped. */
const mostWaiting = 64 * 1024;
/** At the end: milliseconds without progress before the rest is given up, and the pause between two tries. */
const [endPatienceMs, endPauseMs] = [100, 5];

export interface LinesOptions {
  /** Lines are written in blocks of this many characters, or at the next `flush`; by default each at once. */
  readonly blockLength?: number;
  /** Called when the first line is dropped, with the system's message. */
  readonly onTrouble?: (reason: string) => void;
  /** Called when lines are written again, with the number of dropped lines. */
  readonly onRecovered?: (dropped: number) => void;
}

export class UnwaitedLines {
  private lines: string[] = [];
  private length = 0;
  /** The unwritten part of the current block, and the number of its lines. */
  private rest: Buffer = Buffer.alloc(0);
  private restLines = 0;
  /** True if the stream ends in the middle of a line. */
  private cut = false;
  /** Why the last block was not written. */
  private trouble: string | undefined;
  private droppedLines = 0;
  private reported = 0;

  constructor(
    private readonly writeAtOnce: WriteAtOnce,
    private readonly options: LinesOptions = {},
  ) {}

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.droppedLines;
  }

  /** @param line with its line feed. */
  write(line: string): void {
    if (this.trouble !== undefined && this.waiting + line.length > mostWaiting) {
      this.drop(1, this.trouble);
      return;
    }
    this.lines.push(line);
    this.length += line.length;
    // After a failure the callers of `flush` try again, not every line.
    if (this.trouble === undefined && this.length >= (this.options.blockLength ?? 0)) this.flush();
  }

  /** Tries to write everything that waits. */
  flush(): void {
    this.trouble = undefined;
    while (this.trouble === undefined && this.takeBlock()) this.trouble = this.push();
    if (this.trouble !== undefined || this.droppedLines === this.reported) return;
    const dropped = this.droppedLines - this.reported;
    this.reported = this.droppedLines;
    this.options.onRecovered?.(dropped);
  }

  /** The last try: continues while the stream accepts data, and does not wait if the stream was stuck before. */
  end(): void {
    const patienceMs = this.trouble === undefined ? endPatienceMs : 0;
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let idleMs = 0; this.waiting > 0; idleMs += endPauseMs) {
      const before = this.waiting;
      this.flush();
      if (this.waiting < before) idleMs = 0;
      if (this.waiting === 0 || idleMs >= patienceMs) return;
      Atomics.wait(clock, 0, 0, endPauseMs);
    }
  }

  private get waiting(): number {
    return this.length + this.rest.length;
  }

  /** False if there is nothing to write. */
  private takeBlock(): boolean {
    if (this.rest.length > 0) return true;
    if (this.lines.length === 0) return false;
    this.rest = Buffer.from(`${this.cut ? '\n' : ''}${this.lines.join('')}`);
    this.restLines = this.lines.length;
    this.lines = [];
    this.length = 0;
    return true;
  }

  /** @returns why part of the block was not written. */
  private push(): string | undefined {
    try {
      const written = this.writeAtOnce(this.rest);
      if (written === 0) return 'nobody reads it';
      this.rest = this.rest.subarray(written);
      this.cut = this.rest.length > 0;
      return undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.rest = Buffer.alloc(0);
      this.drop(this.restLines, reason);
      return reason;
    }
  }

  private drop(lines: number, reason: string): void {
    if (this.droppedLines === 0) this.options.onTrouble?.(reason);
    this.droppedLines += lines;
  }
}
