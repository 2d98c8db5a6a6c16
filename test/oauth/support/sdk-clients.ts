/** Both generations of the MCP SDK as an application uses them: each remembers its registration and tokens and can be sent to sign in. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Where the applications are returned to. */
export const callback = 'http://127.0.0.1:33418/callback';

interface StoredTokens {
  access_token: string;
  token_type: string;
  refresh_token?: string | undefined;
  expires_in?: number | undefined;
  scope?: string | undefined;
}
interface StoredClient {
  client_id: string;
}

/** An application's memory of its registration and tokens, as the SDKs ask for it. */
export class Memory {
  opened: URL | undefined;
  saved: StoredTokens | undefined;
  client: StoredClient | undefined;
  registrations = 0;
  private verifier = '';

  readonly redirectUrl = callback;
  readonly clientMetadata = { redirect_uris: [callback], client_name: 'Interop assistant' };

  /** What was discovered, kept between leaving and coming back. */
  private discovered: unknown;
  saveDiscoveryState(state: unknown): void {
    this.discovered = state;
  }
  discoveryState(): never {
    // Each SDK keeps a shape of its own here and gets back exactly what it gave.
    return this.discovered as never;
  }

  state(): string {
    return 'a-state-of-its-own';
  }
  clientInformation(): StoredClient | undefined {
    return this.client;
  }
  saveClientInformation(client: StoredClient): void {
    this.registrations += 1;
    this.client = client;
  }
  tokens(): StoredTokens | undefined {
    return this.saved;
  }
  saveTokens(tokens: StoredTokens): void {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'client') this.client = undefined;
    if (scope === 'all' || scope === 'tokens') this.saved = undefined;
  }
}

export interface Attempt {
  /** Connects and lists the tools. */
  use(): Promise<number>;
  /** Connects and calls a tool; returns whether it answered without an error. */
  call(tool: string): Promise<boolean>;
  finish(callbackUrl: URL): Promise<void>;
}

interface AnyClient {
  listTools(): Promise<{ tools: readonly object[] }>;
  callTool(call: { name: string }): Promise<object>;
  close(): Promise<void>;
}

/** What an application does once it has a client, and how the client is connected. */
const usesOf = (connected: () => Promise<AnyClient>) => ({
  async use() {
    const client = await connected();
    const { tools } = await client.listTools();
    await client.close();
    return tools.length;
  },
  async call(name: string) {
    const client = await connected();
    try {
      const answer = await client.callTool({ name });
      return !('isError' in answer && answer.isError === true);
    } finally {
      await client.close();
    }
  },
});

/** By name: how an application of this generation begins an attempt. */
export const generations: readonly (readonly [name: string, open: (resource: string, memory: Memory) => Attempt])[] = [
  [
    '@modelcontextprotocol/sdk 1.x',
    (resource, memory) => {
      const transport = new FirstTransport(new URL(resource), { authProvider: memory });
      return {
        ...usesOf(async () => {
          const client = new FirstClient({ name: 'first', version: '1' });
          await client.connect(transport);
          return client;
        }),
        finish: (url) => transport.finishAuth(url.searchParams.get('code') ?? ''),
      };
    },
  ],
  [
    '@modelcontextprotocol/client 2.x',
    (resource, memory) => {
      const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: memory });
      return {
        ...usesOf(async () => {
          const client = new Client({ name: 'second', version: '1' });
          await client.connect(transport);
          return client;
        }),
        finish: (url) => transport.finishAuth(url.searchParams),
      };
    },
  ],
];
