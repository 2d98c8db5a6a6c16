/**
 * Hands what connections send to the parser in slices and in turns. Node parses all that one read brought, 64 KB of each
 * connection, before the event loop goes round: tiny chunks or tiny requests make that 10 to 25 ms for each connection, and a hundred
 * at once would hold everybody else up for seconds.
 */
import type { Socket } from 'node:net';

/** Bytes that the parser gets at once: 150 of the shortest requests or 700 of the shortest chunks, half a millisecond. */
const sliceBytes = 4 * 1024;
/** Milliseconds that the input of one connection may take in a turn of the event loop … */
const shareMs = 1;
/** … and that of all together. */
const turnMs = 10;
/** Bytes of input that are read and dropped, so that a client that still sends hears the answers it is owed. */
const dropBytes = 256 * 1024;

/** The turns of all connections of a server. */
export class InputTurns {
  /** What waits, by whether it is a slice at the most: nearly all requests are, and they need not queue behind what is long. */
  private readonly short = new Set<PacedInput>();
  private readonly long = new Set<PacedInput>();
  private spent = 0;
  private scheduled = false;

  /** Takes over what a socket, just opened, hands to the parser of node's HTTP server. */
  pace(socket: Socket): PacedInput {
    // The parser reads from the socket's handle, past its stream, until somebody listens for data.
    const nobody = () => undefined;
    socket.on('data', nobody).off('data', nobody);
    return new PacedInput(socket, this);
  }

  /** Hands on what has arrived when it is short and this turn has time left, and puts it off otherwise. */
  serve(input: PacedInput): void {
    if (input.length <= sliceBytes && this.spent < turnMs) this.give(input);
    else this.putOff(input);
  }

  putOff(input: PacedInput): void {
    (input.length <= sliceBytes ? this.short : this.long).add(input);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.spent = 0;
    this.scheduled = false;
    for (const waiting of [this.short, this.long]) {
      for (const input of [...waiting]) {
        if (this.spent >= turnMs / 2) break;
        waiting.delete(input);
        this.give(input);
      }
    }
    const [next] = [...this.short, ...this.long];
    if (next) this.putOff(next);
  }

  private give(input: PacedInput): void {
    const begun = performance.now();
    const goesOn = input.handOn(begun + shareMs);
    this.spent += performance.now() - begun;
    if (goesOn) this.putOff(input);
  }
}

/** What one connection has sent and the parser has not had. */
export class PacedInput {
  private rest: Buffer | undefined;
  /** The client has ended its side; the parser hears of it after the rest. */
  private ended = false;
  /** Whether the stream before the parser has room. */
  private takes = true;
  /** Bytes that were dropped; undefined while the parser gets them. */
  private dropped: number | undefined;
  private readonly hand: (bytes: Buffer | null) => boolean;

  constructor(
    private readonly socket: Socket,
    private readonly turns: InputTurns,
  ) {
    const [hand, read] = [socket.push.bind(socket), socket._read.bind(socket)];
    this.hand = hand;
    // Between the system and the stream, so that pausing, resuming and errors stay the stream's.
    socket.push = (bytes: Buffer | null) => this.arrived(bytes);
    socket._read = (size) => {
      if (this.rest) turns.putOff(this);
      else read(size);
    };
  }

  /** Bytes that wait. */
  get length(): number {
    return this.rest?.length ?? 0;
  }

  /** Whether something arrived that the parser has not had. */
  get isBehind(): boolean {
    return this.rest !== undefined || (this.dropped ?? 0) > 0;
  }

  /** The parser gets nothing more of this connection. */
  drop(): void {
    this.dropped ??= 0;
    this.dropped += this.length;
    this.rest = undefined;
  }

  /**
   * Hands slices to the parser until a time.
   * @param until of `performance.now()`.
   * @returns whether there is more, and the parser takes it.
   */
  handOn(until: number): boolean {
    const { socket } = this;
    this.takes = true;
    while (this.rest && this.takes && !socket.destroyed) {
      const bytes = this.rest;
      this.rest = bytes.length > sliceBytes ? bytes.subarray(sliceBytes) : undefined;
      this.takes = this.hand(bytes.subarray(0, sliceBytes));
      if (performance.now() >= until) break;
    }
    if (socket.destroyed) this.rest = undefined;
    if (this.ended && !this.rest) this.end();
    return this.rest !== undefined && this.takes;
  }

  /** @returns whether the system is to go on reading. */
  private arrived(bytes: Buffer | null): boolean {
    if (bytes === null) {
      this.ended = true;
      if (!this.rest) this.end();
      return false;
    }
    if (this.dropped !== undefined) {
      this.dropped += bytes.length;
      return this.dropped < dropBytes;
    }
    this.rest = this.rest ? Buffer.concat([this.rest, bytes]) : bytes;
    this.turns.serve(this);
    return this.wantsMore;
  }

  private get wantsMore(): boolean {
    return this.rest === undefined && this.takes;
  }

  private end(): void {
    this.ended = false;
    this.hand(null);
  }
}
