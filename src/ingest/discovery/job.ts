/**
 * A discovery as a job: finds the post, collects, merges, qualifies, counts. It can be interrupted at any moment, and continues
 * from the last page that was stored. A worker that was overtaken stores nothing.
 */
import { z } from 'zod';
import type { PrivacyRules } from '../../rules/audience/privacy';
import { recordsOfPost } from '../crawl/of-post';
import { PageStore } from '../crawl/page-store';
import { finalTrouble, sourceBusy, type Unanswered } from '../crawl/source-trouble';
import { countPost } from '../../audience/posts';
import type { Network } from '../import';
import { define, type AnyJob, type JobContext, type JobKind } from '../../jobs/definition';
import { letOthersWrite, Pace, transactionMs } from '../../scoring/pace';
import { scoreNow } from '../../scoring/queued-job';
import { SourceFailure, type Source, type SourcePost } from '../sources/source';
import { change, endDiscovery, startDiscovery, type DiscoveryEnd } from '../../store/discovery/lifecycle';
import { qualifiedAmong, urnsOf } from '../../store/discovery/discovered-people';
import type { DiscoveryRow } from '../../store/tables/discovery';
import { UnknownWorkspaceError, writeWorkspace } from '../../store/log/workspace-lock';
import { parsePostReference } from '../import';
import { DiscoveryPage, type DiscoveredPage, type PageOutcome } from './discovery-page';

export const discoverAudience: JobKind<{ discoveryId: string }> = {
  name: 'discover-audience',
  lane: 'sources',
  input: z.object({ discoveryId: z.string() }),
};

export interface DiscoveryParts {
  /** Undefined: this installation has no source for discoveries, or no longer. */
  readonly source: Source | undefined;
  readonly network: Network;
  readonly rules: PrivacyRules;
  readonly maxPeople: number;
}

const stateSchema = z.object({
  round: z.number(),
  /** The source's own state. */
  source: z.unknown(),
  /** `all`: the source has no more. */
  ended: z.enum(['all', 'credits_exhausted', 'limit']).nullable(),
  /** How the source did not answer: see `Unanswered`. */
  failures: z.number(),
  waitedMs: z.number().catch(0),
});
type State = z.infer<typeof stateSchema>;

/** Records of a page, for sources that can choose. */
const pageSizes = { first: 1_000, least: 500, most: 8_000 };

export function discoveryJob(parts: DiscoveryParts): AnyJob {
  return define({
    ...discoverAudience,
    givesWay: true,
    async run(context, { discoveryId }) {
      try {
        const row = await startDiscovery(context.db, context.organizationId, discoveryId, context.clock.now());
        if (row) await new Discovery(parts, context, row).run();
      } catch (error) {
        // The workspace is gone, so there is nothing to discover.
        if (!(error instanceof UnknownWorkspaceError)) throw error;
      }
    },
  });
}

class Discovery {
  private state: State;
  private readonly pages: PageStore;
  private readonly pace: Pace;

  constructor(
    private readonly parts: DiscoveryParts,
    private readonly context: JobContext,
    private row: DiscoveryRow,
  ) {
    const { id, post_urn: name, source } = row;
    const shift = parts.source?.shift ?? 0;
    this.pages = new PageStore(context, {
      batch: { kind: 'discovery', name, reference: id, origin: 'watchlist', source, shift },
    });
    this.pace = new Pace({ targetMs: transactionMs(context.db.dialect, context.alone), ...pageSizes });
    const stored = row.state === null ? undefined : stateSchema.safeParse(JSON.parse(row.state)).data;
    const fresh = { round: row.round, source: null, ended: null, failures: 0, waitedMs: 0 };
    // A retry continues from the source's last state, with a fresh number of attempts.
    this.state = stored?.round === row.round ? stored : { ...fresh, source: stored?.source ?? null };
  }

  async run(): Promise<void> {
    const end = this.row.status === 'RUNNING' ? await this.collect() : null;
    await this.qualify();
    await this.finish(end);
  }

