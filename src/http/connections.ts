/**
 * Limits on what one client may occupy. Each connection answers one request at a time, in order. Requests sent ahead wait in a
 * short queue and cost nothing until their turn. A connection that sends too many ahead, or has made enough requests, is closed
 * after the answers that are due. An answer that its client does not read is given up.
 */
import type { Socket } from 'node:net';
import { isPublicAddress } from '../shared/http-client/addresses';
import { BoundedRequest, usualBytes } from './bounded-request';
import { networksOf } from './client-network';
import { InputTurns, type PacedInput } from './paced-input';
import type { TracedResponse } from './traced-response';

export interface ConnectionLimits {
  /** Connections of the whole process. */
  readonly connections: number;
  /** Connections of one public address (IPv6: one /64). Proxies have private addresses, which are not limited. */
  readonly perAddress: number;
  /** Requests of one connection that were read and not answered, including the current one. */
  readonly outstanding: number;
  /** Requests of one connection before it is closed. */
  readonly requests: number;
  /** Milliseconds to read a finished answer of any length … */
  readonly readWithinMs: number;
  /** … and the bytes a second that its client must read after that. */
  readonly readBytesPerSecond: number;
}

export const connectionLimits: ConnectionLimits = {
  connections: 10_000,
  perAddress: 256,
  outstanding: 32,
  requests: 10_000,
  readWithinMs: 30_000,
  readBytesPerSecond: 16 * 1024,
};

export interface ConnectionEvents {
  /** Called when a waiting request has its turn. */
  answer(res: TracedResponse): void;
  /** Called once for each request when it is over: answered, or its client is gone. */
  finished(res: TracedResponse): void;
  /** Called when a connection was closed because of what its client did. */
  cut(reason: 'unread_answer' | 'unwanted_body' | 'too_far_ahead' | 'too_many_connections', requests: number): void;
}

/**
 * An unwanted body is read for this many bytes and milliseconds, and checked at this interval. There is room for what was read of the
 * next request.
 */
const [dropBytes, dropForMs, dropEveryMs] = [usualBytes + 256 * 1024, 5_000, 50];

/** Milliseconds for a client that still sends to read its answer before the connection is cut. */
const lingerMs = 1_000;

/** Interval of the search for unread answers. */
const lookEveryMs = 1_000;

export class Connections {
  private readonly open = new Map<Socket, Connection>();
  private readonly perNetwork = new Map<string, number>();
  private readonly turns = new InputTurns();
  private readonly closing: NodeJS.Timeout;
  /** While true, every answer closes its connection. */
  draining = false;

  constructor(
    readonly limits: ConnectionLimits,
    readonly events: ConnectionEvents,
  ) {
    this.closing = setInterval(() => this.closeSlow(), Math.min(lookEveryMs, limits.readWithinMs));
    this.closing.unref();
  }

  /** Takes a new connection, or closes it if there are too many. */
  add(socket: Socket): void {
    const network = limitedNetwork(socket.remoteAddress);
    if (network !== undefined) {
      const others = this.perNetwork.get(network) ?? 0;
      if (others >= this.limits.perAddress) {
        this.events.cut('too_many_connections', 0);
        socket.destroy();
        return;
      }
      this.perNetwork.set(network, others + 1);
    }
    const connection = new Connection(socket, this.turns.pace(socket), this);
    this.open.set(socket, connection);
    socket.once('close', () => {
      this.open.delete(socket);
      if (network !== undefined) this.leave(network);
      connection.closed();
    });
  }

  /**
   * Whether a request has its turn. If a new request must wait, `events.answer` is called at its turn. A dropped request never
   * has a turn.
   */
  isTurn(res: TracedResponse): boolean {
    return this.open.get(res.req.socket)?.isTurn(res) ?? false;
  }

  /** The open connection of a socket; undefined if it was refused. */
  of(socket: Socket): Connection | undefined {
    return this.open.get(socket);
  }

  /** From now on every answer closes its connection. */
  drain(): void {
    this.draining = true;
    for (const connection of this.open.values()) connection.closeAfterAnswers();
  }

  stop(): void {
    clearInterval(this.closing);
  }

  private leave(network: string): void {
    const others = (this.perNetwork.get(network) ?? 1) - 1;
    if (others > 0) this.perNetwork.set(network, others);
    else this.perNetwork.delete(network);
  }

  private closeSlow(now = performance.now()): void {
    for (const connection of this.open.values()) connection.cutWhenUnread(now);
  }
}

