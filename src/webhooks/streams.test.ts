/** What the change log tells a webhook: its types alone, a hundred in a message, each once; changes at most every ten seconds. */
import { putRow, type Cells } from '../../test/support/put-row';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/databases';
import { createOrganization } from '../store/access/organizations';
import { findWebhook } from '../store/webhooks/endpoints';
import { changeMessages } from './streams';

const now = 1_000_000;
const log = changeMessages((_db, organizationId, revision, at) =>
  Promise.resolve(`${organizationId === organization_id} ${revision} ${at}`),
);

let opened: OpenTestDatabase;
let organization_id: string;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
});
afterAll(() => opened.close());
let made = 0;
beforeEach(async () => {
  organization_id = (await createOrganization(opened.db, `Acme ${(made += 1)}`))?.id ?? '';
  await opened.db.run('UPDATE organizations SET revision = 9 WHERE id = ?', [organization_id]);
});

/** Leads that moved and leads that were deleted, in the revisions after 3. */
async function changes(moved: number, deleted: number): Promise<void> {
  await opened.db.transaction(async () => {
    for (let n = 0; n < moved; n += 1) {
      const id = `l${String(n).padStart(3, '0')}`;
      await putRow(opened.db, 'leads', { organization_id, id, change_revision: 4 });
      const move = { from_tier: null, to_tier: 'NURTURE', reason: 'scored', changed_at: 5 };
      await putRow(opened.db, 'tier_changes', { organization_id, lead_id: id, revision: 4, ...move });
    }
    for (let n = 0; n < deleted; n += 1) {
      const cells = { kind: 'lead', object_id: `d${String(n).padStart(3, '0')}`, revision: 5, reason: 'erased' };
      await putRow(opened.db, 'change_tombstones', { organization_id, ...cells });
    }
  });
}
const positions = { doorbell_position: '3:~', tiers_position: '3:~', deletions_position: '3:~' };
const webhook = async (types: string, cells: Cells = {}) => {
  await putRow(opened.db, 'webhooks', { organization_id, id: 'h', types, ...positions, ...cells });
};
const row = async () => {
  const found = await findWebhook(opened.db, organization_id, 'h');
  if (!found) throw new Error('the webhook is gone');
  return found;
};
const wait = async (at = now) => log.wait(opened.db, await row(), at);

/** Queues all that the log has. @returns the messages: type and data. */
async function messagesAt(at = now): Promise<unknown[]> {
  while (await log.queue(opened.db, await row(), at));
  const rows = await opened.db.select<{ type: string; body: string }>(
    'SELECT type, body FROM webhook_messages WHERE organization_id = ? ORDER BY id',
    [organization_id],
  );
  return rows.map(({ type, body }) => ({ type, data: (JSON.parse(body) as { data: unknown }).data }));
}

const moves = {
  type: 'lead.tier_changed',
  data: {
    changes: [
      {
        ...{ leadId: 'l000', fromTier: null, toTier: 'NURTURE', reason: 'scored' },
        changedAt: new Date(5).toISOString(),
      },
    ],
  },
};
const deletions = { type: 'lead.deleted', data: { deletions: [{ leadId: 'd000', reason: 'erased' }] } };
const changed = { type: 'leads.changed', data: { cursor: `true 3 ${now}`, count: 2 } };

test.each([
  ['lead.tier_changed', 0, [moves]],
  ['lead.deleted', 0, [deletions]],
  ['leads.changed', 0, [changed]],
  ['credits.low', null, []],
  ['credits.low,leads.changed,lead.deleted,lead.tier_changed', 0, [moves, deletions, changed]],
])('a webhook of %s is told of it once, and of nothing else', async (types, until, messages) => {
  await webhook(types);
  expect(await wait()).toBeNull();
  expect(await messagesAt()).toEqual([]);
  await changes(1, 1);
  expect(await wait()).toBe(until);
  expect(await messagesAt()).toEqual(messages);
  expect(await wait()).toBeNull();
});

test('a message has a hundred moves or deletions, and the next one goes on', async () => {
  await webhook('lead.deleted,lead.tier_changed');
  await changes(101, 101);
  const list = (data: unknown) =>
    Object.values(data ?? {}).map((some: unknown) => (Array.isArray(some) ? some.length : 0));
  const messages = (await messagesAt()).map((one) => ({ data: {}, type: '', ...(typeof one === 'object' ? one : {}) }));
  expect(messages.map(({ type, data }) => [type, ...list(data)])).toEqual([
    ['lead.tier_changed', 100],
    ['lead.tier_changed', 1],
    ['lead.deleted', 100],
    ['lead.deleted', 1],
  ]);
  expect(await row()).toMatchObject({ tiers_position: '4:l100', deletions_position: '5:d100' });
});

test.each([
  ['a moment ago', now, 10_000],
  ['ten seconds ago, less a millisecond', now - 9_999, 1],
  ['ten seconds ago', now - 10_000, 0],
  ['later than now, as the clock was set back', now + 1, 0],
])('changes that were told %s are told again in their time', async (_name, doorbell_at, until) => {
  await webhook('leads.changed', { doorbell_at });
  expect(await wait()).toBeNull();
  await changes(1, 0);
  expect(await wait()).toBe(until);
  expect(await messagesAt()).toHaveLength(until === 0 ? 1 : 0);
  const after = until === 0 ? { doorbell_at: now, doorbell_position: '9:~' } : { doorbell_at, ...positions };
  expect(await row()).toMatchObject(after);
});
