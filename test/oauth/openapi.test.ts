/** What the OpenAPI document promises of the authorization server: it changes only on purpose, and the answers keep it. */
import { z } from 'zod';
import { oauthAddresses } from '../../src/interfaces/oauth/addresses';
import { oauthOpenApi } from '../../src/interfaces/oauth/openapi';
import { describedBy, escaped } from '../rest/support/openapi-document';
import * as flow from './support/flow';
import { startConsentingService, type ConsentingService } from './support/service';

const part = oauthOpenApi('https://leads.example.com');

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a schema asks for, a line for each value in it; what is written for readers is left out. */
function* linesOf(schema: unknown, at: string): Generator<string> {
  if (!isObject(schema)) return;
  const {
    properties = {},
    required = [],
    items,
    anyOf = [],
    oneOf = [],
    description: _,
    title: _title,
    ...own
  } = schema;
  const said = JSON.stringify(own);
  yield said === '{"type":"object"}' ? at : `${at} ${said}`;
  for (const [name, inner] of Object.entries(Object(properties))) {
    const optional = Array.isArray(required) && required.includes(name) ? '' : '?';
    yield* linesOf(inner, `${at}.${name}${optional}`);
  }
  yield* linesOf(items, `${at}[]`);
  for (const one of [anyOf, oneOf].flat()) yield* linesOf(one, `${at}|`);
}

/** How an address is called and answers. */
function* outlineOf(route: (typeof part.routes)[number]): Generator<string> {
  const { method, path, server = '', id, security, parameters = [], body = {}, responses } = route;
  yield `${method} ${server}${path} ${id} [${security?.join() ?? ''}]`;
  for (const one of parameters) {
    const { name, in: where, required = false, schema } = one;
    yield `  ${String(where)} ${String(name)}${required === true ? '!' : ''} ${JSON.stringify(schema)}`;
  }
  for (const [type, content] of Object.entries(body)) yield `  takes ${type} ${JSON.stringify(content)}`;
  for (const [status, response] of Object.entries(responses)) {
    const { headers = {}, content = {} } = z
      .object({ headers: z.looseObject({}).optional(), content: contents.optional() })
      .parse(response);
    const answers = Object.entries(content).map(([type, { schema, examples }]) =>
      [type, JSON.stringify(schema), ...Object.keys(examples ?? {})].join(' '),
    );
    yield `  ${status} ${Object.keys(headers).join()} ${answers.join()}`;
  }
}
const contents = z.record(z.string(), z.object({ schema: z.unknown(), examples: z.looseObject({}).optional() }));

test('addresses, parameters, bodies, answers and errors change only on purpose', () => {
  expect(part.routes.flatMap((route) => [...outlineOf(route)])).toMatchSnapshot();
});

test('schemas change only on purpose', () => {
  const lines = Object.entries(part.schemas).flatMap(([name, schema]) => [...linesOf(schema, name)]);
  expect(lines).toMatchSnapshot();
  expect(part.securitySchemes).toMatchObject({ sessionToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } });
});

test('every address has a text for readers, and every address of the router is described', () => {
  for (const { summary, text, responses } of part.routes) {
    for (const said of [summary, text]) expect(said).toMatch(/\S{3}/);
    for (const [status, response] of Object.entries(responses)) {
      expect([status, response]).toEqual([
        status,
        expect.objectContaining({ description: expect.stringMatching(/\S{3}/) }),
      ]);
    }
  }
  const described = part.routes.flatMap(({ path }) => /^\/mcp\/oauth(\/.*)$/.exec(path)?.[1] ?? []);
  // `logoUri` of get_authorization_request names the whole address of a picture; nobody builds it.
  const opened = '/authorize/picture';
  expect(described).not.toContain(opened);
  expect(
    Object.keys(oauthAddresses)
      .filter((path) => path !== opened)
      .sort(),
  ).toEqual([...new Set(described)].sort());
  expect(part.tags.map(({ name }) => name)).toEqual([...new Set(part.routes.map(({ tag }) => tag))]);
});

