/**
 * Apify: an actor is run for the post, its dataset is read. Source: docs.apify.com/api/v2 (Run Actor, Get run, Get dataset
 * items). Starting a run costs money, so it is started once: a run whose start was not noted is looked for before another.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readPage } from '../intake';
import type { HttpClient, JsonAnswer } from '../net/client';
import { OutgoingError } from '../net/exchange';
import { SourceFailure, type CollectOptions, type Source, type SourcePage, type SourcePost } from './source';

export interface ApifyOptions {
  readonly client: (signal: AbortSignal) => HttpClient;
  readonly reactionsActor: string;
  readonly commentsActor: string;
  readonly maxChargeUsd: number;
}

const stages = ['reactions', 'comments'] as const;
const position = z.object({
  stage: z.enum(stages),
  /** When a start was sent whose outcome was not stored yet; epoch ms. */
  starting: z.number().nullable(),
  run: z.object({ id: z.string(), dataset: z.string() }).nullable(),
  /** Polls so far. */
  polls: z.number(),
  offset: z.number(),
  /** Digest of the page before: an API that repeats a page for ever ends the reading. */
  last: z.string().nullable(),
});
type Position = z.infer<typeof position>;

const fresh = (stage: Position['stage']): Position => ({
  stage,
  starting: null,
  run: null,
  polls: 0,
  offset: 0,
  last: null,
});

const runData = z.object({
  data: z.object({
    id: z.string().min(1).max(64),
    status: z.string(),
    defaultDatasetId: z.string().min(1).max(64),
  }),
});
const runList = z.object({
  data: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        startedAt: z.string().optional(),
        defaultDatasetId: z.string().optional(),
        defaultKeyValueStoreId: z.string().optional(),
      }),
    ),
  }),
});
/** Statuses of a run that goes on (docs.apify.com/platform/actors/running/runs-and-builds). */
const unfinished = new Set(['READY', 'RUNNING', 'TIMING-OUT', 'ABORTING']);
const pageSize = 1_000;
const pollMs = 5_000;
const mostPolls = 720;
/** Clocks differ, and a start takes a while. */
const startSlackMs = 120_000;

export function apifySource(apify: ApifyOptions): Source {
  return {
    name: 'apify',
    brings: 'reactions and comments of public posts',
    costs: 'per result, about 1 to 8 USD for 1,000 reactions; at most APIFY_MAX_CHARGE_USD for each run',
    async *collect(post, state, options) {
      const from = position.nullable().catch(null).parse(state) ?? fresh('reactions');
      const client = apify.client(options.signal);
      for (const stage of stages.slice(stages.indexOf(from.stage))) {
        yield* new Run(client, apify, post, options, stage === from.stage ? from : fresh(stage)).pages();
      }
    },
  };
}

/** One actor's run for one post. */
class Run {
  constructor(
    private readonly client: HttpClient,
    private readonly apify: ApifyOptions,
    private readonly post: SourcePost,
    private readonly options: CollectOptions,
    private at: Position,
  ) {}

  private get actor(): string {
    return this.at.stage === 'reactions' ? this.apify.reactionsActor : this.apify.commentsActor;
  }

  async *pages(): AsyncGenerator<SourcePage, void, undefined> {
    if (!this.at.run) {
      const again = this.at.starting === null ? undefined : await this.startedBefore(this.at.starting);
      if (!again && this.at.starting === null) yield this.note({ starting: this.options.now() });
      yield this.note({ run: again ?? (await this.start()), starting: null });
    }
    const run = this.at.run;
    if (!run) throw new Error('a run was started and not noted');
    let status = this.at.offset > 0 ? 'SUCCEEDED' : await this.status(run.id);
    while (unfinished.has(status)) {
      if (this.at.polls >= mostPolls) throw new SourceFailure('source_failed', 'The actor did not finish in an hour.');
      yield { ...this.note({ polls: this.at.polls + 1 }), waitMs: pollMs };
      status = await this.status(run.id);
    }
    yield* this.items(run.dataset, status);
  }

