/** Storing the pages of a discovery: people, engagement, what it costs and where to go on, each page in one transaction. */
import { actorOf, identitiesIn } from '../collecting/part-of-page';
import { BatchWriter } from '../intake/batch';
import { batchOf, type StorableRecord } from '../intake/observations';
import type { JobContext } from '../jobs/definition';
import { change, extendHolds } from '../store/discovery/lifecycle';
import { countedAmong, countPeople, identityKey, peopleNamed, type Identity } from '../store/discovery/people';
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

/** What became of a page; `overtaken`: the discovery ended meanwhile, or another worker is further. */
export type PageOutcome =
  | { readonly kind: 'stored'; readonly row: DiscoveryRow; readonly ended: StopReason | null }
  | { readonly kind: 'overtaken' };

interface OpenWriter {
  readonly batchId: string;
  readonly writer: BatchWriter;
}

/** Stores the pages of one discovery. They share a writer: making one costs as much as storing a hundred people. */
export class PageStore {
  /** None after a transaction that failed: what it remembers may not be stored. */
  private open: OpenWriter | undefined;

  constructor(
    private readonly context: JobContext,
    private readonly maxPeople: number,
  ) {}

  /**
   * Stores a page as far as credits and limits reach, each person paid for once.
   * @param row as the last page left it.
   * @param begun called when the transaction has the workspace.
   */
  async store(row: DiscoveryRow, page: PageToStore, begun: () => void): Promise<PageOutcome> {
    const { db, organizationId, clock } = this.context;
    const now = clock.now();
    const log = await CompleteLog.of(db, organizationId, () => this.context.checkpoint());
    return writeWorkspace(db, organizationId, async () => {
      begun();
      const current = await findDiscovery(db, organizationId, row.id);
      if (current?.status !== 'RUNNING' || current.state_version !== row.state_version) return { kind: 'overtaken' };
      const { paying, ended } = await this.storeRecords(log, current, page.records, now);
      const changes = {
        state: page.state(ended),
        state_version: current.state_version + 1,
        people_found: paying.people_found,
        percent: Math.max(current.percent, Math.min(80, Math.round((page.percent ?? 0) * 0.8))),
        updated_at: now,
      };
      await change(db, current, changes);
      await this.context.saveState({ page: changes.state_version, round: current.round });
      return { kind: 'stored', row: { ...paying, ...changes }, ended };
    });
  }

  private async storeRecords(
    log: CompleteLog,
    row: DiscoveryRow,
    records: readonly StorableRecord[],
    now: number,
  ): Promise<{ readonly paying: DiscoveryRow; readonly ended: StopReason | null }> {
    const { db, organizationId } = this.context;
    const { open } = this;
    this.open = undefined;
    if (records.length === 0) {
      db.afterCommit(() => (this.open = open));
      return { paying: row, ended: null };
    }
    const { batchId, writer } = await this.opened(log, row, now, open);
    let paying = row;
    for (let rest = records; rest.length > 0;) {
      const fresh = await this.firstSeen(row.id, rest, this.room(paying));
      const lacking = Math.min(fresh.length, this.maxPeople - paying.people_found) - this.room(paying);
      if (lacking > 0) {
        paying = await extendHolds(db, organizationId, paying, Math.ceil(lacking / paying.hold_size), now);
      }
      const part = rest.slice(0, fresh[this.room(paying)]);
      if (part.length === 0) {
        return { paying, ended: paying.people_found < this.maxPeople ? 'credits_exhausted' : 'limit' };
      }
      await writer.store(batchOf(part));
      await writer.finish();
      const named = await peopleNamed(db, organizationId, identitiesIn(part));
      const added = await countPeople(db, organizationId, row.id, named.values());
      paying = { ...paying, people_found: paying.people_found + added };
      rest = rest.slice(part.length);
    }
    db.afterCommit(() => (this.open = { batchId, writer }));
    return { paying, ended: null };
  }

  /** How many people may still be counted without another hold. */
  private room({ credits_consumed: paid, people_found: found }: DiscoveryRow): number {
    return Math.max(0, Math.min(paid, this.maxPeople) - found);
  }

  /** The batch of the discovery, and the writer of the pages before if it is still that one. */
  private async opened(
    log: CompleteLog,
    row: DiscoveryRow,
    now: number,
    open: OpenWriter | undefined,
  ): Promise<OpenWriter> {
    const { db, organizationId, alone } = this.context;
    const settings = { origin: 'watchlist', source: row.source, shift: 0 } as const;
    const about = { kind: 'discovery', name: row.post_urn, reference: row.id } as const;
    const batchId = await openBatch(log, { ...settings, ...about }, now);
    if (open?.batchId === batchId) return open;
    const writer = new BatchWriter(db, organizationId, { ...settings, now, batchId, breathes: !alone });
    return { batchId, writer };
  }

  /**
   * Which records are the first of somebody who is not counted yet.
   * @param room when no more than these are named, nobody is looked up, and none are returned.
   */
  private async firstSeen(discoveryId: string, records: readonly StorableRecord[], room: number): Promise<number[]> {
    const actors = records.map(actorOf);
    if (new Set(actors.flatMap((identities) => (identities ? [keyOf(identities)] : []))).size <= room) return [];
    const { db, organizationId } = this.context;
    const named = await peopleNamed(db, organizationId, identitiesIn(records));
    const counted = await countedAmong(db, organizationId, discoveryId, [...new Set(named.values())]);
    const isCounted = (identity: Identity) => counted.has(named.get(identityKey(identity)) ?? '');
    const seen = new Set<string>();
    return actors.flatMap((identities, at) => {
      if (!identities || seen.has(keyOf(identities)) || identities.some(isCounted)) return [];
      seen.add(keyOf(identities));
      return [at];
    });
  }
}

const keyOf = (identities: readonly Identity[]) => identities.map(identityKey).join(' ');