describe('answers', () => {
  let site: ConsentingService;
  let conforms: Awaited<ReturnType<typeof describedBy>>['conforms'];
  beforeAll(async () => {
    site = await startConsentingService({ OAUTH_ALLOWED_REDIRECT_ORIGINS: new URL(flow.redirectUri).origin });
    ({ conforms } = await describedBy(site.service));
  });
  afterAll(() => site.end());

  /** Holds an answer against the schema of its status. */
  const keeps = (method: string, path: string, answer: flow.Answer) => {
    const pointer = `/paths/${escaped(`/mcp/oauth${path}`)}/${method}/responses/${answer.status}`;
    expect([path, answer.status, conforms(`${pointer}/content/application~1json/schema`, answer.json)]).toEqual([
      path,
      answer.status,
      [],
    ]);
    return answer;
  };
  const as = (person = site.workspace.people.OWNER) => ({ Authorization: `Bearer ${person.session}` });
  const get = async (path: string, described: string, person = site.workspace.people.OWNER) =>
    keeps('get', described, await flow.send(`${site.issuer}${path}`, { headers: as(person) }));

  test('of a connection from registration to revocation', async () => {
    const { organizationId, people } = site.workspace;
    const register = (body: unknown) => flow.postJson(`${site.issuer}/register`, body);
    const metadata = {
      redirect_uris: [flow.redirectUri],
      client_name: 'Assistant',
      client_uri: 'https://app.example.com',
      logo_uri: 'https://app.example.com/logo.png',
      tos_uri: 'https://app.example.com/terms',
      policy_uri: 'https://app.example.com/privacy',
    };
    const registered = keeps('post', '/register', await register(metadata));
    expect(registered.json).toMatchObject(metadata);
    keeps('post', '/register', await register({}));
    const clientId = registered.said('client_id');
    const { verifier, challenge } = flow.pkce();
    const requestToken = await flow.begin(site, clientId, challenge, { scope: flow.fullScope });
    await get(`/authorize/request?requestToken=${requestToken}`, '/authorize/request');
    await get('/authorize/request?requestToken=x', '/authorize/request');
    await get('/authorize/request', '/authorize/request');
    const ask = { requestToken, organizationId };
    const asked = await flow.postJson(`${site.issuer}/access-requests`, ask, as(people.MEMBER));
    keeps('post', '/access-requests', asked);
    await get('/access-requests', '/access-requests', people.MEMBER);
    await get(`/access-requests?organizationId=${organizationId}`, '/access-requests');
    const permitted = await flow.send(`${site.issuer}/permits`, {
      method: 'PUT',
      headers: { ...as(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ organizationId, app: clientId, scopes: ['leads:read'] }),
    });
    keeps('put', '/permits', permitted);
    await get(`/permits?organizationId=${organizationId}`, '/permits');
    await get('/permits', '/permits');
    const decided = await flow.complete(site, people.OWNER, { requestToken, organizationId, approved: true });
    keeps('post', '/authorize/complete', decided);
    const again = await flow.complete(site, people.OWNER, { requestToken, organizationId, approved: true });
    expect(keeps('post', '/authorize/complete', again).status).toBe(404);
    const code = new URL(decided.said('redirectUrl')).searchParams.get('code') ?? '';
    const issued = await flow.token(site, flow.codeRequest(site, { clientId, code, verifier }));
    keeps('post', '/token', issued);
    keeps('post', '/token', await flow.token(site, {}));
    keeps('post', '/token', await flow.postForm(`${site.issuer}/token`, {}));
    await get('/connections', '/connections');
    await get('/connections?limit=0', '/connections');
    await get('/connections', '/connections', { userId: '', session: 'x' });
    keeps('get', '/jwks', await flow.send(`${site.issuer}/jwks`));
    keeps('post', '/revoke', await flow.postForm(`${site.issuer}/revoke`, { token: issued.said('refresh_token') }));
    keeps('post', '/revoke', await flow.postForm(`${site.issuer}/revoke`, {}));
  });

  test('that stand as examples keep it, and say the code they are named by', () => {
    const examples = part.routes.flatMap(({ method, path, responses }) =>
      Object.entries(responses).flatMap(([status, response]) => {
        const { content = {} } = z.object({ content: contents.optional() }).parse(response);
        return Object.entries(content['application/json']?.examples ?? {}).map(([name, example]) => ({
          pointer: `/paths/${escaped(path)}/${method}/responses/${status}/content/application~1json/schema`,
          name,
          value: z.object({ value: z.unknown() }).parse(example).value,
        }));
      }),
    );
    expect(examples.length).toBeGreaterThan(80);
    for (const { pointer, name, value } of examples) {
      expect([pointer, name, conforms(pointer, value)]).toEqual([pointer, name, []]);
      const code =
        flow.member(flow.member(value, 'error'), 'code') ?? `${String(flow.member(value, 'error'))}_of_a_form`;
      if (!/^(payload|unsupported_media|method|rate|internal|service)_\w+_of_a_form$/.test(name))
        expect(code).toBe(name);
    }
  });

  test('of the metadata documents: what is described is what is served', async () => {
    for (const name of [
      'oauth-authorization-server/api/v1/mcp/oauth',
      'openid-configuration/api/v1/mcp/oauth',
      'oauth-protected-resource/api/v1/mcp',
    ]) {
      const path = `/.well-known/${name}`;
      const answer = await flow.send(`${new URL(site.issuer).origin}${path}`);
      const pointer = `/paths/${escaped(path)}/get/responses/200/content/application~1json/schema`;
      expect([answer.status, conforms(pointer, answer.json)]).toEqual([200, []]);
      expect(conforms(pointer, { ...Object(answer.json), more: 1 })).not.toEqual([]);
    }
  });
});
