/** All settings of the service: read from the environment, checked once, and typed for the rest of the code. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { SettingDefinition } from './definition';
import { agentDefinitions } from './agent-settings';
import { brandDefinitions } from './brand-settings';
import { discoveryDefinitions, missingForSource } from './discovery-settings';
import * as kind from './kinds';
import { outgoingDefinitions } from './outgoing-settings';
import { readerDefinitions, readerProblems } from './reader-settings';
import { signInDefinitions } from './sign-in-settings';
import { tracingDefinitions } from './tracing-settings';

export type { SettingDefinition };

/** The version prefix of every endpoint. */
export const apiPrefix = '/api/v1';

/** The URL in normal form, because clients normalise addresses and compare them with ours letter by letter. */
const publicUrl = kind.httpUrl
  .transform((text) => new URL(text).href.replace(/(?<!\/)\/+$/, ''))
  .refine((url) => !url.endsWith(apiPrefix));

/** One row per setting. The start, the error messages and `docs/settings.md` all read this table. */
export const settingDefinitions = {
  PORT: {
    schema: kind.port,
    fallback: '3000',
    allowed: 'a whole number from 0 to 65535',
    purpose: 'Port to listen on; 0 picks a free one.',
  },
  HOST: {
    schema: kind.host,
    fallback: '127.0.0.1',
    allowed: 'an IP address or host name, without brackets or blanks',
    purpose: 'Address to bind.',
  },
  PUBLIC_URL: {
    schema: publicUrl.optional(),
    fallback: undefined,
    allowed: `an http(s) URL without query, fragment, credentials or ${apiPrefix} at its end; default http://HOST:PORT, with localhost where HOST is 0.0.0.0 or ::`,
    purpose:
      'Address at which clients reach the service, with its path if it has one. All links and token audiences are built on it.',
  },
  DATA_DIR: {
    schema: kind.folder('optional'),
    fallback: './data',
    allowed: 'a folder',
    purpose: 'Folder for the files of the service.',
  },
  FILES_DIR: {
    schema: kind.folder('required').optional(),
    fallback: undefined,
    allowed: 'a folder that exists and that all machines share; default DATA_DIR of each machine',
    purpose:
      'Folder for uploads and refused rows that all machines share, with several machines on one database. Without it, these files ' +
      'stay on the machine that received them.',
  },
  DATA_DIR_IN_GIT: {
    schema: z.enum(['refuse', 'allow']),
    fallback: 'refuse',
    allowed: 'refuse or allow',
    purpose:
      'Whether the service may put a database, secrets or a backup into a git work tree that does not ignore them.',
  },
  DATABASE_URL: {
    schema: kind.databaseUrl.optional(),
    fallback: undefined,
    secret: true,
    allowed:
      'sqlite:PATH or mysql://user:password@host:port/name, where special characters of the password are percent-encoded or the ' +
      'password is in DATABASE_PASSWORD; default sqlite:DATA_DIR/leadlight.db',
    purpose:
      'The database: SQLite, MySQL 8+ or MariaDB 10.6+. Percent-encode @, :, /, ?, # and % of a password here, or set it as it is ' +
      'in DATABASE_PASSWORD.',
  },
  DATABASE_PASSWORD: {
    schema: z.string().min(1).max(1024).optional(),
    fallback: undefined,
    secret: true,
    allowed: 'the password of the user in a mysql:// DATABASE_URL that has none',
    purpose: 'Password for the database, if DATABASE_URL has none. It may hold any characters.',
  },
  DATABASE_POOL_SIZE: {
    schema: kind.wholeNumber(1, 200),
    fallback: '10',
    allowed: 'a whole number from 1 to 200',
    purpose: 'Most connections to MySQL that a process opens.',
  },
  CUSTOMER_API_MCP_ALLOWED_ORIGINS: {
    schema: kind.callerOrigins,
    fallback: '',
    allowed:
      'comma-separated origins such as https://app.example.com, vscode-file://vscode-app, chrome-extension://<id> or null (no path, no trailing slash)',
    purpose:
      "Origins that may call the MCP endpoint: of web pages, and of programs and extensions that send one. The service's own always may. " +
      '`null` is what pages without an origin of their own send, so it stands for all of them.',
  },
  ...signInDefinitions,
  SUPPRESSION_KEY: {
    schema: z.string().min(32).max(1024).optional(),
    fallback: undefined,
    secret: true,
    allowed: '32 to 1024 characters; default a generated one in DATA_DIR',
    purpose:
      'Key that recognises people who were erased or suppressed (docs/privacy.md). It must be the same on every machine that shares a database. ' +
      'If it is lost, they are no longer recognised.',
  },
  MASTER_KEY: {
    schema: z.string().min(32).max(1024).optional(),
    fallback: undefined,
    secret: true,
    allowed: '32 to 1024 characters; default none',
    purpose:
      'Key under which the secrets in the database are encrypted (docs/operating.md). It must be the same on every machine that shares a database.',
  },
  MASTER_KEY_PREVIOUS: {
    schema: z.string().min(32).max(1024).optional(),
    fallback: undefined,
    secret: true,
    allowed: '32 to 1024 characters; default none',
    purpose: 'Another master key that still reads secrets, while MASTER_KEY is changed.',
  },
  ...brandDefinitions,
  MCP_TOOL_PREFIX: {
    schema: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/),
    fallback: 'svc_',
    allowed: 'a letter, then up to 31 letters, digits, _ or -',
    purpose: 'Prefix of every MCP tool name.',
  },
  NETWORK_URN_NAMESPACE: {
    schema: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
    fallback: 'li',
    allowed: 'a lower-case letter, then up to 31 lower-case letters, digits or -',
    purpose: "Namespace of the network's URNs: urn:<namespace>:activity:<id>.",
  },
  NETWORK_HOSTS: {
    schema: kind.hostNames,
    fallback: 'linkedin.com',
    allowed: 'comma-separated host names; their subdomains are included',
    purpose: "The network's web hosts.",
  },
  TRUST_PROXY: {
    schema: kind.trustedProxies,
    fallback: 'false',
    allowed:
      'false, a number of hops up to 99, or a comma-separated list of addresses, subnets, loopback, linklocal, uniquelocal',
    purpose: 'Which proxies may name the client address in X-Forwarded-For.',
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: kind.wholeNumber(1, 1_000_000),
    fallback: '600',
    allowed: 'a whole number from 1 to 1000000',
    purpose:
      'Requests per minute for each API key or MCP connection. All connections of a person share twice as many. All keys and connections of a workspace share five times as many.',
  },
  ACCESS_TOKEN_SECONDS: {
    schema: kind.wholeNumber(60, 86_400),
    fallback: '900',
    allowed: 'a whole number from 60 to 86400',
    purpose:
      'Seconds that an access token of an assistant lasts. Some assistants do not refresh and sign people in again when it ends. A day is safe: a connection that is ended is refused within 5 seconds.',
  },
  MCP_API_KEYS: {
    schema: z.enum(['on', 'off']),
    fallback: 'off',
    allowed: 'on or off',
    purpose:
      'Whether API keys made with `key create --mcp` may speak at the MCP endpoint, for assistants and programs that run without a person. ' +
      'Their dataAccess flags are their rights.',
  },
  ACCESS_LOG: {
    schema: z.enum(['on', 'off']),
    fallback: 'off',
    allowed: 'on or off',
    purpose:
      "Whether each read of a named person is kept: when, by which key, connection or person, through which operation. Part of that person's export " +
      'as `accessLog`. An answer goes out when its reads are stored.',
  },
  ACCESS_LOG_DAYS: {
    schema: kind.wholeNumber(1, 3_650),
    fallback: '90',
    allowed: 'a whole number from 1 to 3650',
    purpose: 'Days that entries of the access log are kept.',
  },
  RATE_LIMIT_NODES: {
    schema: kind.wholeNumber(1, 100),
    fallback: '1',
    allowed: 'a whole number from 1 to 100',
    purpose:
      'Processes of `serve` behind one address. Each counts on its own, so each grants this part of every quota, of OAuth requests and ' +
      'registrations, of mails with links, and of tries to sign in.',
  },
  OAUTH_REGISTRATIONS_PER_HOUR: {
    schema: kind.wholeNumber(1, 1_000_000),
    fallback: '100',
    allowed: 'a whole number from 1 to 1000000',
    purpose: 'Clients that may register per hour from each address, including clients known by a metadata document.',
  },
  RESPONSE_COMPRESSION: {
    schema: z.enum(['on', 'off']),
    fallback: 'on',
    allowed: 'on or off',
    purpose:
      'Whether JSON reads of the REST API over 1 KB are sent as gzip to clients that ask for it. off: where a proxy compresses.',
  },
  RUN_WORKER: {
    schema: kind.flag,
    fallback: 'true',
    allowed: 'true or false',
    purpose: 'Whether `serve` also runs jobs. Set false if `leadlight worker` runs beside it.',
  },
  JOB_CONCURRENCY: {
    schema: kind.wholeNumber(1, 64),
    fallback: '4',
    allowed: 'a whole number from 1 to 64',
    purpose:
      'Jobs on data that run at once in a process, from which the places of the lanes of jobs follow: in `serve`, unless RUN_WORKER is false, and in each `leadlight worker`.',
  },
  SHUTDOWN_DELAY_MS: {
    schema: kind.wholeNumber(0, 300_000).optional(),
    fallback: undefined,
    allowed: 'a whole number from 0 to 300000; default 5000 behind a balancer, else 0',
    purpose:
      'Milliseconds from SIGTERM until the service takes no more connections. Meanwhile /readyz answers 503. Requests are ' +
      'answered and their connections closed, so that a balancer sends new ones elsewhere. SIGINT does not wait. The default assumes ' +
      'a balancer if HOST is not a loopback address and /readyz was requested within the last minute.',
  },
  METRICS_PORT: {
    schema: kind.port.optional(),
    fallback: undefined,
    allowed: 'a whole number from 0 to 65535; default none',
    purpose:
      'Separate port for /metrics, on the address of HOST. Without METRICS_TOKEN anyone who reaches this port may read it.',
  },
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\w.~+/=-]{16,256}$/)
      .optional(),
    fallback: undefined,
    secret: true,
    allowed: '16 to 256 letters, digits and . _ ~ + / = -; default none',
    purpose: 'Bearer token with which a scraper may read /metrics, also through a proxy.',
  },
  ...discoveryDefinitions,
  ...agentDefinitions,
  ...outgoingDefinitions,
  ...readerDefinitions,
  ...tracingDefinitions,
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    allowed: 'fatal, error, warn, info, debug, trace, silent',
    purpose: 'How much is logged.',
  },
} as const satisfies Record<string, SettingDefinition>;

