/** Every setting against texts that it does not take: refused by name, with what is allowed, and never half understood. */
import { loadSettings, settingDefinitions, SettingsError } from './settings';

const linesOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadSettings(env);
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.lines : [String(error)];
  }
};

const notWhole = [' ', '-1', '+5', '1.5', '5.0', '1e3', '0x50', '５', '99999999999999999999', 'ten', 'Infinity'];
const notUrls = [
  'x',
  'http://',
  'ftp://x.example',
  'https://x.example/?',
  'https://x.example/#',
  'https://:p@x.example',
];

/** A right value of each that means something alone, and wrong ones. */
const table: Record<
  Exclude<keyof typeof settingDefinitions, 'DATABASE_PASSWORD'>,
  readonly [right: string, ...wrong: string[]]
> = {
  PORT: ['65535', ...notWhole, '65536'],
  HOST: ['::1', 'a b', ' ', '[::1]', 'x:80', '*', 'http://x'],
  PUBLIC_URL: ['https://x.example/leads', ...notUrls, 'https://x.example/api/v1'],
  DATA_DIR: [__dirname, __filename, ' '],
  FILES_DIR: [__dirname, __filename, ' ', '/no/such/folder'],
  DATA_DIR_IN_GIT: ['allow', 'true', 'Refuse'],
  DATABASE_URL: [
    'mysql://u:p@db.example:3306/leadlight',
    ...['sqlite:', 'sqlite::memory:', 'mysql://', 'mysql:///name', 'mysql://db.example', 'mysql://db.example/'],
    ...['mysql://u:p@db.example:99999/name', 'postgres://db.example/name', 'leadlight.db'],
  ],
  DATABASE_POOL_SIZE: ['200', ...notWhole, '0', '201'],
  CUSTOMER_API_MCP_ALLOWED_ORIGINS: [
    'https://a.example,http://b.example:8080,vscode-file://vscode-app,chrome-extension://abcdefgh,null',
    '*',
    'https://a.example/',
    'vscode-file://vscode-app/x',
    'chrome-extension:abc',
    'file://x',
    'Null',
  ],
  OAUTH_ALLOWED_REDIRECT_ORIGINS: ['https://a.example', 'http://a.example', 'https://a.example/x'],
  OAUTH_ALLOWED_REDIRECT_URIS: ['https://a.example/back', 'http://a.example/back', 'https://a.example/back#', '/back'],
  OAUTH_ALLOWED_ASSISTANTS: ['all', 'nobody', 'none,all', 'claude,nobody'],
  RESPONSE_COMPRESSION: ['off', 'gzip', 'true', 'ON'],
  OAUTH_CLIENT_DOCUMENTS: ['off', 'no', 'true', 'ON'],
  CONSENT_PAGE_URL: ['https://x.example/consent', ...notUrls],
  SESSION_TOKEN_SECRET: ['s'.repeat(32), 's'.repeat(31)],
  SESSION_TOKEN_JWKS_URL: ['https://x.example/jwks', ...notUrls, 'https://x.example/a,https://x.example/b'],
  SESSION_TOKEN_SUBJECT: ['external', 'ID', 'sub'],
  SESSION_TOKEN_ISSUER: ['https://x.example', 'x'.repeat(256)],
  SUPPRESSION_KEY: ['s'.repeat(32), 's'.repeat(31)],
  MASTER_KEY: ['s'.repeat(32), 's'.repeat(31), 's'.repeat(1025)],
  MASTER_KEY_PREVIOUS: ['s'.repeat(32), 's'.repeat(31), 's'.repeat(1025)],
  PROVISIONING_DIRECTORY: ['shared', 'Shared', 'none', 'workspace,shared'],
  BRAND_NAME: ['Northwind', ' ', 'x'.repeat(61)],
  BRAND_LOGO_FILE: ['logo.png', ' '],
  BRAND_COLOR: ['#0b57b0', 'red', '#fff', '#0b57b0ff'],
  BRAND_SUPPORT_URL: ['mailto:help@x.example', 'javascript:alert(1)', 'help@x.example'],
  BRAND_POLICY_URL: ['https://x.example/privacy', 'mailto:help@x.example', 'x.example', 'javascript:alert(1)'],
  BRAND_TERMS_URL: ['https://x.example/terms', 'mailto:help@x.example', 'x.example', 'javascript:alert(1)'],
  MCP_TOOL_PREFIX: ['sales_', '9_', 'a b', 'ä_'],
  NETWORK_URN_NAMESPACE: ['li', 'LI', 'a_b', '1'],
  NETWORK_HOSTS: ['linkedin.com,example.org', ',', 'a b', '...', '-', 'https://linkedin.com'],
  TRUST_PROXY: [
    '10.0.0.0/8, loopback,2001:db8::/32,192.168.0.0/255.255.0.0',
    ...['true', 'yes', 'abc', '999', ',', '1.2.3', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', 'proxy.example'],
  ],
  RATE_LIMIT_PER_MINUTE: ['1', ...notWhole, '0'],
  ACCESS_TOKEN_SECONDS: ['86400', ...notWhole, '59', '86401'],
  MCP_API_KEYS: ['on', 'true', 'ON', '1'],
  ACCESS_LOG: ['on', 'true', 'ON', '1'],
  ACCESS_LOG_DAYS: ['30', ...notWhole, '0', '3651'],
  RATE_LIMIT_NODES: ['3', '0', '101', '-1', '1.5', 'two', ' 2'],
  OAUTH_REGISTRATIONS_PER_HOUR: ['1', ...notWhole, '0'],
  RUN_WORKER: ['false', 'no', 'TRUE', '0'],
  JOB_CONCURRENCY: ['64', ...notWhole, '0', '65'],
  SHUTDOWN_DELAY_MS: ['0', ...notWhole, '300001'],
  METRICS_PORT: ['9464', ...notWhole, '65536'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['http://collector.example:4318', ...notUrls],
  OTEL_EXPORTER_OTLP_HEADERS: ['api-key=s3cret,x-team=leads', 'api-key', '=x', 'a=b c', 'a b=c', 'a=b\nc=d', 'a='],
  OTEL_SERVICE_NAME: ['leadlight-eu', ' ', 'x'.repeat(61)],
  METRICS_TOKEN: ['0123456789abcdef', 'short', '0123456789 abcdef'],
  AUDIENCE_MINIMUM_GROUP: ['5', ...notWhole, '4'],
  AUDIENCE_MINIMUM_SIZE: ['20', ...notWhole, '19'],
  DISCOVERY_SOURCE: ['none', 'linkedin', 'None'],
  DISCOVERY_FILES_DIR: [__dirname, '/no/such/folder', __filename],
  DISCOVERY_HOLD_CREDITS: ['1', ...notWhole, '0'],
  DISCOVERY_MAX_PEOPLE: ['1', ...notWhole, '0'],
  APIFY_TOKEN: ['token', 'x'.repeat(1025)],
  APIFY_API_URL: ['http://127.0.0.1:8080', ...notUrls, 'http://x.example'],
  APIFY_REACTIONS_ACTOR: ['owner/name', 'name', 'owner~na me'],
  APIFY_COMMENTS_ACTOR: ['owner~name', 'name'],
  APIFY_POSTS_ACTOR: ['owner~name', 'name'],
  APIFY_MAX_CHARGE_USD: ['0.5', ' ', '0', '-1', '1e3', '0x5', 'Infinity', '10001', '1,5'],
  UNIPILE_API_URL: ['https://api.unipile.com/v2', ...notUrls, 'http://x.example'],
  UNIPILE_API_KEY: ['key', 'x'.repeat(1025)],
  UNIPILE_ACCOUNT_ID: ['abc-1', 'a b', '../x'],
  WATCHLIST_SYNC_SCHEDULE: ['0 7 * * 1-5', 'daily', '* * * *', '0 0 31 2 *', '0 0 7 * * *'],
  WATCHLIST_SYNC_OVERLAP_DAYS: ['90', ...notWhole, '0', '91'],
  WATCHLIST_SYNC_MAX_POSTS: ['500', ...notWhole, '0', '501'],
  WATCHLIST_SYNC_MAX_PEOPLE: ['1', ...notWhole, '0'],
  WATCHLIST_SYNC_PEOPLE_PER_DAY: ['1', ...notWhole, '0'],
  AGENT_MAX_POSTS: ['1000', ...notWhole, '0', '1001'],
  AGENT_PREVIEW_POSTS: ['20', ...notWhole, '0', '21'],
  AGENT_PREVIEW_PEOPLE: ['500', ...notWhole, '0', '501'],
  WEBHOOK_ALLOWED_HOSTS: ['localhost,127.0.0.1:8080, [::1],n8n.internal:5678', 'a b', 'http://x', 'x/y', 'u@x', '*'],
  READER_URL: ['https://api.x.example/v1', ...notUrls],
  READER_MODEL: ['qwen2.5:7b-instruct', 'a b', 'x'.repeat(101), 'a|b'],
  READER_KEY: ['sk-key', 'a b', 'x'.repeat(1025), 'é'],
  READER_ALLOWED_HOSTS: ['127.0.0.1:11434,ollama.internal', 'a b', 'http://x', '*'],
  READER_REQUESTS_PER_DAY: ['500', ...notWhole, '0', '1000001'],
  SMTP_URL: ['smtps://u:p@mail.example:465', 'mail.example', 'http://mail.example', 'smtp://', ' '],
  MAIL_FROM: [
    'Leadlight <leads@example.com>',
    ...['leads', 'a@b, c@d', 'Leadlight leads@example.com', '<a@b>\r\nBcc: x@y.example', ' '],
  ],
  LOG_LEVEL: ['silent', 'INFO', 'verbose'],
};

/** What a right value needs beside it. */
const alsoSet = { READER_MODEL: 'llama3.2' };

test.each(Object.entries(table))('%s takes what is right', (name, [right]) => {
  expect(linesOf({ ...alsoSet, [name]: right })).toEqual([]);
});

const rows = Object.entries(table).flatMap(([name, [, ...wrong]]) => wrong.map((value) => [name, value] as const));
const definitions: Readonly<Record<string, { readonly allowed: string; readonly secret?: boolean }>> =
  settingDefinitions;

test.each(rows)('%s refuses %j by name, with what is allowed', (name, value) => {
  const definition = definitions[name];
  // The password of an address is hidden in any setting.
  const held = definition?.secret ? '(hidden)' : JSON.stringify(value.replace(':p@', ':(hidden)@'));
  expect(linesOf({ [name]: value })).toEqual([`${name} is ${held}; allowed: ${definition?.allowed ?? ''}.`]);
});

test.each([
  [{ READER_MODEL: '' }, 'READER_MODEL is not set; allowed:'],
  [{ READER_URL: 'http://api.x.example/v1' }, 'READER_URL must be https, unless its host is in READER_ALLOWED_HOSTS.'],
  [
    { READER_URL: 'https://127.0.0.1:11434/v1' },
    'READER_URL must name a public host, unless its host is in READER_ALLOWED_HOSTS.',
  ],
])('a second opinion needs a model and a host that may be reached: %j', (wrong, line) => {
  const right = { READER_URL: 'http://127.0.0.1:11434/v1', READER_ALLOWED_HOSTS: '127.0.0.1:11434', ...alsoSet };
  expect(linesOf(right)).toEqual([]);
  expect(linesOf({ ...right, READER_ALLOWED_HOSTS: '', ...wrong })[0]).toContain(line);
});
