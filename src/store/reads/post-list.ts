/** The list of posts, latest first. Posts without a known date come last. */
import { placeholders, type Database } from '../../database/database';
import { fold } from '../../../packages/reader/src';
import { Conditions } from '../statements/conditions';
import { postsAtOnce, scanText } from './engagement-text';
import type { Exact } from '../statements/exact';
import {
  addAfter,
  expectUpToDate,
  orderBy,
  pageOf,
  type Page,
  type PageRequest,
  type SortColumn,
} from '../statements/keyset';
import { readLimits, revisionColumn, type ReadLimits } from './lead-reads';
import type { ProfileType } from '../tables/leads';
import type { PostCounts, PostRecord } from './post-reads';
import { readSet } from '../statements/list-scan';

export interface PostFilter {
  /** Text in the author's name, and with `searchContent` also in the post. */
  readonly search?: string | undefined;
  readonly searchContent: boolean;
  /** This post alone. */
  readonly postId?: string | undefined;
  /** Epoch milliseconds, inclusive, on published_at. */
  readonly dateFrom?: number | undefined;
  readonly dateTo?: number | undefined;
  /** Watched profiles that published it. */
  readonly authorProfileIds?: readonly string[] | undefined;
  /** Whether figures are counted. If not, they are zero. */
  readonly counted: boolean;
}

export interface ListedPost extends Omit<PostRecord, 'content_text'>, PostCounts {
  excerpt: string | null;
  /** Of the watched profile that published it. Null if none did. */
  profile_type: ProfileType | null;
  lead_count: number;
  qualified_count: number;
  revision: number;
}

type PostRow = Omit<ListedPost, keyof PostCounts | 'lead_count' | 'qualified_count'> & { words: string | null };
type Counted = PostCounts & Pick<ListedPost, 'lead_count' | 'qualified_count'> & { id: string };

const latestFirst: readonly SortColumn[] = [
  { column: 'po.published_at', descending: true },
  { column: 'po.id', descending: false },
];
const byId: readonly SortColumn[] = [{ column: 'po.id', descending: false }];

/** Represents an unknown date in a position. It sorts before every real date. */
const undated = -1;

const nothing = { likes: 0, comments: 0, reposts: 0, unique_engagers: 0, lead_count: 0, qualified_count: 0 };

/** How many posts' engagement one statement counts. */
const countedAtOnce = 10;

