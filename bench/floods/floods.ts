/** The floods of strangers and neighbours: one row each. To add one, add a row; `ask` makes its n-th request. */
import type { Ask } from '../load';

export interface Attacked {
  /** API keys of the attacker's workspace. */
  readonly keys: readonly string[];
  /** A client that anybody could register. */
  readonly clientId: string;
  readonly redirectUri: string;
}

export interface Flood {
  readonly name: string;
  /** Connections that each send one request after the other. */
  readonly connections: number;
  readonly ask: (n: number, attacked: Attacked) => Ask;
}

const from = (address: string) => ({ 'x-forwarded-for': address });
/** One of so many addresses in turn. */
const one = (n: number, addresses: number) =>
  from(`198.51.${Math.floor((n % addresses) / 250)}.${1 + ((n % addresses) % 250)}`);
const jwtLike = (n: number, type: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { sub: 'a', aud: 'leadlight:session', iat: seconds, exp: seconds + 600, n };
  return `${part({ alg: 'HS256', typ: type })}.${part(claims)}.${'s'.repeat(43)}`;
};

export const floods: readonly Flood[] = [
  {
    name: 'twelve keys of one workspace',
    connections: 96,
    ask: (n, { keys }) => ({
      path: '/api/v1/customer/leads?limit=100',
      headers: { authorization: `Bearer ${keys[n % keys.length]}` },
    }),
  },
  {
    name: '/consent from one address',
    connections: 230,
    ask: () => ({ path: '/consent?requestToken=any', headers: one(0, 1) }),
  },
  {
    name: '/consent with cookies like JWTs',
    connections: 230,
    ask: (n) => ({
      path: '/consent?requestToken=any',
      headers: { ...one(0, 1), cookie: `leadlight-session=${jwtLike(n, 'session+jwt')}` },
    }),
  },
  {
    name: 'MCP with tokens like JWTs',
    connections: 230,
    ask: (n) => ({
      path: '/api/v1/mcp',
      method: 'POST',
      headers: { ...one(0, 1), authorization: `Bearer ${jwtLike(n, 'at+jwt')}` },
    }),
  },
  {
    name: 'REST with made-up keys',
    connections: 230,
    ask: (n) => ({
      path: '/api/v1/customer/leads',
      headers: { ...one(0, 1), authorization: `Bearer ll_${String(n).padStart(43, '0')}` },
    }),
  },
  {
    name: 'the console with made-up cookies',
    connections: 230,
    ask: (n) => ({
      path: '/app/api/session',
      headers: { ...one(0, 1), cookie: `leadlight-console=lc_${String(n).padStart(43, '0')}` },
    }),
  },
  {
    name: 'authorize from 40 addresses',
    connections: 40,
    ask: (n, { clientId, redirectUri }) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state: 's'.repeat(2_000),
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
      });
      return { path: `/api/v1/mcp/oauth/authorize?${query.toString()}`, headers: one(n, 40) };
    },
  },
  {
    name: 'token requests that fail, one address',
    connections: 230,
    ask: (n) => ({
      path: '/api/v1/mcp/oauth/token',
      method: 'POST',
      headers: { ...one(0, 1), 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=refresh_token&client_id=00000000-0000-4000-8000-000000000000&refresh_token=${n}`,
    }),
  },
];
