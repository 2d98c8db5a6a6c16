/** Reads of posts: one post's summary and its qualified leads. */
import type { Database, SqlValue } from '../../database/database';
import type { PostRow } from '../tables/engagement';
import type { LeadTier } from '../tables/leads';
import { Conditions } from '../statements/conditions';
import { undatedCondition } from '../statements/undated';
import {
  addAfter,
  expectUpToDate,
  orderBy,
  pageOf,
  type Page,
  type PageRequest,
  type SortColumn,
} from '../statements/keyset';
import { profileColumns, readLimits, revisionColumn, type ProfileColumns } from './lead-reads';
import { readSet } from '../statements/list-scan';

export type PostRecord = Pick<
  PostRow,
  | 'id'
  | 'urn'
  | 'url'
  | 'content_text'
  | 'author_name'
  | 'author_profile_url'
  | 'monitored_profile_id'
  | 'published_at'
  | 'collected_at'
>;

export interface PostCounts {
  likes: number;
  comments: number;
  reposts: number;
  unique_engagers: number;
}

export interface PostLeadCounts {
  lead_count: number;
  icp_sum: number;
  unqualified_count: number;
  nurture_count: number;
  qualified_count: number;
  priority_count: number;
}

export interface QualifiedLeadRecord extends ProfileColumns {
  id: string;
  icp_match_percent: number;
  intent_score: number;
  lead_tier: LeadTier;
  last_engaged_at: number;
  /** The same of engagements with a date. */
  last_dated_at: number | null;
  liked: number;
  commented: number;
  reposted: number;
  revision: number;
}

const bestFirst: readonly SortColumn[] = [
  { column: 'l.icp_match_percent', descending: true },
  { column: 'l.intent_score', descending: true },
  { column: 'l.id', descending: false },
];

export class PostReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  async one(postId: string): Promise<PostRecord | undefined> {
    const [row] = await this.db.select<PostRecord>(
      `SELECT id, urn, url, content_text, author_name, author_profile_url, monitored_profile_id, published_at, collected_at
       FROM posts WHERE organization_id = ? AND id = ?`,
      [this.organizationId, postId],
    );
    return row;
  }

  async exists(postId: string): Promise<boolean> {
    const rows = await this.db.select('SELECT 1 AS found FROM posts WHERE organization_id = ? AND id = ?', [
      this.organizationId,
      postId,
    ]);
    return rows.length > 0;
  }

  /** Stored engagements of the post by type, and the number of people behind them. */
  async counts(postId: string): Promise<PostCounts> {
    const [row] = await this.ofPost<PostCounts>(
      postId,
      `SELECT COALESCE(SUM(CASE WHEN type = 'LIKE' THEN 1 ELSE 0 END), 0) AS likes,
         COALESCE(SUM(CASE WHEN type = 'COMMENT' THEN 1 ELSE 0 END), 0) AS comments,
         COALESCE(SUM(CASE WHEN type = 'REPOST' THEN 1 ELSE 0 END), 0) AS reposts,
         COUNT(DISTINCT person_id) AS unique_engagers
       FROM engagements${this.db.useIndex('engagements_identity')} WHERE organization_id = ? AND post_id = ?`,
      [this.organizationId, postId],
    );
    return row ?? { likes: 0, comments: 0, reposts: 0, unique_engagers: 0 };
  }

  /** Active leads among the people who engaged, by tier. The author's own engagement does not count. */
  async leadCounts(postId: string): Promise<PostLeadCounts> {
    const [row] = await this.ofPost<PostLeadCounts>(
      postId,
      `SELECT COUNT(*) AS lead_count, COALESCE(SUM(l.icp_match_percent), 0) AS icp_sum,
         COALESCE(SUM(CASE WHEN l.lead_tier = 'UNQUALIFIED' THEN 1 ELSE 0 END), 0) AS unqualified_count,
         COALESCE(SUM(CASE WHEN l.lead_tier = 'NURTURE' THEN 1 ELSE 0 END), 0) AS nurture_count,
         COALESCE(SUM(CASE WHEN l.lead_tier = 'QUALIFIED' THEN 1 ELSE 0 END), 0) AS qualified_count,
         COALESCE(SUM(CASE WHEN l.lead_tier = 'PRIORITY' THEN 1 ELSE 0 END), 0) AS priority_count
       FROM (SELECT DISTINCT person_id FROM engagements${this.db.useIndex('engagements_identity')}
             WHERE organization_id = ? AND post_id = ? AND by_author = 0) e
       ${this.db.orderedJoin} leads l ON l.organization_id = ? AND l.id = e.person_id
       WHERE l.disposition = 'ACTIVE'`,
      [this.organizationId, postId, this.organizationId],
    );
    return (
      row ?? {
        lead_count: 0,
        icp_sum: 0,
        unqualified_count: 0,
        nurture_count: 0,
        qualified_count: 0,
        priority_count: 0,
      }
    );
  }

  /** Active QUALIFIED and PRIORITY leads who engaged with another person's post: by ICP match, intent, id. */
  async qualifiedLeads(postId: string, page: PageRequest): Promise<Page<QualifiedLeadRecord>> {
    const where = new Conditions(`l.disposition = 'ACTIVE' AND l.lead_tier IN ('QUALIFIED', 'PRIORITY')`);
    if (page.after) {
      addAfter(where, bestFirst, page.after);
      where.and('l.score_revision <= ?', page.after.revision);
    }
    const rows = await this.ofPost<QualifiedLeadRecord>(
      postId,
      `SELECT l.id, ${profileColumns}, l.icp_match_percent, l.intent_score, l.lead_tier,
         e.last_engaged_at, e.last_dated_at, e.liked, e.commented, e.reposted, ${revisionColumn}
       FROM (SELECT person_id, MAX(occurred_at) AS last_engaged_at,
               MAX(CASE WHEN ${undatedCondition('g')} THEN NULL ELSE occurred_at END) AS last_dated_at,
               MAX(CASE WHEN type = 'LIKE' THEN 1 ELSE 0 END) AS liked,
               MAX(CASE WHEN type = 'COMMENT' THEN 1 ELSE 0 END) AS commented,
               MAX(CASE WHEN type = 'REPOST' THEN 1 ELSE 0 END) AS reposted
             FROM engagements g${this.db.useIndex('engagements_identity')}
             WHERE organization_id = ? AND post_id = ? AND by_author = 0 GROUP BY person_id) e
       ${this.db.orderedJoin} leads l ON l.organization_id = ? AND l.id = e.person_id
       ${this.db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id
       LEFT JOIN accounts a ON a.organization_id = l.organization_id AND a.id = l.account_id
       WHERE ${where.sql} ORDER BY ${orderBy(bestFirst)} LIMIT ${page.limit + 1}`,
      [this.organizationId, this.organizationId, postId, this.organizationId, ...where.params],
    );
    await expectUpToDate(this.db, this.organizationId, page, rows);
    return pageOf(rows, page, (row) => [row.icp_match_percent, row.intent_score]);
  }

  /** A read of all engagements of one post. */
  private ofPost<R extends object>(postId: string, sql: string, params: readonly SqlValue[]): Promise<R[]> {
    return readSet<R>(this.db, this.organizationId, {
      sql,
      params,
      set: `engagements${this.db.useIndex('engagements_identity')} WHERE organization_id = ? AND post_id = ?`,
      setParams: [this.organizationId, postId],
      few: readLimits.walked,
    });
  }
}
