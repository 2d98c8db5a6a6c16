/** What every crawl asks of its workspace: the watched profiles, and what is known about posts. */
import type { Network } from '../import';
import type { JobContext } from '../../jobs/definition';
import type { Source } from '../sources/source';
import { activeProfile, knownPostsOf } from '../../store/crawl/profiles';
import { urnsNaming } from '../../store/discovery/discovered-people';
import { sourceBusy } from './source-trouble';
import type { CrawlParts } from './crawl';

const dayMs = 86_400_000;

export interface WalkBounds {
  readonly source: Source;
  readonly network: Network;
  /** Posts are looked for from this time on, less the overlap; epoch ms. */
  readonly from: number;
  readonly overlapDays: number;
  readonly maxPosts: number;
  readonly maxPeople: number;
}

/** The parts that all crawls share. The caller adds which posts to leave out and where to store pages. */
export function crawlIn(
  { db, organizationId, clock, signal }: JobContext,
  { source, network, from, overlapDays, maxPosts, maxPeople }: WalkBounds,
): Omit<CrawlParts, 'marks' | 'store'> {
  return {
    source,
    network,
    signal,
    now: () => clock.now(),
    since: from - overlapDays * dayMs,
    mostPosts: maxPosts,
    mostPeople: maxPeople,
    profile: async (profileId) => {
      const profile = await activeProfile(db, organizationId, profileId);
      if (!profile) return undefined;
      return { ...profile, known: await knownPostsOf(db, organizationId, profileId, maxPosts) };
    },
    urnsOf: (urn) => urnsNaming(db, organizationId, urn),
    wait: sourceBusy,
  };
}
