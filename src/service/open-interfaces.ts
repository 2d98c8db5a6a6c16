/** Puts all interfaces together: authentication, handlers, and the table of all addresses. */
import { randomBytes } from 'node:crypto';
import { version } from '../../package.json';
import { apiPrefix, type Settings } from '../../config/settings';
import { catalogue, mcpQueries } from '../../tools/catalogue';
import type { VerifiedConnection } from '../auth/access-tokens';
import { ApiKeyAuthenticator, type Opener } from '../auth/api-keys';
import { audienceOf, workspaceOpener, workspaceReader, type OpenerOptions } from '../workspace/open-workspace';
import { dataAccessOfScopes } from '../auth/rights';
import { ConnectAttempts } from '../auth/connect-attempts';
import { ConsoleSessions } from '../auth/console-sessions';
import { PersonSessions } from '../auth/person-sessions';
import { ProvisioningAuthenticator } from '../auth/provisioning-keys';
import { openSessions } from '../auth/sessions';
import { ReadLog } from '../workspace/read-log';
import type { ActingWorkspace, Workspace } from '../workspace/workspace';
import { expressHandler } from '../http/app';
import { databaseMetrics } from '../http/database-metrics';
import type { CountTry } from '../shared/count-try';
import { OperationError } from '../shared/errors';
import type { ReadinessProbe } from '../http/health';
import { healthRoutes } from '../http/health';
import { type Logger } from '../http/logging';
import type { Metrics } from '../http/metrics';
import type { Tracing } from '../http/tracing';
import { metricsRoute } from '../http/metrics-route';
import { shareOf, sharesOf } from '../http/node-share';
import { RequestLimiter } from '../http/rate-limit';
import { allTime, ownWork } from '../http/work-meter';
import { sqliteWork } from '../database/sqlite-process';
import { clientAddress } from '../http/client-address';
import type { Route } from '../http/router';
import type { HttpServer } from '../http/server';
import type { Unauthenticated } from '../http/unauthenticated';
import { droppedLogLines } from '../http/standard-stream';
import { networkOf } from '../ingest/import/network-setting';
import { endUploadWork } from '../ingest/uploads/ending';
import { mcpEndpoint, type McpEndpoint } from '../interfaces/mcp/endpoint';
import { mcpOpenApi } from '../interfaces/mcp/openapi';
import { consentCalls } from '../interfaces/oauth/consent-calls';
import { oauthOpenApi } from '../interfaces/oauth/openapi';
import { oauthAddresses } from '../interfaces/oauth/addresses';
import { oauthRouter, wellKnownRouter } from '../interfaces/oauth/router';
import { wellKnownPaths } from '../interfaces/oauth/metadata';
import { OauthService } from '../interfaces/oauth/service';
import { documentationRoutes, frontPageRoutes } from '../interfaces/rest/documentation';
import { restRoutes } from '../interfaces/rest/handlers';
import type { Database } from '../database/database';
import { cursorKeyOf } from '../store/access/cursor-key';
import { sharedSecret } from '../store/statements/sealing';
import { brandOf } from '../interfaces/web/look';
import { consentSession } from '../interfaces/web/consent-session';
import { consoleRoutes } from '../interfaces/web/console/routes';
import { KnownDevices } from '../interfaces/web/known';
import { webPaths, webRouter } from '../interfaces/web/router';
import { unsubscribeRoute } from '../interfaces/web/unsubscribe';
import { PasswordSignIn, signInLimits } from '../interfaces/web/sign-in';
import { mailQuota } from './mail-quota';
import { outgoingOf } from '../digest/send';
import { mailOf, type LinkMail } from '../shared/link-mail';
import { sendMail } from '../shared/mail';
import { configuredJobs } from '../interfaces/worker/configured';
import { startWorker } from '../interfaces/worker/worker';

export interface InterfaceParts {
  readonly settings: Settings;
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly server: HttpServer;
  /** Undefined: nothing is traced. */
  readonly tracing: Tracing | undefined;
  readonly unauthenticated: Unauthenticated;
  readonly url: string;
  readonly probe: ReadinessProbe;
  /** Parts that begin to end together with the service, in parallel to the last requests. */
  readonly workers: { stop(): Promise<void> }[];
  /** Functions to call after the last request and before the database closes. Each interface adds its own. */
  readonly closers: (() => Promise<void>)[];
  /** Examples of parameters in the OpenAPI document, by name. */
  readonly examples: Readonly<Record<string, string>> | undefined;
}

