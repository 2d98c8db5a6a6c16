/** Commands that set up digests of the leads and send one now. */
import { z } from 'zod';
import { action, query } from '../../../../tools/catalogue';
import type { Database } from '../../../database/database';
import { readDigestTarget, type DigestTarget } from '../../../digest/subscriptions';
import { sendNow } from '../../worker/digest-job';
import { outgoingOf } from '../../../digest/send';
import { NotHandedOver } from '../../../shared/mail';
import { networkOf } from '../../../ingest/import/network-setting';
import { listMembers, normalizeEmail } from '../../../store/access/members';
import { findDigest, listDigests } from '../../../store/digests/digests';
import { languages } from '../../../words/languages';
import { digestAudiences, type DigestRow } from '../../../store/tables/digests';
import { parameter, type CommandGroup } from '../command';
import { listCommand } from '../list-command';
import { workspaceCommand } from '../workspace-command';
import { CliError, missing } from '../exit-codes';
import { actAsOperator, onlyHere } from '../operator';

const given = z.uuid('is not an id').toLowerCase();

/** The member whose leads the digest holds: the named one, or the one with the mail address. */
async function ownerOf(db: Database, organizationId: string, target: DigestTarget, named: string | undefined) {
  const email = named ?? (target.channel === 'mail' ? target.address : undefined);
  if (email === undefined) throw new CliError('usage', '--owner is required: the member whose leads the digest holds');
  const wanted = normalizeEmail(email);
  const found = (await listMembers(db, organizationId)).find((member) => member.active && member.email === wanted);
  if (!found) throw new CliError('not_found', `No active member has the address ${email}; name one with --owner`);
  return found.userId;
}

const add = workspaceCommand({
  name: 'add',
  summary: 'Send a digest by a schedule: whom to call and why, who moved up, who is new.',
  details: 'At most one message a day, and none when there is nothing new. docs/digest.md says what it holds.',
  options: {
    to: parameter(
      '--to <address>',
      'mailto:ADDRESS, or slack: and the https address of an incoming webhook',
      z.string(),
    ),
    for: parameter(
      '--for <whom>',
      'owner: the leads of one member; workspace: all leads',
      z.enum(digestAudiences, `must be one of ${digestAudiences.join(', ')}`),
    ),
    owner: parameter(
      '--owner <email>',
      'with --for owner: the member whose leads to send; default the address of mailto:',
      z.string().optional(),
    ),
    schedule: parameter('--schedule <cron>', 'five cron fields: minute hour day month weekday', z.string()),
    timeZone: parameter('--time-zone <zone>', 'IANA time zone, such as Europe/Berlin', z.string().default('UTC')),
    language: parameter(
      '--language <code>',
      `language of what it says: ${languages.join(' or ')}; default en`,
      z.enum(languages, `must be one of ${languages.join(', ')}`).optional(),
    ),
  },
  examples: [
    'digest add --to mailto:ana@example.com --for owner --schedule "0 8 * * 1-5" --time-zone Europe/Berlin',
    'digest add --to slack:https://hooks.slack.com/services/T0/B0/x --for workspace --schedule "0 8 * * 1"',
  ],
  async run({ db, organizationId, workspace }, _args, given, context) {
    const { to, for: audience, owner, schedule, timeZone, language } = given;
    const outgoing = outgoingOf(context.settings);
    const target = readDigestTarget(to, outgoing.allowedHosts);
    if ('problem' in target) throw new CliError('usage', `--to ${target.problem}`);
    if (audience === 'workspace' && owner !== undefined) throw new CliError('usage', '--owner goes with --for owner');
    const ownerId = audience === 'owner' ? await ownerOf(db, organizationId, target, owner) : undefined;
    const { data } = await action.addDigest.act(workspace, {
      ...{ to, for: audience, schedule, timeZone },
      ...(ownerId === undefined ? {} : { ownerId }),
      ...(language === undefined ? {} : { mailLanguage: language }),
    });
    return {
      data: { organizationId, ...data },
      lines: [
        `Digest ${data.id} to ${data.to}, first ${data.nextAt ?? ''}`,
        ...(target.channel === 'mail' && outgoing.smtpUrl === undefined
          ? ['  SMTP_URL is not set: no mail is sent until it is.']
          : []),
        ...onlyHere(context),
      ],
    };
  },
});

const list = listCommand({
  name: 'list',
  summary: 'List the digests of a workspace, and when each is sent next.',
  examples: ['digest list --json'],
  query: query.listDigests,
  input: () => ({}),
  rows: 'digests',
  columns: {
    ID: 'id',
    STATUS: 'status',
    TO: 'to',
    FOR: 'for',
    SCHEDULE: 'schedule',
    'TIME ZONE': 'timeZone',
    LANGUAGE: 'mailLanguage',
    NEXT: 'nextAt',
  },
});

const remove = workspaceCommand({
  name: 'remove',
  summary: 'Remove a digest.',
  arguments: { id: parameter('<digest id>', 'from `digest list`', given) },
  examples: ['digest remove 0198c0de-0000-7000-8000-000000000000'],
  async run({ workspace }, { id }) {
    await action.removeDigest.act(workspace, { id });
    return { data: { id, removed: true }, lines: [`Removed digest ${id}`] };
  },
});

async function chosen(db: Database, organizationId: string, id: string | undefined): Promise<readonly DigestRow[]> {
  if (id === undefined) return (await listDigests(db, organizationId)).filter((row) => row.status === 'ACTIVE');
  const found = await findDigest(db, organizationId, id);
  if (!found) throw missing('digest', id);
  if (found.status !== 'ACTIVE')
    throw new CliError('conflict', `Digest ${id} was unsubscribed: remove it and add another`);
  return [found];
}

const send = workspaceCommand({
  name: 'send',
  summary: 'Send a digest of a workspace now, or all of them. Without news nothing is sent.',
  arguments: {
    id: parameter('[digest id]', 'from `digest list`; default all active ones', given.optional()),
  },
  examples: ['digest send', 'digest send 0198c0de-0000-7000-8000-000000000000'],
  async run({ db, organizationId }, { id }, _options, context) {
    const parts = { outgoing: outgoingOf(context.settings), network: networkOf(context.settings) };
    const results: { id: string; to: string; sent: boolean; error: string | null }[] = [];
    for (const row of await chosen(db, organizationId, id)) {
      try {
        const sent = await sendNow(db, parts, row, Date.now());
        results.push({ id: row.id, to: row.shown, sent, error: null });
      } catch (error) {
        if (!(error instanceof NotHandedOver)) throw error;
        results.push({ id: row.id, to: row.shown, sent: false, error: error.message });
      }
      if (results.at(-1)?.sent !== true) continue;
      await actAsOperator(db, 'send_digest', () =>
        Promise.resolve({ answer: undefined, changed: { kind: 'digest', id: row.id, organizationId } }),
      );
    }
    const lines = results.map(
      (one) => `${one.id} ${one.error ?? (one.sent ? `sent to ${one.to}` : 'nothing new, nothing sent')}`,
    );
    if (results.some((one) => one.error !== null)) throw new CliError('failed', lines.join('; '));
    return {
      data: { organizationId, digests: results },
      lines: lines.length > 0 ? [...lines, ...onlyHere(context)] : ['There is no active digest.'],
    };
  },
});

export const digest: CommandGroup = {
  name: 'digest',
  summary: 'Digests by mail or Slack: whom to call, who moved up and who is new (docs/digest.md).',
  commands: [add, list, remove, send],
};
