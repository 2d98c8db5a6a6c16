import { z } from 'zod';
import { printDate } from '../dates';
import { uuid as givenId } from '../fields';
import { defineList } from '../list';
import { timestamp, uuid } from '../schemas/values';

export const listAccesses = defineList({
  name: 'list_accesses',
  title: 'List who read whom',
  description:
    'Lists reads of named people, newest first: when, by which key, connection or person, through which operation. Empty unless the operator set ACCESS_LOG to on.',
  right: 'readAudit',
  interfaces: { mcp: false, console: true },
  rest: null,
  filters: { leadId: givenId.describe('Only reads of this lead.').optional() },
  item: z.strictObject({
    at: timestamp('When it was read.'),
    caller: z
      .strictObject({
        kind: z.string().describe('`api_key`, `connection`, `session` (a person in the console) or `operator`.'),
        id: z.string().describe('Id of the key, connection or person.'),
      })
      .describe('Who read.'),
    operation: z.string().describe('Name of the operation.'),
    leadId: uuid('Lead id, uuid.'),
  }),
  load: ({ store }, { leadId }, page) => store.admin.accesses(leadId, page),
  show: ({ at, caller_kind, caller_id, operation, lead_id }) => ({
    at: printDate(at),
    caller: { kind: caller_kind, id: caller_id },
    operation,
    leadId: lead_id,
  }),
});
