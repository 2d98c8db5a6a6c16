/** A receiver of webhooks that takes every message and counts them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** How often each message came, by its `webhook-id`. */
  readonly received: ReadonlyMap<string, number>;
  stop(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const received = new Map<string, number>();
  const server = createServer((req, res) => {
    const id = String(req.headers['webhook-id'] ?? '');
    received.set(id, (received.get(id) ?? 0) + 1);
    req.resume();
    req.on('end', () => res.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Listening on an address, not on a path.
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/hook`, received, stop };
}
