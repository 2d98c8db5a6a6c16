import { phraseFor } from '../../../shared/value-words';
import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { listApiKeys, type ApiKeySummary } from '../../../auth/api-keys';
import { dataAccessFlags, type DataAccessFlag } from '../../../auth/rights';
import { createProvisioningKey } from '../../../auth/provisioning-keys';
import { firstDayShown, usageOf, type DayOfUsage } from '../../../store/access/usage';
import { provisioningKeysOf, revokeProvisioningKey } from '../../../store/access/provisioning-keys';
import { parameter, type CommandGroup } from '../command';
import { workspaceCommand } from '../workspace-command';
import { CliError } from '../exit-codes';
import { actAsOperator } from '../operator';
import { tableLines, timestamp } from '../text';

const flags = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(dataAccessFlags, `must be a comma-separated list of: ${dataAccessFlags.join(', ')}`)));

const expiry = z
  .string()
  .refine((text) => Date.parse(text) > Date.now(), 'must be a date in the future, such as 2027-12-31')
  .transform((text) => Date.parse(text));

function shown(key: ApiKeySummary, days: readonly DayOfUsage[] = []) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    status: key.status,
    dataAccess: key.dataAccess,
    canWrite: key.canWrite,
    mcp: key.mcp,
    createdAt: timestamp(key.createdAt),
    expiresAt: timestamp(key.expiresAt),
    revokedAt: timestamp(key.revokedAt),
    lastUsedAt: timestamp(key.lastUsedAt),
    createdBy: key.createdBy,
    usage: { days },
  };
}

const on = (key: ApiKeySummary) => dataAccessFlags.filter((flag) => key.dataAccess[flag]);

const create = workspaceCommand({
  name: 'create',
  summary: 'Create an API key and print it, once.',
  details: `Without --allow, every dataAccess flag is on except those of --deny. The flags: ${dataAccessFlags.join(', ')}.`,
  arguments: { name: parameter('<name>', 'what it is for', z.string().trim().min(1).max(200)) },
  options: {
    allow: parameter('--allow <flags>', 'only these dataAccess flags, comma-separated', flags.optional()),
    deny: parameter('--deny <flags>', 'not these dataAccess flags, comma-separated', flags.optional()),
    provisioning: parameter(
      '--provisioning',
      'a key that only manages members of the workspace (docs/consent-page.md)',
      z.boolean().default(false),
    ),
    write: parameter(
      '--write',
      'the key may also change leads, the watchlist and webhooks; needs the flag integrations',
      z.boolean().default(false),
    ),
    mcp: parameter(
      '--mcp',
      'the key may also speak at /mcp, with its flags as rights; needs MCP_API_KEYS=on',
      z.boolean().default(false),
    ),
    expires: parameter('--expires <date>', 'when it expires; default never', expiry.optional()),
  },
  examples: [
    'key create "CRM sync" -w "Acme Sales"',
    'key create reporting --allow workspace,analytics --expires 2027-12-31',
    'key create "CRM" --write',
    'key create "nightly report" --allow workspace,leads,analytics --mcp',
    'key create partner --deny leadContactData,leadContactEnrichment --json',
  ],
  async run({ db, organization, organizationId, workspace }, args, options, context) {
    if (options.provisioning) {
      if (options.allow || options.deny || options.expires || options.write || options.mcp) {
        throw new CliError(
          'usage',
          '--provisioning takes no other flags: such a key reads nothing and does not expire',
        );
      }
      const { id, key: secret } = await actAsOperator(db, 'create_provisioning_key', async () => {
        const answer = await createProvisioningKey(db, organizationId, args.name);
        const of = { organizationId, detail: args.name };
        return { answer, changed: { kind: 'provisioning_key', id: answer.id, ...of } };
      });
      return {
        data: { organizationId, id, name: args.name, key: secret, provisioning: true },
        lines: [
          `Created provisioning key ${args.name} of ${organization.name}`,
          `id   ${id}`,
          `key  ${secret}   (shown once)`,
        ],
      };
    }
    const denied = new Set<DataAccessFlag>(options.deny);
    const dataAccess = (options.allow ?? dataAccessFlags).filter((flag) => !denied.has(flag));
    if (dataAccess.length === 0)
      throw new CliError('usage', 'the key could read nothing: every dataAccess flag is off');
    const expiresAt = options.expires ?? null;
    const made = await action.createApiKey.act(workspace, {
      name: args.name,
      dataAccess,
      expiresAt,
      canWrite: options.write,
      mcp: options.mcp,
    });
    return {
      data: { organizationId, ...made },
      lines: [
        `Created key ${made.name} of ${organization.name}: ${dataAccess.join(', ')}`,
        `id   ${made.id}`,
        `key  ${made.key}   (shown once)`,
        ...(options.mcp && context.settings.MCP_API_KEYS === 'off'
          ? ['MCP_API_KEYS is off, so /mcp refuses this key: set it to on and restart `leadlight serve`.']
          : []),
      ],
    };
  },
});

const list = workspaceCommand({
  name: 'list',
  summary: "List a workspace's API keys, including ended ones.",
  examples: ['key list'],
  async run({ db, organizationId }) {
    const keys = await listApiKeys(db, organizationId);
    const ids = keys.map(({ id }) => id);
    const usage = await usageOf(db, organizationId, ids, firstDayShown(Date.now()));
    const provisioning = (await provisioningKeysOf(db, organizationId)).map((row) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      status: row.revoked_at === null ? 'ACTIVE' : 'REVOKED',
      lastUsedAt: timestamp(row.last_used_at),
    }));
    return {
      data: {
        organizationId,
        keys: keys.map((one) => shown(one, usage.get(one.id))),
        provisioningKeys: provisioning,
      },
      lines: tableLines(
        ['ID', 'NAME', 'BEGINS WITH', 'STATUS', 'LAST USED', 'ALLOWS'],
        keys
          .map((key) => [
            key.id,
            key.name,
            key.prefix,
            phraseFor(key.status),
            timestamp(key.lastUsedAt),
            on(key).join(', '),
          ])
          .concat(
            provisioning.map((row) => [
              row.id,
              row.name,
              row.prefix,
              phraseFor(row.status),
              row.lastUsedAt,
              'provisioning',
            ]),
          ),
      ),
    };
  },
});

const revoke = workspaceCommand({
  name: 'revoke',
  summary: 'End an API key. It is refused everywhere within 5 seconds.',
  arguments: { key: parameter('<key id>', 'from `key list`', z.uuid('is not an id').toLowerCase()) },
  examples: ['key revoke 0198c0de-0000-7000-8000-000000000000'],
  async run({ db, organizationId, workspace }, args) {
    const revoked = await actAsOperator(db, 'revoke_provisioning_key', async () => {
      const answer = await revokeProvisioningKey(db, organizationId, args.key, Date.now());
      const changed = { kind: 'provisioning_key', id: args.key, organizationId };
      return { answer, changed: answer ? changed : null };
    });
    if (revoked) {
      return { data: { keyId: args.key }, lines: [`Revoked key ${args.key}`] };
    }
    const data = await action.revokeApiKey.act(workspace, { keyId: args.key });
    return { data, lines: [`Revoked key ${args.key}`] };
  },
});

export const key: CommandGroup = {
  name: 'key',
  summary: 'API keys for the REST endpoints, and for /mcp where it is allowed.',
  commands: [create, list, revoke],
};