  private async *items(dataset: string, status: string): AsyncGenerator<SourcePage, void, undefined> {
    for (;;) {
      const path = `/v2/datasets/${encodeURIComponent(dataset)}/items`;
      const answer = await this.ask(() =>
        this.client.get(`${path}?format=json&clean=true&offset=${this.at.offset}&limit=${pageSize}`),
      );
      const items = Array.isArray(answer.value) ? answer.value.length : 0;
      const digest = createHash('sha256').update(answer.text).digest('base64url');
      if (status !== 'SUCCEEDED' && this.at.offset === 0 && items === 0) {
        throw new SourceFailure('source_failed', `The actor ${this.actor} ended as ${status} without a result.`);
      }
      if (items === 0 || digest === this.at.last) return;
      const { network, now } = this.options;
      const records = await readPage(answer.text, 'auto', { network, now: now(), post: this.post.urn });
      const total = Number(answer.headers['x-apify-pagination-total']);
      const offset = this.at.offset + items;
      const share = total > 0 ? Math.min(1, offset / total) : 0.5;
      const page = this.note({ offset, last: digest });
      yield { ...page, records, percent: Math.round((stages.indexOf(this.at.stage) + share) * 50) };
      if (items < pageSize || (total > 0 && offset >= total) || offset > this.options.mostPeople * 4) return;
    }
  }

  private async start(): Promise<{ id: string; dataset: string }> {
    const { mostPeople } = this.options;
    const limits = `maxItems=${mostPeople}&maxTotalChargeUsd=${this.apify.maxChargeUsd}`;
    const answer = await this.ask(() =>
      this.client.post(`/v2/acts/${encodeURIComponent(this.actor)}/runs?${limits}`, this.input()),
    );
    const { data } = this.read(runData, answer.value);
    return { id: data.id, dataset: data.defaultDatasetId };
  }

  /** The same post, in the words of each maker of actors. */
  private input(): Record<string, unknown> {
    const most = this.options.mostPeople;
    return this.actor.startsWith('apimaestro~')
      ? { post_urls: [this.post.url], limit: most }
      : { posts: [this.post.url], maxItems: most, scrapeReplies: true };
  }

  /** A run of this actor for this post that was started then, though its start could not be noted. */
  private async startedBefore(since: number): Promise<{ id: string; dataset: string } | undefined> {
    const answer = await this.ask(() =>
      this.client.get(`/v2/acts/${encodeURIComponent(this.actor)}/runs?desc=1&limit=10`),
    );
    for (const run of this.read(runList, answer.value).data.items) {
      const startedAt = Date.parse(run.startedAt ?? '');
      if (!(startedAt >= since - startSlackMs) || !run.defaultDatasetId || !run.defaultKeyValueStoreId) continue;
      const store = encodeURIComponent(run.defaultKeyValueStoreId);
      const input = await this.ask(() => this.client.get(`/v2/key-value-stores/${store}/records/INPUT`));
      if (input.text.includes(JSON.stringify(this.post.url))) return { id: run.id, dataset: run.defaultDatasetId };
    }
    return undefined;
  }

  private async status(id: string): Promise<string> {
    const answer = await this.ask(() => this.client.get(`/v2/actor-runs/${encodeURIComponent(id)}`));
    return this.read(runData, answer.value).data.status;
  }

  /** Refusals in words that help whoever reads the failure of a discovery. */
  private async ask(send: () => Promise<JsonAnswer>): Promise<JsonAnswer> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.temporary) throw error;
      if (error.status === 401 || error.status === 403)
        throw new SourceFailure('source_refused', 'Apify refuses the token in APIFY_TOKEN.');
      if (error.status === 402)
        throw new SourceFailure('source_refused', 'Apify says that the account may spend no more.');
      throw new SourceFailure('source_failed', `Apify answered with ${error.reason}.`);
    }
  }

  private read<T>(schema: z.ZodType<T>, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (!parsed.success)
      throw new SourceFailure('source_failed', 'Apify answered in a form that its documents do not show.');
    return parsed.data;
  }

  private note(changes: Partial<Position>): SourcePage {
    this.at = { ...this.at, ...changes };
    return { records: [], state: this.at, percent: null };
  }
}
