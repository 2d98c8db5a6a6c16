/** A real HTTP server that webhooks are sent to: it keeps what came, and answers as it is told. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Answering = (res: ServerResponse, req: IncomingMessage, received: Received) => void;

export const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answering =>
  (res) =>
    void res.writeHead(status, headers).end();

export interface Receiver {
  readonly url: string;
  readonly host: string;
  /** In the order in which they came. */
  readonly received: Received[];
  /** How it answers from now on. */
  answering: Answering;
  close(): void;
}

export async function startReceiver(answering: Answering = answer(204)): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
      const one = { path: req.url ?? '', headers, body: Buffer.concat(parts).toString('utf8') };
      received.push(one);
      receiver.answering(res, req, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received,
    answering,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
