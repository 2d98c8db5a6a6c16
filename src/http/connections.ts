/**
 * What one client may hold of the process. Each connection answers one request at a time, in order; those sent ahead wait
 * in a short queue and cost nothing until it is their turn. A connection that sends more ahead, or has made enough
 * requests, is closed after the answers it is owed. An answer that its client does not read is given up.
 */
import type { Socket } from 'node:net';
import { isPublicAddress } from '../shared/http-client/addresses';
import { BoundedRequest } from './bounded-request';
import { networksOf } from './client-network';
import { InputTurns, type PacedInput } from './paced-input';
import type { TracedResponse } from './traced-response';

export interface ConnectionLimits {
  /** Connections of the whole process. */
  readonly connections: number;
  /** Connections of one public address (IPv6: one /64); proxies have private ones, which are not limited. */
  readonly perAddress: number;
  /** Requests of one connection that were read and not answered, the one under way included. */
  readonly outstanding: number;
  /** Requests of one connection until it is closed. */
  readonly requests: number;
  /** Milliseconds that a finished answer has to be read, whatever its length … */
  readonly readWithinMs: number;
  /** … and how many bytes a second its client must read beyond that. */
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
  /** It is the turn of a request that had to wait. */
  answer(res: TracedResponse): void;
  /** A request is over: answered, or its client is gone. Called once for each. */
  finished(res: TracedResponse): void;
  /** A connection was closed for what its client did. */
  cut(reason: 'unread_answer' | 'unwanted_body' | 'too_far_ahead' | 'too_many_connections', requests: number): void;
}

/** What is read of a body that nobody wants, in bytes and in milliseconds, and how often that is looked at. */
const [dropBytes, dropForMs, dropEveryMs] = [1024 * 1024, 5_000, 50];

/** Milliseconds that a client has to hear an answer before its connection is cut for what it still sends. */
const lingerMs = 1_000;

/** How often unread answers are looked for. */
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

  /** Takes a new connection, or closes it when there are too many. */
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
   * Whether it is a request's turn. One that was just read may have to wait, and `events.answer` is told of it then; or it
   * is dropped, and never has one.
   */
  isTurn(res: TracedResponse): boolean {
    return this.open.get(res.req.socket)?.isTurn(res) ?? false;
  }

  /** A connection that is open; undefined when it was refused. */
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
  /** The request that arrived last. */
  private latest: TracedResponse | undefined;
  private received = 0;
  private discarded = 0;
  /** No further request is taken: what comes after the last one is dropped with the connection. */
  private ending = false;
  /** What the client has still to read, since when, and until when it may take. */
  private unread: { written: number; until: number } | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly input: PacedInput,
    private readonly all: Connections,
  ) {
    // Node calls it after the last answer of a connection.
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
   * Where the body of the request that arrived last is not whole: `answered` when it has its answer (or the head of it) all the
   * same, `asked` when it is its turn. Undefined when it is whole, or others are to be answered first.
   */
  get brokeOff(): 'answered' | 'asked' | undefined {
    const { current, latest } = this;
    if (!latest || latest.req.complete) return undefined;
    if (current === undefined || (current === latest && latest.headersSent)) return 'answered';
    return current === latest ? 'asked' : undefined;
  }

  /** Takes a request that it does not know: it is its turn now or later, or it is dropped. */
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

  /** Closes the connection after the answers that its client is owed. */
  closeAfterAnswers(): void {
    const last = this.waiting.at(-1) ?? this.current;
    if (!last) return;
    this.ending = true;
    last.shouldKeepAlive = false;
  }

  /** What the client sends from now on is not read. */
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
   * Closes the connection so that its client hears the answer though it still sends: when a connection is closed with something unread,
   * it is reset, and what was on its way to the client is lost (RFC 9112, section 9.6).
   */
  private linger(): void {
    const { socket } = this;
    this.hearNoMore();
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  /** The socket is gone, and with it every request that was not answered. */
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

  /** Closes the connection when its client does not read the answer. */
  cutWhenUnread(now: number): void {
    const { socket } = this;
    if (socket.writableLength === 0) {
      this.unread = undefined;
      return;
    }
    const { readWithinMs, readBytesPerSecond } = this.all.limits;
    // More was written since: what was there before has been read.
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

  /** The rest of a body that nobody wants is read for a while, so that its sender hears the answer. */
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
    // The socket closed first and said so already.
    if (this.current !== res) return;
    this.current = undefined;
    // A connection that is kept after an answer is gone only when its client left, or was cut, before the end of it.
    if (this.socket.destroyed && res.shouldKeepAlive) res.aborted = true;
    this.all.events.finished(res);
    if (this.socket.destroyed) return;
    if (!res.req.complete) this.dropBody(res);
    // After an answer that says so the connection closes, and nobody would hear another.
    const next = res.shouldKeepAlive ? this.waiting.shift() : undefined;
    if (next) {
      this.begin(next);
      // In a later turn of the event loop: between two of them others have theirs.
      setImmediate(() => this.current === next && this.all.events.answer(next));
    } else if (this.ending) this.socket.destroySoon();
  }
}

/** The network that limits count by; undefined for addresses that proxies have. */
function limitedNetwork(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain !== undefined && isPublicAddress(plain) ? networksOf(plain)[0] : undefined;
}
