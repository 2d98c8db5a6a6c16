import { z } from 'zod';
import { newApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { invalid, OperationError } from '../../src/shared/errors';
import { printDateOrNull } from '../dates';
import { defineAction } from '../define';
import { givenName } from '../fields';
import { dataAccessSchema } from './get-workspace-access';
import { timestampOrNull } from '../schemas/values';

/** The most API keys that work. Ended ones do not count. */
const mostKeys = {
  /** In one workspace. */
  all: 100,
  /** Made by one owner or admin, so that one person cannot take all places. Keys that the operator makes have no such limit. */
  ofOne: 20,
} as const;
/** The most ended keys that a workspace keeps. The clean-up job removes them by age as well. */
const mostEnded = 500;

export const createApiKey = defineAction({
  name: 'create_api_key',
  title: 'Create an API key',
  description: `Creates an API key of the workspace. Only this answer shows the key, because only its hash is stored. A workspace has at most ${mostKeys.all} keys that work, and one person makes at most ${mostKeys.ofOne} of them.`,
  right: 'manageKeys',
  rest: null,
  inTurn: true,
  input: z.strictObject({
    name: givenName.min(1).max(200).describe('What it is for.'),
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
    mcp: z
      .boolean()
      .default(false)
      .describe('Whether it may also speak at the MCP endpoint, where the operator set MCP_API_KEYS to on.'),
  }),
  output: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('First characters of the key, as lists show it.'),
    dataAccess: dataAccessSchema,
    canWrite: z.boolean().describe('Whether it may change things.'),
    mcp: z.boolean().describe('Whether it may speak at the MCP endpoint.'),
    expiresAt: timestampOrNull('When it stops working. Null: never.'),
    key: z.string().describe('The key itself. It cannot be shown again.'),
  }),
  async run({ writes, organizationId, caller }, { name, dataAccess, expiresAt, canWrite, mcp }) {
    if (canWrite && !dataAccess.includes('integrations')) {
      throw invalid({ path: 'canWrite', message: 'needs the dataAccess flag integrations' });
    }
    const now = Date.now();
    const createdBy = caller.kind === 'session' ? caller.userId : null;
    const { row, secret } = newApiKey({ organizationId, name, dataAccess, expiresAt, canWrite, mcp, createdBy }, now);
    expectRoom(await writes.makersOfApiKeys(now), createdBy);
    await writes.dropSurplusEndedKeys(mostEnded, now);
    await writes.insertApiKey(row);
    const { id, prefix } = row;
    return {
      answer: {
        id,
        name,
        prefix,
        dataAccess: { ...dataAccessOf(dataAccess) },
        canWrite,
        mcp,
        expiresAt: printDateOrNull(expiresAt),
        key: secret,
      },
      changed: {
        kind: 'api_key',
        id,
        detail: `${name} (${prefix}…)${canWrite ? ', may write' : ''}${mcp ? ', at MCP too' : ''}`,
      },
    };
  },
});

/** @param makers of the keys that work. @throws OperationError `conflict` when there are too many. */
function expectRoom(makers: readonly (string | null)[], createdBy: string | null): void {
  if (makers.length >= mostKeys.all) {
    throw new OperationError(
      'conflict',
      `A workspace has at most ${mostKeys.all} API keys that work: revoke one first.`,
    );
  }
  if (createdBy !== null && makers.filter((maker) => maker === createdBy).length >= mostKeys.ofOne) {
    throw new OperationError(
      'conflict',
      `One person makes at most ${mostKeys.ofOne} API keys that work in a workspace: revoke one of yours first, or have another owner or admin make it.`,
    );
  }
}
