import { z } from 'zod';
import { scopes } from '../../src/auth/rights';
import { storedScopes } from '../../src/auth/scope';
import { printDate, printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import { input } from '../fields';
import { timestamp, timestampOrNull, uuid } from '../schemas/values';
import { othersWords } from '../words-of-others';

/** Few requests of a person wait at the same time, and answered ones are kept for 30 days. */
const most = 100;

const statuses = ['WAITING', 'PERMITTED', 'REFUSED', 'TAKEN_BACK'] as const;

export const listOwnAccessRequests = defineQuery({
  name: 'list_own_access_requests',
  title: 'List my requests for apps',
  description:
    "Lists the caller's own requests for apps that need the permission of an owner or admin, newest first, with the answers. Requests are kept for 30 days.",
  right: 'readConnections',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        accessRequestId: uuid('Request id, uuid.'),
        clientName: othersWords('Name that the app gave when it registered.'),
        redirectHost: z.string().describe('Host that the app returns to.'),
        scopes: z.array(z.enum(scopes)).describe('The requested scopes.'),
        requestedAt: timestamp('When it was asked.'),
        status: z.enum(statuses).describe('TAKEN_BACK: it was permitted, and the permit is gone since.'),
        permittedScopes: z.array(z.enum(scopes)).describe('What members may connect of it now.'),
        answeredAt: timestampOrNull('When it was answered.'),
        answeredBy: z
          .string()
          .nullable()
          .describe('Name of the member who answered. Null for the operator, or a former member.'),
      }),
    ),
  }),
  async run({ store: { admin }, caller }) {
    if (caller.kind !== 'session') return { data: [] };
    const rows = await admin.accessRequestsOf(caller.userId, most);
    const answered = rows.some((row) => row.answer !== null);
    const permits = new Map(answered ? (await admin.permits()).map((row) => [row.app, storedScopes(row.scopes)]) : []);
    const members = new Map(answered ? (await admin.members()).map((one) => [one.userId, one]) : []);
    return {
      data: rows.map((row) => {
        const permitted = permits.get(row.client_id);
        const by = members.get(row.answered_by ?? '');
        return {
          accessRequestId: row.id,
          clientName: row.client_name,
          redirectHost: row.redirect_host,
          scopes: [...storedScopes(row.scopes)],
          requestedAt: printDate(row.created_at),
          status: statusOf(row.answer, permitted !== undefined),
          permittedScopes: [...(permitted ?? [])],
          answeredAt: printDateOrNull(row.answered_at),
          answeredBy: by ? by.displayName || by.email : null,
        };
      }),
    };
  },
});

function statusOf(answer: 'permitted' | 'refused' | null, isPermitted: boolean): (typeof statuses)[number] {
  if (answer === null) return 'WAITING';
  if (answer === 'refused') return 'REFUSED';
  return isPermitted ? 'PERMITTED' : 'TAKEN_BACK';
}
