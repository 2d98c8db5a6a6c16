/** A proxy that adds an access token to every request: for programs that can name a server but not sign in to one. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Forwarder {
  /** Address to hand out. */
  readonly url: string;
  readonly origins: readonly string[];
  /** Where requests go from now on, and the token they are given. */
  forwardTo(target: string, token: () => string): void;
  close(): Promise<void>;
}

export async function startForwarder(): Promise<Forwarder> {
  let forward: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => res.writeHead(503).end();
  const server = createServer((req, res) => forward(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: { port: number } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    forwardTo(target, token) {
      forward = (req, res) => {
        const headers = { ...req.headers, authorization: `Bearer ${token()}` };
        const onward = request(target, { method: req.method, headers }, (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
        });
        onward.on('error', () => res.destroy());
        res.on('close', () => onward.destroy());
        req.pipe(onward);
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
