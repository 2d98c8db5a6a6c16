/**
 * The authorization server behind the service's own listener and express app, with a clock that tests can turn and a probe
 * at the place of the MCP endpoint that says what an access token is good for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Router } from 'express';
import type { Logger } from 'pino';
import { apiPrefix, loadSettings, type Settings } from '../../../config/settings';
import { tokenOf } from '../../../src/interfaces/oauth/http';
import { oauthRouter, wellKnownRouter } from '../../../src/interfaces/oauth/router';
import { OauthService, type OauthOptions } from '../../../src/interfaces/oauth/service';
import { PersonSessions } from '../../../src/auth/person-sessions';
import { openSessions, type Sessions } from '../../../src/auth/sessions';
import { expressHandler } from '../../../src/http/app';
import { createLogger } from '../../../src/http/logging';
import { Metrics } from '../../../src/http/metrics';
import { apiSecurityHeaders } from '../../../src/http/security-headers';
import { HttpServer } from '../../../src/http/server';
import { Database } from '../../../src/database/database';
import { migrateUp } from '../../../src/store/facade/migrate';
import { insertInto } from '../../../src/database/define';
import { memberships, organizations, users, type Role } from '../../../src/store/tables/access';
import { v4 as uuid } from 'uuid';
import { systemClock } from '../../../src/jobs/clock';

export const sessionSecret = 'a session secret that only tests know 0123456789';

export interface TestServer {
  readonly db: Database;
  readonly oauth: OauthService;
  readonly sessions: Sessions;
  readonly settings: Settings;
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly issuer: string;
  readonly resource: string;
  readonly now: () => number;
  /** Lets time pass. */
  pass(milliseconds: number): void;
  /** Sets the machine's clock back, while time goes on. */
  setBack(milliseconds: number): void;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly databaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: Logger;
  readonly documents?: OauthOptions['documents'];
  readonly requestCeilings?: OauthOptions['requestCeilings'];
  readonly maximumClients?: number;
  readonly background?: boolean;
  /** Remembers attempts to connect. */
  readonly attemptsOf?: (db: Database) => OauthOptions['attempts'];
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-oauth-'));
  const settings = loadSettings({
    DATA_DIR: folder,
    DATABASE_URL: options.databaseUrl,
    SESSION_TOKEN_SECRET: sessionSecret,
    OAUTH_REGISTRATIONS_PER_HOUR: '100000',
    OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com,https://claude.ai',
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const log = options.log ?? createLogger(settings, { write: () => undefined });
  const db = await Database.open(settings.DATABASE_URL, { maxConnections: 10 });
  await migrateUp(db);
  let offset = 0;
  let passed = 0;
  const now = () => Date.now() + offset + passed;
  const securityHeaders = apiSecurityHeaders('');
  const server = new HttpServer({ log, metrics: new Metrics(), securityHeaders });
  const port = await server.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const elapsed = () => systemClock.monotonic() + passed;
  const sessions = openSessions({
    secret: settings.SESSION_TOKEN_SECRET,
    jwksUrl: settings.SESSION_TOKEN_JWKS_URL,
    issuer: settings.SESSION_TOKEN_ISSUER,
    dataDir: folder,
    clock: now,
    elapsed,
    onKeysFailure: (reason) => log.warn({ reason }, 'session keys'),
  });
  const oauth = await OauthService.open({
    db,
    publicUrl: url,
    settings,
    people: new PersonSessions(db, sessions, settings.SESSION_TOKEN_SUBJECT, now),
    log,
    clock: now,
    elapsed,
    attempts: options.attemptsOf?.(db),
    documents: options.documents,
    requestCeilings: options.requestCeilings,
    maximumClients: options.maximumClients,
    background: options.background ?? false,
  });
  const express = expressHandler({
    settings,
    site: { base: '' },
    mounts: [
      { path: '/', router: wellKnownRouter(oauth) },
      { path: `${apiPrefix}/mcp/oauth`, router: oauthRouter(oauth) },
      { path: `${apiPrefix}/mcp`, router: probe(oauth) },
    ],
    onUnexpected: (error: unknown) => log.error({ err: error }),
  });
  server.open([], express);
  return {
    db,
    oauth,
    sessions,
    settings,
    url,
    issuer: oauth.addresses.issuer,
    resource: oauth.addresses.resource,
    now,
    pass: (milliseconds) => (passed += milliseconds),
    setBack: (milliseconds) => (offset -= milliseconds),
    async close() {
      await server.stop(1_000);
      await oauth.close();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stands where the MCP endpoint stands: 200 with the connection, or 401. */
function probe(oauth: OauthService): Router {
  const router = Router();
  router.post('/', (req, res, next) => {
    oauth
      .verifyAccessToken(tokenOf(req) ?? '')
      .then((connection) => (connection ? res.json(connection) : res.status(401).json({ error: 'invalid_token' })))
      .catch(next);
  });
  return router;
}

export interface Person {
  readonly userId: string;
  readonly session: string;
}

export interface TestWorkspace {
  readonly organizationId: string;
  /** An active person of each role, and an inactive owner. */
  readonly people: Readonly<Record<Role | 'INACTIVE', Person>>;
}

/** What is needed to put people and workspaces into the database. */
export type Seedable = Pick<TestServer, 'db' | 'sessions'>;

export async function addWorkspace(server: Seedable, name = 'Northwind'): Promise<TestWorkspace> {
  const organizationId = uuid();
  const at = Date.now();
  await insertInto(server.db, organizations, [{ id: organizationId, name, revision: 0, created_at: at }]);
  const person = async (role: Role, active: 0 | 1): Promise<Person> => {
    const outsider = await addPerson(server);
    await insertInto(server.db, memberships, [
      {
        organization_id: organizationId,
        user_id: outsider.userId,
        role,
        active,
        created_at: at,
        updated_at: at,
        external_id: null,
        sessions_not_before: null,
      },
    ]);
    return outsider;
  };
  return {
    organizationId,
    people: {
      OWNER: await person('OWNER', 1),
      ADMIN: await person('ADMIN', 1),
      MEMBER: await person('MEMBER', 1),
      INACTIVE: await person('OWNER', 0),
    },
  };
}

/** A person who belongs to no workspace. */
export async function addPerson(server: Seedable): Promise<Person> {
  const userId = uuid();
  await insertInto(server.db, users, [
    {
      id: userId,
      email: `${userId}@example.com`,
      display_name: 'A Person',
      password_hash: null,
      sessions_not_before: null,
      proved_at: null,
      created_at: Date.now(),
    },
  ]);
  return { userId, session: server.sessions.mintSession(userId, 86_400) };
}
