/** The composition root: settings, database, catalogue, doors. The only file that knows all of them. */
import { randomBytes } from 'node:crypto';
import { apiPrefix, type Settings } from '../config/settings';
import { catalogue } from '../tools/catalogue';
import { ApiKeyAuthenticator, type WorkspaceFor } from './access/api-keys';
import { createApp } from './http/app';
import { ReadinessProbe } from './http/health';
import { createLogger, type Logger } from './http/logging';
import { Metrics } from './http/metrics';
import { RequestLimiter } from './http/rate-limit';
import { apiSecurityHeaders } from './http/security-headers';
import { HttpServer } from './http/server';
import { requestIdOf } from './http/traced-response';
import { documentationRouter } from './rest/documentation';
import { restDoor } from './rest/door';
import { Database } from './store/database';
import { pendingMigrations } from './store/migrate';
import { sharedValue } from './store/service-state';
import { openWorkspaceStore } from './store/workspace-store';

export interface Service {
  /** Address under which clients reach it (`PUBLIC_URL`, or the address it listens on). */
  readonly url: string;
  readonly port: number;
  /**
   * Stops: requests that are running finish, new ones are refused.
   * @param timeoutMs after which the connections that are still open are cut; ten seconds when left out.
   */
  stop(timeoutMs?: number): Promise<void>;
}

/** A start that was refused; its message is one clear line for the operator. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

const stopTimeoutMs = 10_000;

/**
 * Starts the service.
 * @param options.log where log lines go; standard output when left out.
 * @throws StartRefused when the database has an older schema, cannot be opened, or the port is taken.
 * @throws SettingsError when a setting turns out to be wrong only here.
 */
export async function startService(settings: Settings, options: { log?: Logger } = {}): Promise<Service> {
  const log = options.log ?? createLogger(settings);
  const db = await openDatabase(settings);
  try {
    return await serve(settings, db, log);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function openDatabase(settings: Settings): Promise<Database> {
  const db = await Database.open(settings.DATABASE_URL, { maxConnections: settings.DATABASE_POOL_SIZE }).catch(
    (error: unknown) => {
      throw new StartRefused(`The database cannot be opened: ${messageOf(error)}.`);
    },
  );
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return db;
  await db.close();
  throw new StartRefused(
    `The database needs ${pending.length === 1 ? 'a migration' : `${pending.length} migrations`} (${pending.join(', ')}): run \`leadlight migrate\`, then start again.`,
  );
}

async function serve(settings: Settings, db: Database, log: Logger): Promise<Service> {
  const cursorKey = Buffer.from(
    await sharedValue(db, 'cursor_key', () => randomBytes(32).toString('base64url')),
    'base64url',
  );
  const workspaceFor: WorkspaceFor = (organizationId, dataAccess, caller) => ({
    organizationId,
    caller,
    dataAccess,
    store: openWorkspaceStore(db, organizationId),
    cursorKey,
  });

  const metrics = new Metrics();
  const securityHeaders = apiSecurityHeaders(settings.PUBLIC_URL ?? '');
  const server = new HttpServer({ log, metrics, securityHeaders });
  const unexpected = (err: unknown, requestId: string) => log.error({ err, request_id: requestId }, 'request failed');

  const port = await server.listen(settings.PORT, settings.HOST).catch((error: unknown) => {
    throw new StartRefused(`Cannot listen on ${settings.HOST}:${settings.PORT}: ${messageOf(error)}.`);
  });
  const url = settings.PUBLIC_URL ?? `http://${hostOf(settings.HOST)}:${port}`;

  const authenticator = new ApiKeyAuthenticator(db, workspaceFor, (err) =>
    log.warn({ err }, 'last use of keys not noted'),
  );
  try {
    const app = createApp({
      settings,
      readiness: new ReadinessProbe(db),
      metrics,
      mounts: [{ path: apiPrefix, router: documentationRouter({ catalogue, publicUrl: url }) }],
      onUnexpected: unexpected,
    });
    const rest = restDoor({
      catalogue,
      authenticator,
      limiter: new RequestLimiter(settings.RATE_LIMIT_PER_MINUTE),
      securityHeaders,
      onUnexpected: (error, res) => unexpected(error, requestIdOf(res)),
    });
    server.open([rest], app);
  } catch (error) {
    await server.stop(0);
    await authenticator.close();
    throw error;
  }
  log.info({ url, database: db.serverVersion }, 'listening');

  let stopped: Promise<void> | undefined;
  return {
    url,
    port,
    stop(timeoutMs = stopTimeoutMs) {
      stopped ??= (async () => {
        const clean = await server.stop(timeoutMs);
        await authenticator.close();
        await db.close();
        log.info({ clean }, 'stopped');
        log.flush();
      })();
      return stopped;
    },
  };
}

/** The host in a URL that this machine can open. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