class Connection {
  private current: TracedResponse | undefined;
  private readonly waiting: TracedResponse[] = [];
  /** The newest request. */
  private latest: TracedResponse | undefined;
  private received = 0;
  private discarded = 0;
  /** True when no further request is taken. Requests after the last one are dropped with the connection. */
  private ending = false;
  /** Bytes that the client still has to read, and until when it may take. */
  private unread: { written: number; until: number } | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly input: PacedInput,
    private readonly all: Connections,
  ) {
    // Node calls this after the last answer of a connection.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (this.latest?.req.complete === false || input.isBehind) this.linger();
      else destroySoon();
    };
  }

  /** True when every request that arrived has been answered. */
  get idle(): boolean {
    return this.current === undefined;
  }

  /**
   * The state of the newest request if its body is incomplete: `answered` when its answer (or the head of it) was sent anyway,
   * `asked` when it has its turn. Undefined if the body is complete, or if earlier requests are not answered yet.
   */
  get brokeOff(): 'answered' | 'asked' | undefined {
    const { current, latest } = this;
    if (!latest || latest.req.complete) return undefined;
    if (current === undefined || (current === latest && latest.headersSent)) return 'answered';
    return current === latest ? 'asked' : undefined;
  }

  /** Takes a new request: its turn is now or later, or it is dropped. */
  isTurn(res: TracedResponse): boolean {
    if (res === this.current) return true;
    res.startedAt = performance.now();
    res.target = res.req.url ?? '';
    const { limits, draining } = this.all;
    if (this.ending) {
      this.discarded += 1;
      return false;
    }
    this.received += 1;
    this.latest = res;
    if (res.req instanceof BoundedRequest) res.req.onOverrun = () => this.giveUp();
    if (this.current && this.waiting.length + 1 >= limits.outstanding) {
      this.discarded += 1;
      this.closeAfterAnswers();
      this.hearNoMore();
      return false;
    }
    if (draining || this.received >= limits.requests) {
      this.ending = true;
      res.shouldKeepAlive = false;
    }
    if (this.current) this.waiting.push(res);
    else this.begin(res);
    return this.current === res;
  }

  /** Closes the connection after the answers that are due. */
  closeAfterAnswers(): void {
    const last = this.waiting.at(-1) ?? this.current;
    if (!last) return;
    this.ending = true;
    last.shouldKeepAlive = false;
  }

  /** Stops reading what the client sends. */
  hearNoMore(): void {
    this.input.drop();
  }

  /** Closes the connection for a body that is out of bounds. */
  private giveUp(): void {
    this.ending = true;
    if (this.current && !this.current.headersSent) this.socket.destroy();
    else this.linger();
  }

  /**
   * Closes the connection so that a client that still sends receives the answer. A connection that is closed with unread input is
   * reset, and data on its way to the client is lost (RFC 9112, section 9.6).
   */
  private linger(): void {
    const { socket } = this;
    this.hearNoMore();
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  /** The socket is gone, and with it all unanswered requests. */
  closed(): void {
    const [current, waiting] = [this.current, this.waiting.splice(0)];
    this.ending = true;
    this.current = undefined;
    for (const res of current ? [current, ...waiting] : waiting) {
      res.aborted = true;
      this.all.events.finished(res);
    }
    if (this.discarded > 0) this.all.events.cut('too_far_ahead', this.discarded);
  }

  /** Cuts the connection if its client does not read the answer. */
  cutWhenUnread(now: number): void {
    const { socket } = this;
    if (socket.writableLength === 0) {
      this.unread = undefined;
      return;
    }
    const { readWithinMs, readBytesPerSecond } = this.all.limits;
    // More was written since then, so the earlier part has been read.
    if (this.unread?.written !== socket.bytesWritten) {
      const until = now + readWithinMs + (socket.writableLength / readBytesPerSecond) * 1000;
      this.unread = { written: socket.bytesWritten, until };
    } else if (now >= this.unread.until) {
      this.all.events.cut('unread_answer', this.waiting.length + 1);
      if (this.current) this.current.aborted = true;
      socket.destroy();
    }
  }

  private begin(res: TracedResponse): void {
    this.current = res;
    res.once('close', () => this.over(res));
  }

  /** Reads the rest of an unwanted body for a while, so that its sender receives the answer. */
  private dropBody({ req }: TracedResponse): void {
    const { socket } = this;
    const [from, until] = [socket.bytesRead, performance.now() + dropForMs];
    const looking = setInterval(() => {
      if (req.complete || socket.destroyed) return clearInterval(looking);
      if (performance.now() < until && socket.bytesRead - from < dropBytes) return undefined;
      clearInterval(looking);
      this.all.events.cut('unwanted_body', 0);
      this.giveUp();
      return undefined;
    }, dropEveryMs);
    looking.unref();
  }

  private over(res: TracedResponse): void {
    // The socket closed first, and `closed` has already reported it.
    if (this.current !== res) return;
    this.current = undefined;
    // A connection that stays open after an answer is destroyed early only if its client left or was cut.
    if (this.socket.destroyed && res.shouldKeepAlive) res.aborted = true;
    this.all.events.finished(res);
    if (this.socket.destroyed) return;
    if (!res.req.complete) this.dropBody(res);
    // Without keep-alive the connection closes after this answer, so nobody would receive another.
    const next = res.shouldKeepAlive ? this.waiting.shift() : undefined;
    if (next) {
      this.begin(next);
      // Waits for a later turn of the event loop, so that other connections have theirs in between.
      setImmediate(() => this.current === next && this.all.events.answer(next));
    } else if (this.ending) this.socket.destroySoon();
  }
}

/** The network for limits; undefined for the addresses of proxies. */
function limitedNetwork(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain !== undefined && isPublicAddress(plain) ? networksOf(plain)[0] : undefined;
}
