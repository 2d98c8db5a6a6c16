/** A reverse proxy that hands a path of its host to a service and the well-known documents at the host's root. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Proxy {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** From now on requests go to this port of this machine. */
  forwardTo(port: number): void;
  close(): Promise<void>;
}

/**
 * @param path of the service on the public host, without a final slash.
 * @param cuts whether the proxy cuts the path off what it hands on.
 */
export async function startProxy(path: string, cuts: boolean): Promise<Proxy> {
  let target: number | undefined;
  const server = createServer((req, res) => {
    const url = req.url ?? '';
    if (target === undefined) res.writeHead(503).end();
    else if (url.startsWith('/.well-known/')) forward(target, url, req, res);
    else if (url.startsWith(`${path}/`)) forward(target, cuts ? url.slice(path.length) : url, req, res);
    else if (url === path && !cuts) forward(target, url, req, res);
    else res.writeHead(404).end('the proxy hands nothing on from here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy does not listen');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    forwardTo: (port) => (target = port),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function forward(port: number, path: string, req: IncomingMessage, res: ServerResponse): void {
  const { method, headers } = req;
  const onward = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  onward.on('error', () => res.destroy());
  res.on('close', () => onward.destroy());
  req.pipe(onward);
}
