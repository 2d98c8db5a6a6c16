/**
 * Counts a workspace's audience: everybody once, for all windows and breakdowns together, in pieces that let other work run.
 * Nothing is locked. The result replaces the day's snapshot if the rules allow it.
 */
import { setImmediate } from 'node:timers/promises';
import { AudienceCount, audienceWindows, breakdowns, windowDays, type AudienceWindow } from '../rules/audience/buckets';
import { mayReplace, type PrivacyRules } from '../rules/audience/privacy';
import { Pace } from '../scoring/pace';
import { saveSnapshot, snapshotOf as storedSnapshot } from '../store/audience/aggregates';
import { engagersAfter } from '../store/audience/facts';
import type { Database } from '../database/database';
import type { AudienceSnapshotRow } from '../store/tables/discovery';
import { readSnapshot, snapshotOf, tablesOf } from './content';

const day = 86_400_000;
/** How long one statement should take, in milliseconds. On SQLite it runs in this process. */
const targetMs = 15;

export interface CountingOptions {
  readonly rules: PrivacyRules;
  /** Epoch ms. */
  readonly now: number;
  /** Called between pieces. If it throws, the work ends. Nothing is changed before the end. */
  readonly checkpoint?: () => Promise<void>;
  /** Waits this many milliseconds. For tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Counts and stores a workspace's snapshot. A breakdown stays if today's was already published and too few people changed
 * since.
 * @returns how many breakdowns were stored.
 */
export async function takeSnapshot(
  db: Database,
  organizationId: string,
  { rules, now, checkpoint }: CountingOptions,
): Promise<number> {
  const windows = await countWindows(db, organizationId, now, checkpoint);
  const rows: AudienceSnapshotRow[] = [];
  for (const breakdown of breakdowns) {
    const next = snapshotOf(windows, breakdown);
    const before = await storedSnapshot(db, organizationId, breakdown);
    const published = before && { tables: tablesOf(readSnapshot(before.content)), computedAt: before.computed_at };
    if (!mayReplace(published, { tables: tablesOf(next), computedAt: now }, rules)) continue;
    rows.push({
      organization_id: organizationId,
      breakdown,
      computed_at: now,
      people: windows['90d'].people,
      content: JSON.stringify(next),
    });
  }
  await saveSnapshot(db, rows);
  return rows.length;
}

async function countWindows(
  db: Database,
  organizationId: string,
  now: number,
  checkpoint: CountingOptions['checkpoint'],
): Promise<Readonly<Record<AudienceWindow, AudienceCount>>> {
  const windows = { '7d': new AudienceCount(), '30d': new AudienceCount(), '90d': new AudienceCount() };
  const pace = new Pace({ targetMs, first: 200, least: 20, most: 2_000 });
  for (let after = ''; ;) {
    const people = await pace.measure(pace.size, () => engagersAfter(db, organizationId, after, pace.size));
    const last = people[people.length - 1];
    if (!last) return windows;
    after = last.id;
    for (const person of people) {
      if (person.isCompany === 1) continue;
      for (const window of audienceWindows) {
        if (person.lastAt > now - windowDays[window] * day) windows[window].add(person);
      }
    }
    await setImmediate();
    await checkpoint?.();
  }
}
