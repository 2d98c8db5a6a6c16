/** Raw requests, for what no well-behaved client sends. */

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
};

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: JsonRpcAnswer | undefined;
}

export interface JsonRpcAnswer {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

export async function post(url: string, token: string | undefined, request: RawRequest): Promise<RawAnswer> {
  const headers: Record<string, string> = {};
  const wanted: Record<string, string | undefined> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    ...request.headers,
  };
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) headers[name] = value;
  const method = request.method ?? 'POST';
  const response = await fetch(url, { method, headers, ...(request.body === undefined ? {} : { body: request.body }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): JsonRpcAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // What the endpoint answers is what the tests are about; each of them looks at the members it means.
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A request as a client of the 2026-07-28 revision sends it. */
export function stateless(method: string, params: Readonly<Record<string, unknown>> = {}, id: unknown = 1): RawRequest {
  const name = method === 'tools/call' || method === 'prompts/get' ? params['name'] : params['uri'];
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope } }),
  };
}

/** A request as a client of a 2025 revision sends it after its handshake. */
export function negotiated(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  id: unknown = 1,
  revision: string | undefined = '2025-11-25',
): RawRequest {
  return {
    headers: { 'mcp-protocol-version': revision },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  };
}
