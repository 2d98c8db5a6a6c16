/** Whom to contact: in the order of priority, with what its filters leave, and `me` for the user of a connection alone. */
import { z } from 'zod';
import { query } from '../../tools/catalogue';
import { byCodePoints, worded } from '../store/support/oracle-filters';
import { workspaceOf } from '../store/support/ask';
import { isDue } from '../store/support/oracle-work';
import { makeWorld, type World } from '../store/support/world';
import { refusedPriorities } from '../../src/rules/tier/tier';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

const answer = z.looseObject({ data: z.array(z.looseObject({ leadId: z.string() })) });

let opened: OpenTestDatabase;
let world: World;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  world = await makeWorld(opened.db, 'contacts', 7);
});
afterAll(() => opened.close());

const ask = async (input: Readonly<Record<string, unknown>>) =>
  answer
    .parse(await query.findPeopleToContact.ask(workspaceOf(opened.db, world.organizationId), input))
    .data.map(({ leadId }) => leadId);

/** By brute force. */
const expected = (
  fits: (lead: World['leads'][number]) => boolean,
  limit: number,
  /** Null: contacted people are among them. */
  recontactAfterDays: number | null = 30,
) =>
  world.leads
    .filter((lead) => lead.disposition === 'ACTIVE' && lead.lead_tier !== 'UNQUALIFIED' && fits(lead))
    .filter((lead) => recontactAfterDays === null || isDue(world, lead, recontactAfterDays))
    .filter(({ priority }) => priority < refusedPriorities.from || priority >= refusedPriorities.to)
    .sort((a, b) => b.priority - a.priority || byCodePoints(a.id, b.id))
    .slice(0, limit)
    .map((lead) => lead.id);

const hasSaid = (topic: string) => (lead: World['leads'][number]) =>
  world.engagements.some(
    (row) => row.person_id === lead.id && row.by_author === 0 && worded(topic, row.comment_excerpt),
  );

test('everybody, by priority, five unless more are asked for', async () => {
  expect(await ask({})).toEqual(expected(() => true, 5));
  expect(await ask({ limit: 25 })).toEqual(expected(() => true, 25));
});

test.each(['pricing', 'WIE geht', 'geht WIE', 'zoe', 'prici', 'ricing', 'nowhere at all'])(
  'about "%s"',
  async (topic) => {
    expect(await ask({ topic, limit: 25 })).toEqual(expected(hasSaid(topic), 25));
  },
);

test('without who was contacted lately or is snoozed, unless they are asked for', async () => {
  const among = (days: number) =>
    world.leads.filter((lead) => lead.disposition === 'ACTIVE' && !isDue(world, lead, days)).length;
  expect(among(30)).toBeGreaterThan(5);
  for (const recontactAfterDays of [1, 365]) {
    expect(await ask({ recontactAfterDays, limit: 25 })).toEqual(expected(() => true, 25, recontactAfterDays));
  }
  const everybody = await ask({ includeContacted: true, limit: 25 });
  expect(everybody).toEqual(expected(() => true, 25, null));
  expect(everybody).not.toEqual(await ask({ limit: 25 }));
});

test('of an owner, of an account, since a day', async () => {
  const [owner = ''] = world.owners;
  expect(await ask({ ownerIds: [owner], limit: 25 })).toEqual(expected((lead) => lead.owner_id === owner, 25));
  const account = world.leads.find((lead) => lead.account_id !== null)?.account_id ?? '';
  expect(await ask({ accountId: account, limit: 25 })).toEqual(expected((lead) => lead.account_id === account, 25));
  const since = Date.UTC(2026, 8, 3);
  expect(await ask({ since: '2026-09-03', limit: 25 })).toEqual(expected((lead) => lead.last_signal_at >= since, 25));
});

test.each(['findPeopleToContact', 'listLeads', 'listSignals'] as const)(
  '%s: me is the user of a connection',
  async (name) => {
    const [owner = ''] = world.owners;
    const workspace = workspaceOf(opened.db, world.organizationId);
    const me = { ownerIds: ['me'], limit: 25 };
    const caller = { kind: 'session', userId: owner, role: 'MEMBER' } as const;
    const own = answer.pick({}).loose();
    expect(own.parse(await query[name].ask({ ...workspace, caller }, me))['data']).toEqual(
      (await query[name].ask(workspace, { ...me, ownerIds: [owner] }))['data'],
    );
    await expect(query[name].ask(workspace, me)).rejects.toMatchObject({ code: 'validation_failed' });
  },
);

test('who said lately that they are not interested is left out', async () => {
  const [first = ''] = await ask({});
  const other = await makeWorld(opened.db, 'refusers', 8);
  const asked = async () =>
    answer
      .parse(await query.findPeopleToContact.ask(workspaceOf(opened.db, other.organizationId), { limit: 25 }))
      .data.map(({ leadId }) => leadId);
  expect(first).not.toBe('');
  const [refuser = '', ...others] = await asked();
  await opened.db.run(`UPDATE leads SET lead_tier = 'NURTURE', priority = ? WHERE organization_id = ? AND id = ?`, [
    refusedPriorities.from,
    other.organizationId,
    refuser,
  ]);
  const after = await asked();
  expect(after).not.toContain(refuser);
  expect(after.slice(0, 5)).toEqual(others.slice(0, 5));
});

test('each has the comment that counts most in words, and how many colleagues engaged', async () => {
  const people = z
    .looseObject({
      data: z.array(
        z.looseObject({
          leadId: z.string(),
          colleagues: z.number(),
          reasons: z.looseObject({
            whyNow: z.array(z.string()),
            quotedText: z.looseObject({ comment: z.string().nullable() }),
          }),
          latestComment: z.looseObject({ excerpt: z.string().nullable(), timing: z.string() }).nullable(),
          strongestComment: z.looseObject({ excerpt: z.string().nullable(), timing: z.string() }).nullable(),
        }),
      ),
    })
    .parse(await query.findPeopleToContact.ask(workspaceOf(opened.db, world.organizationId), { limit: 25 })).data;
  const accountOf = new Map(world.leads.map((lead) => [lead.id, lead.account_id]));
  let quoted = 0;
  for (const { leadId, colleagues, reasons, latestComment, strongestComment } of people) {
    const account = accountOf.get(leadId) ?? null;
    const others = world.leads.filter(
      (lead) =>
        lead.account_id === account &&
        lead.id !== leadId &&
        lead.disposition === 'ACTIVE' &&
        lead.lead_tier !== 'UNQUALIFIED',
    );
    expect(colleagues).toBe(account === null ? 0 : others.length);
    const words = (strongestComment ?? latestComment)?.excerpt?.replace(/\s+/g, ' ').trim();
    if (words === undefined) continue;
    // What has no date follows what has one.
    const isDated = (strongestComment ?? latestComment)?.timing !== 'observed';
    expect(reasons.whyNow.slice(0, isDated ? 1 : undefined).join(' ')).toMatch(/comment/i);
    expect(reasons.quotedText.comment).toBe(words.length > 160 ? `${words.slice(0, 160)}…` : words);
    quoted += 1;
  }
  expect(quoted).toBeGreaterThan(3);
});
