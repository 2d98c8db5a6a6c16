/** Stores a page of a sync as far as the limits of people reach, with the position to continue from. */
import type { Begun, Budget, PageToStore, StoredPart } from '../crawl/page-store';
import { engagedIn, upToPeople } from '../crawl/part-of-page';
import type { CrawlPage, CrawlState } from '../crawl/crawl';
import type { StorableRecord } from '../import/observations';
import type { JobContext } from '../../jobs/definition';
import { markRead } from '../../store/crawl/collected-posts';
import { activeProfile, keepFollowers, type WatchedProfile } from '../../store/crawl/profiles';
import { countDay, dayOf, peopleOfDay, saveSync } from '../../store/sync/lifecycle';
import { countedBySyncs, countForSync, forgetSyncPeople } from '../../store/sync/synced-people';
import type { WatchlistSyncRow } from '../../store/tables/agent';

export interface SyncPageOptions {
  /**
   * People with new engagement, in one sync and in all syncs of the workspace on a day. A person who appears again counts once.
   */
  readonly maxPeople: number;
  readonly peoplePerDay: number;
  /** The first page of a sync, which counts from zero. */
  readonly isFirst: boolean;
  /** The position of the crawl before the page. A crawl that is stopped within the page continues from here. */
  readonly state: CrawlState;
}

/** Undefined when the profile is no longer watched. */
type Answer = { readonly row: WatchlistSyncRow; readonly answer: 'go on' | 'stop' } | undefined;

export class SyncPage implements PageToStore<Answer>, Budget {
  private now = 0;
  private revision = 0;
  /** People of the day, before the page and now. */
  private before = 0;
  private today = 0;

  /** @param row as the last page left it, or a new one that is not stored yet. */
  constructor(
    private readonly context: JobContext,
    private readonly profile: WatchedProfile,
    private row: WatchlistSyncRow,
    private readonly page: CrawlPage,
    private readonly options: SyncPageOptions,
  ) {}

  get records() {
    return this.page.records;
  }

  async begin(now: number, revision: number): Promise<Begun<Answer>> {
    const { db, organizationId } = this.context;
    if (!(await activeProfile(db, organizationId, this.profile.id))) return { answer: undefined };
    if (this.options.isFirst) await forgetSyncPeople(db, organizationId, this.profile.id);
    [this.now, this.revision] = [now, revision];
    this.before = this.today = await peopleOfDay(db, organizationId, dayOf(now));
    return { budget: this };
  }

  async admit(records: readonly StorableRecord[]): Promise<readonly StorableRecord[]> {
    const { db, organizationId } = this.context;
    const inSync = Math.max(0, this.options.maxPeople - this.row.people);
    const onDay = Math.max(0, this.options.peoplePerDay - this.today);
    if (upToPeople(records, Math.min(inSync, onDay)).length === records.length) return records;
    const engaged = await engagedIn(db, organizationId, records);
    const counted = await countedBySyncs(db, organizationId, this.counting, engaged.ids);
    const part = upToPeople(records, inSync, engaged.among(counted.inSync));
    return upToPeople(part, onDay, engaged.among(counted.onDay));
  }

  async count({ added, batchId }: StoredPart): Promise<void> {
    const { db, organizationId } = this.context;
    const people = new Set(added.flatMap((one) => (one.by_author === 0 ? [one.person_id] : [])));
    const { inSync, onDay } = await countForSync(db, organizationId, this.counting, [...people]);
    this.today += onDay;
    const engagements = this.row.engagements + added.length;
    this.row = { ...this.row, batch_id: batchId, engagements, people: this.row.people + inSync };
  }

  async end(whole: boolean): Promise<Answer> {
    const { context, page, options, now } = this;
    const { db, organizationId } = context;
    await countDay(db, organizationId, dayOf(now), this.today - this.before);
    if (page.followers !== null) await keepFollowers(db, organizationId, this.profile, page.followers, this.revision);
    let { row } = this;
    if (!whole) {
      row = { ...row, stop_reason: row.people >= options.maxPeople ? 'people' : 'day' };
    } else if (page.post && page.isLast) {
      row = { ...row, posts: row.posts + 1 };
      await markRead(db, organizationId, 'sync', page.post, now);
    }
    await saveSync(db, row);
    // If it was stopped within a page, the page is read again next time. What is known of it by then is skipped.
    await context.saveState(whole ? page.next : options.state);
    return { row, answer: whole ? 'go on' : 'stop' };
  }

  private get counting() {
    return { profileId: this.profile.id, day: dayOf(this.now) };
  }
}

/** A new sync. @param readUntil how far earlier syncs have read. */
export const newSync = (
  organizationId: string,
  profileId: string,
  { now, readUntil }: { readonly now: number; readonly readUntil: number },
): WatchlistSyncRow => ({
  organization_id: organizationId,
  profile_id: profileId,
  status: 'RUNNING',
  batch_id: null,
  posts: 0,
  engagements: 0,
  people: 0,
  stop_reason: null,
  failure: null,
  started_at: now,
  finished_at: null,
  read_until: readUntil,
});
