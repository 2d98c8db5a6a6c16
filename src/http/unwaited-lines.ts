/**
 * Lines for a stream that may not take them: a full disk, a reader that stands still or is gone. Nothing here waits for it. What a
 * reader that is behind does not take is kept for a while; the rest is dropped and counted.
 */

/** Writes what can be written at once. @returns how many bytes; 0 when the reader is behind. @throws what the system refuses it with. */
export type WriteAtOnce = (bytes: Buffer) => number;

/** Characters that wait for a reader that is behind; further lines are dropped. */
const mostWaiting = 64 * 1024;
/** At the end: how long nothing may be read until what is left is given up, and the pause between two tries, in milliseconds. */
const [endPatienceMs, endPauseMs] = [100, 5];

export interface LinesOptions {
  /** Lines are written in blocks of this many characters, or at the next `flush`; each at once when left out. */
  readonly blockLength?: number;
  /** Told when the first line is dropped, with what the system said. */
  readonly onTrouble?: (reason: string) => void;
  /** Told when lines are written again, with how many were dropped meanwhile. */
  readonly onRecovered?: (dropped: number) => void;
}

export class UnwaitedLines {
  private lines: string[] = [];
  private length = 0;
  /** What is left of the block that is being written, and how many lines it had. */
  private rest: Buffer = Buffer.alloc(0);
  private restLines = 0;
  /** The stream ends in the middle of a line. */
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
    // What is stuck is tried again by callers of `flush` from time to time, not with every line.
    if (this.trouble === undefined && this.length >= (this.options.blockLength ?? 0)) this.flush();
  }

  /** Tries to write all that waits. */
  flush(): void {
    this.trouble = undefined;
    while (this.trouble === undefined && this.takeBlock()) this.trouble = this.push();
    if (this.trouble !== undefined || this.droppedLines === this.reported) return;
    const dropped = this.droppedLines - this.reported;
    this.reported = this.droppedLines;
    this.options.onRecovered?.(dropped);
  }

  /** The last try: goes on as long as the stream takes something, and waits for none that was stuck before. */
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

  /** False when there is nothing to write. */
  private takeBlock(): boolean {
    if (this.rest.length > 0) return true;
    if (this.lines.length === 0) return false;
    this.rest = Buffer.from(`${this.cut ? '\n' : ''}${this.lines.join('')}`);
    this.restLines = this.lines.length;
    this.lines = [];
    this.length = 0;
    return true;
  }

  /** @returns why not all of the block was written. */
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