/** Creates the interfaces and lets requests in. */
export async function openInterfaces(parts: InterfaceParts): Promise<void> {
  const { settings, db, log, metrics, server, unauthenticated, url, probe, workers, closers, examples } = parts;
  workers.push({ stop: () => endUploadWork(db) });
  const onUnexpected = (err: unknown, requestId: string) => log.error({ err, request_id: requestId }, 'request failed');
  const limiter = new RequestLimiter(
    shareOf(settings.RATE_LIMIT_PER_MINUTE, settings.RATE_LIMIT_NODES),
    db.dialect === 'sqlite' ? ownWork(sqliteWork) : allTime,
  );
  const mailLink = mailLinkOf(parts);
  const readLog = new ReadLog(db, {
    keepsAccesses: settings.ACCESS_LOG === 'on',
    onUnstored: (err) => log.warn({ err }, 'calls of keys and connections not counted yet'),
  });
  closers.push(() => readLog.flush());
  const workspaces = { ...(await workspacesOf(parts, mailLink)), readLog };
  const workspaceFor = workspaceOpener(db, workspaces);

  const authenticator = new ApiKeyAuthenticator(db, workspaceFor, (err) =>
    log.warn({ err }, 'last use of API keys not noted'),
  );
  closers.push(() => authenticator.close());
  const people = peopleOf(parts);
  const attempts = new ConnectAttempts(db, (err) => log.warn({ err }, 'attempts to connect not stored'));
  closers.push(() => attempts.flush());
  const oauth = await OauthService.open({ db, publicUrl: url, settings, people, log, attempts });
  closers.push(() => oauth.close());
  const mcp = mcpOf(parts, oauth, authenticator, workspaceReader(db, workspaces), limiter);
  closers.push(() => mcp.close());

  const deviceKey = Buffer.from(await sharedSecret(db, 'device_key', newCursorKey), 'base64url');
  const passwords = new PasswordSignIn(
    db,
    new KnownDevices(db, deviceKey),
    sharesOf(signInLimits, settings.RATE_LIMIT_NODES),
  );
  const brand = brandOf(settings);
  const signsIn = settings.SESSION_TOKEN_JWKS_URL === undefined;
  const pages = settings.CONSENT_PAGE_URL === undefined && consentPages();
  function consentPages() {
    return webRouter({ people, brand, passwords, signsIn, publicUrl: url, calls: consentCalls(oauth), onUnexpected });
  }
  const express = expressHandler({
    settings,
    mounts: [
      { path: `${apiPrefix}/mcp/oauth`, router: oauthRouter(oauth) },
      { path: '/', router: wellKnownRouter(oauth) },
      ...(pages ? [{ path: '/', router: pages }] : []),
    ],
    site: { base: pathOf(settings.PUBLIC_URL), brand: settings.BRAND_NAME },
    onUnexpected,
  });
  countWork(metrics, db, probe);
  if (settings.RUN_WORKER) {
    workers.push(startWorker(db, log, { concurrency: settings.JOB_CONCURRENCY, jobs: configuredJobs(settings) }));
  }
  const documented = [oauthOpenApi(url), mcpOpenApi({ publicUrl: url, perMinute: limiter.perMinute })];
  server.open(
    [
      ...restRoutes({
        catalogue,
        authenticator,
        provisioning: new ProvisioningAuthenticator(db, workspaceFor),
        limiter,
        unauthenticated,
        publicUrl: url,
        compress: settings.RESPONSE_COMPRESSION === 'on',
      }),
      ...mcp.routes,
      ...servedByExpress(oauth, pages !== false).map((route) => ({ ...route, answer: express })),
      ...documentationRoutes({
        compress: settings.RESPONSE_COMPRESSION === 'on',
        catalogue,
        publicUrl: url,
        parts: documented,
        ...(examples ? { examples } : {}),
      }),
      ...frontPageRoutes(pathOf(url)),
      unsubscribeRoute(db, url, settings.BRAND_NAME),
      ...consoleRoutes({
        db,
        catalogue,
        sessions: new ConsoleSessions(db),
        consent: pages && signsIn ? consentSession(people, url) : undefined,
        passwords,
        workspaceFor,
        limiter,
        nodes: settings.RATE_LIMIT_NODES,
        unauthenticated,
        addressOf: clientAddress(settings.TRUST_PROXY),
        publicUrl: url,
        mailLink,
        onUnsent: onUnsentOf(log),
        publicPath: pathOf(url),
        brand,
        clock: Date.now,
        dataDir: settings.FILES_DIR ?? settings.DATA_DIR,
      }),
      ...healthRoutes(probe, () => server.draining),
      metricsRoute(metrics, {
        token: settings.METRICS_TOKEN,
        without: settings.TRUST_PROXY === 'false' && settings.METRICS_PORT === undefined ? 'this_machine' : 'nobody',
      }),
    ],
    // Handles the addresses below its routers that are not in the table.
    express,
  );
}

/** Sends links by mail, if a mail server is set. */
function mailLinkOf({ settings, log, url }: InterfaceParts): MailLink | undefined {
  const outgoing = { ...outgoingOf(settings), publicUrl: url };
  if (outgoing.smtpUrl === undefined) return undefined;
  return (to, mail) => void sendMail(outgoing, to, mailOf(mail, settings.BRAND_NAME)).catch(onUnsentOf(log));
}

