import { z } from 'zod';
import { firstPage } from '../../src/workspace/cursor';
import { hasExpired, readFeedCursor, writeFeedCursor } from '../../src/workspace/feed-cursor';
import { firstChange, type Change } from '../../src/store/reads/change-reads';
import { changeKinds, deletionReasons } from '../../src/store/tables/changes';
import { invalid, OperationError } from '../../src/shared/errors';
import { printDate } from '../dates';
import { defineQuery } from '../define';
import * as examples from '../examples';
import { enumList, input } from '../fields';
import { accountSchema, showAccount } from '../schemas/account';
import { leadSchema, showLead } from '../schemas/lead';
import { timestamp } from '../schemas/values';

const id = z.string().describe('Id of the lead or account.');
const changedAt = timestamp('When it last changed.');

/** A lead or account that is new or changed. @param title name of the schema in the OpenAPI document. */
const upsertOf = <const Kind extends (typeof changeKinds)[number], Item extends z.ZodObject>(
  title: string,
  kind: Kind,
  item: Item,
) =>
  z
    .strictObject({
      kind: z.enum([kind]),
      id,
      change: z.enum(['upsert']).describe('It is new or changed.'),
      reason: z.null(),
      mergedInto: z.null(),
      changedAt,
      item,
    })
    .meta({ title, description: 'It is new or changed; `item` is as its list shows it now.' });

const deletedSchema = z
  .strictObject({
    kind: z.enum(changeKinds),
    id,
    change: z.enum(['deleted']).describe('No list shows it any more.'),
    reason: z
      .enum(deletionReasons)
      .nullable()
      .describe('Why it was deleted. With erased and objection, remove what you keep about the person.'),
    mergedInto: z.string().nullable().describe('With `merged`: the id of the object that it became part of.'),
    changedAt,
    item: z.null(),
  })
  .meta({ title: 'DeletedChange', description: 'It was deleted.' });

/** `change` and `kind` tell the forms apart. */
const changeSchema = z.union([
  upsertOf('LeadChange', 'lead', leadSchema),
  upsertOf('AccountChange', 'account', accountSchema),
  deletedSchema,
]);

export const listChanges = defineQuery({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Lists what changed since a cursor: leads of all dispositions and account reports, each once at its latest change, and what was deleted. Read from the beginning, keep `page.nextCursor`, and continue from there. Fading intent counts as a change only when it moves the tier, the grade or the reason.',
  right: 'readChanges',
  rest: {
    method: 'GET',
    path: '/customer/changes',
    tag: 'Changes',
    resource: 'Change',
    example: examples.change,
    refuses: ['cursor_expired'],
  },
  interfaces: { mcp: false, console: false },
  input: input({
    after: z
      .string()
      .min(1)
      .max(256)
      .describe(
        'page.nextCursor of the previous reading, or the cursor of a webhook. Without it, or with `start`, reading starts at the beginning.',
      )
      .optional(),
    kinds: enumList(changeKinds, 'What to read. Both by default.').default([...changeKinds]),
    limit: z.int().min(1).max(100).default(50).describe('Changes per page.'),
  }),
  output: z.strictObject({
    data: z.array(changeSchema).describe('The changes, oldest first.'),
    page: z
      .strictObject({
        limit: z.int().min(1).max(100).describe('Page size used.'),
        nextCursor: z.string().describe('Where to continue. Never null.'),
      })
      .describe('The cursor of this page.'),
    hasMore: z.boolean().describe('Whether there are more changes now.'),
  }),
  async run(workspace, { after, kinds: asked, limit }) {
    const kinds = changeKinds.filter((kind) => asked.includes(kind));
    const now = Date.now();
    const isFirst = after === undefined || after === firstPage;
    const start = isFirst ? { ...firstChange, since: now } : readFeedCursor(workspace, after, kinds);
    if (!start) {
      throw invalid({ path: 'after', message: 'is not a cursor of this list of changes; start again without it' });
    }
    if (hasExpired(start, now)) {
      throw new OperationError(
        'cursor_expired',
        'The cursor is older than 90 days, so deletions after it are forgotten. Read from the beginning, and remove everything that you do not find there.',
      );
    }
    const { changes, next, hasMore } = await workspace.store.changes.changesAfter(start, kinds, limit);
    const since = hasMore ? start.since : now;
    return {
      data: changes.map(showChange),
      page: { limit, nextCursor: writeFeedCursor(workspace, { ...next, since }, kinds) },
      hasMore,
    };
  },
});

function showChange(change: Change): z.input<typeof changeSchema> {
  const { kind, id } = change;
  const changedAt = printDate(change.changedAt);
  if (change.change === 'deleted') {
    return { kind, id, change: 'deleted', reason: change.reason, mergedInto: change.mergedInto, changedAt, item: null };
  }
  const changed = { id, change: 'upsert', reason: null, mergedInto: null, changedAt } as const;
  return change.kind === 'lead'
    ? { kind: 'lead', ...changed, item: showLead(change.row) }
    : { kind: 'account', ...changed, item: showAccount(change.row) };
}
