/** What 2026-07-28 demands of the headers of a message, and older revisions of `Accept`: refused by the SDK's transports. */
import { startEndpoint, type TestEndpoint } from './support/endpoint';
import { negotiated, post, stateless, type RawRequest } from './support/messages';
import { listQuery, missing } from './support/queries';

let endpoint: TestEndpoint;
let token: string;

beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: [missing, listQuery(3, 10)] });
  token = endpoint.connections.mint();
});
afterAll(() => endpoint.close());

test.each([
  ['as it is', call()],
  ['with its name encoded', encoded(call())],
  ['of an older revision', negotiatedCall()],
  ['that takes JSON alone', withHeader(negotiatedCall(), 'accept', 'application/json')],
  ['that takes anything', withHeader(call(), 'accept', '*/*')],
  ['that says nothing of what it takes', without(negotiatedCall(), 'accept')],
  ['with null for its arguments', negotiated('tools/call', { name: 'svc_list_items', arguments: null })],
  [
    'with null for all it leaves out',
    negotiated('tools/call', { name: 'svc_list_items', arguments: null, _meta: null }),
  ],
])('a call %s is answered: its structured content is its text', async (_what, request) => {
  const { status, json } = await post(endpoint.url, token, request);
  const { content, structuredContent } = json?.result ?? {};
  expect([status, structuredContent]).toEqual([200, expect.objectContaining({ data: expect.any(Array) })]);
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
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
];

test.each(refused)('%s is refused as ever', async (_what, request, status, code) => {
  const answer = await post(endpoint.url, token, request);
  expect([answer.status, answer.json?.error?.code]).toEqual([status, code]);
});

/** The same message with its name in the other form that the revision allows. */
function encoded(request: RawRequest): RawRequest {
  const name = request.headers?.['mcp-name'] ?? '';
  return withHeader(request, 'mcp-name', `=?base64?${Buffer.from(name).toString('base64')}?=`);
}

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