type MailLink = (to: string, mail: LinkMail) => void;

const onUnsentOf = (log: Logger) => (err: unknown) => log.warn({ err }, 'a mail with a link was not sent');

/** Creates workspace handles for every interface. */
async function workspacesOf(
  { settings, db, url }: InterfaceParts,
  mailLink: MailLink | undefined,
): Promise<OpenerOptions> {
  return {
    ...(mailLink ? { mailLink, mayMail: mailQuota(settings.RATE_LIMIT_NODES) } : {}),
    cursorKey: await cursorKeyOf(db),
    network: networkOf(settings),
    audience: audienceOf(settings),
    directory: settings.PROVISIONING_DIRECTORY,
    webhookHosts: settings.WEBHOOK_ALLOWED_HOSTS,
    dataDir: settings.FILES_DIR ?? settings.DATA_DIR,
    consoleUrl: `${url}/app`,
  };
}

/** People by their session tokens. */
function peopleOf({ settings, db, log }: InterfaceParts): PersonSessions {
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
  return new PersonSessions(db, sessions, settings.SESSION_TOKEN_SUBJECT, Date.now, settings.PROVISIONING_DIRECTORY);
}

/** The MCP endpoint: an assistant acts for the person and workspace of its access token. */
function mcpOf(
  { settings, url, unauthenticated, log, tracing }: InterfaceParts,
  oauth: OauthService,
  keys: Pick<ApiKeyAuthenticator<ActingWorkspace>, 'authenticate'>,
  workspaceFor: Opener<Workspace>,
  limiter: RequestLimiter,
): McpEndpoint {
  return mcpEndpoint({
    catalogue: mcpQueries,
    settings,
    publicUrl: url,
    unauthenticated,
    verifyAccessToken: async (token, countTry) => {
      const verified = await oauth.verifyAccessToken(token, countTry);
      return verified && workspaceOfConnection(verified, workspaceFor);
    },
    authenticateKey:
      settings.MCP_API_KEYS === 'on' ? (secret, countTry) => workspaceOfKey(keys, secret, countTry) : undefined,
    attempts: oauth.attempts,
    limiter,
    log,
    tracing,
    about: aboutOf(settings, url),
  });
}

/** What assistants show of this service. The logo is served with the built-in pages. */
function aboutOf(settings: Settings, url: string) {
  const logo = settings.CONSENT_PAGE_URL === undefined ? brandOf(settings).logo : undefined;
  return {
    version,
    title: settings.BRAND_NAME,
    icon: logo && { src: `${url}/brand-logo`, mimeType: logo.type },
  };
}

/** The addresses that express serves, as the table of routes names them. */
function servedByExpress(oauth: OauthService, withPages: boolean): Pick<Route, 'path' | 'name' | 'byAddress'>[] {
  return [
    ...Object.keys(oauthAddresses).map((path) => ({
      path: `${apiPrefix}/mcp/oauth${path}`,
      name: `/mcp/oauth${path}`,
      // Only failures are counted there.
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

/** Registers metrics that are not counted by requests. */
function countWork(metrics: Metrics, db: Database, probe: ReadinessProbe): void {
  metrics.gauge(
    'leadlight_database_up',
    'Whether the database answers, has the schema of this release and can be written.',
    async () => ((await probe.check()).ready ? 1 : 0),
  );
  databaseMetrics(metrics, db);
  metrics.counter(
    'leadlight_log_lines_dropped_total',
    'Log lines of this process that standard output did not accept: a full disk, or a reader that is stuck.',
    droppedLogLines,
  );
}

/** A connection reads what its scopes open. The endpoint adds the protocol revision of the request. */
function workspaceOfConnection(verified: VerifiedConnection, workspaceFor: Opener<Workspace>): Workspace {
  const { organizationId, ...connection } = verified;
  return workspaceFor(organizationId, dataAccessOfScopes(connection.scopes), {
    kind: 'connection',
    connection: { ...connection, protocolVersion: '' },
  });
}

/** A key with the flag reads what its `dataAccess` flags open. One without it counts as a try, like one that does not exist. */
async function workspaceOfKey(
  keys: Pick<ApiKeyAuthenticator<ActingWorkspace>, 'authenticate'>,
  secret: string,
  countTry: CountTry,
): Promise<Workspace | null> {
  try {
    const { mcp, workspace } = await keys.authenticate(secret, countTry);
    if (mcp) return workspace;
  } catch (error) {
    if (error instanceof OperationError && error.code === 'invalid_api_key') return null;
    throw error;
  }
  await countTry();
  return null;
}

const newCursorKey = () => randomBytes(32).toString('base64url');

/** The path of an address without a final slash; empty for the root of a host. */
export const pathOf = (url = '') => (url === '' ? '' : new URL(url).pathname.replace(/\/$/, ''));
