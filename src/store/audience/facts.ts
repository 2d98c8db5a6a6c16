/** Facts about people who engaged, as the audience breakdowns need them. Read in parts, in order of person id. */
import type { AudienceFacts } from '../../rules/audience/buckets';
import type { LeadFigures } from '../../rules/audience/figures';
import type { Database } from '../../database/database';
import type { LeadTier } from '../tables/leads';

export interface Engager extends AudienceFacts {
  readonly id: string;
  /** 1: a company page, which counts as no person. */
  readonly isCompany: number;
  /** When the person last engaged, epoch ms. */
  readonly lastAt: number;
}

const factColumns = `p.seniority, p.job_function AS jobFunction, COALESCE(p.company_size, a.company_size) AS companySize,
  p.country, COALESCE(p.industry, a.industry) AS industry, p.is_company AS isCompany`;

/**
 * The next people of a workspace who engaged with a post that is not their own.
 * @param after id of the person to continue after; empty: from the beginning.
 */
export async function engagersAfter(
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<Engager[]> {
  return db.select<Engager>(
    `SELECT e.person_id AS id, e.lastAt, ${factColumns}
     FROM (SELECT person_id, MAX(CASE WHEN by_author = 0 THEN occurred_at ELSE 0 END) AS lastAt
           FROM engagements${db.useIndex('engagements_person')}
           WHERE organization_id = ? AND person_id > ? GROUP BY person_id ORDER BY person_id LIMIT ${limit}) e
     ${db.orderedJoin} people p ON p.organization_id = ? AND p.id = e.person_id
     LEFT JOIN accounts a ON a.organization_id = p.organization_id AND a.id = p.account_id
     ORDER BY e.person_id`,
    [organizationId, after, organizationId],
  );
}

/** All people who engaged with a post, except its author. */
export async function engagersOfPost(db: Database, organizationId: string, postId: string): Promise<Engager[]> {
  return db.select<Engager>(
    `SELECT e.person_id AS id, e.lastAt, ${factColumns}
     FROM (SELECT person_id, MAX(occurred_at) AS lastAt FROM engagements${db.useIndex('engagements_identity')}
           WHERE organization_id = ? AND post_id = ? AND by_author = 0 GROUP BY person_id) e
     ${db.orderedJoin} people p ON p.organization_id = ? AND p.id = e.person_id
     LEFT JOIN accounts a ON a.organization_id = p.organization_id AND a.id = p.account_id`,
    [organizationId, postId, organizationId],
  );
}

export interface TypeCounts {
  readonly likes: number;
  readonly comments: number;
  readonly reposts: number;
}

/** Stored engagements of a post by type, without its author's. */
export async function engagementsOfPost(db: Database, organizationId: string, postId: string): Promise<TypeCounts> {
  const rows = await db.select<{ type: 'LIKE' | 'COMMENT' | 'REPOST'; total: number }>(
    `SELECT type, COUNT(*) AS total FROM engagements${db.useIndex('engagements_identity')}
     WHERE organization_id = ? AND post_id = ? AND by_author = 0 GROUP BY type`,
    [organizationId, postId],
  );
  const of = (type: string) => rows.find((row) => row.type === type)?.total ?? 0;
  return { likes: of('LIKE'), comments: of('COMMENT'), reposts: of('REPOST') };
}

/** Active leads among the people who engaged with a post, without its author. Null while some of them wait to be scored. */
export async function leadsOfPost(db: Database, organizationId: string, postId: string): Promise<LeadFigures | null> {
  const engagers = `(SELECT DISTINCT person_id FROM engagements${db.useIndex('engagements_identity')}
    WHERE organization_id = ? AND post_id = ? AND by_author = 0) e`;
  const waiting = await db.select(
    `SELECT 1 AS found FROM ${engagers}
     ${db.orderedJoin} scoring_queue q ON q.organization_id = ? AND q.person_id = e.person_id LIMIT 1`,
    [organizationId, postId, organizationId],
  );
  if (waiting.length > 0) return null;
  const rows = await db.select<{ tier: LeadTier; total: number; icp: number }>(
    `SELECT l.lead_tier AS tier, COUNT(*) AS total, SUM(l.icp_match_percent) AS icp FROM ${engagers}
     ${db.orderedJoin} leads l ON l.organization_id = ? AND l.id = e.person_id
     WHERE l.disposition = 'ACTIVE' GROUP BY l.lead_tier`,
    [organizationId, postId, organizationId],
  );
  const of = (tier: LeadTier) => rows.find((row) => row.tier === tier)?.total ?? 0;
  return {
    tiers: {
      UNQUALIFIED: of('UNQUALIFIED'),
      NURTURE: of('NURTURE'),
      QUALIFIED: of('QUALIFIED'),
      PRIORITY: of('PRIORITY'),
    },
    icpSum: rows.reduce((sum, row) => sum + row.icp, 0),
  };
}
