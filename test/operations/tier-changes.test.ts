/** Moves between tiers say why the tier is what it is now, and which are the first: in full and in the short form. */
import { z } from 'zod';
import { rowMark, tierReason } from '../../src/rules/tier/tier-reason';
import { tierRows } from '../../src/rules/tier/tier';
import { oneLine } from '../../src/shared/text/visible';
import { ask, workspaceOf } from '../store/support/ask';
import { makeWorld, type World } from '../store/support/world';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

const full = z.array(
  z.looseObject({
    leadId: z.string(),
    profile: z.looseObject({
      displayName: z.string().nullable(),
      title: z.string().nullable(),
      headline: z.string().nullable(),
      companyName: z.string().nullable(),
    }),
    fromTier: z.string().nullable(),
    toTier: z.string(),
    isFirst: z.boolean(),
    changedAt: z.string(),
    reason: z.string(),
    tierReason: z.string().nullable(),
  }),
);

let opened: OpenTestDatabase;
let world: World;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  world = await makeWorld(opened.db, 'tier-changes', 5);
});
afterAll(() => opened.close());

const changes = async (more: object = {}) =>
  (await ask(workspaceOf(opened.db, world.organizationId), 'list_tier_changes', { limit: 100, ...more })).data;

test('the reason is that of the tier they have now, and none where they have left it', async () => {
  const row = tierRows.find(({ reason }) => reason === 'Best fit, and {asked}.');
  if (!row) throw new Error('no such row');
  await opened.db.run('UPDATE leads SET tier_row = ? WHERE organization_id = ? AND lead_tier = ?', [
    rowMark(row, 'price'),
    world.organizationId,
    'PRIORITY',
  ]);
  await opened.db.run('UPDATE leads SET excluded_because = ? WHERE organization_id = ? AND lead_tier = ?', [
    'is a student',
    world.organizationId,
    'UNQUALIFIED',
  ]);
  const listed = full.parse(await changes());
  const reasons = {
    PRIORITY: 'Best fit, and asked a price.',
    QUALIFIED: tierReason('QUALIFIED', null, null),
    NURTURE: tierReason('NURTURE', null, null),
    UNQUALIFIED: 'Left out by your ideal customer profile: is a student.',
  };
  for (const { leadId, toTier, tierReason: reason, isFirst, fromTier } of listed) {
    const now = world.leads.find(({ id }) => id === leadId)?.lead_tier;
    expect(reason).toBe(now === toTier ? reasons[now] : null);
    expect(isFirst).toBe(fromTier === null);
  }
  expect(new Set(listed.map(({ tierReason: reason }) => reason)).size).toBe(5);
  expect(new Set(listed.map(({ isFirst }) => isFirst)).size).toBe(2);
});

test('the short form says the same of each, shorter', async () => {
  const listed = full.parse(await changes());
  const short = await changes({ view: 'compact' });
  expect(short).toEqual(
    listed.map(({ profile, ...change }) => ({
      ...change,
      name: profile.displayName,
      title: profile.title ?? (profile.headline && oneLine(profile.headline, 60)),
      company: profile.companyName,
    })),
  );
  expect(JSON.stringify(short).length).toBeLessThan(JSON.stringify(listed).length * 0.6);
});
