import { z } from 'zod';
import { summaryOf } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { printDate, printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import { input } from '../fields';
import { shownUsage, usageSchema } from '../schemas/usage';
import { timestamp, timestampOrNull, uuid } from '../schemas/values';
import { dataAccessSchema } from './get-workspace-access';

export const listApiKeys = defineQuery({
  name: 'list_api_keys',
  title: 'List API keys',
  description:
    'Lists the API keys of the workspace, newest first, including ended ones: the last 500, for 400 days. The keys themselves are not stored.',
  right: 'manageKeys',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        id: uuid('Key id, uuid.'),
        name: z.string().describe('What it is for.'),
        prefix: z.string().describe('First characters of the key.'),
        status: z.enum(['ACTIVE', 'EXPIRED', 'REVOKED']).describe('Whether it works.'),
        dataAccess: dataAccessSchema,
        canWrite: z.boolean().describe('Whether it may change leads, the watchlist and webhooks.'),
        mcp: z.boolean().describe('Whether it may speak at the MCP endpoint, where MCP_API_KEYS is on.'),
        createdAt: timestamp('When it was created.'),
        expiresAt: timestampOrNull('When it stops working. Null: never.'),
        revokedAt: timestampOrNull('When it was revoked.'),
        lastUsedAt: timestampOrNull('When it was last used, to about a minute.'),
        usage: usageSchema,
        createdBy: z
          .strictObject({
            id: uuid('User id, uuid.'),
            displayName: z.string().nullable().describe('Display name. Null if they are no longer a member.'),
            left: z.boolean().describe('Whether they have left the workspace or were deactivated.'),
          })
          .nullable()
          .describe('Who made it. Null: the operator, or a key made before this was stored.'),
      }),
    ),
    flags: z.array(z.enum(dataAccessFlags)).describe('The dataAccess flags that a key can have, in their order.'),
  }),
  async run({ store }) {
    const rows = await store.admin.apiKeys();
    const now = Date.now();
    const usage = await store.admin.usage(
      rows.map(({ id }) => id),
      now,
    );
    const members = new Map((await store.admin.members()).map((one) => [one.userId, one]));
    return {
      flags: [...dataAccessFlags],
      data: rows.reverse().map((row) => {
        const {
          organizationId: _own,
          dataAccess,
          createdAt,
          expiresAt,
          revokedAt,
          lastUsedAt,
          createdBy,
          ...rest
        } = summaryOf(row, now);
        return {
          ...rest,
          dataAccess: { ...dataAccess },
          createdAt: printDate(createdAt),
          expiresAt: printDateOrNull(expiresAt),
          revokedAt: printDateOrNull(revokedAt),
          lastUsedAt: printDateOrNull(lastUsedAt),
          usage: shownUsage(usage.get(rest.id)),
          createdBy:
            createdBy === null
              ? null
              : {
                  id: createdBy,
                  displayName: members.get(createdBy)?.displayName ?? null,
                  left: members.get(createdBy)?.active !== true,
                },
        };
      }),
    };
  },
});
