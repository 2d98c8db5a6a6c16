/** The real service for tests: on a free port, over a database of its own, with workspaces in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { apiPrefix, loadSettings } from '../../config/settings';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags, type DataAccessFlag } from '../../src/auth/rights';
import { createLogger } from '../../src/http/logging';
import type { UnauthenticatedLimits } from '../../src/http/unauthenticated';
import { startService, type Service } from '../../src/service/start';
import type { Database } from '../../src/database/database';
import { openTestDatabase, type DatabaseKind } from './databases';

export interface TestService extends Service {
  /** `http://127.0.0.1:PORT/api/v1` */
  readonly baseUrl: string;
  /** Another handle on the service's database, for seeding and looking. */
  readonly db: Database;
  /** Lines of the log so far, as they were written. */
  readonly logLines: readonly string[];
  /** Makes a key of a workspace and returns its secret. All flags are on unless some are named. */
  key(organizationId: string, flags?: readonly DataAccessFlag[], expiresAt?: number): Promise<string>;
  /** Stops the service and removes its database and files. */
  end(): Promise<void>;
}

/**
 * @param options.copied a SQLite file of the run to begin with a copy of.
 * @param options.env settings besides the usual ones, as environment variables.
 * @param options.through the address under which the service reaches its database, when it is another: a proxy's.
 */
export async function startTestService(
  options: {
    kind?: DatabaseKind;
    copied?: string;
    env?: Record<string, string>;
    through?: (url: string) => Promise<string>;
    unauthenticated?: UnauthenticatedLimits;
  } = {},
): Promise<TestService> {
  const { db, database, close } = await openTestDatabase(options.kind, options.copied);
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-data-'));
  const settings = loadSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: options.through ? await options.through(database.url) : database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RUN_WORKER: 'false',
    ...options.env,
  });
  const logLines: string[] = [];
  const log = createLogger(settings, { write: (line: string) => void logLines.push(line) });
  const service = await startService(settings, {
    log,
    ...(options.unauthenticated ? { unauthenticated: options.unauthenticated } : {}),
  });
  return {
    ...service,
    baseUrl: `http://127.0.0.1:${service.port}${apiPrefix}`,
    db,
    logLines,
    async key(organizationId, flags = dataAccessFlags, expiresAt) {
      const made = await createApiKey(db, {
        organizationId,
        name: 'test',
        dataAccess: flags,
        expiresAt: expiresAt ?? null,
      });
      return made.secret;
    },
    async end() {
      await service.stop(2_000);
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const silentLog = pino({ level: 'silent' });

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * One request exactly as given: unlike `fetch`, this changes nothing about the path and allows any header and method.
 * @param path from the host's root, with its query string.
 */
export function send(
  service: { readonly port: number },
  path: string,
  options: { method?: string; headers?: Record<string, string | string[]>; body?: string | Buffer } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port: service.port,
        path,
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        // A connection of its own: one kept from an earlier request may be closing.
        agent: false,
      },
      (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('error', reject);
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text: Buffer.concat(parts).toString('utf8') }),
        );
      },
    );
    req.on('error', reject);
    req.end(options.body);
  });
}

/** Sends bytes over a plain socket and returns everything that comes back until the service closes it. */
export function sendBytes(service: { readonly port: number }, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.write(bytes);
  });
}

export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