export class PostList {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly limits: ReadLimits = readLimits,
  ) {}

  /**
   * Posts by published_at, latest first, then by id. A search looks through a bounded number of posts per page; see
   * `engagement-text.ts`.
   */
  async list<Given extends PostFilter>(filter: Exact<PostFilter, Given>, page: PageRequest): Promise<Page<ListedPost>> {
    const { search } = filter;
    const folded = search === undefined ? undefined : fold(search);
    const mentions = (text: string | null) => folded === undefined || (text !== null && fold(text).includes(folded));
    const [key] = page.after?.keys ?? [];
    const start = page.after && key !== undefined ? { published_at: Number(key), id: page.after.id } : undefined;
    const { hits, stoppedAt } = await scanText<PostRow>(
      folded === undefined
        ? { wanted: page.limit + 1, most: page.limit + 1, atOnce: page.limit + 1 }
        : { wanted: page.limit + 1, most: this.limits.looked, atOnce: postsAtOnce },
      (after, count) =>
        this.read(filter, after ? { published_at: after.published_at ?? undated, id: after.id } : start, count),
      (rows) =>
        Promise.resolve(
          rows.filter((row) => mentions(row.author_name) || (filter.searchContent && mentions(row.words))),
        ),
    );
    await expectUpToDate(this.db, this.organizationId, page, hits);
    const publishedOr = (row: PostRow) => row.published_at ?? undated;
    const { rows, next } = pageOf(hits, page, (row) => [publishedOr(row)]);
    const counts = filter.counted ? await this.counts(rows.map((row) => row.id)) : new Map<string, Counted>();
    return {
      rows: rows.map((row) => ({ ...row, ...(counts.get(row.id) ?? nothing), id: row.id })),
      next:
        next ??
        (stoppedAt && {
          revision: page.after?.revision ?? stoppedAt.revision,
          keys: [publishedOr(stoppedAt)],
          id: stoppedAt.id,
        }),
    };
  }

  /** The posts after a position: first those with a date, then those without. */
  private async read(
    filter: PostFilter,
    after: { readonly published_at: number; readonly id: string } | undefined,
    count: number,
  ): Promise<PostRow[]> {
    const inUndated = after?.published_at === undated;
    const dated = inUndated ? [] : await this.part(filter, 'po.published_at IS NOT NULL', latestFirst, after, count);
    const bounded = filter.dateFrom !== undefined || filter.dateTo !== undefined;
    if (dated.length === count || bounded) return dated;
    const rest = await this.part(
      filter,
      'po.published_at IS NULL',
      byId,
      inUndated ? after : undefined,
      count - dated.length,
    );
    return [...dated, ...rest];
  }

  private part(
    filter: PostFilter,
    dates: string,
    order: readonly SortColumn[],
    after: { readonly published_at: number; readonly id: string } | undefined,
    count: number,
  ): Promise<PostRow[]> {
    const where = new Conditions(`po.organization_id = ? AND ${dates}`, this.organizationId);
    if (filter.postId !== undefined) where.and('po.id = ?', filter.postId);
    where.between('po.published_at', filter.dateFrom, filter.dateTo);
    if (filter.authorProfileIds) where.in('po.monitored_profile_id', filter.authorProfileIds);
    if (after) {
      const keys = order === byId ? [] : [after.published_at];
      addAfter(where, order, { revision: 0, keys, id: after.id });
    }
    const words =
      filter.search === undefined || !filter.searchContent ? 'NULL' : 'COALESCE(po.content_text, po.excerpt)';
    return this.db.select<PostRow>(
      `SELECT po.id, po.urn, po.url, po.excerpt, po.author_name, po.author_profile_url, po.monitored_profile_id,
         po.published_at, po.collected_at, m.profile_type, ${words} AS words, ${revisionColumn}
       FROM posts po${filter.postId === undefined ? this.db.useIndex('posts_published') : ''}
       LEFT JOIN monitored_profiles m ON m.organization_id = po.organization_id AND m.id = po.monitored_profile_id
       WHERE ${where.sql} ORDER BY ${orderBy(order)} LIMIT ${count}`,
      [this.organizationId, ...where.params],
    );
  }

  /** The figures of each post, counted as in its summary. */
  private async counts(ids: readonly string[]): Promise<Map<string, Counted>> {
    const counted = new Map<string, Counted>();
    for (let at = 0; at < ids.length; at += countedAtOnce) {
      const part = ids.slice(at, at + countedAtOnce);
      const set = `engagements e${this.db.useIndex('engagements_identity')}`;
      const ofPosts = `e.organization_id = ? AND e.post_id IN (${placeholders(part)})`;
      const params = [this.organizationId, ...part];
      const rows = await readSet<Counted>(this.db, this.organizationId, {
        sql: `SELECT e.post_id AS id, SUM(CASE WHEN e.type = 'LIKE' THEN 1 ELSE 0 END) AS likes,
           SUM(CASE WHEN e.type = 'COMMENT' THEN 1 ELSE 0 END) AS comments,
           SUM(CASE WHEN e.type = 'REPOST' THEN 1 ELSE 0 END) AS reposts,
           COUNT(DISTINCT e.person_id) AS unique_engagers,
           COUNT(DISTINCT CASE WHEN e.by_author = 0 THEN l.id END) AS lead_count,
           COUNT(DISTINCT CASE WHEN e.by_author = 0 AND l.lead_tier IN ('QUALIFIED', 'PRIORITY') THEN l.id END)
             AS qualified_count
         FROM ${set}
         LEFT JOIN leads l ON l.organization_id = e.organization_id AND l.id = e.person_id AND l.disposition = 'ACTIVE'
         WHERE ${ofPosts} GROUP BY e.post_id`,
        params,
        set: `${set} WHERE ${ofPosts}`,
        setParams: params,
        few: this.limits.walked,
      });
      for (const row of rows) counted.set(row.id, row);
    }
    return counted;
  }
}
