/** Reads for the audience endpoints: stored aggregates, discoveries and credits, but never engagements. */
import type { Breakdown } from '../../rules/audience/buckets';
import type { CreditBalance } from '../../rules/credits/rules';
import { postAudienceOf, postAudiencesOf, snapshotOf } from './aggregates';
import { creditBalance } from '../credits/ledger';
import type { Database } from '../../database/database';
import { findDiscovery, latestDiscovery } from '../discovery/reads';
import { countRows } from '../statements/list-scan';
import type { AudienceSnapshotRow, DiscoveryRow, PostAudienceRow } from '../tables/discovery';

export interface ReportedPost {
  readonly id: string;
  readonly urn: string;
  /** The total engagement the network reported. Null when it reported nothing. */
  readonly reported: number | null;
}

export class AudienceReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  snapshot(breakdown: Breakdown): Promise<AudienceSnapshotRow | undefined> {
    return snapshotOf(this.db, this.organizationId, breakdown);
  }

  /** The post with this URN. */
  async postOf(urn: string): Promise<ReportedPost | undefined> {
    const [row] = await this.db.select<ReportedPost>(
      `SELECT p.id, p.urn, CASE WHEN p.reported_likes IS NULL AND p.reported_comments IS NULL AND p.reported_reposts IS NULL
         THEN NULL ELSE COALESCE(p.reported_likes, 0) + COALESCE(p.reported_comments, 0) + COALESCE(p.reported_reposts, 0)
         END AS reported
       FROM post_urns u JOIN posts p ON p.organization_id = u.organization_id AND p.id = u.post_id
       WHERE u.organization_id = ? AND u.urn = ?`,
      [this.organizationId, urn],
    );
    return row;
  }

  post(postId: string): Promise<PostAudienceRow | undefined> {
    return postAudienceOf(this.db, this.organizationId, postId);
  }

  /** The aggregates of these posts, by post id. Posts not counted yet are missing. */
  posts(postIds: readonly string[]): Promise<Map<string, PostAudienceRow>> {
    return postAudiencesOf(this.db, this.organizationId, postIds);
  }

  latestDiscovery(postId: string): Promise<DiscoveryRow | undefined> {
    return latestDiscovery(this.db, this.organizationId, postId);
  }

  discovery(id: string): Promise<DiscoveryRow | undefined> {
    return findDiscovery(this.db, this.organizationId, id);
  }

  credits(): Promise<CreditBalance> {
    return creditBalance(this.db, this.organizationId);
  }

  postCount(): Promise<number> {
    return countRows(this.db, this.organizationId, 'posts WHERE organization_id = ?');
  }
}
