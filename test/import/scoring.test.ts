/** Scores and counts: the same however often they are made, right after anything that happens, and checked by recounting. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { checkCounts } from '../../src/store/writes/check-counts';
import { storeIcp } from '../../src/store/access/icp';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { previewIcp } from '../../src/scoring/preview';
import { rescoreWorkspace, workOffQueue } from '../../src/scoring/rescore';
import { saveTerms } from '../../src/store/writes/lead-writer';
import { scoringFacts } from '../../src/store/writes/scoring-facts';
import { PeopleConflict } from '../../src/store/writes/person-refusals';
import { removeWatchlistEntry, saveWatchlistEntry, setWatchlistStatus } from '../../src/store/writes/watchlist';
import { leadTiers, type LeadTier } from '../../src/rules/tier/tier';
import { Random } from '../store/support/random';
import { runSeed } from '../support/run-seed';
import { availableDatabases } from '../support/databases';
import { makeRows } from './support/rows';
import { dump, importInto, memberId, ndjson, now, useSite, slugUrl, watched } from './support/site';

const examples = join(__dirname, '../../examples/exports/kelvarra');
const day = 86_400_000;
const icps = [
  { seniorities: ['vp', 'cxo'], industries: ['Software Development'] },
  { functions: ['sales', 'marketing'], sizes: ['51-200'], countries: ['SE', 'DE', 'NL'] },
  { titles: ['Head of Marketing'], exclusions: { companies: ['Globex'] } },
].map((icp) => JSON.stringify(icp));
const [firstIcp = '', secondIcp = ''] = icps;

interface Lead {
  id: string;
  icp_match_percent: number;
  intent_score: number;
  lead_tier: LeadTier;
  updated_at: number;
}

describe.each(availableDatabases())(`scoring on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;

  beforeAll(async () => {
    org = await site.workspace();
    await storeIcp(site.db, org, firstIcp, now);
    const entry = watched('x', { person: { memberId: memberId(0), slug: null, isCompany: false } });
    await saveWatchlistEntry(site.db, org, entry, now);
    for (const name of readdirSync(examples).filter((file) => !/^icp|^watchlist|rejects$/.test(file))) {
      await importInto(site, org, join(examples, name), { score: false, rejectsPath: join(site.file('rejects', '')) });
    }
    await workOffQueue(site.db, org, now);
  });

  const leadsOf = async (id: string) =>
    new Map(
      (await site.db.select<Lead>('SELECT * FROM leads WHERE organization_id = ?', [id])).map((row) => [row.id, row]),
    );
  const clean = async (id: string) => {
    const check = await checkCounts(site.db, id);
    expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
  };

  it('again at the same moment changes nothing', async () => {
    const before = await dump(site.db, org);
    expect(before['leads']?.length).toBeGreaterThan(100);
    const counts = await rescoreWorkspace(site.db, org, now);
    expect(counts).toMatchObject({ leadsNew: 0, leadsRemoved: 0 });
    expect(await dump(site.db, org)).toEqual(before);
    await clean(org);
  });

  it('reads of each engagement what its columns hold, where any of them is empty too', async () => {
    const rows = await site.db.select<{
      id: string;
      person_id: string;
      type: string;
      comment_class: string | null;
      profile_type: string | null;
    }>(
      `SELECT e.id, e.person_id, e.type, e.comment_class, m.profile_type FROM engagements e
       LEFT JOIN monitored_profiles m ON m.organization_id = e.organization_id AND m.id = e.monitored_profile_id
       WHERE e.organization_id = ?`,
      [org],
    );
    expect(rows.some((row) => row.comment_class === null)).toBe(true);
    const facts = await scoringFacts(site.db, org, [...new Set(rows.map((row) => row.person_id))]);
    const read = [...facts.engagements.values()].flat();
    const seen = new Map(read.map((one) => [one.id, [one.kind.type, one.kind.commentClass, one.kind.profileType]]));
    expect(seen).toEqual(new Map(rows.map((row) => [row.id, [row.type, row.comment_class, row.profile_type]])));
  });

  it('later, only intent fades, and what follows from it', async () => {
    const before = await leadsOf(org);
    const fixed = async () =>
      site.db.select(
        `SELECT id, account_id, owner_id, disposition, origin, icp_match_percent, disqualified, signal_count, first_signal_at,
           last_signal_at, created_at, signal_revision, company_key, search_text FROM leads WHERE organization_id = ? ORDER BY id`,
        [org],
      );
    const same = await fixed();
    await rescoreWorkspace(site.db, org, now + 30 * day);
    expect(await fixed()).toEqual(same);
    const after = await leadsOf(org);
    let faded = 0;
    for (const [id, lead] of after) {
      const old = before.get(id);
      if (!old) throw new Error('a lead appeared');
      expect(lead.intent_score).toBeLessThanOrEqual(old.intent_score);
      if (lead.intent_score < old.intent_score) faded += 1;
      // What reads the same was not updated.
      else expect(lead.updated_at).toBe(old.updated_at);
    }
    expect(faded).toBeGreaterThan(10);
    await clean(org);
    await rescoreWorkspace(site.db, org, now);
    expect((await leadsOf(org)).get([...after.keys()][0] ?? '')?.intent_score).toBe(
      before.get([...after.keys()][0] ?? '')?.intent_score,
    );
  });

  it('later, leads that only faded read as if they were written whole', async () => {
    const later = now + 9 * day;
    const read = async () => {
      const leads = await site.db.select<Lead & { scored_at: number }>(
        'SELECT * FROM leads WHERE organization_id = ? ORDER BY id',
        [org],
      );
      expect(new Set(leads.map((lead) => lead.scored_at))).toEqual(new Set([later]));
      return leads.map((lead) => ({ ...lead, updated_at: null, change_revision: null }));
    };
    await rescoreWorkspace(site.db, org, later);
    const faded = await read();
    await site.db.run('UPDATE leads SET signal_count = signal_count + 1 WHERE organization_id = ?', [org]);
    await rescoreWorkspace(site.db, org, later);
    expect(await read()).toEqual(faded);
    await rescoreWorkspace(site.db, org, now);
  });

  it('a preview says what another ICP then does, and writes nothing', async () => {
    const before = await dump(site.db, org);
    const tiers = await leadsOf(org);
    const preview = await previewIcp(site.db, org, secondIcp, now);
    expect(preview.whole).toBe(true);
    expect(await previewIcp(site.db, org, secondIcp, now, preview.leads * 100)).toEqual(preview);
    const part = await previewIcp(site.db, org, secondIcp, now, 3);
    expect(part.whole).toBe(false);
    expect(part.leads).toBeLessThanOrEqual(3);
    expect(await dump(site.db, org)).toEqual(before);

    await storeIcp(site.db, org, secondIcp, now);
    await rescoreWorkspace(site.db, org, now);
    const after = await leadsOf(org);
    const moves = Object.fromEntries(
      leadTiers.map((from) => [from, Object.fromEntries(leadTiers.map((to) => [to, 0]))]),
    );
    for (const [id, lead] of after) {
      const row = moves[tiers.get(id)?.lead_tier ?? ''];
      if (row) row[lead.lead_tier] = (row[lead.lead_tier] ?? 0) + 1;
    }
    const average = (leads: ReadonlyMap<string, Lead>) =>
      Math.round(([...leads.values()].reduce((sum, lead) => sum + lead.icp_match_percent, 0) * 10) / leads.size) / 10;
    const { movers, ...counted } = preview;
    expect(movers.length).toBeGreaterThan(0);
    for (const mover of movers) {
      expect({ id: mover.leadId, tier: mover.to }).toEqual({
        id: mover.leadId,
        tier: after.get(mover.leadId)?.lead_tier,
      });
      expect(mover.reason).not.toBe('');
    }
    expect(counted).toEqual({
      whole: true,
      leads: after.size,
      moves,
      averageIcpNow: average(tiers),
      averageIcpThen: average(after),
    });
    expect(Object.keys(moves).filter((from) => from !== 'UNQUALIFIED').length).toBe(3);
    expect(preview.averageIcpNow).not.toBe(preview.averageIcpThen);
    await clean(org);
  });

  it('finds counts that were tampered with, and refreshing does not hide them', async () => {
    const [account, other, third] = await site.db.select<{ account_id: string }>(
      'SELECT account_id FROM account_summaries WHERE organization_id = ? ORDER BY account_id LIMIT 3',
      [org],
    );
    const [profile] = await site.db.select<{ id: string }>(
      'SELECT id FROM monitored_profiles WHERE organization_id = ?',
      [org],
    );
    const [lead] = await site.db.select<{ id: string }>(
      'SELECT id FROM leads WHERE organization_id = ? AND account_id = ?',
      [org, third?.account_id ?? ''],
    );
    const run = (sql: string, ...params: string[]) => site.db.run(sql, [org, ...params]);
    await run(
      'UPDATE account_summaries SET signal_count = signal_count + 1 WHERE organization_id = ? AND account_id = ?',
      account?.account_id ?? '',
    );
    await run('DELETE FROM account_summaries WHERE organization_id = ? AND account_id = ?', other?.account_id ?? '');
    await run(
      'UPDATE monitored_profiles SET lead_count = lead_count + 1 WHERE organization_id = ? AND id = ?',
      profile?.id ?? '',
    );
    await run(
      `UPDATE leads SET disposition = 'CLIENT' WHERE organization_id = ? AND account_id = ?`,
      third?.account_id ?? '',
    );
    const { differences } = await checkCounts(site.db, org);
    expect(differences.map(({ kind: what, id, message }) => `${what} ${id}: ${message}`).sort()).toEqual(
      [
        `account summary ${account?.account_id}: counts differ from its leads`,
        `account summary ${other?.account_id}: is missing`,
        `account summary ${third?.account_id}: has no active lead any more`,
        `watchlist lead count ${profile?.id}: is 1, counted 0`,
      ].sort(),
    );
    expect(lead).toBeDefined();
    await workOffQueue(site.db, org, now);
    expect((await checkCounts(site.db, org)).differences).toHaveLength(4);
  });

  it('counts are right after whatever happens', async () => {
    const operation = fc.record({
      what: fc.constantFrom('import', 'import', 'import', 'watch', 'unwatch', 'pause', 'icp', 'later'),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 10 }), async (operations) => {
        const id = await site.workspace();
        let clock = now;
        for (const { what, seed } of operations) {
          const random = new Random(seed);
          const profiles = await site.db.select<{ id: string }>(
            'SELECT id FROM monitored_profiles WHERE organization_id = ? ORDER BY created_at, id',
            [id],
          );
          const profile = profiles.length > 0 ? random.pick(profiles).id : undefined;
          switch (what) {
            case 'import':
              await importInto(site, id, site.file(`random-${(files += 1)}.ndjson`, ndjson(makeRows(random))), {
                now: clock,
                batchSize: random.pick([5, 100]),
                score: random.chance(0.5),
              });
              break;
            case 'watch':
              await saveWatchlistEntry(
                site.db,
                id,
                {
                  person: {
                    memberId: random.chance(0.5) ? memberId(random.below(9)) : null,
                    slug: `person-${random.below(9)}`,
                    isCompany: false,
                  },
                  profileUrl: slugUrl('watched'),
                  displayName: 'Watched',
                  headline: null,
                  profileType: random.pick(['TEAMMATE', 'COMPETITOR', 'INFLUENCER']),
                  source: 'MANUAL_WATCHLIST',
                  relationship: random.pick(['SELF', 'STANDARD']),
                  status: 'ACTIVE',
                  label: null,
                  followers: random.below(100),
                },
                clock,
              ).catch((error: unknown) => {
                // An id and an address of two known people: refused, and nothing has changed.
                if (!(error instanceof PeopleConflict)) throw error;
              });
              break;
            case 'unwatch':
              if (profile) await removeWatchlistEntry(site.db, id, profile);
              break;
            case 'pause':
              if (profile) await setWatchlistStatus(site.db, id, profile, 'PAUSED');
              break;
            case 'icp':
              await storeIcp(site.db, id, random.pick(icps), clock);
              await rescoreWorkspace(site.db, id, clock);
              break;
            case 'later':
              clock += random.between(1, 20) * day;
              await rescoreWorkspace(site.db, id, clock);
              break;
          }
          if (random.chance(0.5)) {
            await workOffQueue(site.db, id, clock);
            await clean(id);
          }
        }
        await workOffQueue(site.db, id, clock);
        await clean(id);
        // And what was made step by step is what comes of it at once.
        const before = await dump(site.db, id);
        await rescoreWorkspace(site.db, id, clock);
        const after = await dump(site.db, id);
        expect(withoutScoredAt(after)).toEqual(withoutScoredAt(before));
      }),
      { numRuns: 8 },
    );
  });

  it('who works for a competitor, or no longer does, is judged again at once', async () => {
    const id = await site.workspace();
    await storeIcp(site.db, id, firstIcp, now);
    await importInto(site, id, site.file('colleagues.ndjson', ndjson(makeRows(new Random(5)))));
    await workOffQueue(site.db, id, now);
    const excluded = async () =>
      (
        await site.db.select<{ id: string }>(
          `SELECT l.id FROM leads l JOIN lead_evidence e ON e.organization_id = l.organization_id AND e.lead_id = l.id
           WHERE l.organization_id = ? AND e.icp LIKE '%a watched competitor%' ORDER BY l.id`,
          [id],
        )
      ).map((row) => row.id);
    expect(await excluded()).toEqual([]);
    const [most] = await site.db.select<{ account_id: string; total: number }>(
      `SELECT account_id, COUNT(*) AS total FROM leads WHERE organization_id = ? AND account_id IS NOT NULL
       GROUP BY account_id ORDER BY total DESC, account_id LIMIT 1`,
      [id],
    );
    const colleagues = await site.db.select<{ id: string; member: string }>(
      `SELECT l.id, i.value AS member FROM leads l
       JOIN person_identities i ON i.organization_id = l.organization_id AND i.person_id = l.id AND i.kind = 'member'
       WHERE l.organization_id = ? AND l.account_id = ? ORDER BY l.id`,
      [id, most?.account_id ?? ''],
    );
    expect(colleagues.length).toBeGreaterThan(1);
    const entry = watched('rival', {
      person: { memberId: colleagues[0]?.member ?? null, slug: null, isCompany: false },
      profileType: 'COMPETITOR',
      relationship: 'COMPETITOR',
    });
    const { id: profile } = await saveWatchlistEntry(site.db, id, entry, now);
    await workOffQueue(site.db, id, now);
    expect(await excluded()).toEqual(expect.arrayContaining(colleagues.slice(1).map((row) => row.id)));
    await clean(id);
    await removeWatchlistEntry(site.db, id, profile);
    await workOffQueue(site.db, id, now);
    expect(await excluded()).toEqual([]);
    await clean(id);
  });

  it('words of a transaction that was taken back are written with the next one', async () => {
    const id = await site.workspace();
    const change = { id: '00000000-0000-7000-8000-00000000000a', before: undefined, now: 'zanzibar' };
    const indexed = new Set<string>();
    const failing = site.db.transaction(async () => {
      await saveTerms(site.db, id, [change], indexed);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await site.db.transaction(() => saveTerms(site.db, id, [change], indexed));
    const endings = await site.db.select<{ suffix: string }>(
      'SELECT suffix FROM term_suffixes WHERE organization_id = ?',
      [id],
    );
    expect(endings.map(({ suffix }) => suffix)).toContain('zibar');
    expect([...indexed]).toEqual(['zanzibar']);
  });

  it('without an ICP nobody matches', async () => {
    const id = await site.workspace();
    await importInto(site, id, site.file('no-icp.ndjson', ndjson(makeRows(new Random(1)))));
    expect(await openWorkspaceStore(site.db, id).usage.icp()).toBeUndefined();
    const leads = [...(await leadsOf(id)).values()];
    expect(leads.length).toBeGreaterThan(0);
    expect(new Set(leads.map((lead) => `${lead.icp_match_percent} ${lead.lead_tier}`))).toEqual(
      new Set(['0 UNQUALIFIED']),
    );
  });
});

/** Intent of a lead that was not scored for a while fades when it is: only that may differ. */
function withoutScoredAt(tables: Record<string, string[]>): Record<string, string[]> {
  const fading = /"(?:scored_at|intent_score|lead_tier|updated_at|score_revision)":(?:"[^"]*"|\d+)/g;
  const { lead_evidence: _evidence, account_summaries: _summaries, leads, ...rest } = tables;
  return { ...rest, leads: (leads ?? []).map((row) => row.replace(fading, '')).sort() };
}
