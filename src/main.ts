/** The composition root: settings, database, catalogue, interfaces. The only file that knows all of them. */
import { randomBytes } from 'node:crypto';
import { version } from '../package.json';
import { apiPrefix, databaseProblem, ownSessionSecret, type Settings } from '../config/settings';
import { catalogue, mcpQueries } from '../tools/catalogue';
import type { VerifiedConnection } from './auth/access-tokens';
import { ApiKeyAuthenticator, type WorkspaceFor } from './auth/api-keys';
import { audienceOf, workspaceOpener } from './workspace/open-workspace';
import { dataAccessOfScopes } from './auth/rights';
import { ConsoleSessions } from './auth/console-sessions';
import { PersonSessions } from './auth/person-sessions';
import { ProvisioningAuthenticator } from './auth/provisioning-keys';
import { privacyKeeper } from './auth/privacy-keeper';
import { openSessions } from './auth/sessions';
import type { Workspace } from './workspace/workspace';
import { expressHandler } from './http/app';
import { databaseMetrics } from './http/database-metrics';
import { healthRoutes, ReadinessProbe } from './http/health';
import { createLogger, type Logger } from './http/logging';
import { Metrics } from './http/metrics';
import { metricsRoute } from './http/metrics-route';
import { RequestLimiter } from './http/rate-limit';
import { apiSecurityHeaders } from './http/security-headers';
import { proxyWarning, ProxyWatch, untrustedProxy } from './http/forwarded';
import { clientAddress } from './http/client-address';
import type { Route } from './http/router';
import { HttpServer } from './http/server';
import { Unauthenticated, type UnauthenticatedLimits } from './http/unauthenticated';
import { droppedLogLines } from './http/standard-stream';
import { enqueue } from './jobs/enqueue';
import { networkOf } from './ingest/import/network-setting';
import { mcpEndpoint } from './interfaces/mcp/endpoint';
import { mcpOpenApi } from './interfaces/mcp/openapi';
import { consentCalls } from './interfaces/oauth/consent-calls';
import { oauthOpenApi } from './interfaces/oauth/openapi';
import { oauthPaths, oauthRouter, wellKnownRouter } from './interfaces/oauth/router';
import { wellKnownPaths } from './interfaces/oauth/metadata';
import { OauthService } from './interfaces/oauth/service';
import { documentationRoutes, frontPageRoutes } from './interfaces/rest/documentation';
import { restRoutes } from './interfaces/rest/handlers';
import { missingDatabase } from './data-place';
import { messageOf, StartRefused } from './shared/start-refused';
import { abandon, close } from './closing';
import { hostOf, listenForMetrics, listenOn } from './listening';
import { answersMs } from './stopping';
import { Database } from './database/database';
import { schemaState, whyNotCurrent } from './store/migrate';
import { servingPatience } from './database/server-connections';
import { forwardedLately, noteForwarded } from './store/admin/forwarded-requests';
import { keyState, SuppressionKeyProblem } from './store/privacy/key-check';
import { cursorKeyOf } from './store/admin/cursor-key';
import { sharedValue } from './store/admin/service-state';
import { brandOf } from './interfaces/web/look';
import { consoleRoutes } from './interfaces/web/console/routes';
import { KnownDevices } from './interfaces/web/known';
import { webPaths, webRouter } from './interfaces/web/router';
import { unsubscribeRoute } from './interfaces/web/unsubscribe';
import { PasswordSignIn } from './interfaces/web/sign-in';
import { outgoingOf } from './digest/send';
import { mailOf, type LinkMail } from './shared/link-mail';
import { sendMail } from './shared/mail';
import { configuredJobs } from './interfaces/worker/configured';
import { demoDataKind } from './interfaces/worker/demo-data';
import { startWorker } from './interfaces/worker/worker';
import { withKeeper } from './store/privacy/keeper';

