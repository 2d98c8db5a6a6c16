/**
 * Load on a server: connections that each send one request after the other. On plain sockets, because the load shares the
 * machine with what it measures: node's own client takes as much CPU as a quick server, and then both sides of a comparison
 * look alike. The requests are bytes made once, and of an answer only its status and its end are looked for.
 */
import { connect } from 'node:net';

export interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

export interface LoadResult {
  readonly count: number;
  readonly seconds: number;
  /** Of each request, in ms. */
  readonly latencies: readonly number[];
}

/**
 * Sends `count` requests over `concurrency` connections that stay open, taking `asks` in turn. Nothing is sent ahead.
 * @throws Error when an answer has another status than 200, or a connection ends within one.
 */
export async function load(
  port: number,
  asks: readonly Ask[],
  { count, concurrency }: { count: number; concurrency: number },
): Promise<LoadResult> {
  const requests = asks.map((ask) => requestBytes(ask, port));
  const latencies: number[] = [];
  let next = 0;
  const take = () => (next < count ? requests[next++ % requests.length] : undefined);
  const start = performance.now();
  const worker = async () => {
    // A server ends a connection after some thousands of requests; the next one goes on.
    for (let first = take(); first; first = take()) await converse(port, first, take, latencies);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { count, seconds: (performance.now() - start) / 1000, latencies };
}

function requestBytes({ path, headers = {}, method = 'GET', body }: Ask, port: number): Buffer {
  const fields = { host: `127.0.0.1:${port}`, connection: 'keep-alive', ...headers };
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...fields, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

/** Sends requests over one connection until there are no more, or the server says that it closes it. */
function converse(port: number, first: Buffer, take: () => Buffer | undefined, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let begun = 0;
    const ask = (request: Buffer) => {
      received = Buffer.alloc(0);
      begun = performance.now();
      socket.write(request);
    };
    socket.once('connect', () => ask(first));
    socket.once('error', reject);
    // After the last answer this changes nothing.
    socket.once('close', () => reject(new Error('a connection ended within an answer')));
    socket.on('data', (bytes) => {
      received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
      const head = headOf(received);
      if (!head || !isWhole(received, head)) return;
      latencies.push(performance.now() - begun);
      if (head.status !== 200) reject(new Error(`answered ${head.status}: ${received.toString().slice(0, 600)}`));
      const request = head.status === 200 && !head.closes ? take() : undefined;
      if (request) return ask(request);
      resolve();
      socket.destroy();
    });
  });
}

interface Head {
  readonly status: number;
  readonly bytes: number;
  /** Undefined for a body in chunks. */
  readonly length: number | undefined;
  readonly closes: boolean;
}

function headOf(answer: Buffer): Head | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const text = answer.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  return {
    status: Number(text.slice(9, 12)),
    bytes: end + 4,
    length: length === undefined ? undefined : Number(length),
    closes: /\r\nconnection: *close/i.test(text),
  };
}

const lastChunk = Buffer.from('0\r\n\r\n');

function isWhole(answer: Buffer, { bytes, length }: Head): boolean {
  if (length !== undefined) return answer.length >= bytes + length;
  return answer.subarray(bytes).subarray(-lastChunk.length).equals(lastChunk);
}
