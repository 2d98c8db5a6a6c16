/** Starting and stopping the service: settings, database, listener, interfaces. */
import { mailedLinksStayHere, publicUrlOf } from '../../config/public-address';
import { databaseProblem, ownSessionSecret, type Settings } from '../../config/settings';

import { privacyKeeper } from '../auth/privacy-keeper';
import { ReadinessProbe } from '../http/health';
import { createLogger, type Logger } from '../http/logging';
import { Metrics } from '../http/metrics';
import { apiSecurityHeaders } from '../http/security-headers';
import { proxyWarning, ProxyWatch, untrustedProxy } from '../http/forwarded';
import { clientAddress } from '../http/client-address';
import { HttpServer } from '../http/server';
import { answerFormError } from '../interfaces/oauth/form-errors';
import { shareOf } from '../http/node-share';
import { Unauthenticated, unauthenticatedLimits, type UnauthenticatedLimits } from '../http/unauthenticated';
import { logDamage, logWriting } from './log-damage';
import { missingDatabase } from './data-place';
import { messageOf, StartRefused } from '../shared/start-refused';
import { abandon, close } from './closing';
import { listenForMetrics, listenOn } from './listening';
import { answersMs } from './stopping';
import { Database } from '../database/database';
import { schemaState, whyNotCurrent } from '../store/facade/migrate';
import { servingPatience } from '../database/server-connections';
import { forwardedLately, noteForwarded } from '../store/access/forwarded-requests';
import { keyState, SuppressionKeyProblem } from '../store/statements/key-check';
import { adoptMasterKey } from '../store/statements/master-key-check';
import { withKeeper } from '../store/statements/keeper';
import { orderFiles, watchErasures } from '../privacy/file-erasures';
import { version } from '../../package.json';
import { openTracing } from './open-tracing';
import { openInterfaces, pathOf, type InterfaceParts } from './open-interfaces';

export interface Service {
  /** Address at which clients reach the service (`PUBLIC_URL`, or the address it listens on). */
  readonly url: string;
  readonly port: number;
  /** The separate port of `/metrics`, if `METRICS_PORT` is set. */
  readonly metricsPort: number | undefined;
  /**
   * Prepares a stop for this long: `/readyz` answers 503, requests are answered and their connections closed. New connections are
   * still accepted, so that a balancer has time to send them elsewhere.
   */
  drain(milliseconds: number): Promise<void>;
  /** Milliseconds since somebody asked for `/readyz`; Infinity if nobody did. */
  readinessAskedAgo(): number;
  /**
   * Stops: answers what has arrived and refuses new connections.
   * @param timeoutMs after which connections are cut. Parts that have not ended one and a half seconds later are abandoned. By
   * default everything fits into nine seconds.
   */
  stop(timeoutMs?: number): Promise<void>;
}

export interface StartOptions {
  /** Stream for log lines; default standard output. */
  readonly log?: Logger;
  /** Replaces `unauthenticatedLimits` in tests. */
  readonly unauthenticated?: UnauthenticatedLimits;
  /** Examples of parameters in the OpenAPI document, by name: ids of a workspace that its reader may ask for. */
  readonly examples?: Readonly<Record<string, string>>;
}

/**
 * Starts the service.
 * @throws StartRefused when the database has an older schema, cannot be opened, or the port is taken.
 * @throws SettingsError when a setting proves wrong only at this point.
 */
export async function startService(settings: Settings, options: StartOptions = {}): Promise<Service> {
  const log = options.log ?? createLogger(settings);
  const db = await openDatabase(settings);
  try {
    // Nothing is answered from files in which somebody stands who was erased while this machine was off.
    for (const why of (await orderFiles(db)).failures) log.error({ why }, 'a file waits for an erasure');
    return await serve(settings, db, log, options);
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
    breathes: true,
  }).catch((error: unknown) => {
    throw new StartRefused('unavailable', databaseProblem(settings, messageOf(error)));
  });
  const db = withKeeper(opened, privacyKeeper(settings));
  const why = whyNotCurrent(await schemaState(db));
  const unreadable = why === undefined ? await adoptMasterKey(db) : undefined;
  if (why === undefined && unreadable === undefined) return db;
  await db.close();
  throw why === undefined
    ? new StartRefused('unavailable', unreadable ?? '')
    : new StartRefused('schema_not_current', why);
}

async function serve(
  settings: Settings,
  db: Database,
  log: Logger,
  { unauthenticated: limits = unauthenticatedLimits, examples }: StartOptions,
): Promise<Service> {
  const metrics = new Metrics();
  const securityHeaders = apiSecurityHeaders(settings.PUBLIC_URL ?? '');
  const publicPath = pathOf(settings.PUBLIC_URL);
  const proxies = new ProxyWatch(settings.TRUST_PROXY !== 'false', () => {
    log.warn(`A request has forwarding headers. ${untrustedProxy}.`);
    noteForwarded(db).catch((err: unknown) => log.warn({ err }, 'the forwarded request could not be noted'));
  });
  const unauthenticated = new Unauthenticated(clientAddress(settings.TRUST_PROXY), {
    ...limits,
    perMinute: shareOf(limits.perMinute, settings.RATE_LIMIT_NODES),
  });
  const tracing = await openTracing(settings, version, log);
  const server = new HttpServer({
    log,
    tracing,
    metrics,
    securityHeaders,
    publicPath,
    brand: settings.BRAND_NAME,
    onRequest: proxies.look,
    unauthenticated,
    answerError: answerFormError,
    // Behind a proxy every connection has the proxy's address.
    limits: settings.TRUST_PROXY === 'false' ? {} : { perAddress: Infinity },
  });
  const port = await listenOn(server, settings);
  const url = publicUrlOf({ ...settings, PORT: port });

  const closers: (() => Promise<void>)[] = tracing ? [() => tracing.close()] : [];
  const workers: InterfaceParts['workers'] = [];
  workers.push(watchErasures(db, (err) => log.warn({ err }, 'a file waits for an erasure')));
  const probe = new ReadinessProbe(db, logWriting(log));
  logDamage(db, log);
  const open = async () => {
    await openInterfaces({
      settings,
      db,
      log,
      metrics,
      server,
      tracing,
      unauthenticated,
      url,
      probe,
      workers,
      closers,
      examples,
    });
    return listenForMetrics(settings, metrics, log);
  };
  const metricsServer = await open().catch(async (error: unknown) => {
    await abandon({ server, workers, closers });
    throw error;
  });
  await warn({ ...settings, PORT: port }, db, log);
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

/** Warns the operator of what is missing. */
async function warn(settings: Settings, db: Database, log: Logger): Promise<void> {
  const warnings = [
    ownSessionSecret(settings),
    proxyWarning(settings, await forwardedLately(db)),
    mailedLinksStayHere(settings),
  ];
  for (const warning of warnings) {
    if (warning !== undefined) log.warn(warning);
  }
  const key = await keyState(db);
  if (key === 'missing' || key === 'different') log.error(new SuppressionKeyProblem(key).message);
}
