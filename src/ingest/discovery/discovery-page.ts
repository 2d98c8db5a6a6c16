/**
 * Stores a page of a discovery as far as credits and limits reach, with the position to continue from. Each person is paid for
 * once.
 */
import type { Begun, Budget, PageToStore, StoredPart } from '../crawl/page-store';
import { arrivals, engagedIn } from '../crawl/part-of-page';
import type { StorableRecord } from '../import/observations';
import type { JobContext } from '../../jobs/definition';
import { change, extendHolds } from '../../store/discovery/lifecycle';
import { countedAmong, countPeople } from '../../store/discovery/discovered-people';
import { findDiscovery } from '../../store/discovery/reads';
import type { DiscoveryRow, StopReason } from '../../store/tables/discovery';

/** What a source gave about the post. */
export interface DiscoveredPage {
  readonly records: readonly StorableRecord[];
  /** JSON to continue from. The argument says why the discovery ended, or is null. */
  readonly state: (ended: StopReason | null) => string;
  readonly percent: number | null;
}

/** The result of a page. `overtaken`: the discovery ended meanwhile, or another worker is further along. */
export type PageOutcome =
  | { readonly kind: 'stored'; readonly row: DiscoveryRow; readonly ended: StopReason | null }
  | { readonly kind: 'overtaken' };

export class DiscoveryPage implements PageToStore<PageOutcome>, Budget {
  private now = 0;

  /** @param row as the last page left it. */
  constructor(
    private readonly context: JobContext,
    private row: DiscoveryRow,
    private readonly page: DiscoveredPage,
    private readonly maxPeople: number,
  ) {}

  get records() {
    return this.page.records;
  }

  async begin(now: number): Promise<Begun<PageOutcome>> {
    const { db, organizationId } = this.context;
    const current = await findDiscovery(db, organizationId, this.row.id);
    if (current?.status !== 'RUNNING' || current.state_version !== this.row.state_version) {
      return { answer: { kind: 'overtaken' } };
    }
    this.row = current;
    this.now = now;
    return { budget: this };
  }

  async admit(records: readonly StorableRecord[]): Promise<readonly StorableRecord[]> {
    if (arrivals(records).length <= this.room) return records;
    const { db, organizationId } = this.context;
    const engaged = await engagedIn(db, organizationId, records);
    const counted = await countedAmong(db, organizationId, this.row.id, engaged.ids);
    const fresh = arrivals(records, engaged.among(counted));
    const lacking = Math.min(fresh.length, this.maxPeople - this.row.people_found) - this.room;
    if (lacking > 0) {
      this.row = await extendHolds(db, organizationId, this.row, Math.ceil(lacking / this.row.hold_size), this.now);
    }
    return records.slice(0, fresh[this.room]);
  }

  async count({ records }: StoredPart): Promise<void> {
    const { db, organizationId } = this.context;
    const { ids } = await engagedIn(db, organizationId, records);
    const added = await countPeople(db, organizationId, this.row.id, ids);
    // Storing may have shown that two people who were counted are one.
    const found = (await findDiscovery(db, organizationId, this.row.id))?.people_found ?? 0;
    this.row = { ...this.row, people_found: found + added };
    await change(db, this.row, { people_found: this.row.people_found });
  }

  async end(whole: boolean): Promise<PageOutcome> {
    const { context, page, row, maxPeople } = this;
    const short = row.people_found < maxPeople ? 'credits_exhausted' : 'limit';
    const ended = whole ? null : short;
    const changes = {
      state: page.state(ended),
      state_version: row.state_version + 1,
      people_found: row.people_found,
      percent: Math.max(row.percent, Math.min(80, Math.round((page.percent ?? 0) * 0.8))),
      updated_at: this.now,
    };
    await change(context.db, row, changes);
    await context.saveState({ page: changes.state_version, round: row.round });
    return { kind: 'stored', row: { ...row, ...changes }, ended };
  }

  /** How many more people may be counted without another hold. */
  private get room(): number {
    const { credits_consumed: paid, people_found: found } = this.row;
    return Math.max(0, Math.min(paid, this.maxPeople) - found);
  }
}
