/**
 * Assistants by name, with the redirect URIs that their vendors document: data for OAUTH_ALLOWED_ASSISTANTS. Addresses on a
 * person's own machine are always allowed. They are listed here only as documentation (a test compares docs/connect.md with
 * this table).
 */

export interface Assistant {
  readonly title: string;
  /** Exact URIs. */
  readonly uris: readonly string[];
  /**
   * URIs without their last path segment, which is an id that the vendor creates for each connector. Only that segment varies.
   */
  readonly perConnector: readonly string[];
  /** Loopback URIs. Their port may differ. */
  readonly loopback: readonly string[];
  /** Where the vendor documents them. Null: known only from registrations, so not among the defaults. */
  readonly documented: string | null;
}

const none: readonly string[] = [];

export const assistants = {
  claude: {
    title: 'Claude (web, desktop, mobile) and Claude Code',
    uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
    perConnector: none,
    loopback: ['http://localhost:3118/callback'],
    documented: 'https://support.claude.com/en/articles/11503834-building-custom-connectors-via-remote-mcp-servers',
  },
  chatgpt: {
    title: 'ChatGPT',
    uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    perConnector: ['https://chatgpt.com/connector/oauth/'],
    loopback: none,
    documented: 'https://developers.openai.com/apps-sdk/build/auth',
  },
  vscode: {
    title: 'Visual Studio Code',
    uris: ['https://vscode.dev/redirect', 'https://insiders.vscode.dev/redirect'],
    perConnector: none,
    loopback: ['http://127.0.0.1:33418/', 'http://127.0.0.1/'],
    documented: 'https://code.visualstudio.com/api/extension-guides/ai/mcp',
  },
  cursor: {
    title: 'Cursor',
    uris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'cursor://anysphere.cursor-mcp/oauth/return',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'https://www.cursor.com/bot/mcp/oauth/callback',
    ],
    perConnector: none,
    loopback: ['http://localhost:8787/callback'],
    documented: 'https://cursor.com/docs/mcp',
  },
  windsurf: {
    title: 'Windsurf',
    uris: ['windsurf://codeium.windsurf/callback'],
    perConnector: none,
    loopback: none,
    documented: null,
  },
  goose: {
    title: 'goose',
    uris: none,
    perConnector: none,
    loopback: ['http://localhost:54321/oauth_callback', 'http://127.0.0.1:54321/oauth_callback'],
    documented: 'https://block.github.io/goose/docs/getting-started/using-extensions',
  },
  librechat: {
    title: 'LibreChat (on your own machine; elsewhere its address goes into OAUTH_ALLOWED_REDIRECT_URIS)',
    uris: none,
    perConnector: none,
    loopback: ['http://localhost:3080/api/mcp/leadlight/oauth/callback'],
    documented: 'https://www.librechat.ai/docs/features/mcp',
  },
  'le-chat': {
    title: 'Le Chat',
    uris: ['https://callback.mistral.ai/v1/integrations_auth/oauth2_callback'],
    perConnector: none,
    loopback: none,
    documented: null,
  },
  'copilot-studio': {
    title: 'Microsoft Copilot Studio',
    uris: ['https://global.consent.azure-apim.net/redirect'],
    perConnector: ['https://global.consent.azure-apim.net/redirect/'],
    loopback: none,
    documented: 'https://learn.microsoft.com/microsoft-copilot-studio/mcp-add-existing-server-to-agent',
  },
  'mcp-inspector': {
    title: 'MCP Inspector',
    uris: none,
    perConnector: none,
    loopback: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
    documented: 'https://modelcontextprotocol.io/docs/tools/inspector',
  },
  'mcp-remote': {
    title: 'mcp-remote',
    uris: none,
    perConnector: none,
    loopback: ['http://localhost:3334/oauth/callback'],
    documented: 'https://www.npmjs.com/package/mcp-remote',
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    uris: none,
    perConnector: none,
    loopback: ['http://localhost:7777/oauth/callback'],
    documented: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  },
} as const satisfies Readonly<Record<string, Assistant>>;

export type AssistantName = keyof typeof assistants;
export const assistantNames = Object.keys(assistants).filter(isAssistant);

export function isAssistant(name: string): name is AssistantName {
  return Object.hasOwn(assistants, name);
}

/** Assistants whose vendors document their redirect URIs. */
export const documentedAssistants = assistantNames.filter((name) => assistants[name].documented !== null);

/** The one of these assistants that the redirect URI belongs to. */
export function assistantOf(uri: string, among: readonly AssistantName[]): AssistantName | undefined {
  return among.find((name) => {
    const { uris, perConnector }: Assistant = assistants[name];
    return uris.includes(uri) || perConnector.some((prefix) => hasOneMoreSegment(uri, prefix));
  });
}

/** Whether the URI is the prefix and one id, with no further path and no query. */
function hasOneMoreSegment(uri: string, prefix: string): boolean {
  return uri.startsWith(prefix) && /^[A-Za-z0-9_-]{1,200}$/.test(uri.slice(prefix.length));
}
