import { z } from 'zod';
import { newApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { invalid, OperationError } from '../../src/shared/errors';
import { printDateOrNull } from '../dates';
import { defineAction } from '../define';
import { dataAccessSchema } from './get-workspace-access';
import { timestampOrNull } from '../schemas/values';

/** The most API keys of a workspace that work. Ended ones do not count. */
const mostKeys = 100;

export const createApiKey = defineAction({
  name: 'create_api_key',
  title: 'Create an API key',
  description:
    'Creates an API key of the workspace. Only this answer shows the key, because only its hash is stored. A workspace has at most 100 keys that work.',
  right: 'manageKeys',
  rest: null,
  input: z.strictObject({
    name: z.string().trim().min(1).max(200).describe('What it is for.'),
    dataAccess: z
      .array(z.enum(dataAccessFlags))
      .min(1)
      .max(dataAccessFlags.length)
      .describe('The dataAccess flags that are on. All others are off.'),
    expiresAt: z
      .int()
      .nullable()
      .default(null)
      .refine((at) => at === null || at > Date.now(), 'must be in the future')
      .describe('When it stops working, in epoch milliseconds. Null: never.'),
    canWrite: z
      .boolean()
      .default(false)
      .describe('Whether it may change leads, the watchlist and webhooks. Needs the flag integrations.'),
  }),
  output: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('First characters of the key, as lists show it.'),
    dataAccess: dataAccessSchema,
    canWrite: z.boolean().describe('Whether it may change things.'),
    expiresAt: timestampOrNull('When it stops working. Null: never.'),
    key: z.string().describe('The key itself. It cannot be shown again.'),
  }),
  async run({ writes, organizationId }, { name, dataAccess, expiresAt, canWrite }) {
    if (canWrite && !dataAccess.includes('integrations')) {
      throw invalid({ path: 'canWrite', message: 'needs the dataAccess flag integrations' });
    }
    const now = Date.now();
    const { row, secret } = newApiKey({ organizationId, name, dataAccess, expiresAt, canWrite }, now);
    // One after the other, so that concurrent requests cannot all pass the same count.
    await writes.inTurn(async () => {
      if ((await writes.liveApiKeys(now)) >= mostKeys) {
        throw new OperationError(
          'conflict',
          `A workspace has at most ${mostKeys} API keys that work: revoke one first.`,
        );
      }
      await writes.insertApiKey(row);
    });
    const { id, prefix } = row;
    return {
      answer: {
        id,
        name,
        prefix,
        dataAccess: { ...dataAccessOf(dataAccess) },
        canWrite,
        expiresAt: printDateOrNull(expiresAt),
        key: secret,
      },
      changed: { kind: 'api_key', id, detail: `${name} (${prefix}…)${canWrite ? ', may write' : ''}` },
    };
  },
});