type Raw = { [Name in keyof typeof settingDefinitions]: z.output<(typeof settingDefinitions)[Name]['schema']> };

/** All settings, checked, with derived ones filled in. */
export type Settings = Omit<Raw, 'DATABASE_URL'> & {
  readonly DATABASE_URL: string;
};

/** Thrown when the start is refused. Has one line per wrong variable. */
export class SettingsError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

/**
 * Hides the password in an address, because error messages print refused values. A password that is not percent-encoded may hold what
 * ends a part of an address, so all from the colon behind the user to the last @ is hidden.
 */
function withoutPassword(text = ''): string {
  const slashes = text.indexOf('//');
  const user = slashes < 0 ? text.indexOf(':') + 1 : slashes + 2;
  const colon = text.indexOf(':', user);
  const end = text.lastIndexOf('@');
  return colon < 0 || end < colon ? text : `${text.slice(0, colon + 1)}(hidden)${text.slice(end)}`;
}

/** A secret from its variable, or from the file that `NAME_FILE` names, as container platforms pass secrets. */
function secretOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  lines: string[],
): string | undefined {
  const [given, path] = [env[name] || undefined, env[`${name}_FILE`] || undefined];
  if (path === undefined) return given;
  if (given !== undefined) {
    lines.push(`${name} and ${name}_FILE are both set; allowed: one of them.`);
    return given;
  }
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    lines.push(`${name}_FILE is ${JSON.stringify(path)}; allowed: the path of a file that can be read.`);
    return undefined;
  }
}

