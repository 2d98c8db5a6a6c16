/** A proxy on loopback that can freeze: open connections stay open and go silent, and new ones work as before. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface FreezingProxy {
  readonly port: number;
  /** Silences the open connections in both directions without closing them. */
  freeze(): void;
  /** From now on new connections are silent too: they open but receive nothing. */
  freezeNew(): void;
  /** Passes this many more bytes of answers to the open connections, then silences them. */
  freezeAfter(bytes: number): void;
  /** What clients have sent over silent connections. It did not reach the server. */
  unheard(): string;
  close(): Promise<void>;
}

interface Pair {
  left: number;
}

/** @param target port on 127.0.0.1. */
export async function freezingProxy(target: number): Promise<FreezingProxy> {
  const pairs = new Set<Pair>();
  /** All that are open. The server of a silent pair keeps its connection, and what it holds, when the client has gone. */
  const sockets = new Set<Socket>();
  let leftOfNew = Infinity;
  let unheard = '';
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const pair: Pair = { left: leftOfNew };
    pairs.add(pair);
    client.on('data', (part: Buffer) => {
      if (pair.left > 0) upstream.write(part);
      else unheard += part.toString('latin1');
    });
    upstream.on('data', (part: Buffer) => {
      if (pair.left <= 0) return;
      client.write(part.subarray(0, Math.min(part.length, pair.left)));
      pair.left -= part.length;
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        pairs.delete(pair);
        if (pair.left > 0) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const freezeAfter = (bytes: number) => {
    for (const pair of pairs) pair.left = bytes;
  };
  return {
    port: address.port,
    freeze: () => freezeAfter(0),
    freezeNew: () => void (leftOfNew = 0),
    freezeAfter,
    unheard: () => unheard,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
