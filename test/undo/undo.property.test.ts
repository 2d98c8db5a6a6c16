/**
 * Whatever was imported, synced, found by a run, decided, suppressed and taken back, in whatever order: the workspace is what a fresh one
 * is after the others alone, with the figures of posts and audiences. `UNDO_RUNS=500` asks for as many cases.
 */
import fc from 'fast-check';
import { mergeAccounts } from '../../src/store/admin/accounts';
import { storeIcp } from '../../src/store/admin/icp';
import { checkCounts } from '../../src/store/check-counts';
import type { Disposition } from '../../src/domain/values';
import { decideLead } from '../../src/store/admin/leads';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { PersonObjects, PersonSuppressed } from '../../src/store/writes/person-writer';
import { removeWatchlistEntry } from '../../src/store/writes/watchlist-removal';
import { markAudiences } from '../../src/store/writes/engagement-writer';
import { queueEverybody } from '../../src/store/writes/scoring-queue';
import { weakestRules } from '../../src/audience/privacy';
import { countMarkedPosts } from '../../src/counting/posts';
import { personRequests } from '../../src/erasure/requests';
import { workOffQueue } from '../../src/scoring/rescore';
import { makeRows } from '../import/support/rows';
import {
  activity,
  contents,
  slugUrl,
  importInto,
  memberId,
  ndjson,
  now,
  openSite,
  watched,
  without,
  type Site,
} from '../import/support/site';
import { Random } from '../store/support/random';
import { availableDatabases } from '../support/databases';
import { runSeed } from '../support/run-seed';
import { collect, watchAuthor, type Collecting } from './support/collecting';
import { undo } from './support/undoing';

const runs = Number(process.env['UNDO_RUNS'] ?? 12);

type Step =
  | { readonly do: 'import'; readonly file: number; readonly rows: readonly object[] }
  | { readonly do: 'undo'; readonly file: number }
  | Collecting
  | { readonly do: 'watch author'; readonly of: Collecting }
  | { readonly do: 'suppress' | 'object'; readonly person: number }
  | { readonly do: 'watch' | 'unwatch'; readonly person: number; readonly by: 'member' | 'slug' }
  | { readonly do: 'decide'; readonly person: number; readonly disposition: Disposition }
  | { readonly do: 'icp'; readonly industry: string }
  | { readonly do: 'merge accounts' };

const isBatch = (step: Step): step is Collecting | Extract<Step, { do: 'import' }> =>
  step.do === 'import' || step.do === 'sync' || step.do === 'run';

function stepsOf(random: Random): Step[] {
  const steps: Step[] = [];
  const open: number[] = [];
  let rows = random.shuffled(makeRows(random));
  let files = 0;
  const found: string[] = [];
  const count = random.between(5, 14);
  for (let n = 0; n < count; n += 1) {
    const kind = random.below(13);
    if (kind === 10 || kind === 11) {
      // Whom a run meets is new to the workspace: what it decided about a lead rests on who made it one.
      const slugs =
        kind === 10 ? [1, 2, 3].map(() => `person-${random.below(9)}`) : [1, 2, 3].map((at) => `met-${files}-${at}`);
      const step: Collecting = { do: kind === 10 ? 'sync' : 'run', file: files, slugs: [...new Set(slugs)] };
      if (step.do === 'run') found.push(...slugs);
      steps.push({ do: 'watch author', of: step }, step);
      open.push(files);
      files += 1;
    } else if (kind === 12) {
      steps.push({ do: random.pick(['suppress', 'object'] as const), person: random.below(9) });
    } else if (kind < 4 || open.length === 0) {
      if (rows.length === 0) rows = random.shuffled(makeRows(random));
      steps.push({
        do: 'import',
        file: files,
        rows: [...rows.splice(0, random.between(1, 25)), ...likesOf(found, random)],
      });
      open.push(files);
      files += 1;
    } else if (kind < 6) {
      const [file = 0] = open.splice(random.below(open.length), 1);
      steps.push({ do: 'undo', file });
    } else if (kind === 6) {
      const by = random.pick(['member', 'slug'] as const);
      steps.push({ do: random.chance(0.7) ? 'watch' : 'unwatch', person: random.below(9), by });
    } else if (kind === 7) {
      const disposition = random.pick(['CLIENT', 'BAD_LEAD', 'ACTIVE'] as const);
      steps.push({ do: 'decide', person: random.below(9), disposition });
    } else if (kind === 8) {
      steps.push({ do: 'icp', industry: random.pick(['Software Development', 'Banking']) });
    } else steps.push({ do: 'merge accounts' });
  }
  const again = steps.find((step) => step.do === 'import');
  if (again && random.chance(0.5)) steps.push({ ...again, file: files });
  return steps;
}

