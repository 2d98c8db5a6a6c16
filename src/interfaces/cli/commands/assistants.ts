import { z } from 'zod';
import type { Settings } from '../../../../config/settings';
import { PersonSessions } from '../../../auth/person-sessions';
import { openSessions } from '../../../auth/sessions';
import type { Database } from '../../../database/database';
import { knownDocument, vendors, type Vendor } from '../../../shared/vendors';
import { listMembers } from '../../../store/access/members';
import { listAttempts } from '../../../store/oauth/attempts';
import { findClient } from '../../../store/oauth/clients';
import { checkPublicAddress } from '../assistants/public-address';
import { postJson, replay, waysOf, type Replay, type StepResult } from '../assistants/replay';
import { discover, StepFailed, type Site } from '../assistants/site';
import { command, parameter, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { CliError, missing } from '../exit-codes';
import { mintSession } from '../operator-people';
import { tableLines, timestamp } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const attempts = command({
  name: 'attempts',
  summary: 'Show the last attempts of assistants to connect, newest first: the step, and why it was refused.',
  details:
    'The last 200 of seven days, without tokens, codes or addresses of people. Equal attempts in a row are one line. REQUEST is the X-Request-Id, which the log has too.',
  options: {
    limit: limitOption(200, 50),
  },
  examples: ['assistants attempts', 'assistants attempts --limit 200 --json'],
  async run(context, _args, options) {
    const db = await context.database();
    const found = (await listAttempts(db, options.limit)).map((row) => ({
      at: timestamp(row.at),
      times: row.times,
      step: row.step,
      outcome: row.outcome,
      clientId: row.client_id,
      clientName: row.client_name,
      organizationId: row.organization_id === '' ? null : row.organization_id,
      code: row.code,
      reason: row.reason,
      requestId: row.request_id === '' ? null : row.request_id,
    }));
    return {
      data: { attempts: found },
      lines: tableLines(
        ['AT', 'TIMES', 'STEP', 'OUTCOME', 'CLIENT', 'WHY', 'REQUEST'],
        found.map((one) => [
          one.at,
          one.times,
          one.step,
          one.outcome,
          one.clientName ?? one.clientId,
          [one.code, one.reason].filter(Boolean).join(': ') || null,
          one.requestId,
        ]),
      ),
    };
  },
});

const check = command({
  name: 'check',
  summary: 'Connect to the running service as each assistant does, and print every step.',
  details:
    'Replays the documents, registrations and requests of each vendor, as they were seen on the printed days: registration, authorization, ' +
    'consent, redemption, first call, refresh, call, end. It signs in as an owner or admin for ten minutes (in the audit log) and ends each ' +
    'connection that it makes; clients that it registered go after 30 days. With --public it asks PUBLIC_URL through its proxy, and also ' +
    'checks scheme, certificate, paths, answer times and clocks. The exit status is 6 if a step fails.',
  options: {
    workspace: workspaceOption,
    email: parameter(
      '--email <email>',
      'the owner or admin to sign in as; default the first one',
      z.string().optional(),
    ),
    public: parameter('--public', 'ask PUBLIC_URL, not the service on this machine', z.boolean().default(false)),
    only: parameter('--only <text>', 'only assistants whose name contains this', z.string().min(1).optional()),
  },
  examples: ['assistants check', 'assistants check --only codex', 'assistants check --public --json'],
  async run(context, _args, options) {
    const { settings } = context;
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const base = options.public ? publicAddress(settings) : localAddress(settings);
    const steps: StepResult[] = [];
    const tell = (step: StepResult) => void steps.push(step);
    if (options.public) await checkPublicAddress(base, tell);
    const site = await findService(base, tell);
    if (site) {
      const approve = await approver(db, settings, organization.id, options.email, site);
      const standInFor = async (clientId: string) => {
        const standIn = (await findClient(db, clientId))?.standIn;
        if (!standIn) return undefined;
        return `leads to the consent page, with a copy of the document: this service could not fetch it (${standIn.reason})`;
      };
      const name = options.only?.toLowerCase() ?? '';
      for (const vendor of vendors.filter(({ title }) => title.toLowerCase().includes(name)))
        for (const way of waysOf(vendor)) {
          if (way.by === 'document' && !site.takesDocuments) tell(notTaken(vendor, way.seen));
          else if (way.by === 'document' && !knownDocument(way.clientId)) tell(exampleAlone(vendor, way.seen));
          else await replay({ site, approve, standInFor, tell }, vendor, way);
        }
    }
    const healthy = steps.every(({ ok }) => ok);
    return {
      data: { address: base, healthy, steps },
      lines: tableLines(
        ['', 'ASSISTANT', 'BY', 'STEP', 'FOUND'],
        steps.map((one) => [one.ok ? 'ok' : 'FAILED', one.assistant, one.by, one.step, one.detail]),
      ),
      exit: healthy ? 'ok' : 'findings',
    };
  },
});

/** Where `serve` listens on this machine. */
function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const everywhere = ['0.0.0.0', '::'];
  const host = everywhere.includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

function publicAddress({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/$/, '');
  throw new CliError('usage', '--public needs PUBLIC_URL: the address at which assistants reach the service');
}

/** @returns undefined when it was not found; then a line says why. */
async function findService(base: string, tell: (step: StepResult) => void): Promise<Site | undefined> {
  const line = { assistant: 'any', by: 'service', step: 'discovery' };
  try {
    const { site, details } = await discover(base);
    for (const detail of details) tell({ ...line, ok: true, detail });
    return site;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    tell({ ...line, ok: false, detail: `${error.message}; is \`leadlight serve\` running?` });
    return undefined;
  }
}

/** What the person's browser does on the consent page. @returns undefined where this service does not sign people in. */
async function approver(
  db: Database,
  settings: Settings,
  organizationId: string,
  email: string | undefined,
  site: Site,
): Promise<Replay['approve']> {
  if (settings.SESSION_TOKEN_JWKS_URL !== undefined) return undefined;
  const wanted = email?.toLowerCase();
  const person = (await listMembers(db, organizationId)).find(
    (one) => one.active && one.role !== 'MEMBER' && (wanted === undefined || one.email.toLowerCase() === wanted),
  );
  if (!person) throw missing('active owner or admin', email ?? 'any');
  const sessions = openSessions({
    secret: settings.SESSION_TOKEN_SECRET,
    issuer: settings.SESSION_TOKEN_ISSUER,
    dataDir: settings.DATA_DIR,
  });
  const who = { id: person.userId, email: person.email };
  const token = await mintSession(db, new PersonSessions(db, sessions), who, sessionSeconds);
  return (requestToken) =>
    postJson(
      site.authorizeEndpoint.replace(/\/authorize$/, '/authorize/complete'),
      { requestToken, organizationId, approved: true },
      { authorization: `Bearer ${token}` },
    );
}

/** How long the session of a check lasts. */
const sessionSeconds = 600;

/** A document whose address holds an id that the vendor makes: the one of the fixture is published nowhere. */
const exampleAlone = ({ title }: Vendor, seen: string): StepResult => ({
  assistant: title,
  by: `document of ${seen}`,
  step: 'document',
  ok: true,
  detail: 'not tried: each connector has a document of its own, and this one is an example',
});

/** An assistant's document where OAUTH_CLIENT_DOCUMENTS is off. */
function notTaken({ title, registrations }: Vendor, seen: string): StepResult {
  const registers = registrations.length > 0;
  return {
    assistant: title,
    by: `document of ${seen}`,
    step: 'document',
    ok: registers,
    detail: registers
      ? 'not taken: OAUTH_CLIENT_DOCUMENTS is off, so it registers'
      : 'cannot connect: OAUTH_CLIENT_DOCUMENTS is off, and it is not known to register',
  };
}

export const assistants: CommandGroup = {
  name: 'assistants',
  summary: 'How assistants connect: what they tried, and why it did not work.',
  commands: [check, attempts],
};
