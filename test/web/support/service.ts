/** The authorization server with the built-in consent page and people who can sign in to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPrefix, loadSettings } from '../../../config/settings';
import { hashPassword } from '../../../src/access/passwords';
import { openSessions, type Sessions } from '../../../src/access/sessions';
import { createApp } from '../../../src/http/app';
import { ReadinessProbe } from '../../../src/http/health';
import { createLogger } from '../../../src/http/logging';
import { Metrics } from '../../../src/http/metrics';
import { apiSecurityHeaders } from '../../../src/http/security-headers';
import { HttpServer } from '../../../src/http/server';
import { oauthRouter } from '../../../src/oauth/router';
import { OauthService } from '../../../src/oauth/service';
import { addMember } from '../../../src/store/admin/members';
import { createOrganization } from '../../../src/store/admin/organizations';
import { Database } from '../../../src/store/database';
import { migrateUp } from '../../../src/store/migrate';
import type { Role } from '../../../src/store/tables/access';
import { consentCalls } from '../../../src/web/consent-request';
import { webRouter } from '../../../src/web/router';

export interface ConsentService {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly db: Database;
  readonly sessions: Sessions;
  /** What went wrong inside, for asserting that nothing did. */
  readonly unexpected: unknown[];
  close(): Promise<void>;
}

export async function startConsentService(env: Readonly<Record<string, string>> = {}): Promise<ConsentService> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-web-'));
  const settings = loadSettings({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    OAUTH_REGISTRATIONS_PER_HOUR: '1000',
    ...env,
  });
  const log = createLogger(settings);
  const db = await Database.open(settings.DATABASE_URL);
  await migrateUp(db);
  const unexpected: unknown[] = [];
  const server = new HttpServer({ log, metrics: new Metrics(), securityHeaders: apiSecurityHeaders('') });
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  const sessions = openSessions({ jwksUrl: settings.SESSION_TOKEN_JWKS_URL, dataDir: folder });
  const oauth = await OauthService.open({ db, publicUrl: url, settings, sessions, log, background: false });
  const web = webRouter({
    db,
    sessions,
    signsIn: settings.SESSION_TOKEN_JWKS_URL === undefined,
    publicUrl: settings.PUBLIC_URL ?? url,
    calls: consentCalls(() => `${url}${apiPrefix}/mcp/oauth/authorize`),
    onUnexpected: (error) => unexpected.push(error),
  });
  const mounts = [
    { path: `${apiPrefix}/mcp/oauth`, router: oauthRouter(oauth) },
    { path: '/', router: web },
  ];
  server.open(
    [],
    createApp({
      settings,
      readiness: new ReadinessProbe(db),
      metrics: new Metrics(),
      mounts,
      onUnexpected: (error) => unexpected.push(error),
    }),
  );
  return {
    url,
    db,
    sessions,
    unexpected,
    async close() {
      await server.stop(1_000);
      await oauth.close();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const password = 'a password for tests';

/** One hash serves all people of a test file: scrypt is slow on purpose. */
let hashed: Promise<string> | undefined;

/** A person with these places in workspaces, which are made when they are new. Signs in with `password`. */
export async function person(
  { db }: Pick<ConsentService, 'db'>,
  email: string,
  places: Readonly<Record<string, Role | 'INACTIVE'>>,
): Promise<void> {
  hashed ??= hashPassword(password);
  for (const [name, role] of Object.entries(places)) {
    const known = await createOrganization(db, name);
    const [row] = known
      ? [known]
      : await db.select<{ id: string }>('SELECT id FROM organizations WHERE name = ?', [name]);
    if (!row) throw new Error(`no workspace ${name}`);
    await addMember(db, {
      organizationId: row.id,
      email,
      displayName: email,
      role: role === 'INACTIVE' ? 'MEMBER' : role,
      active: role !== 'INACTIVE',
      passwordHash: await hashed,
    });
  }
}
