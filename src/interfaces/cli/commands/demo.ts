import { dirname, join } from 'node:path';
import { apiPrefix, type Settings } from '../../../../config/settings';
import { makeLink } from '../../../auth/one-time-links';
import { PersonSessions } from '../../../auth/person-sessions';
import type { Database } from '../../../database/database';
import { findUserByEmail } from '../../../store/access/members';
import { openSessions } from '../../../auth/sessions';
import { migrateUp } from '../../../store/facade/migrate';
import { command } from '../command';
import { demoParameters } from '../demo-parameters';
import { operatorWorkspace } from '../operator';
import { demoKey, demoUsers, readDemoFile, writeDemoFile, type DemoFile } from '../demo-credentials';
import { findExamples } from '../../../demo/examples';
import { demoWorkspaces, loadDemoWorkspace } from '../../../demo/workspaces';
import { CliError } from '../exit-codes';
import { networkOf } from '../../../ingest/import/network-setting';
import { stopMs } from '../../../service/stopping';
import { endWithin, untilSignal } from '../until-signal';

export const demo = command({
  name: 'demo',
  summary: 'Migrate, load three fictional workspaces from export files, and serve them.',
  details:
    'Keys, passwords and session tokens are written to DATA_DIR/demo.json, which only you can read. A second run keeps what ' +
    'exists and renews the session tokens. Not for production: it adds people with known passwords to the database.',
  examples: ['demo', 'demo   # with PORT=8080 DATA_DIR=./demo-data in the environment'],
  async run(context) {
    const { settings, terminal } = context;
    const db = await context.database({ anySchema: true, create: true });
    await migrateUp(db);
    const places = {
      examples: examplesFolder(),
      rejects: settings.DATA_DIR,
      network: networkOf(settings),
      now: Date.now(),
    };
    const say = (line: string) => (context.json ? terminal.err(line) : terminal.out(line));
    const organizationId = await loadDemoWorkspace(db, demoWorkspaces.main, places, say);
    const otherId = await loadDemoWorkspace(db, demoWorkspaces.other, places, say);
    await loadDemoWorkspace(db, demoWorkspaces.spanish, places, say);

    const path = join(settings.DATA_DIR, 'demo.json');
    const former = readDemoFile(path);
    const { SESSION_TOKEN_SECRET: secret, SESSION_TOKEN_ISSUER: issuer, DATA_DIR: dataDir } = settings;
    const foreign = settings.SESSION_TOKEN_JWKS_URL !== undefined;
    if (foreign)
      say('SESSION_TOKEN_JWKS_URL is set: the demo makes no session tokens. Your application signs people in.');
    const sessions = foreign ? undefined : new PersonSessions(db, openSessions({ secret, issuer, dataDir }));
    const { people } = demoWorkspaces.main;
    const made: Omit<DemoFile, 'baseUrl'> = {
      organizationId,
      apiKey: await demoKey(context, db, organizationId, former?.apiKey),
      otherOrganization: {
        organizationId: otherId,
        apiKey: await demoKey(context, db, otherId, former?.otherOrganization.apiKey),
      },
      users: await demoUsers(db, organizationId, people, sessions, former?.users ?? []),
    };

    const served = withDiscovery(settings, places.examples);
    const examples = await demoParameters(operatorWorkspace({ settings: served }, db, organizationId));
    const service = await context.startService(served, { examples });
    const stopped = untilSignal();
    const content: DemoFile = { baseUrl: `${service.url}${apiPrefix}`, ...made };
    writeDemoFile(path, content);
    const address = await signInAddress(db, `${service.url}/app`, made.users[0]?.email);
    const others = await Promise.all(
      [demoWorkspaces.other, demoWorkspaces.spanish].map(
        async ({ name, people: [owner] }) =>
          `  ${name.padEnd(10)} ${await signInAddress(db, `${service.url}/app`, owner.email)}`,
      ),
    );
    for (const line of context.json ? [] : welcome(service.url, address, content, path, others)) terminal.out(line);
    await stopped;
    await endWithin(stopMs, () => service.stop());
    return { data: { url: service.url, stopped: true }, lines: [] };
  },
});

/** Puts posts that are not imported yet into a folder for discoveries, unless the settings name a source. */
function withDiscovery(settings: Settings, examples: string): Settings {
  if (settings.DISCOVERY_SOURCE !== 'none') return settings;
  return { ...settings, DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: join(dirname(examples), 'discovery') };
}

function examplesFolder(): string {
  const found = findExamples();
  if (!found) throw new CliError('failed', 'examples/exports is not part of this installation');
  return found;
}

/** The console's address as a link that signs the owner in once. */
async function signInAddress(db: Database, consoleUrl: string, email: string | undefined): Promise<string> {
  const owner = email === undefined ? undefined : await findUserByEmail(db, email);
  return owner ? makeLink(db, { kind: 'SIGN_IN', userId: owner.id, createdBy: null }, consoleUrl) : consoleUrl;
}

function welcome(
  url: string,
  address: string,
  { baseUrl, apiKey, users }: DemoFile,
  path: string,
  others: readonly string[],
): string[] {
  const [owner] = users;
  return [
    '',
    `Leadlight is ready: ${url}`,
    '',
    `  Console    ${address}`,
    '             this link signs you in once, within an hour; afterwards use the address and password below',
    '',
    '  The other two companies, each with its own owner. Each link signs the owner in once:',
    ...others,
    '',
    `  API key    ${apiKey}`,
    `  Try it     curl -H "Authorization: Bearer ${apiKey}" "${baseUrl}/customer/leads?leadTier=PRIORITY&limit=3"`,
    `  API docs   ${baseUrl}/docs`,
    '',
    '  Connect an assistant (it opens a browser; sign in there and approve):',
    `  MCP URL    ${baseUrl}/mcp`,
    `  Claude     claude mcp add --transport http leadlight ${baseUrl}/mcp`,
    `  VS Code    code --add-mcp '${JSON.stringify({ name: 'leadlight', type: 'http', url: `${baseUrl}/mcp` })}'`,
    `  Sign in    ${owner?.email ?? ''}  ${owner?.password ?? ''}`,
    '',
    `  Everything else is in ${path}. Stop with Ctrl+C.`,
  ];
}
