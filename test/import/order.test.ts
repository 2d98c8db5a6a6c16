/** The order in which files come does not matter, where the rules promise it: the same people, leads, evidence and counts. */
import fc from 'fast-check';
import { checkCounts } from '../../src/store/check-counts';
import { storeIcp } from '../../src/store/admin/icp';
import { workOffQueue } from '../../src/scoring/rescore';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { availableDatabases } from '../support/databases';
import { Random, runSeed } from '../store/support/random';
import {
  activity,
  contents,
  importInto,
  memberId,
  ndjson,
  now,
  openSite,
  slugUrl,
  ugcPost,
  without,
  type Site,
} from './support/site';

const runs = 12;
const day = (n: number) => new Date(Date.UTC(2026, 7, 1 + n, 12)).toISOString();
const companies = ['Globex', 'Initech', 'Nörd & Søn'];
const industries = ['Banking', 'Software Development', 'Software Development'];
const titles = ['VP Sales', 'Chief Executive Officer', 'Software Engineer', 'Head of Marketing'];

/**
 * Rows about a few people and posts. What would depend on the order is left out: two headlines of a person at one time, two
 * enrichments of a person, two CRM rows, one engagement with two times.
 */
function makeRows(random: Random): object[] {
  const rows: object[] = [];
  const people = 9;
  const posts = 5;
  const seenDays = Array.from({ length: people }, () => random.shuffled(Array.from({ length: 60 }, (_, n) => n)));
  /** Somebody as one row names them: by one identity or both, with the headline of that day. */
  const named = (n: number) => {
    const by = random.pick(['member', 'slug', 'both']);
    const seen = seenDays[n]?.pop() ?? 0;
    return {
      ...(by === 'slug' ? {} : { memberId: memberId(n) }),
      ...(by === 'member' ? {} : { profileUrl: slugUrl(`person-${n}`) }),
      name: `Person ${n} the ${seen}th`,
      headline: `${titles[(n + seen) % titles.length]} at ${companies[(seen + n) % companies.length]}`,
      observedAt: day(seen),
    };
  };
  for (const [n, name] of companies.entries()) {
    if (random.chance(0.7))
      rows.push({
        kind: 'company',
        name,
        industry: industries[n],
        companySize: '51-200',
      });
  }
  const authors = Array.from({ length: posts }, () => random.below(people));
  for (const [n, author] of authors.entries()) {
    // Two halves of one author, never seen together, would be two authors of one post.
    rows.push({
      kind: 'lead',
      memberId: memberId(author),
      profileUrl: slugUrl(`person-${author}`),
      disposition: 'ACTIVE',
    });
    if (random.chance(0.3)) continue;
    const {
      memberId: authorMemberId,
      profileUrl: authorProfileUrl,
      observedAt,
    } = { memberId: undefined, profileUrl: undefined, ...named(author) };
    rows.push({
      kind: 'post',
      postUrl: activity(n),
      postUrns: ugcPost(n),
      text: `Post ${n}`,
      authorMemberId,
      authorProfileUrl,
      observedAt,
    });
  }
  for (let n = 0; n < people; n += 1) {
    if (random.chance(0.4)) {
      const company = random.below(companies.length);
      rows.push({
        kind: 'person',
        ...named(n),
        companyName: companies[company],
        industry: random.chance(0.5) ? industries[company] : undefined,
        country: random.chance(0.5) ? 'SE' : undefined,
      });
    }
    if (random.chance(0.3) && !authors.includes(n)) {
      const who = { ...named(n), name: undefined, headline: undefined, observedAt: undefined };
      rows.push({ kind: 'lead', ...who, disposition: random.pick(['CLIENT', 'BAD_LEAD', 'ACTIVE']) });
    }
  }
  for (let count = 0; count < 40; count += 1) {
    const [n, p] = [random.below(people), random.below(posts)];
    const kind = random.pick(['like', 'comment', 'repost']);
    const words = kind === 'like' ? undefined : random.pick(['What does it cost?', 'Nice', 'Well said']);
    rows.push({
      kind,
      ...named(n),
      postUrl: random.chance(0.5) ? activity(p) : ugcPost(p),
      commentText: words,
      // Before anything was observed: a time after that is not believed.
      occurredAt: day(((n * 7 + p * 3 + (words?.length ?? 0)) % 50) - 60),
      isPostAuthor: authors[p] === n && random.chance(0.5) ? 'true' : undefined,
    });
  }
  return rows;
}

describe.each(availableDatabases())(`the order of files on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  let site: Site;
  let files = 0;

  beforeAll(async () => {
    site = await openSite(kind);
  });
  afterAll(() => site.close());

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
      await saveWatchlistEntry(
        site.db,
        org,
        {
          person:
            n === 0
              ? { memberId: memberId(n), slug: null, isCompany: false }
              : { memberId: null, slug: `person-${n}`, isCompany: false },
          profileUrl: slugUrl(`person-${n}`),
          displayName: `Person ${n}`,
          headline: null,
          profileType: 'COMPETITOR',
          source: 'MANUAL_WATCHLIST',
          relationship: 'STANDARD',
          status: 'ACTIVE',
          label: null,
          followers: null,
        },
        0,
      );
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
      ...{ person_identities, post_urns, leads, lead_evidence, lead_terms, account_summaries },
    };
  }

  it(`is of no consequence: ${runs} cases`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = new Random(seed);
        const rows = makeRows(random);
        const first = await imported(rows, random);
        expect(first.leads?.length).toBeGreaterThan(0);
        expect(await imported(rows, random)).toEqual(first);
      }),
      { numRuns: runs, seed: runSeed, endOnFailure: true },
    );
  });
});
