/** Storing one page of a discovery: people, engagement, what it costs and where to go on, all in one transaction. */
import { identitiesIn, upToPeople } from '../collecting/part-of-page';
import { BatchWriter } from '../intake/batch';
import { batchOf, type StorableRecord } from '../intake/observations';
import type { JobContext } from '../jobs/definition';
import { change, extendHold } from '../store/discovery/lifecycle';
import { countedAmong, countPeople, identityKey, peopleNamed } from '../store/discovery/people';
import { findDiscovery } from '../store/discovery/reads';
import type { DiscoveryRow, StopReason } from '../store/tables/discovery';
import { CompleteLog } from '../store/batches/before';
import { openBatch } from '../store/batches/lifecycle';
import { writeWorkspace } from '../store/writes/workspace-lock';

export interface PageToStore {
  readonly records: readonly StorableRecord[];
  /** JSON to go on from, given why it ended, if it did. */
  readonly state: (ended: StopReason | null) => string;
  readonly percent: number | null;
}

export interface PageLimits {
  readonly maxPeople: number;
}

/** What became of a page; `overtaken`: the discovery ended meanwhile, or another worker is further. */
export type PageOutcome =
  | { readonly kind: 'stored'; readonly row: DiscoveryRow; readonly ended: StopReason | null }
  | { readonly kind: 'overtaken' };

/**
 * Stores a page as far as credits and limits reach, each person paid for once.
 * @param row as the last page left it.
 */
export async function storePage(
  context: JobContext,
  row: DiscoveryRow,
  page: PageToStore,
  { maxPeople }: PageLimits,
): Promise<PageOutcome> {
  const { db, organizationId } = context;
  const now = context.clock.now();
  const log = await CompleteLog.of(db, organizationId, () => context.checkpoint());
  return writeWorkspace(db, organizationId, async () => {
    const current = await findDiscovery(db, organizationId, row.id);
    if (current?.status !== 'RUNNING' || current.state_version !== row.state_version) return { kind: 'overtaken' };
    const settings = { origin: 'watchlist', source: row.source, shift: 0 } as const;
    const about = { kind: 'discovery', name: row.post_urn, reference: row.id } as const;
    const batchId = page.records.length === 0 ? null : await openBatch(log, { ...settings, ...about }, now);
    let paying = current;
    let ended: StopReason | null = null;
    for (let rest = page.records; rest.length > 0;) {
      const people = Math.min(paying.credits_consumed, maxPeople) - paying.people_found;
      const part = await affordable(context, row.id, rest, people);
      if (part.length === 0) {
        const extended =
          paying.people_found < maxPeople ? await extendHold(db, organizationId, paying, now) : undefined;
        if (!extended) {
          ended = paying.people_found < maxPeople ? 'credits_exhausted' : 'limit';
          break;
        }
        paying = extended;
        continue;
      }
      const writer = new BatchWriter(db, organizationId, { ...settings, now, batchId });
      await writer.store(batchOf(part));
      await writer.finish();
      const named = await peopleNamed(db, organizationId, identitiesIn(part));
      const added = await countPeople(db, organizationId, row.id, [...named.values()]);
      paying = { ...paying, people_found: paying.people_found + added };
      rest = rest.slice(part.length);
    }
    const changes = {
      state: page.state(ended),
      state_version: current.state_version + 1,
      people_found: paying.people_found,
      percent: Math.max(current.percent, Math.min(80, Math.round((page.percent ?? 0) * 0.8))),
      updated_at: now,
    };
    await change(db, current, changes);
    await context.saveState({ page: changes.state_version, round: current.round });
    return { kind: 'stored', row: { ...paying, ...changes }, ended };
  });
}

/** The first records that bring at most so many people who are not counted yet. */
async function affordable(
  { db, organizationId }: JobContext,
  discoveryId: string,
  records: readonly StorableRecord[],
  people: number,
): Promise<readonly StorableRecord[]> {
  if (upToPeople(records, people).length === records.length) return records;
  const named = await peopleNamed(db, organizationId, identitiesIn(records));
  const counted = await countedAmong(db, organizationId, discoveryId, [...new Set(named.values())]);
  return upToPeople(records, people, (identities) =>
    identities.some((identity) => counted.has(named.get(identityKey(identity)) ?? '')),
  );
}