/** Who objected, or must not be stored, is not watched either. */
const refused = (error: unknown) => {
  if (error instanceof PersonObjects || error instanceof PersonSuppressed) return false;
  throw error;
};

/** What an import says of some whom runs have met. */
const likesOf = (slugs: readonly string[], random: Random): object[] =>
  slugs
    .filter(() => random.chance(0.3))
    .map((slug) => ({
      kind: 'like',
      profileUrl: slugUrl(slug),
      postUrl: activity(0),
      occurredAt: '2026-09-01T10:00:00Z',
    }));

describe.each(availableDatabases())(`taking batches back on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(kind);
  });
  afterAll(() => site.close());

  /** Two people, as long as nothing has said that the member and the slug are one. */
  const idsOf = async (org: string, person: number): Promise<string[]> => {
    const rows = await site.db.select<{ person_id: string }>(
      'SELECT DISTINCT person_id FROM person_identities WHERE organization_id = ? AND value IN (?, ?)',
      [org, memberId(person), `person-${person}`],
    );
    return rows.map((row) => row.person_id);
  };

  /** Carries steps out in a workspace of its own. Returns it, and the steps that found what they are about. */
  async function carriedOut(steps: readonly Step[]): Promise<{ org: string; effective: Set<Step> }> {
    const org = await site.workspace();
    const batches = new Map<number, string>();
    const effective = new Set<Step>();
    for (const step of steps) {
      if (await carryOut(org, step, batches)) effective.add(step);
      await workOffQueue(site.db, org, now);
    }
    await workOffQueue(site.db, org, now);
    return { org, effective };
  }

  async function carryOut(org: string, step: Step, batches: Map<number, string>): Promise<boolean> {
    const { db } = site;
    switch (step.do) {
      case 'import': {
        const path = site.file(`undo-${org}-${step.file}.ndjson`, ndjson(step.rows));
        batches.set(
          step.file,
          (await importInto(site, org, path, { format: 'generic', now: now + step.file })).batchId ?? '',
        );
        return true;
      }
      case 'sync':
      case 'run':
        batches.set(step.file, await collect(db, org, step));
        return true;
      case 'watch author':
        await watchAuthor(db, org, step.of);
        return true;
      case 'suppress':
      case 'object': {
        const identities = [
          { kind: 'member' as const, value: memberId(step.person) },
          { kind: 'slug' as const, value: `person-${step.person}` },
        ];
        const requests = personRequests(db, org, () => now);
        await (step.do === 'object'
          ? requests.object({ identities })
          : requests.suppress({ identities }, { purge: false }));
        await requests.finish();
        return true;
      }
      case 'undo':
        await undo(db, org, [batches.get(step.file) ?? '']);
        return true;
      case 'watch': {
        const person = { memberId: memberId(step.person), slug: null, isCompany: false };
        const entry = watched(`person-${step.person}`, step.by === 'member' ? { person } : {});
        const watching = saveWatchlistEntry(db, org, { ...entry, profileType: 'COMPETITOR' }, now);
        return watching.then(() => true, refused);
      }
      case 'unwatch': {
        const ids = await idsOf(org, step.person);
        const entries = await db.select<{ id: string }>(
          `SELECT id FROM monitored_profiles WHERE organization_id = ? AND person_id IN (${ids.map(() => '?').join(',') || 'NULL'})`,
          [org, ...ids],
        );
        for (const { id } of entries) await removeWatchlistEntry(db, org, id);
        return entries.length > 0;
      }
      case 'decide': {
        const ids = await idsOf(org, step.person);
        for (const id of ids) await decideLead(db, org, id, { disposition: step.disposition });
        const leads = await db.select('SELECT 1 AS found FROM leads WHERE organization_id = ? AND id = ?', [
          org,
          ids[0] ?? '',
        ]);
        // Of two halves that one import joins for a while both are decided about; on their own only those that are leads.
        return ids.length === 1 && leads.length === 1;
      }
      case 'icp': {
        const icp = { seniorities: ['vp', 'cxo'], industries: [step.industry] };
        await storeIcp(db, org, JSON.stringify(icp), now);
        await queueEverybody(db, org);
        return true;
      }
      case 'merge accounts':
        return 'people' in (await mergeAccounts(db, org, 'globex', 'initech'));
    }
  }

  /** What can be compared of a workspace: see test/import/order.test.ts for what depends on the order alone. */
  async function shown(org: string) {
    const check = await checkCounts(site.db, org);
    expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
    // What is said of people reaches the figures of posts with the daily count: they are counted anew, as that does.
    const posts = await site.db.select<{ id: string }>('SELECT id FROM posts WHERE organization_id = ?', [org]);
    await site.db.transaction(() =>
      markAudiences(
        site.db,
        org,
        posts.map(({ id }) => id),
      ),
    );
    await countMarkedPosts(site.db, org, { rules: weakestRules, now });
    const all = await contents(site.db, org);
    const figures = await site.db.select<
      Record<'urn' | 'content', string> & Record<'people' | 'likes' | 'comments' | 'reposts', number>
    >(
      `SELECT u.urn, a.* FROM post_audiences a JOIN post_urns u ON u.organization_id = a.organization_id AND u.post_id = a.post_id
       WHERE a.organization_id = ?`,
      [org],
    );
    const runs = await site.db.select(
      `SELECT candidates, leads_created, people_qualified FROM agent_runs r WHERE organization_id = ? AND candidates > 0 ORDER BY id`,
      [org],
    );
    const decided = await site.db.select(
      `SELECT display_name, decision, COUNT(*) AS times FROM agent_candidates WHERE organization_id = ?
       GROUP BY display_name, decision ORDER BY display_name, decision`,
      [org],
    );
    return {
      ...all,
      runs,
      decided,
      figures: Object.fromEntries(
        figures.map(({ urn, people, likes, comments, reposts, content }) => [
          urn,
          { people, likes, comments, reposts, content: JSON.parse(content) as unknown },
        ]),
      ),
      people: without(all['people'], ['updated_at']),
      // Of the names of a post any may be the one it goes by.
      posts: without(all['posts'], ['urn', 'url']),
      leads: without(all['leads'], ['updated_at', 'created_at', 'scored_at']),
      monitored_profiles: without(all['monitored_profiles'], ['last_engagement_sync_at']),
    };
  }

  it(`leaves what a fresh import of the others gives: ${runs} cases`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const steps = stepsOf(new Random(seed));
        const gone = new Set(steps.flatMap((step) => (step.do === 'undo' ? [step.file] : [])));
        const others = steps.filter((step) => step.do !== 'undo' && !(isBatch(step) && gone.has(step.file)));
        // What only the imports that are taken back make possible, or impossible, is not decided at all.
        const possible = (await carriedOut(others)).effective;
        const decided = steps.filter((step) => !others.includes(step) || possible.has(step));
        const undone = await carriedOut(decided);
        const fresh = await carriedOut(others.filter((step) => undone.effective.has(step)));
        expect(await shown(undone.org)).toEqual(await shown(fresh.org));
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });
});
