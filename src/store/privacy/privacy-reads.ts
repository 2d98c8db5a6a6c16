/** Reads for the people responsible for the data: limits, counts, sources and recipients. */
import type { Database } from '../../database/database';
import { retentionOf } from './retention';
import { findPeople, type PersonReference } from '../reads/find-people';
import { countStoredRows } from './person-rows';
import type { PersonRow } from '../tables/engagement';
import { selectIn } from '../statements/in-parts';
import type { WorkspacePrivacyRow } from '../tables/privacy';

export interface ProcessingCounts {
  readonly people: number;
  readonly leads: number;
  readonly engagements: number;
  readonly posts: number;
  readonly withEmail: number;
  readonly notToContact: number;
  readonly suppressed: number;
}

export interface SourceCount {
  readonly kind: string;
  readonly source: string;
  readonly batches: number;
  readonly records: number;
  readonly first: number;
  readonly last: number;
}

export interface Recipient {
  readonly kind: 'assistant' | 'api_key' | 'provisioning_key' | 'language_model';
  readonly name: string;
  readonly since: number;
}

export type HeldFacts = Pick<
  PersonRow,
  'id' | 'display_name' | 'headline' | 'company_name' | 'profile_url' | 'do_not_contact'
>;

export interface Held {
  readonly people: readonly HeldFacts[];
  readonly rows: readonly { readonly table: string; readonly rows: number }[];
}

export class PrivacyReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  retention(): Promise<WorkspacePrivacyRow | undefined> {
    return retentionOf(this.db, this.organizationId);
  }

  async counts(): Promise<ProcessingCounts> {
    const of = (table: string, condition = '') =>
      `(SELECT COUNT(*) FROM ${table} WHERE organization_id = ?${condition})`;
    const parts = {
      people: of('people', ' AND is_company = 0'),
      leads: of('leads'),
      engagements: of('engagements'),
      posts: of('posts'),
      withEmail: of('people', ' AND email IS NOT NULL'),
      notToContact: of('people', ' AND do_not_contact = 1'),
      suppressed: `(SELECT COUNT(DISTINCT subject) FROM privacy_marks WHERE organization_id = ? AND effect = 'suppressed')`,
    };
    const [row] = await this.db.scan<ProcessingCounts>(
      this.organizationId,
      `SELECT ${Object.entries(parts)
        .map(([name, sql]) => `${sql} AS ${name}`)
        .join(', ')}`,
      Object.keys(parts).map(() => this.organizationId),
    );
    if (!row) throw new Error('counting returned no row');
    return row;
  }

  /** Whom a reference means, and how many rows each table holds about them. */
  async held(reference: PersonReference): Promise<Held> {
    const { personIds } = await findPeople(this.db, this.organizationId, reference);
    const people = await selectIn<HeldFacts>(
      this.db,
      'SELECT id, display_name, headline, company_name, profile_url, do_not_contact FROM people',
      this.organizationId,
      'id',
      personIds,
    );
    return { people, rows: await countStoredRows(this.db, this.organizationId, personIds) };
  }

  /** Where data came from. */
  sources(): Promise<SourceCount[]> {
    return this.db.select<SourceCount>(
      `SELECT kind, source, COUNT(*) AS batches, SUM(records) AS records, MIN(started_at) AS first, MAX(started_at) AS last
       FROM batches WHERE organization_id = ? AND kind NOT IN ('before', 'by_hand') GROUP BY kind, source ORDER BY kind, source`,
      [this.organizationId],
    );
  }

  /** Who reads the data from outside: connections of assistants, valid API keys, and language models that were sent comments. */
  recipients(now: number): Promise<Recipient[]> {
    const id = this.organizationId;
    return this.db.select<Recipient>(
      `SELECT 'assistant' AS kind, client_name AS name, activated_at AS since FROM oauth_grants
         WHERE organization_id = ? AND activated_at IS NOT NULL AND revoked_at IS NULL AND expires_at > ? AND idle_expires_at > ?
       UNION ALL SELECT 'api_key', name, created_at FROM api_keys
         WHERE organization_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
       UNION ALL SELECT 'provisioning_key', name, created_at FROM provisioning_keys
         WHERE organization_id = ? AND revoked_at IS NULL
       UNION ALL SELECT 'language_model', CONCAT(reader, ' at ', host), first_at FROM opinion_passes WHERE organization_id = ? AND first_at > 0
       ORDER BY kind, name`,
      [...[id, now, now, id, now, id], id],
    );
  }

  async members(): Promise<number> {
    const [row] = await this.db.select<{ total: number }>(
      'SELECT COUNT(*) AS total FROM memberships WHERE organization_id = ? AND active = 1',
      [this.organizationId],
    );
    return row?.total ?? 0;
  }
}
