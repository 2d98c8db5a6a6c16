/**
 * Watchlist sync as jobs: one for each profile, so that workspaces take turns whatever the length of their watchlists. It may
 * be interrupted at any moment and goes on from the last page that was stored.
 */
import { z } from 'zod';
import { finalTrouble } from '../collecting/source-trouble';
import { walk, walkOver, walkState, type WalkPage, type WalkState } from '../collecting/walk';
import { walkIn } from '../collecting/workspace-walk';
import { upToPeople } from '../collecting/part-of-page';
import type { Network } from '../intake';
import { BatchWriter } from '../intake/batch';
import { batchOf } from '../intake/observations';
import { define, type AnyJob, type JobContext } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import { scoreQueued } from '../scoring/queued-job';
import type { Source } from '../sources/source';
import { CompleteLog } from '../store/batches/before';
import { closeBatch, openBatch } from '../store/batches/lifecycle';
import { marksOf, saveMark } from '../store/collecting/marks';
import {
  activeProfile,
  activeProfileIds,
  keepFollowers,
  watchingWorkspaces,
  type WatchedProfile,
} from '../store/collecting/profiles';
import { deleteSchedule } from '../store/jobs/schedules';
import { countDay, dayOf, findSync, peopleOfDay, saveSync } from '../store/sync/lifecycle';
import type { WatchlistSyncRow } from '../store/tables/agent';
import { markSynced } from '../store/writes/engagement-writer';
import { UnknownWorkspaceError, writeWorkspace } from '../store/writes/workspace-lock';
import { queueSync, syncProfile } from './request';

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
  /** Undefined: nothing can be synced. */
  readonly source: Source | undefined;
  readonly network: Network;
  readonly limits: SyncLimits;
}

const everyProfile = 'sync-watchlists';
const position = z.object({ after: z.string() });
/** Workspaces whose profiles are queued in one transaction, and profiles of one workspace. */
const together = 20;
const mostProfiles = 10_000;

