/** Regular messages take a short way through the SDK; what a client reads must not show which way a message took. */
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import { negotiated, post, stateless, type RawRequest } from './support/messages';
import { failing, listOf, missing } from './support/questions';

let endpoint: TestEndpoint;
let token: string;

beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: [missing, failing, listOf(3, 10)] });
  token = endpoint.connections.mint();
});
afterAll(() => endpoint.close());

/** The same message with its name in the other form that the revision allows, which the short way does not take. */
function encoded(request: RawRequest): RawRequest {
  const name = request.headers?.['mcp-name'] ?? '';
  const form = `=?base64?${Buffer.from(name).toString('base64')}?=`;
  return { ...request, headers: { ...request.headers, 'mcp-name': form } };
}

const withoutRequestId = (text: string) => text.replace(/request id [\w-]+/, 'request id');

test.each(['svc_list_items', 'svc_get_missing', 'svc_get_failing'])(
  '%s answers the same on both ways',
  async (name) => {
    for (const args of [{}, { limit: 2 }, { limit: -1 }, { unheardOf: 1 }]) {
      const request = stateless('tools/call', { name, arguments: args }, 'an id');
      const [short, long] = [
        await post(endpoint.url, token, request),
        await post(endpoint.url, token, encoded(request)),
      ];
      expect(short.status).toBe(long.status);
      expect(short.headers.get('content-type')).toBe(long.headers.get('content-type'));
      expect(JSON.parse(withoutRequestId(short.text))).toEqual(JSON.parse(withoutRequestId(long.text)));
      expect(short.json?.id).toBe('an id');
      expect(short.json?.result).toBeDefined();
    }
  },
);

test('structured content is the text, under each revision', async () => {
  for (const send of [stateless, negotiated]) {
    const { json } = await post(endpoint.url, token, send('tools/call', { name: 'svc_list_items', arguments: {} }));
    const { content, structuredContent } = json?.result ?? {};
    expect(structuredContent).toBeDefined();
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  }
});

test('many at once with one id each get their own answer', async () => {
  const limits = Array.from({ length: 40 }, (_, n) => 1 + (n % 3));
  const answers = await Promise.all(
    limits.map((limit, n) =>
      post(
        endpoint.url,
        token,
        (n % 2 ? stateless : negotiated)('tools/call', { name: 'svc_list_items', arguments: { limit } }, 7),
      ),
    ),
  );
  const shown = answers.map(({ json }) => Reflect.get(Object(json?.result?.['structuredContent']), 'page'));
  expect(shown.map((page) => Reflect.get(Object(page), 'limit'))).toEqual(limits);
});

/** Each would be a regular message, but for one thing; its refusal is the SDK's. */
const refused: readonly (readonly [string, RawRequest, number, number])[] = [
  ['no method header', without(call(), 'mcp-method'), 400, -32020],
  ['another method in the header', withHeader(call(), 'mcp-method', 'tools/list'), 400, -32020],
  ['no name header', without(call(), 'mcp-name'), 400, -32020],
  ['another name in the header', withHeader(call(), 'mcp-name', 'svc_get_missing'), 400, -32020],
  ['no revision in the header', without(call(), 'mcp-protocol-version'), 400, -32020],
  ['an older revision in the header', withHeader(call(), 'mcp-protocol-version', '2025-11-25'), 400, -32020],
  ['capabilities that are none', withMeta({ 'io.modelcontextprotocol/clientCapabilities': 1 }), 400, -32602],
  ['no capabilities', withMeta({ 'io.modelcontextprotocol/clientCapabilities': undefined }), 400, -32602],
  ['a client without a version', withMeta({ 'io.modelcontextprotocol/clientInfo': { name: 'x' } }), 400, -32602],
  ['a member that JSON-RPC does not know', altered(call(), { more: 1 }), 400, -32600],
  ['an id that is none', altered(call(), { id: null }), 400, -32600],
  ['a client that does not take JSON', withHeader(negotiatedCall(), 'accept', 'text/event-stream'), 406, -32000],
  ['a client that takes no stream', withHeader(negotiatedCall(), 'accept', 'application/json'), 406, -32000],
];

test.each(refused)('%s is refused as ever', async (_what, request, status, code) => {
  const answer = await post(endpoint.url, token, request);
  expect([answer.status, answer.json?.error?.code]).toEqual([status, code]);
});

function call(): RawRequest {
  return stateless('tools/call', { name: 'svc_list_items', arguments: {} });
}

function negotiatedCall(): RawRequest {
  return negotiated('tools/call', { name: 'svc_list_items', arguments: {} });
}

function withHeader(request: RawRequest, name: string, value: string | undefined): RawRequest {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

function without(request: RawRequest, name: string): RawRequest {
  return withHeader(request, name, undefined);
}

function altered(request: RawRequest, members: object): RawRequest {
  return { ...request, body: JSON.stringify({ ...parsed(request), ...members }) };
}

function withMeta(members: object): RawRequest {
  const request = call();
  const { params } = parsed(request);
  return altered(request, { params: { ...params, _meta: { ...params._meta, ...members } } });
}

interface Message {
  readonly params: Readonly<Record<string, unknown>> & { readonly _meta: object };
}

function parsed({ body }: RawRequest): Message {
  // Written by `stateless` above.
  return JSON.parse(String(body)) as Message;
}
