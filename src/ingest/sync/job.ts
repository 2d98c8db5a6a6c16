/**
 * Watchlist sync as jobs, one for each profile, so that workspaces take turns however long their watchlists are. A job can be
 * interrupted at any moment, and continues from the last page that was stored.
 */
import { z } from 'zod';
import { PageStore } from '../crawl/page-store';
import { finalTrouble } from '../crawl/source-trouble';
import { crawl, crawlOver, crawlState, type CrawlPage, type CrawlState } from '../crawl/crawl';
import { crawlIn } from '../crawl/workspace-crawl';
import type { Network } from '../import';
import { define, type AnyJob, type JobContext } from '../../jobs/definition';
import { scoreNow } from '../../scoring/queued-job';
import type { Source } from '../sources/source';
import { closeBatch } from '../../store/log/batches';
import { marksOf } from '../../store/crawl/collected-posts';
import {
  activeProfile,
  activeProfileIds,
  keepFollowers,
  watchingWorkspaces,
  type WatchedProfile,
} from '../../store/crawl/profiles';
import { deleteSchedule } from '../../store/jobs/schedules';
import { everyProfileSync, findSync, saveSync } from '../../store/sync/lifecycle';
import type { WatchlistSyncRow } from '../../store/tables/agent';
import { markSynced } from '../../store/writes/engagement-writer';
import { UnknownWorkspaceError, writeWorkspace } from '../../store/log/workspace-lock';
import { queueSync, syncProfile } from './request';
import { newSync, SyncPage } from './sync-page';

/** From the settings. */
export interface SyncLimits {
  /** Five cron fields in UTC, or `off`. */
  readonly schedule: string;
  readonly overlapDays: number;
  readonly maxPosts: number;
  readonly maxPeople: number;
  readonly peoplePerDay: number;
}

export interface SyncParts {
  /** Undefined: there is no source, so nothing can be synced. */
  readonly source: Source | undefined;
  readonly network: Network;
  readonly limits: SyncLimits;
}

const position = z.object({ after: z.string() });
/** Workspaces whose profiles are queued in one transaction, and profiles of one workspace. */
const together = 20;
const mostProfiles = 10_000;

export function syncJobs(parts: SyncParts): readonly AnyJob[] {
  const { schedule } = parts.limits;
  const planned = schedule === 'off' || parts.source === undefined ? {} : { schedule: { pattern: schedule } };
  return [
    define({
      name: everyProfileSync,
      lane: 'upkeep',
      input: z.object({}),
      keepsDone: false,
      ...planned,
      run: (context) =>
        'schedule' in planned
          ? queueEveryProfile(context)
          : // The schedule was on before.
            deleteSchedule(context.db, everyProfileSync),
    }),
    define({
      ...syncProfile,
      givesWay: true,
      keepsDone: false,
      async run(context, { profileId }) {
        try {
          await Sync.run(parts, context, profileId);
        } catch (error) {
          // The workspace is gone, so there is nothing to sync.
          if (!(error instanceof UnknownWorkspaceError)) throw error;
        }
      },
    }),
  ];
}

async function queueEveryProfile(context: JobContext): Promise<void> {
  const { db } = context;
  let after = context.savedState(position)?.after ?? '';
  for (;;) {
    const workspaces = await watchingWorkspaces(db, after, together);
    const last = workspaces.at(-1);
    if (last === undefined) return;
    await db.transaction(async () => {
      for (const organizationId of workspaces) {
        const ids = await activeProfileIds(db, organizationId, { limit: mostProfiles });
        for (const profileId of ids) await queueSync(db, organizationId, profileId, context.clock.now());
      }
      await context.saveState({ after: last });
    });
    after = last;
    await context.checkpoint();
  }
}

class Sync {
  private readonly pages: PageStore;