export function syncJobs(parts: SyncParts): readonly AnyJob[] {
  const { schedule } = parts.limits;
  const planned = schedule === 'off' || parts.source === undefined ? {} : { schedule: { pattern: schedule } };
  return [
    define({
      name: everyProfile,
      input: z.object({}),
      keepsDone: false,
      ...planned,
      run: (context) =>
        'schedule' in planned
          ? queueEveryProfile(context)
          : // It was on before.
            deleteSchedule(context.db, everyProfile).then(() => undefined),
    }),
    define({
      ...syncProfile,
      keepsDone: false,
      async run(context, { profileId }) {
        try {
          await new Sync(parts, context, profileId).run();
        } catch (error) {
          // A workspace that is gone has nothing to sync.
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
  private row: WatchlistSyncRow | undefined;

  constructor(
    private readonly parts: SyncParts,
    private readonly context: JobContext,
    private readonly profileId: string,
  ) {}

  async run(): Promise<void> {
    const { db, organizationId } = this.context;
    const { source } = this.parts;
    const before = this.context.savedState(walkState);
    const profile = await activeProfile(db, organizationId, this.profileId);
    if (!profile || !source) return;
    const last = await findSync(db, organizationId, this.profileId);
    if (before && last?.status === 'RUNNING') this.row = last;
    const from = before ?? walkOver([{ kind: 'profile', profileId: this.profileId }]);
    await this.walkFrom(source, profile, from, last);
  }

  private async walkFrom(
    source: Source,
    profile: WatchedProfile,
    from: WalkState,
    last: WatchlistSyncRow | undefined,
  ): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const { limits, network } = this.parts;
    try {
      const parts = {
        ...walkIn(this.context, { source, network, from: last?.started_at ?? clock.now(), ...limits }),
        marks: (urns: readonly string[]) => marksOf(db, organizationId, 'sync', urns),
        store: (page: WalkPage) => this.store(profile, page),
      };
      const { state, stopped } = await walk(parts, from);
      // Stopped by a limit; or the profile is watched no more, and then nothing is written of it.
      if (stopped && this.row?.stop_reason === undefined) return;
      await this.finish(profile, state.trouble, state.left);
    } catch (error) {
      const state = this.context.savedState(walkState) ?? from;
      const trouble = await finalTrouble(error, state.failures, (failures) =>
        this.context.saveState({ ...state, failures }),
      );
      await this.finish(profile, trouble.message, false, 'FAILED');
    }
  }

  /** Stores a page as far as the limits reach. */
  private async store(profile: WatchedProfile, page: WalkPage): Promise<'go on' | 'stop'> {
    await this.context.checkpoint();
    const { db, organizationId, clock } = this.context;
    const now = clock.now();
    const log = await CompleteLog.of(db, organizationId, () => this.context.checkpoint());
    const { row, answer } = await writeWorkspace(db, organizationId, async (revision) => {
      const watched = await activeProfile(db, organizationId, this.profileId);
      if (!watched) return { row: undefined, answer: 'stop' as const };
      let row = this.row ?? this.fresh(now);
      const day = dayOf(now);
      const today = await peopleOfDay(db, organizationId, day);
      const room = Math.min(this.parts.limits.maxPeople - row.people, this.parts.limits.peoplePerDay - today);
      let brought = 0;
      let rest = page.records;
      while (rest.length > 0) {
        const part = upToPeople(rest, Math.max(0, room - brought));
        if (part.length === 0) break;
        const batchId = await this.batch(log, profile, now);
        const people = new Set<string>();
        let engagements = 0;
        const writer = new BatchWriter(db, organizationId, {
          origin: 'watchlist',
          source: this.parts.source?.name ?? 'files',
          now,
          batchId,
          onNew: (rows) => {
            engagements += rows.length;
            for (const one of rows) if (one.by_author === 0) people.add(one.person_id);
          },
        });
        await writer.store(batchOf(part));
        await writer.finish();
        brought += people.size;
        row = { ...row, batch_id: batchId, engagements: row.engagements + engagements };
        rest = rest.slice(part.length);
      }
      await countDay(db, organizationId, day, brought);
      row = { ...row, people: row.people + brought };
      if (page.followers !== null) await keepFollowers(db, organizationId, profile, page.followers, revision);
      if (rest.length > 0) {
        const reason = row.people >= this.parts.limits.maxPeople ? 'people' : 'day';
        row = { ...row, stop_reason: reason };
      } else if (page.post && page.isLast) {
        row = { ...row, posts: row.posts + 1 };
        const { urn, mark } = page.post;
        if (mark !== null) await saveMark(db, organizationId, { purpose: 'sync', urn, mark, now });
      }
      await saveSync(db, row);
      // Stopped within a page: it is read again next time, and what is known of it is passed over.
      if (rest.length === 0) await this.context.saveState(page.next);
      else await this.context.guard();
      return { row, answer: rest.length > 0 ? ('stop' as const) : ('go on' as const) };
    });
    this.row = row;
    return answer;
  }

  private async finish(
    profile: WatchedProfile,
    trouble: string | null,
    left: boolean,
    status: 'COMPLETED' | 'FAILED' = 'COMPLETED',
  ): Promise<void> {
    const { db, organizationId, clock } = this.context;
    const now = clock.now();
    await writeWorkspace(db, organizationId, async (revision) => {
      if (!(await activeProfile(db, organizationId, this.profileId))) return this.context.complete();
      const row = this.row ?? this.fresh(now);
      const reason = row.stop_reason ?? (left ? 'posts' : null);
      const failure = trouble?.slice(0, 500) ?? null;
      await saveSync(db, { ...row, status, stop_reason: reason, failure, finished_at: now });
      if (row.batch_id !== null) {
        await closeBatch(db, organizationId, row.batch_id, status === 'FAILED' ? 'FAILED' : 'DONE', now);
      }
      if (status === 'COMPLETED') {
        await keepFollowers(db, organizationId, profile, null, revision);
        await markSynced(db, organizationId, [this.profileId], now, revision);
      }
      const scoring = { organizationId, uniqueKey: 'queue', priority: 'high', now } as const;
      await enqueue(db, scoreQueued, {}, scoring);
      await this.context.complete();
    });
  }

  /** One batch for what one sync brings in; made when there is something. */
  private async batch(log: CompleteLog, profile: WatchedProfile, now: number): Promise<string> {
    const name = profile.name === '' ? profile.url : profile.name;
    const source = this.parts.source?.name ?? 'files';
    const about = { kind: 'sync', name, reference: this.context.id, origin: 'watchlist', source, shift: 0 } as const;
    return openBatch(log, about, now);
  }

  private fresh(now: number): WatchlistSyncRow {
    return {
      organization_id: this.context.organizationId,
      profile_id: this.profileId,
      status: 'RUNNING',
      batch_id: null,
      posts: 0,
      engagements: 0,
      people: 0,
      stop_reason: null,
      failure: null,
      started_at: now,
      finished_at: null,
    };
  }
}
