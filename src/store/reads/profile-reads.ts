/** Reads of the watchlist. */
import { activeProfileIds } from '../crawl/profiles';
import { findSchedule } from '../jobs/schedules';
import { everyProfileSync, findSyncs, syncsUnderWay, type SyncUnderWay } from '../sync/lifecycle';
import type { WatchlistSyncRow } from '../tables/agent';
import type { Database } from '../../database/database';
import type { MonitoredProfileRow, ProfileSource, ProfileStatus, ProfileType, Relationship } from '../tables/leads';
import { fold } from '../../../packages/reader/src';
import { labelKey } from '../statements/keys';
import { Conditions } from '../statements/conditions';
import type { Exact } from '../statements/exact';
import { addAfter, expectUpToDate, orderBy, pageOf, type Page, type PageRequest } from '../statements/keyset';
import { readLimits, revisionColumn } from './lead-reads';
import { countRows, readSet } from '../statements/list-scan';

export const profileSortFields = ['createdAt', 'followers', 'lastEngagementSyncAt', 'displayName'] as const;
export type ProfileSortField = (typeof profileSortFields)[number];

export interface ProfileFilter {
  readonly profileType?: ProfileType | undefined;
  readonly profileTypes?: readonly ProfileType[] | undefined;
  readonly source?: ProfileSource | undefined;
  readonly relationship?: Relationship | undefined;
  readonly label?: string | undefined;
  readonly status?: ProfileStatus | undefined;
  readonly search?: string | undefined;
  readonly sortBy: ProfileSortField;
  readonly sortOrder: 'asc' | 'desc';
}

export type MonitoredProfileRecord = Pick<
  MonitoredProfileRow,
  | 'id'
  | 'display_name'
  | 'headline'
  | 'profile_url'
  | 'profile_type'
  | 'source'
  | 'relationship'
  | 'status'
  | 'label'
  | 'followers'
  | 'last_engagement_sync_at'
  | 'lead_count'
  | 'created_at'
> & { name_sort: string; revision: number };

const columns = `m.id, m.display_name, m.headline, m.profile_url, m.profile_type, m.source, m.relationship, m.status,
  m.label, m.followers, m.last_engagement_sync_at, m.lead_count, m.created_at, m.name_sort`;

/** Unknown numbers sort last in both directions. */
const afterAll = 9_007_199_254_740_991;
const unknown = (order: 'asc' | 'desc') => (order === 'desc' ? -1 : afterAll);

interface Sort {
  column(order: 'asc' | 'desc'): string;
  key(row: MonitoredProfileRecord, order: 'asc' | 'desc'): number | string;
  /** The column with the revision of the key's last change. Null when the key cannot change. */
  readonly revision: string | null;
}

const sorts: Readonly<Record<ProfileSortField, Sort>> = {
  createdAt: { column: () => 'm.created_at', key: (row) => row.created_at, revision: null },
  displayName: { column: () => 'm.name_sort', key: (row) => row.name_sort, revision: 'm.name_revision' },
  followers: {
    column: (order) => `COALESCE(m.followers, ${unknown(order)})`,
    key: (row, order) => row.followers ?? unknown(order),
    revision: 'm.followers_revision',
  },
  lastEngagementSyncAt: {
    column: (order) => `COALESCE(m.last_engagement_sync_at, ${unknown(order)})`,
    key: (row, order) => row.last_engagement_sync_at ?? unknown(order),
    revision: 'm.sync_revision',
  },
};

export class ProfileReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** The last syncs of these profiles. */
  syncs(ids: readonly string[]): Promise<WatchlistSyncRow[]> {
    return findSyncs(this.db, this.organizationId, ids);
  }

  /** The queued or running jobs that sync these profiles, by profile. */
  syncsUnderWay(ids: readonly string[]): Promise<ReadonlyMap<string, SyncUnderWay>> {
    return syncsUnderWay(this.db, this.organizationId, ids);
  }

  /** When all profiles are synced next, epoch ms. Undefined when no sync is planned. */
  async nextSync(): Promise<number | undefined> {
    return (await findSchedule(this.db, everyProfileSync))?.next_at;
  }

  /** Ids of the ACTIVE profiles, longest without a sync first. */
  activeIds(): Promise<string[]> {
    return activeProfileIds(this.db, this.organizationId, { limit: 10_000 });
  }

  /**
   * Watched profiles in the requested order, then by id in the same direction. A watchlist is small, so it is sorted without an
   * index.
   */
  async list<Given extends ProfileFilter>(
    filter: Exact<ProfileFilter, Given>,
    page: PageRequest,
  ): Promise<Page<MonitoredProfileRecord>> {
    const where = new Conditions('m.organization_id = ?', this.organizationId);
    if (filter.profileType) where.and('m.profile_type = ?', filter.profileType);
    if (filter.profileTypes) where.in('m.profile_type', filter.profileTypes);
    if (filter.source) where.and('m.source = ?', filter.source);
    if (filter.relationship) where.and('m.relationship = ?', filter.relationship);
    if (filter.status) where.and('m.status = ?', filter.status);
    if (filter.label !== undefined) where.and('m.label_key = ?', labelKey(filter.label));
    if (filter.search !== undefined) where.contains(this.db, 'm.search_text', fold(filter.search));

    const sort = sorts[filter.sortBy];
    const descending = filter.sortOrder === 'desc';
    const order = [
      { column: sort.column(filter.sortOrder), descending },
      { column: 'm.id', descending },
    ];
    if (page.after) {
      addAfter(where, order, page.after);
      if (sort.revision !== null) where.and(`${sort.revision} <= ?`, page.after.revision);
    }
    const rows = await readSet<MonitoredProfileRecord>(this.db, this.organizationId, {
      sql: `SELECT ${columns}, ${revisionColumn} FROM monitored_profiles m
        WHERE ${where.sql} ORDER BY ${orderBy(order)} LIMIT ${page.limit + 1}`,
      params: [this.organizationId, ...where.params],
      set: 'monitored_profiles WHERE organization_id = ?',
      setParams: [this.organizationId],
      few: readLimits.walked,
    });
    await expectUpToDate(this.db, this.organizationId, page, rows);
    return pageOf(rows, page, (row) => [sort.key(row, filter.sortOrder)]);
  }

  async one(monitoredProfileId: string): Promise<MonitoredProfileRecord | undefined> {
    const [row] = await this.db.select<MonitoredProfileRecord>(
      `SELECT ${columns}, 0 AS revision FROM monitored_profiles m WHERE m.organization_id = ? AND m.id = ?`,
      [this.organizationId, monitoredProfileId],
    );
    return row;
  }

  async count(): Promise<number> {
    return countRows(this.db, this.organizationId, 'monitored_profiles WHERE organization_id = ?');
  }
}
