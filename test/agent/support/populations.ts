/** Generated people under generated posts, of which a preview and a run are asked the same. */
import { systemClock, type Clock } from '../../../src/jobs/clock';
import { listRuns } from '../../../src/store/agent/runs';
import type { Database } from '../../../src/database/database';
import type { CandidateRow } from '../../../src/store/tables/agent';
import { openWorkspaceStore } from '../../../src/store/facade/workspace-store';
import { queueSync } from '../../../src/ingest/sync/request';
import { Random } from '../../store/support/random';
import { ExportFolder, postIdAt, type Engager } from './folder';
import { fits, jobsOver, makeWorkspace, misfits, workOff } from './workspace';

const hour = 3_600_000;
/** Both are asked at this time. */
const now = Date.UTC(2026, 10, 20, 9);
const clock: Clock = { now: () => now, monotonic: () => systemClock.monotonic() };
const headlines = [
  fits,
  misfits,
  'Director of Sales',
  'Sales Lead at Bluefern',
  'Head of Sales | ex-Bluefern',
  'Student',
  '',
];
const comments = [
  'How much is it for a team of twenty? We would like to buy.',
  'Great!',
  'Does this work with our CRM?',
  'We are not interested, please stop.',
  'I do not think that this is true for larger teams.',
];
const authors = [
  { slug: 'ada', type: 'INFLUENCER' as const },
  { slug: 'grace', type: 'COMPETITOR' as const },
];
const setup = {
  pattern: '0 7 1 1 *',
  timeZone: 'Europe/Berlin',
  creditsPerRun: 200,
  creditsPerDay: 500,
  watch: authors.map(({ type }) => type),
  keywords: [],
};

/** What both say of somebody. */
type Said = Pick<
  CandidateRow,
  | 'decision'
  | 'reasons'
  | 'position'
  | 'icp_match_percent'
  | 'intent_score'
  | 'lead_tier'
  | 'headline'
  | 'title'
  | 'company_name'
  | 'post_urn'
>;

export interface Asked {
  /** By name. */
  readonly preview: ReadonlyMap<string, Said>;
  readonly run: ReadonlyMap<string, Said>;
  /** Everybody fits into a preview. */
  readonly all: boolean;
  /** People who engaged with more than one post. */
  readonly repeated: number;
}

/** Makes the population of a seed, and asks a preview about it and then a run. */
export async function askBoth(db: Database, seed: number): Promise<Asked> {
  const random = new Random(seed);
  const folder = new ExportFolder(() => now);
  try {
    const { organizationId, profileIds, agent } = await makeWorkspace(db, `Population ${seed}`, {
      credits: 500,
      watched: authors,
      clock,
    });
    await agent.enable(setup);
    const previewPeople = random.chance(0.25) ? 3 : 25;
    const jobs = jobsOver(folder.path, { agent: { previewPeople } });
    const { people, repeated } = world(random, folder, seed);
    // Some are leads before, by the watchlist.
    if (random.chance(0.3)) await queueSync(db, organizationId, profileIds[random.below(2)] ?? '', now);
    await workOff(db, jobs, clock);
    await agent.request('PREVIEW');
    await workOff(db, jobs, clock);
    const preview = await saidOf(db, organizationId, 'PREVIEW');
    await agent.request('AGENT');
    await workOff(db, jobs, clock);
    return { preview, run: await saidOf(db, organizationId, 'AGENT'), all: people <= previewPeople, repeated };
  } finally {
    folder.remove();
  }
}

/** Fills the folder: one to three posts, and people who engage with one or several of them. */
function world(random: Random, folder: ExportFolder, seed: number): { people: number; repeated: number } {
  const pool = Array.from({ length: 2 + random.below(10) }, (_, at) => ({
    name: `Person ${at}`,
    slug: `person-${seed}-${at}`,
    headline: headlines[random.below(headlines.length)] ?? '',
  }));
  const engaged = new Map<string, number>();
  for (const { slug } of authors) {
    const posts = Array.from({ length: slug === 'ada' ? 1 + random.below(2) : random.below(2) }, (_, at) => {
      const when = now - (24 + random.below(200)) * hour;
      return { id: postIdAt(when, seed * 10 + at + (slug === 'ada' ? 0 : 5)), text: 'On forecasts', at: when };
    });
    folder.posts(`posts-${slug}.csv`, { name: slug, url: `https://www.linkedin.com/in/${slug}` }, posts);
    for (const post of posts) {
      const there = pool
        .filter(() => random.chance(0.6))
        .map((one): Engager => {
          const said = random.chance(0.5) ? { comment: comments[random.below(comments.length)] ?? '' } : {};
          return { ...one, ...said, at: Math.min(now - hour, post.at + random.below(60) * hour) };
        });
      for (const one of there) engaged.set(one.slug, (engaged.get(one.slug) ?? 0) + 1);
      folder.engagements(`${post.id}/all.csv`, post.id, there);
    }
  }
  return { people: engaged.size, repeated: [...engaged.values()].filter((times) => times > 1).length };
}

async function saidOf(db: Database, organizationId: string, kind: 'AGENT' | 'PREVIEW'): Promise<Map<string, Said>> {
  const [run] = await listRuns(db, organizationId, kind, 1);
  if (run?.status !== 'COMPLETED' || run.failure_message !== null) throw new Error(`the ${kind} did not complete`);
  const of = openWorkspaceStore(db, organizationId).agent;
  const { rows } = await of.candidates(run.id, { limit: 100, offset: 0 });
  return new Map(
    rows.map((row) => [
      row.display_name,
      {
        decision: row.decision,
        reasons: row.reasons,
        position: row.position,
        icp_match_percent: row.icp_match_percent,
        intent_score: row.intent_score,
        lead_tier: row.lead_tier,
        headline: row.headline,
        title: row.title,
        company_name: row.company_name,
        post_urn: row.post_urn,
      },
    ]),
  );
}