  private constructor(
    private readonly parts: SyncParts,
    private readonly context: JobContext,
    private readonly source: Source,
    private readonly profile: WatchedProfile,
    /** As the last page left it. */
    private row: WatchlistSyncRow,
    private isStored: boolean,
  ) {
    const name = profile.name === '' ? profile.url : profile.name;
    const from = { origin: 'watchlist', source: source.name, shift: source.shift ?? 0 } as const;
    this.pages = new PageStore(context, { batch: { kind: 'sync', name, reference: context.id, ...from } });
  }

  static async run(parts: SyncParts, context: JobContext, profileId: string): Promise<void> {
    const { db, organizationId, clock } = context;
    const { source } = parts;
    const profile = await activeProfile(db, organizationId, profileId);
    if (!profile || !source) return;
    const last = await findSync(db, organizationId, profileId);
    const before = context.savedState(crawlState);
    const from = before ?? crawlOver([{ kind: 'profile', profileId }]);
    if (before && last?.status === 'RUNNING') return new Sync(parts, context, source, profile, last, true).crawl(from);
    const now = clock.now();
    const fresh = newSync(organizationId, profileId, { now, readUntil: last?.read_until ?? last?.started_at ?? now });
    return new Sync(parts, context, source, profile, fresh, false).crawl(from);
  }

  private async crawl(from: CrawlState): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const { limits, network } = this.parts;
    const bounds = { source: this.source, network, from: this.row.read_until ?? clock.now(), ...limits };
    try {
      const { state } = await crawl(
        {
          ...crawlIn(this.context, bounds),
          marks: (urns) => marksOf(db, organizationId, 'sync', urns),
          store: (page) => this.store(page, from),
        },
        from,
      );
      await this.finish(state.trouble, state.left);
    } catch (error) {
      const state = this.context.savedState(crawlState) ?? from;
      const trouble = await finalTrouble(error, state, (unanswered) =>
        this.context.saveState({ ...state, ...unanswered }),
      );
      await this.finish(trouble.message, false, 'FAILED');
    }
  }

  private async store(page: CrawlPage, from: CrawlState): Promise<'go on' | 'stop'> {
    const { maxPeople, peoplePerDay } = this.parts.limits;
    const state = this.context.savedState(crawlState) ?? from;
    const options = { maxPeople, peoplePerDay, isFirst: !this.isStored, state };
    const stored = await this.pages.store(new SyncPage(this.context, this.profile, this.row, page, options));
    if (stored === undefined) return 'stop';
    this.row = stored.row;
    this.isStored = true;
    return stored.answer;
  }

  private async finish(
    trouble: string | null,
    left: boolean,
    status: 'COMPLETED' | 'FAILED' = 'COMPLETED',
  ): Promise<void> {
    const { db, organizationId, clock } = this.context;
    await scoreNow(this.context);
    const now = clock.now();
    await writeWorkspace(db, organizationId, async (revision) => {
      const { row, profile } = this;
      // If the profile is no longer watched, nothing more is written about it. What was stored until then stays.
      const isWatched = (await activeProfile(db, organizationId, profile.id)) !== undefined;
      const reason = row.stop_reason ?? (left ? 'posts' : null);
      const failure = trouble?.slice(0, 500) ?? null;
      // What a limit of people left over, or a failing source, is asked for again next time.
      const readAll = status === 'COMPLETED' && row.stop_reason === null;
      const read_until = readAll ? row.started_at : row.read_until;
      const ended = { ...row, status, stop_reason: reason, failure, finished_at: now, read_until };
      if (isWatched) await saveSync(db, ended);
      if (row.batch_id !== null) {
        await closeBatch(db, organizationId, row.batch_id, status === 'FAILED' ? 'FAILED' : 'DONE', now);
      }
      if (isWatched && status === 'COMPLETED') {
        await keepFollowers(db, organizationId, profile, null, revision);
        await markSynced(db, organizationId, [profile.id], now, revision);
      }
      await this.context.complete();
    });
  }
}
