/** The order in which files come does not matter, where the rules promise it: the same people, leads, evidence and counts. */
import fc from 'fast-check';
import { checkCounts } from '../../src/store/writes/check-counts';
import { storeIcp } from '../../src/store/access/icp';
import { workOffQueue } from '../../src/scoring/rescore';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';

import { Random } from '../store/support/random';
import { runSeed } from '../support/run-seed';
import { makeRows } from './support/rows';
import { contents, importInto, memberId, ndjson, now, useSite, watched, without } from './support/site';
import { propertyRuns } from '../support/at-length';

const runs = propertyRuns(2, 12);
describe.each(['sqlite'] as const)(`the order of files on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  const site = useSite(kind);
  let files = 0;

  /** Imports rows in some order, cut into files somehow, and says what there is then. */
  async function imported(rows: readonly object[], random: Random) {
    const org = await site.workspace();
    await storeIcp(
      site.db,
      org,
      JSON.stringify({ seniorities: ['vp', 'cxo'], industries: ['Software Development'] }),
      now,
    );
    for (const n of [0, 1]) {
      const person = n === 0 ? { memberId: memberId(n), slug: null, isCompany: false } : undefined;
      const entry = watched(`person-${n}`, { profileType: 'COMPETITOR', ...(person ? { person } : {}) });
      await saveWatchlistEntry(site.db, org, entry, 0);
    }
    for (let left = random.shuffled(rows); left.length > 0;) {
      const part = left.splice(0, random.between(1, 25));
      const path = site.file(`order-${(files += 1)}.ndjson`, ndjson(part));
      await importInto(site, org, path, {
        format: 'generic',
        score: random.chance(0.6),
        batchSize: random.pick([1, 3, 100]),
      });
    }
    await workOffQueue(site.db, org, now);
    const check = await checkCounts(site.db, org);
    expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
    const {
      people,
      person_identities,
      posts,
      post_urns,
      engagements,
      leads,
      lead_evidence,
      lead_terms,
      account_summaries,
      monitored_profiles,
    } = await contents(site.db, org);
    return {
      // The watchlist entry made these two; what it filled in first, and when it was observed first, is not promised.
      people: without(people, ['observed_at', 'enriched_at', 'updated_at', 'created_at']),
      posts: without(posts, ['collected_at', 'author_name', 'author_profile_url', 'url', 'urn']),
      engagements: without(engagements, ['observed_at']),
      // Whether engagement came in for a profile or was there when the post became its: both are right.
      monitored_profiles: without(monitored_profiles, ['last_engagement_sync_at']),
      // A change of the person or account is written down at the time of the machine, and scored again only when the score may change.
      leads: without(leads, ['updated_at']),
      ...{ person_identities, post_urns, lead_evidence, lead_terms, account_summaries },
    };
  }

  it(`is of no consequence: ${runs} cases`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = new Random(seed);
        const rows = makeRows(random);
        const first = await imported(rows, random);
        expect(first.leads.length).toBeGreaterThan(0);
        expect(await imported(rows, random)).toEqual(first);
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });
});
