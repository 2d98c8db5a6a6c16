/** Apify: runs actors for a post or a profile, and reads their datasets (apify-run.ts). */
import { z } from 'zod';
import type { HttpClient } from '../../shared/http-client/client';
import { ActorRun, notStarted, runPosition } from './apify-run';
import { foundIn } from './found-posts';
import type { FindOptions, FoundPosts, Source, SourcePost, SourceProfile } from './source';

export interface ApifyOptions {
  readonly client: (signal: AbortSignal) => HttpClient;
  readonly reactionsActor: string;
  readonly commentsActor: string;
  readonly postsActor: string;
  readonly maxChargeUsd: number;
}

const stages = ['reactions', 'comments'] as const;
const position = runPosition.extend({ stage: z.enum(stages) });

export function apifySource(apify: ApifyOptions): Source {
  return {
    name: 'apify',
    brings: 'reactions and comments of public posts, and the posts of a profile',
    costs: 'per result, about 1 to 8 USD for 1,000 reactions; at most APIFY_MAX_CHARGE_USD for each run',
    cannot: 'It cannot look for posts by their words.',
    async *collect(post, state, options) {
      const from = position.nullable().catch(null).parse(state);
      const client = apify.client(options.signal);
      for (const [number, stage] of stages.entries()) {
        if (from && number < stages.indexOf(from.stage)) continue;
        const call = {
          actor: stage === 'reactions' ? apify.reactionsActor : apify.commentsActor,
          input: inputFor(apify, stage, post, options.mostPeople),
          about: post.url,
          mostItems: options.mostPeople,
          maxChargeUsd: apify.maxChargeUsd,
          format: 'auto',
          post: post.urn,
        };
        const run = new ActorRun(client, call, options, from?.stage === stage ? from : notStarted);
        for await (const { at, share, ...page } of run.pages()) {
          yield {
            ...page,
            state: { ...at, stage },
            percent: share === null ? null : Math.round((number + share) * 50),
          };
        }
      }
    },
    postsOf: (profile, state, options) => postsOf(apify, profile, state, options),
  };
}

/** The input for a post, as each maker of actors expects it. Harvestapi's follows its input schemas, github.com/HarvestAPI. */
function inputFor(
  apify: ApifyOptions,
  stage: (typeof stages)[number],
  post: SourcePost,
  most: number,
): Record<string, unknown> {
  const actor = stage === 'reactions' ? apify.reactionsActor : apify.commentsActor;
  if (actor.startsWith('apimaestro~')) return { post_urls: [post.url], limit: most };
  const input = { posts: [post.url], maxItems: most };
  return stage === 'comments' ? { ...input, scrapeReplies: true } : input;
}

/** The input of harvestapi's actor for the posts of profiles and company pages. */
async function* postsOf(
  apify: ApifyOptions,
  profile: SourceProfile,
  state: unknown,
  options: FindOptions,
): AsyncGenerator<FoundPosts, void, undefined> {
  const call = {
    actor: apify.postsActor,
    input: {
      targetUrls: [profile.url],
      maxPosts: options.mostPosts,
      postedLimit: periodSince(options.since, options.now()),
      includeReposts: false,
    },
    about: profile.url,
    mostItems: options.mostPosts,
    maxChargeUsd: apify.maxChargeUsd,
    format: 'apify-harvestapi-posts',
    post: undefined,
  };
  const from = runPosition.nullable().catch(null).parse(state) ?? notStarted;
  const run = new ActorRun(apify.client(options.signal), call, options, from);
  for await (const { records, at, waitMs } of run.pages()) {
    yield { records, posts: foundIn(records), state: at, ...(waitMs === undefined ? {} : { waitMs }) };
  }
}

const day = 86_400_000;
/** The actor knows a few periods. This is the shortest that contains the moment. */
function periodSince(since: number, now: number): string {
  const days = (now - since) / day;
  return days <= 1 ? '24h' : days <= 7 ? 'week' : days <= 30 ? 'month' : '3months';
}
