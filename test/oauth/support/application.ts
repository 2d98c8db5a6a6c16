/** An application of somebody else: people of its own, session tokens under keys of its own, and the consent page of the docs. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';

const document = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'consent-page.md'), 'utf8');
/** The page of docs/consent-page.md, as it stands there. */
const documentedPage = /```html\n(.*?)```/s.exec(document)?.[1] ?? '';

const table = /What the page below says.*?\n## /s.exec(document)?.[0] ?? '';

/** What docs/consent-page.md says of each case: the words in quotes, or none where nothing is to be said. */
export const documentedCases: ReadonlyMap<string, string | undefined> = new Map(
  [...table.matchAll(/^\| ([^|-]+?) +\| [^|]+ \| ([^|]+?) +\|$/gm)]
    .slice(1)
    .map(([, name = '', says = '']) => [name, /“(.+)”/.exec(says)?.[1]]),
);

export interface Application {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** The value of `SESSION_TOKEN_ISSUER`. */
  readonly issuer: string;
  /** The service whose consent page this is: `{base_url}/mcp/oauth`. */
  serve(issuer: string): void;
  /** Whom its cookie says is signed in; null: nobody. */
  signIn(person: string | null, tokenSeconds?: number): void;
  /** From now on tokens are signed with a new key, and no other is published. */
  rotate(): void;
  /** How its key set answers. */
  keys(mode: 'up' | 'down' | 'hanging'): void;
  /** Requests for the key set that hang or hung. */
  hung(): number;
  token(): string;
  close(): Promise<void>;
}

export async function startApplication(): Promise<Application> {
  let kid = 0;
  let key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let mode: 'up' | 'down' | 'hanging' = 'up';
  let hung = 0;
  let person: string | null = null;
  let seconds = 300;
  let service = '';
  let origin = '';

  const token = () => (person === null ? '' : signed(key.privateKey, kid, origin, person, seconds));
  const keySet = (res: ServerResponse) => {
    if (mode === 'hanging') return void (hung += 1);
    res.statusCode = mode === 'down' ? 500 : 200;
    res.setHeader('Cache-Control', 'max-age=5');
    const jwk = { ...key.publicKey.export({ format: 'jwk' }), kid: String(kid), use: 'sig', alg: 'ES256' };
    return res.end(JSON.stringify({ keys: [jwk] }));
  };
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const { pathname } = new URL(req.url ?? '/', 'http://application');
    if (pathname === '/jwks') return keySet(res);
    res.setHeader('Cache-Control', 'no-store');
    if (pathname === '/session-token') return res.end(token());
    res.setHeader('Content-Type', 'text/html');
    if (pathname === '/connect')
      return res.end(documentedPage.replace('https://leads.example.com/api/v1/mcp/oauth', service));
    return res.end('<!doctype html><title>Application</title><h1>The application</h1>');
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    origin,
    issuer: origin,
    serve: (issuer) => void (service = issuer),
    signIn(who, tokenSeconds = 300) {
      person = who;
      seconds = tokenSeconds;
    },
    rotate() {
      key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      kid += 1;
    },
    keys: (next) => void (mode = next),
    hung: () => hung,
    token,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function signed(key: KeyObject, kid: number, issuer: string, subject: string, seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: subject, aud: 'leadlight:session', iss: issuer, iat: now, exp: now + seconds };
  return jwt.sign(claims, key, { algorithm: 'ES256', keyid: String(kid) });
}
