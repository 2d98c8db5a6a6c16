/** Counts of leads: what a brute-force count of the same rows says, exact to 1,000 and in whole hundreds beyond. */
import { z } from 'zod';
import { addMember } from '../../src/store/access/members';
import { query } from '../../tools/catalogue';
import { leads as listed } from '../store/support/oracle';
import { workspaceOf } from '../store/support/ask';
import { makeWorld, type World } from '../store/support/world';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const counted = z.strictObject({ count: z.int(), exact: z.boolean() });
const group = counted.extend({ value: z.string().nullable(), name: z.string().nullable().optional() });
const answer = z.strictObject({ total: counted, groups: z.array(group) });

describe.each(availableDatabases())('counts on %s', (kind) => {
  let opened: OpenTestDatabase;
  let world: World;
  let crowd: World;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    world = await makeWorld(opened.db, 'counts', 3);
    crowd = await makeWorld(opened.db, 'crowd', 4, {
      people: 2_700,
      posts: 1,
      profiles: 1,
      accounts: 5,
      engagements: 1,
    });
  });
  afterAll(() => opened.close());

  const count = async (
    of: World,
    input: Readonly<Record<string, unknown>>,
    limits?: Parameters<typeof workspaceOf>[2],
  ) => answer.parse(await query.countLeads.ask(workspaceOf(opened.db, of.organizationId, limits), input));

  const valueOf = (of: World, by: string, id: string) => {
    const lead = of.leads.find((one) => one.id === id);
    const person = of.people.find((one) => one.id === id);
    const account = of.accounts.find((one) => one.id === lead?.account_id);
    const values: Readonly<Record<string, string | null | undefined>> = {
      leadTier: lead?.lead_tier,
      disposition: lead?.disposition,
      ownerId: lead?.owner_id,
      country: person?.country,
      industry: person?.industry ?? account?.industry,
      seniority: person?.seniority,
      function: person?.job_function,
    };
    return values[by] ?? null;
  };

  const filters: readonly Readonly<Record<string, unknown>>[] = [
    {},
    { disposition: ['ACTIVE', 'CLIENT', 'BAD_LEAD'] },
    { leadTier: ['PRIORITY'] },
    { country: ['DE'], seniority: ['vp'] },
    { search: 'a', hasContactData: true },
    { industry: ['Nothing'] },
    { engagementTypes: ['COMMENT'] },
  ];
  const groupings = ['leadTier', 'disposition', 'ownerId', 'country', 'industry', 'seniority', 'function'];

  test.each(groupings)('by %s, under each filter', async (by) => {
    for (const filter of filters) {
      const fitting = listed(world, filter).map((lead) => ('id' in lead ? String(lead.id) : ''));
      const groups = new Map<string | null, number>();
      for (const id of fitting) {
        const value = valueOf(world, by, id);
        groups.set(value, (groups.get(value) ?? 0) + 1);
      }
      for (const limits of [undefined, { candidates: 3, sorted: 3, walked: 2, looked: 5, counted: 10_000 }]) {
        const found = await count(world, { ...filter, by }, limits);
        expect(found.total).toEqual({ count: fitting.length, exact: true });
        expect(new Map(found.groups.map((group) => [group.value, group.count]))).toEqual(groups);
        const sizes = found.groups.map((group) => group.count);
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      }
    }
  });

  test('each owner has a name, also where nobody is told from somebody who left', async () => {
    const own = await makeWorld(opened.db, 'owners', 5);
    const member = { email: 'olive@acme.example', displayName: 'Olive', role: 'MEMBER', passwordHash: null } as const;
    const olive = await addMember(opened.db, { ...member, organizationId: own.organizationId, active: true });
    const [first = ''] = own.owners;
    await opened.db.run('UPDATE leads SET owner_id = ? WHERE organization_id = ? AND owner_id = ?', [
      olive?.userId ?? '',
      own.organizationId,
      first,
    ]);
    const { groups } = await count(own, { by: 'ownerId' });
    const named = new Map(groups.map(({ value, name }) => [value, name]));
    expect(named.get(olive?.userId ?? '')).toBe('Olive');
    expect(named.get(null)).toBeUndefined();
    expect(own.owners.slice(1).map((id) => named.get(id))).toEqual(own.owners.slice(1).map(() => null));

    const without = await count(own, { ownerIds: ['none'] });
    expect(without.total.count).toBe(groups.find(({ value }) => value === null)?.count);
    expect((await count(own, { by: 'leadTier' })).groups.some(({ name }) => name !== undefined)).toBe(false);
  });

  test('without `by` there are no groups', async () => {
    expect((await count(world, {})).groups).toEqual([]);
  });

  test('beyond 1,000 they are rounded down to hundreds and say so', async () => {
    const active = crowd.leads.filter((lead) => lead.disposition === 'ACTIVE');
    const found = await count(crowd, { by: 'leadTier' });
    expect(active.length).toBeGreaterThan(1_000);
    expect(found.total).toEqual({ count: Math.floor(active.length / 100) * 100, exact: false });
    for (const group of found.groups) {
      const all = active.filter((lead) => lead.lead_tier === group.value).length;
      expect(group).toEqual({ value: group.value, count: all, exact: true });
    }
  });

  test('counting stops at its bound, and what it says is the least that it can be', async () => {
    const limits = { candidates: 3, sorted: 3, walked: 2, looked: 5, counted: 1_250 };
    expect((await count(crowd, {}, limits)).total).toEqual({ count: 1_200, exact: false });
    const few = await count(crowd, { by: 'leadTier' }, { ...limits, counted: 40 });
    expect(few.total).toEqual({ count: 40, exact: false });
    expect(few.groups.every(({ exact }) => !exact)).toBe(true);
  });
});