export interface Service {
  /** Address under which clients reach it (`PUBLIC_URL`, or the address it listens on). */
  readonly url: string;
  readonly port: number;
  /** Port of `/metrics` alone, where `METRICS_PORT` asks for one. */
  readonly metricsPort: number | undefined;
  /**
   * Prepares a stop for so long: `/readyz` is 503, requests are answered and their connections closed, and new connections
   * are still taken, so that a balancer has time to send them elsewhere.
   */
  drain(milliseconds: number): Promise<void>;
  /** Milliseconds since somebody asked for `/readyz`; Infinity when nobody did. */
  readinessAskedAgo(): number;
  /**
   * Stops: what has arrived is answered, new connections are refused.
   * @param timeoutMs after which connections are cut; what has not ended one and a half seconds later is left. When left out, all of it
   * fits into nine seconds.
   */
  stop(timeoutMs?: number): Promise<void>;
}

/**
 * Starts the service.
 * @param options.log where log lines go; standard output when left out.
 * @param options.unauthenticated other limits than `unauthenticatedLimits`, for tests.
 * @throws StartRefused when the database has an older schema, cannot be opened, or the port is taken.
 * @throws SettingsError when a setting turns out to be wrong only here.
 */
export async function startService(
  settings: Settings,
  options: { log?: Logger; unauthenticated?: UnauthenticatedLimits } = {},
): Promise<Service> {
  const log = options.log ?? createLogger(settings);
  const db = await openDatabase(settings);
  try {
    return await serve(settings, db, log, options.unauthenticated);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function openDatabase(settings: Settings): Promise<Database> {
  const missing = missingDatabase(settings);
  if (missing !== undefined) throw new StartRefused('schema_not_current', missing);
  const opened = await Database.open(settings.DATABASE_URL, {
    maxConnections: settings.DATABASE_POOL_SIZE,
    patience: servingPatience,
  }).catch((error: unknown) => {
    throw new StartRefused('unavailable', databaseProblem(settings, messageOf(error)));
  });
  const db = withKeeper(opened, privacyKeeper(settings));
  const why = whyNotCurrent(await schemaState(db));
  if (why === undefined) return db;
  await db.close();
  throw new StartRefused('schema_not_current', why);
}

async function serve(settings: Settings, db: Database, log: Logger, limits?: UnauthenticatedLimits): Promise<Service> {
  const metrics = new Metrics();
  const securityHeaders = apiSecurityHeaders(settings.PUBLIC_URL ?? '');
  const publicPath = pathOf(settings.PUBLIC_URL);
  const proxies = new ProxyWatch(settings.TRUST_PROXY !== 'false', () => {
    log.warn(`A request says that it was forwarded. ${untrustedProxy}.`);
    noteForwarded(db).catch((err: unknown) => log.warn({ err }, 'the forwarded request could not be noted'));
  });
  const unauthenticated = new Unauthenticated(clientAddress(settings.TRUST_PROXY), limits);
  const server = new HttpServer({
    log,
    metrics,
    securityHeaders,
    publicPath,
    onRequest: proxies.look,
    unauthenticated,
    // Behind a proxy every connection has the proxy's address.
    limits: settings.TRUST_PROXY === 'false' ? {} : { perAddress: Infinity },
  });
  const port = await listenOn(server, settings);
  const url = settings.PUBLIC_URL ?? `http://${hostOf(settings.HOST)}:${port}`;

  const closers: (() => Promise<void>)[] = [];
  const workers: Parts['workers'] = [];
  const probe = new ReadinessProbe(db);
  const open = async () => {
    await openDoors({ settings, db, log, metrics, server, unauthenticated, url, probe, workers, closers });
    return listenForMetrics(settings, metrics, log);
  };
  const metricsServer = await open().catch(async (error: unknown) => {
    await abandon({ server, workers, closers });
    throw error;
  });
  await warn(settings, db, log);
  log.info({ url, database: db.serverVersion }, 'listening');

  let stopped: Promise<void> | undefined;
  return {
    url,
    port,
    metricsPort: metricsServer?.port,
    async drain(milliseconds) {
      server.drain();
      log.info({ milliseconds }, 'draining');
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
    readinessAskedAgo: () => probe.askedAgo(),
    stop(timeoutMs = answersMs(0)) {
      stopped ??= close({ server, metricsServer: metricsServer?.server, db, log, workers, closers }, timeoutMs);
      return stopped;
    },
  };
}

/** Tells the operator what the service runs without. */
async function warn(settings: Settings, db: Database, log: Logger): Promise<void> {
  for (const warning of [ownSessionSecret(settings), proxyWarning(settings, await forwardedLately(db))]) {
    if (warning !== undefined) log.warn(warning);
  }
  const key = await keyState(db);
  if (key === 'missing' || key === 'different') log.error(new SuppressionKeyProblem(key).message);
}

interface Parts {
  readonly settings: Settings;
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly server: HttpServer;
  readonly unauthenticated: Unauthenticated;
  readonly url: string;
  readonly probe: ReadinessProbe;
  /** What begins to end as soon as the service does, beside the last requests. */
  readonly workers: { stop(): Promise<void> }[];
  /** What must be closed after the last request and before the database; each interface adds its own. */
  readonly closers: (() => Promise<void>)[];
}

/** Makes the interfaces and lets requests in. */
async function openDoors(parts: Parts): Promise<void> {
  const { settings, db, log, metrics, server, unauthenticated, url, probe, workers, closers } = parts;
  const cursorKey = await cursorKeyOf(db);
  const onUnsent = (err: unknown) => log.warn({ err }, 'a mail with a link was not sent');
  const outgoing = { ...outgoingOf(settings), publicUrl: url };
  const mailLink =
    outgoing.smtpUrl === undefined
      ? undefined
      : (to: string, mail: LinkMail) => void sendMail(outgoing, to, mailOf(mail)).catch(onUnsent);
  const workspaceFor = workspaceOpener(db, {
    ...(mailLink ? { mailLink } : {}),
    cursorKey,
    network: networkOf(settings),
    audience: audienceOf(settings),
    directory: settings.PROVISIONING_DIRECTORY,
    webhookHosts: settings.WEBHOOK_ALLOWED_HOSTS,
    dataDir: settings.DATA_DIR,
    consoleUrl: `${url}/app`,
  });
  const onUnexpected = (err: unknown, requestId: string) => log.error({ err, request_id: requestId }, 'request failed');
  const limiter = new RequestLimiter(settings.RATE_LIMIT_PER_MINUTE);

  const authenticator = new ApiKeyAuthenticator(db, workspaceFor, (err) =>
    log.warn({ err }, 'last use of API keys not noted'),
  );
  closers.push(() => authenticator.close());
  const provisioning = new ProvisioningAuthenticator(db, workspaceFor);

  const sessions = openSessions({
    secret: settings.SESSION_TOKEN_SECRET,
    jwksUrl: settings.SESSION_TOKEN_JWKS_URL,
    issuer: settings.SESSION_TOKEN_ISSUER,
    dataDir: settings.DATA_DIR,
    onKeysFailure: (reason) =>
      log.warn(
        { reason },
        'SESSION_TOKEN_JWKS_URL: the keys cannot be fetched; sessions are answered 503 until they can',
      ),
  });
  const people = new PersonSessions(
    db,
    sessions,
    settings.SESSION_TOKEN_SUBJECT,
    Date.now,
    settings.PROVISIONING_DIRECTORY,
  );
  const oauth = await OauthService.open({ db, publicUrl: url, settings, people, log });
  closers.push(() => oauth.close());

  const mcp = mcpEndpoint({
    catalogue: mcpQueries,
    settings,
    publicUrl: url,
    unauthenticated,
    verifyAccessToken: async (token, countTry) => {
      const verified = await oauth.verifyAccessToken(token, countTry);
      return verified && workspaceOfConnection(verified, workspaceFor);
    },
    limiter,
    log,
    version,
  });
  closers.push(() => mcp.close());

  const deviceKey = Buffer.from(await sharedValue(db, 'device_key', newCursorKey), 'base64url');
  const passwords = new PasswordSignIn(db, new KnownDevices(db, deviceKey));
  const brand = brandOf(settings);
  const consentPage = settings.CONSENT_PAGE_URL === undefined;
  const pages = consentPage
    ? webRouter({
        people,
        brand,
        passwords,
        signsIn: settings.SESSION_TOKEN_JWKS_URL === undefined,
        publicUrl: url,
        calls: consentCalls(oauth),
        onUnexpected,
      })
    : undefined;
  const express = expressHandler({
    settings,
    mounts: [
      { path: `${apiPrefix}/mcp/oauth`, router: oauthRouter(oauth) },
      { path: '/', router: wellKnownRouter(oauth) },
      ...(pages ? [{ path: '/', router: pages }] : []),
    ],
    publicPath: pathOf(settings.PUBLIC_URL),
    onUnexpected,
  });
  countWork(metrics, db, probe);
  const documented = [oauthOpenApi(url), mcpOpenApi({ publicUrl: url, perMinute: limiter.perMinute })];
  if (settings.RUN_WORKER) {
    const worker = startWorker(db, log, { concurrency: settings.JOB_CONCURRENCY, jobs: configuredJobs(settings) });
    workers.push(worker);
  }
  server.open(
    [
      ...restRoutes({ catalogue, authenticator, provisioning, limiter, unauthenticated }),
      ...mcp.routes,
      ...servedByExpress(oauth, pages !== undefined).map((route) => ({ ...route, answer: express })),
      ...documentationRoutes({ catalogue, publicUrl: url, parts: documented }),
      ...frontPageRoutes(pathOf(url)),
      unsubscribeRoute(db, url),
      ...consoleRoutes({
        db,
        catalogue,
        sessions: new ConsoleSessions(db),
        passwords,
        workspaceFor,
        limiter,
        unauthenticated,
        addressOf: clientAddress(settings.TRUST_PROXY),
        publicUrl: url,
        mailLink,
        onUnsent,
        publicPath: pathOf(url),
        brand,
        clock: Date.now,
        dataDir: settings.DATA_DIR,
        queueDemo: async (at, organizationId) => {
          await enqueue(at, demoDataKind, {}, { organizationId, uniqueKey: 'demo' });
        },
      }),
      ...healthRoutes(probe, () => server.draining),
      metricsRoute(metrics, {
        token: settings.METRICS_TOKEN,
        without: settings.TRUST_PROXY === 'false' && settings.METRICS_PORT === undefined ? 'this_machine' : 'nobody',
      }),
    ],
    // Knows the addresses that the table does not: anything below one of its routers.
    express,
  );
}

/** The addresses that express answers, as the table of routes names them. */
function servedByExpress(oauth: OauthService, withPages: boolean): Pick<Route, 'path' | 'name' | 'byAddress'>[] {
  return [
    ...oauthPaths.map((path) => ({
      path: `${apiPrefix}/mcp/oauth${path}`,
      name: `/mcp/oauth${path}`,
      // What is counted there is what fails.
      byAddress: path === '/token' ? ('paced' as const) : ('limited' as const),
    })),
    ...[...wellKnownPaths(oauth.addresses).keys()].map((path) => ({
      path,
      name: '/.well-known',
      byAddress: 'counted' as const,
    })),
    ...(withPages ? webPaths.map((path) => ({ path })) : []),
  ];
}

/** The figures that no request counts. */
function countWork(metrics: Metrics, db: Database, probe: ReadinessProbe): void {
  metrics.gauge(
    'leadlight_database_up',
    'Whether the database answers and has the schema of this release.',
    async () => ((await probe.check()).ready ? 1 : 0),
  );
  databaseMetrics(metrics, db);
  metrics.counter(
    'leadlight_log_lines_dropped_total',
    'Log lines of this process that standard output did not take: a full disk, or a reader that stands still.',
    droppedLogLines,
  );
}

/** An assistant reads what its scopes open. The endpoint adds the protocol revision that the request speaks. */
function workspaceOfConnection(verified: VerifiedConnection, workspaceFor: WorkspaceFor): Workspace {
  const { organizationId, ...connection } = verified;
  return workspaceFor(organizationId, dataAccessOfScopes(connection.scopes), {
    kind: 'connection',
    connection: { ...connection, protocolVersion: '' },
  });
}

const newCursorKey = () => randomBytes(32).toString('base64url');

/** The path of an address, without a final slash: empty for the root of a host. */
const pathOf = (url = '') => (url === '' ? '' : new URL(url).pathname.replace(/\/$/, ''));
