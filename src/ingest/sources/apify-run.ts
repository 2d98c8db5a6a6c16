/**
 * One run of an Apify actor and its dataset. Source: docs.apify.com/api/v2 (Run Actor, Get run, Get dataset items). Starting a
 * run costs money, so it is started once: if a start was sent but its result not stored, that run is looked for before another
 * is started.
 */
import { z } from 'zod';
import type { IntakeRecord } from '../import/records';
import type { HttpClient, JsonAnswer } from '../../shared/http-client/client';
import { OutgoingError } from '../../shared/http-client/exchange';
import { digestOfItems } from './digest';
import { readAnswer } from './read-answer';
import { SourceFailure, type CollectOptions } from './source';

export const runPosition = z.object({
  /** When a start was sent whose result is not stored yet; epoch ms. */
  starting: z.number().nullable(),
  run: z.object({ id: z.string(), dataset: z.string() }).nullable(),
  /** Polls so far. */
  polls: z.number(),
  offset: z.number(),
  /** Digest of the page before. It ends the reading when an API repeats a page for ever. */
  last: z.string().nullable(),
});
export type RunPosition = z.infer<typeof runPosition>;

export const notStarted: RunPosition = { starting: null, run: null, polls: 0, offset: 0, last: null };

export interface ActorCall {
  readonly actor: string;
  readonly input: Record<string, unknown>;
  /** An address in the input, by which the run can be found again. */
  readonly about: string;
  /** Most results wanted. */
  readonly mostItems: number;
  readonly maxChargeUsd: number;
  /** The format of its items, and the post of items that name none. */
  readonly format: string;
  readonly post: string | undefined;
}

export interface RunPage {
  readonly records: readonly IntakeRecord[];
  readonly at: RunPosition;
  /** How much of the dataset has been read, 0 to 1; null while the run produces it. */
  readonly share: number | null;
  readonly waitMs?: number;
}

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
const datasetItems = z.array(z.unknown());
/** Statuses of a run that is not finished (docs.apify.com/platform/actors/running/runs-and-builds). */
const unfinished = new Set(['READY', 'RUNNING', 'TIMING-OUT', 'ABORTING']);
const pageSize = 1_000;
const pollMs = 5_000;
const mostPolls = 720;
/** Allows for clocks that differ, and for the time that a start takes. */
const startSlackMs = 120_000;

export class ActorRun {
  constructor(
    private readonly client: HttpClient,
    private readonly call: ActorCall,
    private readonly options: Pick<CollectOptions, 'network' | 'now'>,
    private at: RunPosition,
  ) {}

  async *pages(): AsyncGenerator<RunPage, void, undefined> {
    if (!this.at.run) {
      const again = this.at.starting === null ? undefined : await this.startedBefore(this.at.starting);
      if (!again && this.at.starting === null) yield this.note({ starting: this.options.now() });
      yield this.note({ run: again ?? (await this.start()), starting: null });
    }
    const run = this.at.run;
    if (!run) throw new Error('a run was started but not stored');
    let status = this.at.offset > 0 ? 'SUCCEEDED' : await this.status(run.id);
    while (unfinished.has(status)) {
      if (this.at.polls >= mostPolls) throw new SourceFailure('source_failed', 'The actor did not finish in an hour.');
      yield { ...this.note({ polls: this.at.polls + 1 }), waitMs: pollMs };
      status = await this.status(run.id);
    }
    yield* this.items(run.dataset, status);
  }

  private async *items(dataset: string, status: string): AsyncGenerator<RunPage, void, undefined> {
    for (;;) {
      const path = `/v2/datasets/${encodeURIComponent(dataset)}/items`;
      const answer = await this.ask(() =>
        this.client.get(`${path}?format=json&clean=true&offset=${this.at.offset}&limit=${pageSize}`),
      );
      const listed = this.read(datasetItems, answer.value);
      const items = listed.length;
      const digest = await digestOfItems(listed);
      if (status !== 'SUCCEEDED' && this.at.offset === 0 && items === 0) {
        throw new SourceFailure('source_failed', `The actor ${this.call.actor} ended as ${status} without a result.`);
      }
      if (items === 0 || digest === this.at.last) return;
      const { network, now } = this.options;
      const about = { network, now: now(), ...(this.call.post === undefined ? {} : { post: this.call.post }) };
      const records = await readAnswer('Apify', answer.value, this.call.format, about);
      const total = Number(answer.headers['x-apify-pagination-total']);
      const offset = this.at.offset + items;
      const share = total > 0 ? Math.min(1, offset / total) : 0.5;
      yield { ...this.note({ offset, last: digest }), records, share };
      if (items < pageSize || (total > 0 && offset >= total) || offset > this.call.mostItems * 4) return;
    }
  }

  private async start(): Promise<{ id: string; dataset: string }> {
    const { actor, input, mostItems, maxChargeUsd } = this.call;
    const limits = `maxItems=${mostItems}&maxTotalChargeUsd=${maxChargeUsd}`;
    const answer = await this.ask(() =>
      this.client.post(`/v2/acts/${encodeURIComponent(actor)}/runs?${limits}`, input),
    );
    const { data } = this.read(runData, answer.value);
    return { id: data.id, dataset: data.defaultDatasetId };
  }

  /** A run of this actor with this input that was started at that time but not stored. */
  private async startedBefore(since: number): Promise<{ id: string; dataset: string } | undefined> {
    const answer = await this.ask(() =>
      this.client.get(`/v2/acts/${encodeURIComponent(this.call.actor)}/runs?desc=1&limit=10`),
    );
    for (const run of this.read(runList, answer.value).data.items) {
      const startedAt = Date.parse(run.startedAt ?? '');
      if (!(startedAt >= since - startSlackMs) || !run.defaultDatasetId || !run.defaultKeyValueStoreId) continue;
      const store = encodeURIComponent(run.defaultKeyValueStoreId);
      const input = await this.ask(() => this.client.get(`/v2/key-value-stores/${store}/records/INPUT`));
      if (names(input.value, this.call.about)) return { id: run.id, dataset: run.defaultDatasetId };
    }
    return undefined;
  }

  private async status(id: string): Promise<string> {
    const answer = await this.ask(() => this.client.get(`/v2/actor-runs/${encodeURIComponent(id)}`));
    return this.read(runData, answer.value).data.status;
  }

  /** Turns refusals into messages that help the person who reads the failure. */
  private async ask(send: () => Promise<JsonAnswer>): Promise<JsonAnswer> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.temporary) throw error;
      if (error.status === 401 || error.status === 403)
        throw new SourceFailure('source_refused', 'Apify refuses the token in APIFY_TOKEN.');
      if (error.status === 402)
        throw new SourceFailure('source_refused', 'Apify says that the account may spend no more.');
      throw new SourceFailure('source_failed', `A request to Apify failed: ${error.reason}.`);
    }
  }

  private read<T>(schema: z.ZodType<T>, value: unknown): T {
    const parsed = schema.safeParse(value);
    if (!parsed.success)
      throw new SourceFailure('source_failed', 'Apify answered in a form that its documents do not show.');
    return parsed.data;
  }

  private note(changes: Partial<RunPosition>): RunPage {
    this.at = { ...this.at, ...changes };
    return { records: [], at: this.at, share: null };
  }
}

/** Whether a value equals this text or contains it, at any depth. */
function names(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((member) => names(member, text));
}