/**
 * Reads and checks the settings.
 * @param env usually `process.env`; an empty variable counts as unset.
 * @throws SettingsError naming each wrong variable, what it held (secrets masked) and what is allowed.
 */
export function loadSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const lines: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries<SettingDefinition>(settingDefinitions)) {
    const given = definition.secret ? secretOf(env, name, lines) : env[name] || undefined;
    const result = definition.schema.safeParse(given ?? definition.fallback);
    if (result.success) values[name] = result.data;
    else {
      const held = definition.secret ? '(hidden)' : JSON.stringify(withoutPassword(given));
      lines.push(`${name} is ${held}; allowed: ${definition.allowed}.`);
    }
  }
  lines.push(...missingForSource(values), ...readerProblems(values));
  if (lines.length > 0) throw new SettingsError(lines);
  const raw = values as Raw;
  const dataDir = resolve(raw.DATA_DIR);
  const address = raw.DATABASE_URL ?? databaseIn(dataDir);
  const filesDir = raw.FILES_DIR === undefined ? undefined : resolve(raw.FILES_DIR);
  return {
    ...raw,
    DATA_DIR: dataDir,
    FILES_DIR: filesDir,
    DATABASE_URL: withOwnPassword(address, raw.DATABASE_PASSWORD),
  };
}

/** Adds DATABASE_PASSWORD to the address. @throws SettingsError when the address has no user, or already has a password. */
function withOwnPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = address.startsWith('mysql://') ? new URL(address) : undefined;
  if (!url || url.username === '' || url.password !== '') {
    throw new SettingsError([
      `DATABASE_PASSWORD is (hidden); allowed: ${settingDefinitions.DATABASE_PASSWORD.allowed}.`,
    ]);
  }
  url.password = encodeURIComponent(password);
  return url.href;
}

const databaseIn = (dataDir: string) => `sqlite:${join(dataDir, 'leadlight.db')}`;

/** The message for a database that cannot be opened: the reason, and the setting that holds its address. */
export function databaseProblem(
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  why: string,
): string {
  const setting = DATABASE_URL === databaseIn(DATA_DIR) ? 'DATA_DIR' : 'DATABASE_URL';
  const { allowed } = settingDefinitions[setting];
  return `The database cannot be opened: ${why.replace(/\.$/, '')}. It is where ${setting} says; allowed: ${allowed}.`;
}

/**
 * A warning for an operator who runs a database server without shared session keys. With a database server there may be several
 * machines, and each would sign session tokens with its own secret. The database does not share the secret: anyone who reads a
 * backup of the database could then sign in as anybody.
 */
export function ownSessionSecret(settings: Settings): string | undefined {
  const own = settings.SESSION_TOKEN_SECRET === undefined && settings.SESSION_TOKEN_JWKS_URL === undefined;
  if (!own || settings.DATABASE_URL.startsWith('sqlite:')) return undefined;
  return 'SESSION_TOKEN_SECRET is not set: this machine signs sessions with its own secret, and other machines on the same database refuse them';
}