  /**
   * Collects until the source has no more or a limit is met. Returns how it ended; null when the discovery had been ended
   * before.
   */
  private async collect(): Promise<Omit<DiscoveryEnd, 'now'> | null> {
    try {
      while (this.state.ended === null) {
        if (!(await this.collectOn())) return null;
      }
    } catch (error) {
      const failure = await finalTrouble(error, this.state, (unanswered) => this.noteUnanswered(unanswered));
      return { status: 'FAILED', failure };
    }
    const { ended } = this.state;
    return { status: 'COMPLETED', ...(ended === 'all' ? {} : { stopReason: ended }) };
  }

  /** False when the discovery was ended meanwhile. */
  private async collectOn(): Promise<boolean> {
    const { source, network, maxPeople } = this.parts;
    const { context } = this;
    if (source?.name !== this.row.source) {
      throw new SourceFailure('source_failed', `DISCOVERY_SOURCE is not ${this.row.source} any more.`);
    }
    const post = await this.post();
    const urns = new Set(post.urns);
    const options = {
      network,
      now: () => context.clock.now(),
      mostPeople: maxPeople,
      pageSize: () => this.pace.size,
      signal: context.signal,
    };
    for await (const page of source.collect(post, this.state.source, options)) {
      const next: State = { ...this.state, source: page.state, failures: 0 };
      const outcome = await this.store({
        records: recordsOfPost(page.records, urns),
        state: (ended) => JSON.stringify({ ...next, ended: endOf(ended) }),
        percent: page.percent,
      });
      if (outcome.kind === 'overtaken') return false;
      this.state = { ...next, ended: endOf(outcome.ended) };
      if (this.state.ended !== null) return true;
      if (page.waitMs !== undefined) sourceBusy(page.waitMs);
    }
    const all: State = { ...this.state, ended: 'all' };
    const outcome = await this.store({ records: [], state: () => JSON.stringify(all), percent: 100 });
    if (outcome.kind === 'overtaken') return false;
    this.state = all;
    return true;
  }

  private async store(page: DiscoveredPage): Promise<PageOutcome> {
    const toStore = new DiscoveryPage(this.context, this.row, page, this.parts.maxPeople);
    const outcome = await this.pace.measure(page.records.length, (begun) => this.pages.store(toStore, begun));
    if (outcome.kind === 'stored') this.row = outcome.row;
    await letOthersWrite(this.context.db.dialect);
    return outcome;
  }

  private async post(): Promise<SourcePost> {
    const { network } = this.parts;
    const found = parsePostReference(this.row.post_urn, network);
    if (!found.ok) throw new SourceFailure('post_not_found', `The post cannot be named: ${found.reason}.`);
    const urns = await urnsOf(this.context.db, this.context.organizationId, this.row.post_id);
    return { urn: found.urn, url: found.url, urns: [...new Set([found.urn, ...urns])] };
  }

  private async noteUnanswered(unanswered: Unanswered): Promise<void> {
    const { db, organizationId } = this.context;
    await writeWorkspace(db, organizationId, async () => {
      await this.context.guard();
      await change(db, this.row, { state: JSON.stringify({ ...this.state, ...unanswered }) });
    });
  }

  /** Scores the people of the collected engagement, and counts the post. */
  private async qualify(): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const checkpoint = () => this.context.checkpoint();
    await scoreNow(this.context);
    await countPost(db, organizationId, this.row.post_id, { rules: this.parts.rules, now: clock.now(), checkpoint });
  }

  private async finish(end: Omit<DiscoveryEnd, 'now'> | null): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const { id } = this.row;
    await writeWorkspace(db, organizationId, async () => {
      const qualified = await qualifiedAmong(db, organizationId, id);
      const now = clock.now();
      await change(db, this.row, { people_qualified: qualified, updated_at: now });
      if (end) await endDiscovery(db, organizationId, id, { ...end, now });
      await this.context.complete();
    });
  }
}

const endOf = (stop: string | null): State['ended'] => (stop === 'credits_exhausted' || stop === 'limit' ? stop : null);
