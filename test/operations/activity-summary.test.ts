/** Two periods side by side: what a brute-force count of the same rows says. */
import { z } from 'zod';
import { query } from '../../tools/catalogue';
import { insertInto } from '../../src/database/define';
import { commentClasses, leadTiers } from '../../src/shared/values';
import { ActivityReads } from '../../src/store/reads/activity-reads';
import { tierChanges, type TierChangeRow } from '../../src/store/tables/changes';
import { workspaceOf } from '../store/support/ask';
import { makeWorld, type World } from '../store/support/world';
import { day, start } from '../store/support/values';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const compared = z.strictObject({ now: z.int(), before: z.int() });
const listed = z.array(z.looseObject({ id: z.string(), signals: compared })).max(5);
const answer = z.looseObject({
  period: z.strictObject({ from: z.string(), to: z.string() }),
  previous: z.strictObject({ from: z.string(), to: z.string() }),
  signals: z.record(z.string(), compared),
  withoutExactTime: compared,
  undated: compared,
  said: z.record(z.string(), compared),
  newLeads: z.record(z.string(), compared),
  moved: z.record(z.string(), compared),
  topAccounts: listed,
  topPosts: listed,
  topPeople: listed,
});

const iso = (at: number) => new Date(at).toISOString();

describe.each(availableDatabases())('activity on %s', (kind) => {
  let opened: OpenTestDatabase;
  let world: World;
  let moves: readonly TierChangeRow[];
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    world = await makeWorld(opened.db, 'activity', 11, {
      people: 90,
      posts: 7,
      profiles: 3,
      accounts: 12,
      engagements: 400,
    });
    await makeWorld(opened.db, 'neighbour', 12);
    // Moves of the world are all in the first weeks: one is before them.
    const living = new Set(world.leads.map(({ id }) => id));
    const listed = world.tierChanges.filter((row) => living.has(row.lead_id));
    // Of leads that are there no more the list tells nothing, so no figure counts them.
    expect(listed.length).toBeLessThan(world.tierChanges.length);
    const [first] = listed;
    if (!first) throw new Error('no move of a tier');
    const earlier: TierChangeRow = {
      ...first,
      revision: 0,
      from_tier: 'NURTURE',
      to_tier: 'QUALIFIED',
      changed_at: start - day,
    };
    await insertInto(opened.db, tierChanges, [earlier]);
    // Likes have no time of their own, but their posts are not much older. Reposts have no date at all. Reposts and comments were stored before that was recorded, comments with another time.
    for (const [type, set] of [
      ['LIKE', 'dated = 0, earliest_at = occurred_at - 1000'],
      ['REPOST', 'dated = NULL, earliest_at = NULL'],
      ['COMMENT', 'dated = NULL, observed_at = occurred_at + 1'],
    ]) {
      const engagements = `UPDATE engagements SET ${set} WHERE organization_id = ? AND type = ?`;
      await opened.db.run(engagements, [world.organizationId, type ?? '']);
    }
    moves = [...listed, earlier];
  });
  afterAll(() => opened.close());

  const ask = async (input: Readonly<Record<string, unknown>>) =>
    answer.parse(await query.getActivitySummary.ask(workspaceOf(opened.db, world.organizationId), input));

  /** How many of some times are in the period, and in the one before. */
  const counts = (times: readonly number[], from: number, to: number) => ({
    now: times.filter((at) => at >= from && at <= to).length,
    before: times.filter((at) => at >= from - (to - from + 1) && at < from).length,
  });

  test.each([
    [start, start + 3 * day - 1],
    [start + 2 * day, start + 4 * day - 1],
    [start - 30 * day, start + 40 * day - 1],
  ])('from %d to %d', async (from, to) => {
    const found = await ask({ dateFrom: iso(from), dateTo: iso(to) });
    const leads = new Map(world.leads.map((lead) => [lead.id, lead]));
    const signals = world.engagements.filter((row) => row.by_author === 0 && leads.has(row.person_id));
    const timesOf = (fits: (row: (typeof signals)[number]) => boolean) =>
      signals.filter(fits).map((row) => row.occurred_at);
    const expected = (fits: (row: (typeof signals)[number]) => boolean) => counts(timesOf(fits), from, to);

    expect(found.period).toEqual({ from: iso(from), to: iso(to) });
    expect(found.previous).toEqual({ from: iso(2 * from - to - 1), to: iso(from - 1) });
    expect(found.signals).toEqual({
      like: expected((row) => row.type === 'LIKE'),
      comment: expected((row) => row.type === 'COMMENT'),
      repost: expected((row) => row.type === 'REPOST'),
    });
    expect(found.withoutExactTime).toEqual(expected((row) => row.type !== 'COMMENT'));
    expect(found.undated).toEqual(expected((row) => row.type === 'REPOST'));
    expect(found.said).toEqual(
      Object.fromEntries(
        commentClasses.map((said) => [
          said,
          expected(({ comment_class }) => (comment_class === 'joke' ? 'plain' : comment_class) === said),
        ]),
      ),
    );
    const active = world.leads.filter((lead) => lead.disposition === 'ACTIVE');
    expect(found.newLeads).toEqual(
      Object.fromEntries(
        leadTiers.map((tier) => [
          tier,
          counts(
            active.filter((lead) => lead.lead_tier === tier).map((lead) => lead.first_signal_at),
            from,
            to,
          ),
        ]),
      ),
    );
    const moved = (fits: (from: number, to: number) => boolean) =>
      counts(
        moves
          .filter(
            (row) => row.from_tier !== null && fits(leadTiers.indexOf(row.from_tier), leadTiers.indexOf(row.to_tier)),
          )
          .map((row) => row.changed_at),
        from,
        to,
      );
    expect(found.moved).toEqual({ up: moved((a, b) => b > a), down: moved((a, b) => b < a) });

    const worthy = (id: string) => {
      const lead = leads.get(id);
      return lead?.disposition === 'ACTIVE' && lead.lead_tier !== 'UNQUALIFIED' ? lead : undefined;
    };
    const tops = [
      [found.topPeople, (row: (typeof signals)[number]) => worthy(row.person_id)?.id],
      [found.topAccounts, (row: (typeof signals)[number]) => worthy(row.person_id)?.account_id ?? undefined],
      [found.topPosts, (row: (typeof signals)[number]) => row.post_id],
    ] as const;
    for (const [top, topOf] of tops) {
      const keys = [...new Set(signals.flatMap((row) => topOf(row) ?? []))];
      const all = keys
        .map((id) => ({ id, signals: expected((row) => topOf(row) === id) }))
        .filter((one) => one.signals.now > 0)
        .sort((a, b) => b.signals.now - a.signals.now || (a.id < b.id ? -1 : 1));
      expect(top.map(({ id, signals: own }) => ({ id, signals: own }))).toEqual(all.slice(0, 5));
    }
  });

  test('without dates: the last seven whole days', async () => {
    const dayNow = () => Math.floor(Date.now() / day) * day;
    let [today, asked] = [dayNow(), await ask({})];
    // Over midnight, it is asked again.
    if (dayNow() > today) [today, asked] = [dayNow(), await ask({})];
    const { period, previous } = asked;
    expect(Date.parse(period.to)).toBe(today - 1);
    expect(Date.parse(period.from)).toBe(today - 7 * day);
    expect(previous).toEqual({ from: iso(today - 14 * day), to: iso(today - 7 * day - 1) });
  });

  test('where each time is known, none is counted as unsure', async () => {
    const sure = await makeWorld(opened.db, 'sure', 13);
    await opened.db.run('UPDATE engagements SET dated = 1 WHERE organization_id = ?', [sure.organizationId]);
    const found = answer.parse(
      await query.getActivitySummary.ask(workspaceOf(opened.db, sure.organizationId), {
        dateFrom: iso(start - day),
        dateTo: iso(start + 40 * day),
      }),
    );
    expect(found.signals['like']?.now).toBeGreaterThan(0);
    expect(found.withoutExactTime).toEqual({ now: 0, before: 0 });
    expect(found.undated).toEqual({ now: 0, before: 0 });
  });

  test('what cannot be compared is refused, naming the parameter', async () => {
    await expect(ask({ dateFrom: '2026-01-01', dateTo: '2026-09-01' })).rejects.toThrow('not be longer than 92 days');
    await expect(ask({ dateFrom: '2999-01-01' })).rejects.toThrow('must not be in the future');
    await expect(ask({ dateFrom: '2026-02-02', dateTo: '2026-02-01' })).rejects.toThrow('must not be above dateTo');
    const reads = new ActivityReads(opened.db, world.organizationId);
    const periods = { now: { from: start, to: start + 9 * day }, before: { from: start - 9 * day, to: start - 1 } };
    expect(await reads.isReadable(periods)).toBe(true);
    expect(await reads.isReadable(periods, 3)).toBe(false);
  });
});
