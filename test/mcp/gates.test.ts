/** What a request must pass before anything runs, in order, and what it is told when it does not. */
import { createHmac } from 'node:crypto';
import { scopes } from '../../src/auth/rights';
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import { negotiated, post, stateless } from './support/messages';
import { failing, listQuery, missing, secretOfTheDatabase } from './support/queries';

const page = 'https://app.example.com';
let endpoint: TestEndpoint;

beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: [missing, failing, listQuery(3, 10)], origins: [page] });
});
afterAll(() => endpoint.close());

const metadata = () => `${endpoint.origin}/.well-known/oauth-protected-resource/api/v1/mcp`;

describe('the Origin gate and CORS', () => {
  test('a page that is not listed is refused before its token is looked at', async () => {
    const withOrigin = (origin: string) => {
      const message = stateless('tools/list');
      return { ...message, headers: { ...message.headers, origin } };
    };
    // Positive control: the same request of the page that is listed.
    expect((await post(endpoint.url, endpoint.connections.mint(), withOrigin(page))).status).toBe(200);
    for (const origin of [
      'https://evil.example.com',
      'null',
      'http://app.example.com',
      `${page}.evil.com`,
      `${page}:8443`,
    ]) {
      const answer = await post(endpoint.url, undefined, withOrigin(origin));
      expect([origin, answer.status]).toEqual([origin, 403]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('a listed page may read the challenge and the request id, of refusals too', async () => {
    const answer = await post(endpoint.url, undefined, { body: '{}', headers: { origin: page } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(page);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/WWW-Authenticate.*X-Request-Id/);
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  test('its preflight is answered without a token', async () => {
    const answer = await post(endpoint.url, undefined, {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'POST', 'content-type': undefined },
    });
    expect(answer.status).toBe(204);
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    for (const name of ['authorization', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version']) {
      expect(allowed.split(', ')).toContain(name);
    }
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('methods', () => {
  test('positive control: POST is taken', async () => {
    expect((await post(endpoint.url, endpoint.connections.mint(), stateless('tools/list'))).status).toBe(200);
  });

  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('%s is 405, with and without a token', async (method) => {
    for (const token of [undefined, endpoint.connections.mint()]) {
      const answer = await post(endpoint.url, token, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    }
  });

  test('the address is taken with a final slash, and nothing below it', async () => {
    const token = endpoint.connections.mint();
    expect((await post(`${endpoint.url}/`, token, stateless('tools/list'))).status).toBe(200);
    expect((await post(`${endpoint.url}/oauth/token`, token, stateless('tools/list'))).status).toBe(404);
    expect((await post(`${endpoint.url}x`, token, stateless('tools/list'))).status).toBe(404);
  });
});

describe('the token', () => {
  test('none: a challenge that says where to get one, without an error code', async () => {
    const answer = await post(endpoint.url, undefined, stateless('tools/list'));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${metadata()}", scope="${scopes.join(' ')}"`,
    );
    expect(answer.json?.error?.data).toEqual({
      code: 'invalid_token',
      status: 401,
      request_id: answer.headers.get('x-request-id'),
    });
  });

  const attacks: readonly (readonly [string, (endpoint: TestEndpoint) => string])[] = [
    ['another scheme', () => 'Basic YTpi'],
    ['no token after the scheme', () => 'Bearer '],
    ['two tokens', ({ connections }) => `Bearer ${connections.mint()} ${connections.mint()}`],
    ['rubbish', () => 'Bearer abc'],
    ['a key nobody knows', ({ connections }) => `Bearer ${connections.mint({ foreignKey: true })}`],
    [
      'alg none',
      ({ connections }) =>
        `Bearer ${withHeader(connections.mint(), { alg: 'none', typ: 'at+jwt', kid: 'test-key' }, () => '')}`,
    ],
    [
      'HS256',
      ({ connections }) =>
        `Bearer ${withHeader(connections.mint(), { alg: 'HS256', typ: 'at+jwt', kid: 'test-key' }, (text) =>
          createHmac('sha256', connections.publicKeyPem).update(text).digest('base64url'),
        )}`,
    ],
    ['a key of its own', ({ connections }) => `Bearer ${connections.mint({ header: { jwk: {} } })}`],
    [
      'an address of a key',
      ({ connections }) => `Bearer ${connections.mint({ header: { jku: 'https://evil.example.com' } })}`,
    ],
    ['a critical extension', ({ connections }) => `Bearer ${connections.mint({ header: { crit: ['exp'] } })}`],
    ['another type', ({ connections }) => `Bearer ${connections.mint({ header: { typ: 'JWT' } })}`],
    ['an unknown key id', ({ connections }) => `Bearer ${connections.mint({ header: { kid: '../../etc/passwd' } })}`],
    [
      'another issuer',
      ({ connections }) => `Bearer ${connections.mint({ claims: { iss: 'https://evil.example.com' } })}`,
    ],
    [
      'another audience',
      ({ connections }) => `Bearer ${connections.mint({ claims: { aud: 'https://other.example.com' } })}`,
    ],
    ['no audience', ({ connections }) => `Bearer ${connections.mint({ claims: { aud: undefined } })}`],
    ['no end', ({ connections }) => `Bearer ${connections.mint({ claims: { exp: undefined } })}`],
    ['expired', ({ connections }) => `Bearer ${connections.mint({ claims: { iat: now() - 901, exp: now() - 1 } })}`],
    ['issued in the future', ({ connections }) => `Bearer ${connections.mint({ claims: inFuture() })}`],
    ['another person', ({ connections }) => `Bearer ${connections.mint({ claims: { sub: 'someone-else' } })}`],
    ['another workspace', ({ connections }) => `Bearer ${connections.mint({ claims: { org: 'another-workspace' } })}`],
    ['another client', ({ connections }) => `Bearer ${connections.mint({ claims: { client_id: 'another' } })}`],
    ['an unknown scope', ({ connections }) => `Bearer ${connections.mint({ claims: { scope: 'leads:write' } })}`],
    ['a changed signature', ({ connections }) => `Bearer ${tampered(connections.mint())}`],
  ];

  const listTools = (authorization: string) => {
    const message = stateless('tools/list');
    return post(endpoint.url, undefined, { ...message, headers: { ...message.headers, authorization } });
  };

  test('positive control: the token that the rows change passes', async () => {
    for (const token of [
      endpoint.connections.mint(),
      endpoint.connections.mint({ claims: { iat: now() - 60, exp: now() + 600 }, header: { kid: 'test-key' } }),
    ]) {
      expect((await listTools(`Bearer ${token}`)).status).toBe(200);
    }
  });

  test.each(attacks)('%s: 401 invalid_token', async (_name, authorization) => {
    const answer = await listTools(authorization(endpoint));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(
      new RegExp(`^Bearer resource_metadata="${metadata()}", scope=".*", error="invalid_token"`),
    );
  });

  test('in the query it is not looked at', async () => {
    const url = `${endpoint.url}?access_token=${endpoint.connections.mint()}`;
    expect((await post(url, undefined, stateless('tools/list'))).status).toBe(401);
  });

  test('of a connection that was ended: 401, while others go on', async () => {
    const token = endpoint.connections.mint({ connectionId: 'ending' });
    const other = endpoint.connections.mint();
    expect((await post(endpoint.url, token, stateless('tools/list'))).status).toBe(200);
    endpoint.connections.end('ending');
    expect((await post(endpoint.url, token, stateless('tools/list'))).status).toBe(401);
    expect((await post(endpoint.url, other, stateless('tools/list'))).status).toBe(200);
  });

  test('is in no log line', async () => {
    const token = endpoint.connections.mint();
    await post(endpoint.url, token, stateless('tools/list'));
    await post(endpoint.url, tampered(token), stateless('tools/list'));
    expect(endpoint.logged.join('')).not.toContain(token.slice(-40));
  });
});

describe('the scope', () => {
  const asked = [
    ['tools/call', { name: 'svc_list_items', arguments: {} }],
    ['resources/read', { uri: 'leadlight://scoring' }],
  ] as const;

  test.each(asked)('positive control: %s with it', async (method, params) => {
    for (const message of [stateless(method, params, 'a'), negotiated(method, params, 'a')]) {
      const answer = await post(endpoint.url, endpoint.connections.mint(), message);
      expect([answer.status, answer.json?.error]).toEqual([200, undefined]);
    }
  });

  test.each(asked)(
    '%s without it: 403 before anything runs, naming granted and needed together',
    async (method, params) => {
      const needed = method === 'tools/call' ? 'leads:read' : 'workspace:read';
      const token = endpoint.connections.mint({ scopes: ['agent:read'] });
      for (const message of [stateless(method, params, 'a'), negotiated(method, params, 'a')]) {
        const answer = await post(endpoint.url, token, message);
        const union = scopes.filter((scope) => scope === needed || scope === 'agent:read').join(' ');
        expect(answer.status).toBe(403);
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer error="insufficient_scope", error_description="This needs the scope ${needed}.", scope="${union}", resource_metadata="${metadata()}"`,
        );
        expect(answer.json).toMatchObject({ id: 'a', error: { data: { code: 'insufficient_scope' } } });
      }
    },
  );

  test('tools/list is the same whatever was granted', async () => {
    const few = await post(
      endpoint.url,
      endpoint.connections.mint({ scopes: ['agent:read'] }),
      stateless('tools/list'),
    );
    const all = await post(endpoint.url, endpoint.connections.mint(), stateless('tools/list'));
    expect(few.status).toBe(200);
    expect(few.text).toBe(all.text);
  });
});

describe('the revision', () => {
  test.each(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', undefined])('%s is served', async (revision) => {
    const message = revision === '2026-07-28' ? stateless('tools/list') : negotiated('tools/list', {}, 1, revision);
    const answer = await post(endpoint.url, endpoint.connections.mint(), {
      ...message,
      headers: { ...message.headers, 'mcp-protocol-version': revision },
    });
    expect([answer.status, answer.json?.error]).toEqual([200, undefined]);
  });

  test.each(['2024-11-05', '2024-10-07', '2027-01-01', 'latest', '2025-11-25, 2025-11-25', '2025-11-25 x'])(
    '%s is refused with the list of those that are',
    async (revision) => {
      const answer = await post(endpoint.url, endpoint.connections.mint(), negotiated('tools/list', {}, 7, revision));
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({
        id: 7,
        error: {
          code: -32022,
          data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'], requested: revision },
        },
      });
    },
  );

  test('a handshake that names an unknown one is offered the newest with a handshake', async () => {
    const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const answer = await post(
      endpoint.url,
      endpoint.connections.mint(),
      negotiated('initialize', params, 1, undefined),
    );
    expect(answer.json?.result?.['protocolVersion']).toBe('2025-11-25');
  });
});

describe('errors of tools', () => {
  test('are sentences: for the model, with nothing of the inside', async () => {
    const token = endpoint.connections.mint();
    const notThere = await post(
      endpoint.url,
      token,
      stateless('tools/call', { name: 'svc_get_missing', arguments: {} }),
    );
    expect(notThere.json?.result).toMatchObject({
      isError: true,
      content: [
        {
          text: 'not_found: No such thing in this workspace. Ids come from the list tools; list again to find a current one.',
        },
      ],
    });
    const fault = await post(endpoint.url, token, stateless('tools/call', { name: 'svc_get_failing', arguments: {} }));
    expect(fault.json?.result).toMatchObject({ isError: true });
    expect(fault.text).toContain(`request id ${fault.headers.get('x-request-id')}`);
    expect(fault.text).not.toContain(secretOfTheDatabase);
    expect(endpoint.logged.join('')).toContain(secretOfTheDatabase);
  });
});

test('a connection that sends too much is told when to come back; others are not held up', async () => {
  const busy = await startEndpoint({ catalogue: [missing], perMinute: 2 });
  try {
    const token = busy.connections.mint({ connectionId: 'busy' });
    const sibling = busy.connections.mint({ connectionId: 'busy' });
    expect((await post(busy.url, token, stateless('tools/list'))).status).toBe(200);
    expect((await post(busy.url, sibling, stateless('tools/list'))).headers.get('ratelimit')).toMatch(
      /^"default";r=0;t=\d+$/,
    );
    const refused = await post(busy.url, token, stateless('tools/list'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=2;w=60');
    expect((await post(busy.url, busy.connections.mint(), stateless('tools/list'))).status).toBe(200);
  } finally {
    await busy.close();
  }
});

/** The same claims under another header, signed as that header says. */
function withHeader(token: string, header: object, sign: (text: string) => string): string {
  const text = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${token.split('.')[1] ?? ''}`;
  return `${text}.${sign(text)}`;
}

function tampered(token: string): string {
  const at = token.length - 20;
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function inFuture(): Record<string, number> {
  const soon = now() + 600;
  return { iat: soon, exp: soon + 900 };
}
