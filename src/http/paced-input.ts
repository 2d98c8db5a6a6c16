/**
 * Gives the input of connections to the parser in slices and in turns. Node parses everything that one read returned, 64 KB of
 * each connection, in one turn of the event loop. With tiny chunks or requests that takes 10 to 25 ms for each connection, so a
 * hundred such connections would block all others for seconds.
 */
import type { Socket } from 'node:net';

/** Bytes given to the parser at once: 150 of the shortest requests or 700 of the shortest chunks, half a millisecond. */
const sliceBytes = 4 * 1024;
/** Milliseconds for the input of one connection in a turn of the event loop … */
const shareMs = 1;
/** … and for all connections together. */
const turnMs = 10;
/** Bytes of input that are read and dropped, so that a client that still sends receives the answers that are due. */
const dropBytes = 256 * 1024;

/** The turns of all connections of a server. */
export class InputTurns {
  /** Waiting input of at most one slice. Nearly all requests are short, and need not queue behind long ones. */
  private readonly short = new Set<PacedInput>();
  private readonly long = new Set<PacedInput>();
  private spent = 0;
  private scheduled = false;

  /** Paces what a newly opened socket gives to the parser of node's HTTP server. */
  pace(socket: Socket): PacedInput {
    // Without a listener for data, the parser would read from the socket's handle and bypass its stream.
    const nobody = () => undefined;
    socket.on('data', nobody).off('data', nobody);
    return new PacedInput(socket, this);
  }

  /** Passes short input on if this turn has time left. Otherwise postpones it. */
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

/** Input of one connection that the parser has not received yet. */
export class PacedInput {
  private rest: Buffer | undefined;
  /** The client has ended its side. The parser learns of it after the rest. */
  private ended = false;
  /** Whether the stream of the parser has room. */
  private takes = true;
  /** Number of dropped bytes; undefined while the parser receives them. */
  private dropped: number | undefined;
  private readonly hand: (bytes: Buffer | null) => boolean;

  constructor(
    private readonly socket: Socket,
    private readonly turns: InputTurns,
  ) {
    const [hand, read] = [socket.push.bind(socket), socket._read.bind(socket)];
    this.hand = hand;
    // Works between the system and the stream, so the stream still handles pausing, resuming and errors.
    socket.push = (bytes: Buffer | null) => this.arrived(bytes);
    socket._read = (size) => {
      if (this.rest) turns.putOff(this);
      else read(size);
    };
  }

  /** Number of waiting bytes. */
  get length(): number {
    return this.rest?.length ?? 0;
  }

  /** Whether the parser has not received all input yet. */
  get isBehind(): boolean {
    return this.rest !== undefined || (this.dropped ?? 0) > 0;
  }

  /** The parser receives nothing more from this connection. */
  drop(): void {
    this.dropped ??= 0;
    this.dropped += this.length;
    this.rest = undefined;
  }

  /**
   * Passes slices to the parser until a point in time.
   * @param until of `performance.now()`.
   * @returns whether more is waiting and the parser has room.
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

  /** @returns whether the system should go on reading. */
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
