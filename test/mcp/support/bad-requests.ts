/** Requests that are wrong, each in one way, and what is answered. */
import type { OutgoingHttpHeaders } from 'node:http';

export interface Sent {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
export type Params = Readonly<Record<string, unknown>>;

/** A good request of the stateless revision, with what is wrong about it laid over. */
export function modern(
  method: string,
  params: Params,
  wrong: { headers?: OutgoingHttpHeaders; meta?: object } = {},
): Sent {
  const name = params['name'] ?? params['uri'];
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...wrong.headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: wrong.meta ?? envelope } }),
  };
}

/** A good request of an older revision, with what is wrong about it laid over. */
export function older(method: string, params: unknown = {}, headers: OutgoingHttpHeaders = {}): Sent {
  return {
    headers: { 'mcp-protocol-version': '2025-11-25', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

export const message = (members: object): Sent => ({ body: JSON.stringify(members) });
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepArguments = (depth: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_list_leads","arguments":{"search":${nested(depth)}}}}`;

/** What the rows below differ from, in one thing each. */
export const goodRequests: readonly Sent[] = [
  message(listTools),
  older('tools/list'),
  modern('tools/list', {}),
  modern('tools/call', { name: 'svc_get_workspace_access', arguments: {} }),
  modern('resources/read', { uri: 'leadlight://scoring' }),
  older('prompts/get', { name: 'post_results', arguments: { post: 'x'.repeat(160) } }),
  older('completion/complete', {
    ref: { type: 'ref/prompt', name: 'post_results' },
    argument: { name: 'post', value: '' },
  }),
  older('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }),
  ...['list_leads', 'list_agent_candidates'].map((name) =>
    older('tools/call', { name: `svc_${name}`, arguments: { limit: 5 } }),
  ),
  ...[
    { leadTier: ['QUALIFIED'], search: 'a', limit: 100 },
    { dateFrom: '2026-02-01', dateTo: '2026-02-01', minIntentScore: 50, maxIntentScore: 50 },
    { ownerIds: Array.from({ length: 50 }, () => '00000000-0000-4000-8000-000000000000') },
  ].map((input) => older('tools/call', { name: 'svc_list_leads', arguments: input })),
  older('tools/call', { name: 'svc_list_agent_candidates', arguments: { offset: 10_000, source: 'latest_agent_run' } }),
];

/** What is wrong, the request, the status, the JSON-RPC code. */
export const refusedRequests: readonly (readonly [string, Sent, number, number])[] = [
  // The body as such.
  ['no body', {}, 400, -32700],
  ['an empty body', { body: '' }, 400, -32700],
  ['white space', { body: ' \n' }, 400, -32700],
  ['half a document', { body: '{"jsonrpc":"2.0","id":1' }, 400, -32700],
  ['two documents', { body: JSON.stringify(listTools).repeat(2) }, 400, -32700],
  ['a trailing comma', { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list",}' }, 400, -32700],
  ['single quotes', { body: `{'jsonrpc':'2.0'}` }, 400, -32700],
  ['NaN', { body: '{"jsonrpc":"2.0","id":NaN,"method":"tools/list"}' }, 400, -32700],
  ['a raw control character', { body: '{"jsonrpc":"2.0","id":1,"method":"tools\u0001/list"}' }, 400, -32700],
  ['invalid UTF-8', { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }, 400, -32700],
  ['UTF-16', { body: Buffer.from(JSON.stringify(listTools), 'utf16le') }, 400, -32700],
  ['a form', { body: 'jsonrpc=2.0&method=tools/list' }, 400, -32700],
  ['64 KB and a byte', { body: ' '.repeat(64 * 1024 + 1) }, 413, -32000],
  ['five megabytes', { body: 'x'.repeat(5 * 1024 * 1024) }, 413, -32000],
  [
    'five megabytes in chunks',
    { body: 'x'.repeat(5 * 1024 * 1024), headers: { 'transfer-encoding': 'chunked' } },
    413,
    -32000,
  ],
  // Its media type.
  ['no content type', { ...message(listTools), headers: { 'content-type': undefined } }, 415, -32000],
  ['text/plain', { ...message(listTools), headers: { 'content-type': 'text/plain' } }, 415, -32000],
  [
    'a form content type',
    { ...message(listTools), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    -32000,
  ],
  [
    'JSON in the parameters only',
    { ...message(listTools), headers: { 'content-type': 'text/plain; a=application/json' } },
    415,
    -32000,
  ],
  [
    'another charset',
    { ...message(listTools), headers: { 'content-type': 'application/json; charset=utf-16' } },
    415,
    -32000,
  ],
  ['a compressed body', { ...message(listTools), headers: { 'content-encoding': 'gzip' } }, 415, -32000],
  // Its shape.
  ['null', { body: 'null' }, 400, -32600],
  ['a number', { body: '42' }, 400, -32600],
  ['a string', { body: '"tools/list"' }, 400, -32600],
  ['an empty object', { body: '{}' }, 400, -32600],
  ['an empty batch', { body: '[]' }, 400, -32600],
  ['a batch of one', { body: JSON.stringify([listTools]) }, 400, -32600],
  ['a batch of two', { body: JSON.stringify([listTools, { ...listTools, id: 2 }]) }, 400, -32600],
  ['a batch of a thousand', { body: JSON.stringify(Array.from({ length: 1000 }, () => listTools)) }, 400, -32600],
  ['no jsonrpc', message({ id: 1, method: 'tools/list' }), 400, -32600],
  ['jsonrpc 1.0', message({ ...listTools, jsonrpc: '1.0' }), 400, -32600],
  ['jsonrpc as a number', message({ ...listTools, jsonrpc: 2 }), 400, -32600],
  ['no method', message({ jsonrpc: '2.0', id: 1 }), 400, -32600],
  ['a method that is no text', message({ ...listTools, method: 7 }), 400, -32600],
  ['a method that is a list', message({ ...listTools, method: ['tools/list'] }), 400, -32600],
  ['an id that is an object', message({ ...listTools, id: {} }), 400, -32600],
  ['an id that is a fraction', message({ ...listTools, id: 1.5 }), 400, -32600],
  ['an id that is null', message({ ...listTools, id: null }), 400, -32600],
  ['params that are a list', message({ ...listTools, params: [] }), 400, -32600],
  ['params that are a text', message({ ...listTools, params: 'all' }), 400, -32600],
  ['nesting of a hundred levels', { body: nested(100) }, 400, -32600],
  ['nesting of ten thousand levels', { body: nested(10_000) }, 400, -32600],
  ['more members than any message has', { body: `[${'1,'.repeat(2_000)}1]` }, 400, -32600],
  ['an id of a thousand characters', message({ ...listTools, id: 'x'.repeat(1_000) }), 400, -32600],
  ['arguments nested a thousand levels', { body: deepArguments(1000) }, 400, -32600],
  // Headers of the stateless revision.
  ['no Mcp-Method', modern('tools/list', {}, { headers: { 'mcp-method': undefined } }), 400, -32020],
  [
    'another Mcp-Method than the body',
    modern('tools/list', {}, { headers: { 'mcp-method': 'tools/call' } }),
    400,
    -32020,
  ],
  [
    'no MCP-Protocol-Version',
    modern('tools/list', {}, { headers: { 'mcp-protocol-version': undefined } }),
    400,
    -32020,
  ],
  [
    'an older MCP-Protocol-Version',
    modern('tools/list', {}, { headers: { 'mcp-protocol-version': '2025-11-25' } }),
    400,
    -32020,
  ],
  [
    'no Mcp-Name',
    modern('tools/call', { name: 'svc_get_workspace_access' }, { headers: { 'mcp-name': undefined } }),
    400,
    -32020,
  ],
  [
    'another Mcp-Name than the body',
    modern('tools/call', { name: 'svc_get_workspace_access' }, { headers: { 'mcp-name': 'svc_list_leads' } }),
    400,
    -32020,
  ],
  [
    'a broken encoded Mcp-Name',
    modern('tools/call', { name: 'svc_get_workspace_access' }, { headers: { 'mcp-name': '=?base64?%%%?=' } }),
    400,
    -32020,
  ],
  [
    'Mcp-Method twice',
    modern('tools/list', {}, { headers: { 'mcp-method': ['tools/list', 'tools/list'] } }),
    400,
    -32020,
  ],
  [
    'MCP-Protocol-Version twice',
    modern('tools/list', {}, { headers: { 'mcp-protocol-version': ['2026-07-28', '2026-07-28'] } }),
    400,
    -32022,
  ],
  [
    'an unknown revision in header and body',
    modern(
      'tools/list',
      {},
      {
        headers: { 'mcp-protocol-version': '2030-01-01' },
        meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' },
      },
    ),
    400,
    -32022,
  ],
  [
    'an unknown revision in the body',
    modern('tools/list', {}, { meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } }),
    400,
    -32020,
  ],
  [
    'a revision that is a number',
    modern('tools/list', {}, { meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': 2026 } }),
    400,
    -32602,
  ],
  ['no envelope', modern('tools/list', {}, { meta: {} }), 400, -32602],
  [
    'an envelope without capabilities',
    modern('tools/list', {}, { meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    400,
    -32602,
  ],
  [
    'capabilities that are a text',
    modern('tools/list', {}, { meta: { ...envelope, 'io.modelcontextprotocol/clientCapabilities': 'all' } }),
    400,
    -32602,
  ],
  [
    'an initialize with a stateless header',
    older(
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      { 'mcp-protocol-version': '2026-07-28' },
    ),
    400,
    -32020,
  ],
  // Headers of the older revisions.
  ['Accept of streams alone', older('tools/list', {}, { accept: 'text/event-stream' }), 406, -32000],
  ['Accept of pages', older('tools/list', {}, { accept: 'text/html' }), 406, -32000],
  ['Accept without JSON', older('tools/list', {}, { accept: 'application/json;q=0, text/html' }), 406, -32000],
  ['an unknown revision', older('tools/list', {}, { 'mcp-protocol-version': '2024-10-07' }), 400, -32022],
  ['an empty revision', older('tools/list', {}, { 'mcp-protocol-version': '' }), 400, -32022],
  // Methods.
  ['an unknown method', modern('tools/destroy', {}), 404, -32601],
  ['an unknown method, older', older('tools/destroy'), 200, -32601],
  ['a method of the prototype', older('constructor'), 200, -32601],
  ['a subscription', modern('subscriptions/listen', { notifications: { toolsListChanged: true } }), 404, -32601],
  ['a subscription to a resource', older('resources/subscribe', { uri: 'leadlight://scoring' }), 200, -32601],
  ['a method that the revision dropped', modern('ping', {}), 404, -32601],
  ['a request that only servers send', modern('sampling/createMessage', {}), 404, -32601],
  // What is asked for.
  ['an unknown tool', modern('tools/call', { name: 'svc_drop_table', arguments: {} }), 200, -32602],
  ['an unknown tool, older', older('tools/call', { name: 'svc_drop_table', arguments: {} }), 200, -32602],
  ['a tool without its prefix', older('tools/call', { name: 'list_leads' }), 200, -32602],
  ['a tool of the prototype', older('tools/call', { name: '__proto__' }), 200, -32602],
  ['no tool name', older('tools/call', { arguments: {} }), 200, -32602],
  ['a tool name that is a number', older('tools/call', { name: 7 }), 200, -32602],
  ['arguments that are a list', older('tools/call', { name: 'svc_list_leads', arguments: [] }), 200, -32602],
  ['arguments that are a text', modern('tools/call', { name: 'svc_list_leads', arguments: 'all' }), 200, -32602],
  ['an unknown resource', modern('resources/read', { uri: 'leadlight://nothing' }), 200, -32602],
  ['a resource of the machine', older('resources/read', { uri: 'file:///etc/passwd' }), 200, -32602],
  ['a resource above the others', older('resources/read', { uri: 'leadlight://leads/../accounts' }), 200, -32602],
  ['an unknown prompt', modern('prompts/get', { name: 'nothing' }), 200, -32602],
  [
    'an unknown argument of a prompt',
    older('prompts/get', { name: 'post_results', arguments: { post: 'x', colour: 'red' } }),
    200,
    -32602,
  ],
  [
    'a prompt argument that is too long',
    older('prompts/get', { name: 'post_results', arguments: { post: 'x'.repeat(161) } }),
    200,
    -32602,
  ],
  [
    'a suggestion for an unknown prompt',
    older('completion/complete', { ref: { type: 'ref/prompt', name: 'nothing' }, argument: { name: 'a', value: '' } }),
    200,
    -32602,
  ],
];

/** Arguments that are wrong in every way: the tool answers with a sentence that names the parameter. */
export const refusedArguments: readonly (readonly [string, string, Params, RegExp])[] = [
  ['an unknown argument', 'list_leads', { colour: 'red' }, /colour: unknown parameter; known: leadTier, disposition, /],
  ['an argument in other case', 'list_leads', { Limit: 5 }, /Limit: unknown parameter/],
  ['a text that is no number', 'list_leads', { limit: 'ten' }, /limit: /],
  ['a fraction', 'list_leads', { limit: 1.5 }, /limit: /],
  ['null for one that is unknown', 'list_leads', { colour: null }, /colour: /],
  ['too little', 'list_leads', { limit: 0 }, /limit: /],
  ['too much', 'list_leads', { limit: 101 }, /limit: /],
  ['a huge number', 'list_leads', { limit: 1e308 }, /limit: /],
  ['a text for a list', 'list_leads', { leadTier: 'QUALIFIED,PRIORITY' }, /leadTier: /],
  ['an unknown value', 'list_leads', { leadTier: ['HOT'] }, /leadTier/],
  [
    'too many values',
    'list_leads',
    { ownerIds: Array.from({ length: 51 }, () => '00000000-0000-4000-8000-000000000000') },
    /ownerIds: /,
  ],
  ['an id that is none', 'list_leads', { ownerIds: ["' OR 1=1 --"] }, /ownerIds/],
  ['an empty list', 'list_leads', { leadTier: [] }, /leadTier: /],
  ['a day that does not exist', 'list_leads', { dateFrom: '2026-02-30' }, /dateFrom: /],
  ['a start after its end', 'list_leads', { dateFrom: '2026-02-02', dateTo: '2026-02-01' }, /dateFrom: /],
  ['a minimum above its maximum', 'list_leads', { minIntentScore: 60, maxIntentScore: 50 }, /minIntentScore: /],
  ['an empty search', 'list_leads', { search: '' }, /search: /],
  ['a search that is too long', 'list_leads', { search: 'x'.repeat(161) }, /search: /],
  ['a search with NUL', 'list_leads', { search: 'a\u0000b' }, /search: /],
  ['half a surrogate', 'list_leads', { search: 'a\ud800b' }, /search: /],
  ['a search that is an object', 'list_leads', { search: { $ne: null } }, /search: /],
  ["a cursor of one's own", 'list_leads', { cursor: 'AAAA' }, /cursor: /],
  ['a cursor that is too long', 'list_leads', { cursor: 'A'.repeat(257) }, /cursor: /],
  ['no id', 'get_lead', {}, /leadId: /],
  ['an id that is no id', 'get_lead', { leadId: '../../etc/passwd' }, /not_found/],
  ['an id of nobody', 'get_lead', { leadId: '00000000-0000-4000-8000-999999999999' }, /not_found/],
  ['an account id that is too long', 'get_account_report', { accountId: 'x'.repeat(257) }, /accountId: /],
  ['a run that is not there', 'list_agent_candidates', { runId: '00000000-0000-4000-8000-000000000000' }, /not_found/],
  ['an offset that is too high', 'list_agent_candidates', { offset: 10_001 }, /offset: /],
  ['an unknown source', 'list_agent_candidates', { source: 'all' }, /source: /],
];
