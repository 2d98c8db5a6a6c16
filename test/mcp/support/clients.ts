/** Real clients of both generations behind one small interface, so that the same tests run with each. */
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

export interface Assistant {
  readonly protocolVersion: string | undefined;
  readonly instructions: string | undefined;
  tools(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>, signal?: AbortSignal): Promise<ToolAnswer>;
  resources(): Promise<string[]>;
  templates(): Promise<string[]>;
  read(uri: string): Promise<string>;
  prompts(): Promise<string[]>;
  prompt(name: string, values: Record<string, string>): Promise<string>;
  suggest(prompt: string, argument: string, typed: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface AssistantKind {
  readonly name: string;
  /** The revision it should end up with. */
  readonly revision: string;
  connect(url: string, token: string): Promise<Assistant>;
}

const info = { name: 'interop-test', version: '1.0.0' };
const bearer = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

async function connectSecond(mode: VersionNegotiationMode, url: string, token: string): Promise<Assistant> {
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), bearer(token)));
  return {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input, signal) => toolAnswer(await client.callTool({ name, arguments: input }, { signal })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    read: async (uri) => textOfPart((await client.readResource({ uri })).contents[0]),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, values) =>
      textOfPart((await client.getPrompt({ name, arguments: values })).messages[0]?.content),
    suggest: async (name, argument, value) =>
      (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })).completion
        .values,
    close: () => client.close(),
  };
}

async function connectFirst(url: string, token: string): Promise<Assistant> {
  const client = new FirstClient(info);
  const transport = new FirstTransport(new URL(url), bearer(token));
  await client.connect(transport);
  return {
    protocolVersion: transport.protocolVersion,
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input, signal) =>
      toolAnswer(await client.callTool({ name, arguments: input }, undefined, { signal })),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    read: async (uri) => textOfPart((await client.readResource({ uri })).contents[0]),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, values) =>
      textOfPart((await client.getPrompt({ name, arguments: values })).messages[0]?.content),
    suggest: async (name, argument, value) =>
      (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })).completion
        .values,
    close: () => client.close(),
  };
}

export const assistantKinds: readonly AssistantKind[] = [
  {
    name: 'client 2.x pinned to 2026-07-28',
    revision: '2026-07-28',
    connect: (url, token) => connectSecond({ pin: '2026-07-28' }, url, token),
  },
  {
    name: 'client 2.x in auto mode',
    revision: '2026-07-28',
    connect: (url, token) => connectSecond('auto', url, token),
  },
  {
    name: 'client 2.x in legacy mode',
    revision: '2025-11-25',
    connect: (url, token) => connectSecond('legacy', url, token),
  },
  { name: 'sdk 1.x', revision: '2025-11-25', connect: connectFirst },
];

function toolAnswer(result: object): ToolAnswer {
  return {
    isError: 'isError' in result && result.isError === true,
    text: 'content' in result && Array.isArray(result.content) ? textOfPart(result.content[0]) : '',
    structured: 'structuredContent' in result ? result.structuredContent : undefined,
  };
}

function textOfPart(part: unknown): string {
  if (typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string') return part.text;
  throw new Error('expected a text');
}
