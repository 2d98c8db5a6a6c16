/**
 * Removes people beyond a workspace's limit every day, a slice per transaction, together with their records in the logs of
 * batches.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { define, type JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import { retentionCutoff } from '../rules/privacy/retention';
import { workOffQueue } from '../scoring/rescore';
import type { Database } from '../database/database';
import { recordAudit } from '../store/log/audit';
import { eraseRows, storedPeople } from '../store/privacy/erase-rows';
import { noteRetentionApplied, peopleBeyond, retentionOf, workspacesWithRetention } from '../store/privacy/retention';
import { UnknownWorkspaceError, writeWorkspace } from '../store/log/workspace-lock';
import { scrubMentions } from './mention-scrub';

/** How many people are looked at together. */
const slice = 500;

interface RetentionOptions {
  readonly now: number;
  /** Counts people, but removes nobody. */
  readonly dryRun?: boolean;
  readonly checkpoint?: () => Promise<void>;
}

/**
 * Removes everybody beyond the limit. They are not suppressed: a person who engages again is stored again. @returns how many.
 */
export async function applyRetention(
  db: Database,
  organizationId: string,
  months: number,
  { now, dryRun, checkpoint = () => setImmediate() }: RetentionOptions,
): Promise<number> {
  const cutoff = retentionCutoff(now, months);
  let removed = 0;
  for (let after = ''; ;) {
    const { beyond, last } = await peopleBeyond(db, organizationId, cutoff, after, slice);
    if (last === null) break;
    after = last;
    if (beyond.length > 0 && !dryRun) await removeSome(db, organizationId, beyond, checkpoint);
    removed += beyond.length;
    await checkpoint();
  }
  if (removed > 0 && !dryRun) await workOffQueue(db, organizationId, now, { checkpoint });
  return removed;
}

async function removeSome(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  checkpoint: () => Promise<void>,
): Promise<void> {
  const people = await storedPeople(db, organizationId, ids);
  // Mentions are removed first. While people's rows exist, a repeated run finds them again after an interruption.
  await scrubMentions(
    db,
    organizationId,
    people.map(({ terms }) => terms),
    { purge: false, checkpoint },
  );
  await writeWorkspace(db, organizationId, () => eraseRows(db, organizationId, people, 'retention'));
}

const retention: JobKind<object> = { name: 'apply-retention', input: z.object({}), lane: 'daily' };

const everyWorkspace = define({
  name: 'apply-every-retention',
  lane: 'upkeep',
  input: z.object({}),
  // Before the daily scoring and the counting of audiences.
  schedule: { pattern: '7 1 * * *' },
  keepsDone: false,
  async run(context) {
    for (const organizationId of await workspacesWithRetention(context.db)) {
      const options = { organizationId, uniqueKey: 'daily', now: context.clock.now() };
      await enqueue(context.db, retention, {}, options);
      await context.checkpoint();
    }
  },
});

const workspace = define({
  ...retention,
  async run(context) {
    const { db, organizationId } = context;
    const months = (await retentionOf(db, organizationId))?.retention_months ?? null;
    if (months === null) return;
    const now = context.clock.now();
    try {
      const removed = await applyRetention(db, organizationId, months, { now, checkpoint: () => context.checkpoint() });
      await db.transaction(async () => {
        await noteRetentionApplied(db, organizationId, removed, now);
        if (removed > 0) await recordAudit(db, retentionEntry(organizationId, removed, months, now));
        await context.complete();
      });
    } catch (error) {
      if (!(error instanceof UnknownWorkspaceError)) throw error;
    }
  },
});

const retentionEntry = (organizationId: string, removed: number, months: number, at: number) => ({
  at,
  action: 'apply_retention',
  organization_id: organizationId,
  object_kind: 'workspace',
  object_id: organizationId,
  detail: `${removed} people removed, ${months} months after their last engagement`,
});

export const retentionJobs = [everyWorkspace, workspace];
