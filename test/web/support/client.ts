/** An assistant as the consent page meets it: registered, with a place to return to, waiting for its code. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { z } from 'zod';

export interface Assistant {
  readonly clientId: string;
  /** Where a browser starts. */
  authorizeUrl(scope?: string): string;
  /** The query of the next callback. */
  nextCallback(): Promise<URLSearchParams>;
  /** Swaps a code for tokens; returns the granted scopes. */
  redeem(code: string): Promise<string>;
  close(): Promise<void>;
}

const registered = z.object({ client_id: z.string() });
const tokens = z.object({ access_token: z.string(), scope: z.string() });

/** An assistant on this computer: its callback is a small server on a loopback port. */
export async function startAssistant(serviceUrl: string, name = 'Desk Assistant'): Promise<Assistant> {
  const issuer = `${serviceUrl}/api/v1/mcp/oauth`;
  const waiting: ((query: URLSearchParams) => void)[] = [];
  const server: Server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://assistant');
    if (url.pathname !== '/callback') return void res.writeHead(404).end();
    res.setHeader('Content-Type', 'text/html');
    res.end('<!doctype html><title>Back</title><h1>Back in the assistant</h1>');
    waiting.shift()?.(url.searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const metadata = { client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
  const client = registered.parse(
    await post(`${issuer}/register`, metadata).catch((error: unknown) => {
      server.close();
      throw error;
    }),
  );
  const verifier = randomBytes(32).toString('base64url');
  return {
    clientId: client.client_id,
    authorizeUrl(scope) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: redirectUri,
        state: 'state of the assistant',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(scope === undefined ? {} : { scope }),
      });
      return `${issuer}/authorize?${query.toString()}`;
    },
    nextCallback: () => new Promise((resolve) => waiting.push(resolve)),
    async redeem(code) {
      const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      return tokens.parse(await post(`${issuer}/token`, { ...body, client_id: client.client_id })).scope;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  return JSON.parse(text);
}
