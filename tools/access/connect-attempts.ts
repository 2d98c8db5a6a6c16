import { z } from 'zod';
import { knownDocument } from '../../src/shared/vendors';
import { attemptOutcomes, attemptSteps, type AttemptRow } from '../../src/store/tables/oauth';
import { printDate } from '../dates';
import { defineQuery } from '../define';
import { input } from '../fields';
import { timestamp } from '../schemas/values';
import { othersWordsOrNull } from '../words-of-others';

/** Most attempts in one answer: all that are kept. */
const most = 200;

/**
 * Codes whose reason quotes what was sent, or says what this service found at an address that anybody can name: before a workspace is
 * known, that is nothing for other workspaces, and no way to look into the operator's network.
 */
const forOperator: ReadonlySet<string> = new Set(['invalid_redirect_uri', 'invalid_client_metadata', 'invalid_client']);
const askOperator = 'It was refused. The operator finds why with `leadlight assistants attempts`.';

/**
 * The metadata document of an application. Of one that could not be read and that no vendor is known for, the host alone: anybody can
 * present such an address, and every workspace sees it.
 */
function documentOf({
  client_id: id,
  client_name: name,
}: Pick<AttemptRow, 'client_id' | 'client_name'>): string | null {
  if (!id?.startsWith('https://') || !URL.canParse(id)) return null;
  return name !== null || knownDocument(id) ? id : new URL(id).host;
}

export const listConnectAttempts = defineQuery({
  name: 'list_connect_attempts',
  title: 'List recent attempts to connect',
  description:
    'Lists what assistants tried when they connected, newest first: the step, whether it succeeded, and why not. Kept for seven days, 200 at most. Steps before consent belong to no workspace, so every workspace sees them, without names that applications gave themselves.',
  right: 'readConnections',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        at: timestamp('When it was last tried.'),
        times: z.int().min(1).describe('How often in a row.'),
        step: z.enum(attemptSteps).describe('What was tried.'),
        outcome: z.enum(attemptOutcomes).describe('`refused`: for the given reason. `failed`: by a fault here.'),
        client: othersWordsOrNull(
          'Name or metadata document of the application; its host alone if the document is not known. Null if nothing is.',
        ),
        code: z.string().nullable().describe('Code of the error.'),
        reason: othersWordsOrNull('Why it was refused, in a sentence.'),
        requestId: z
          .string()
          .nullable()
          .describe('X-Request-Id, as in the log. Null for a decision on the consent page.'),
      }),
    ),
  }),
  async run({ store }) {
    const rows = await store.admin.connectAttempts(most);
    return {
      data: rows.map((row) => {
        const isOwn = row.organization_id !== '';
        const document = documentOf(row);
        const isVendors = row.client_id !== null && knownDocument(row.client_id) !== undefined;
        const hidden = !isOwn && !isVendors && forOperator.has(row.code ?? '');
        return {
          at: printDate(row.at),
          times: row.times,
          step: row.step,
          outcome: row.outcome,
          client: isOwn ? (row.client_name ?? document) : document,
          code: row.code,
          reason: hidden ? askOperator : row.reason,
          requestId: row.request_id === '' ? null : row.request_id,
        };
      }),
    };
  },
});
