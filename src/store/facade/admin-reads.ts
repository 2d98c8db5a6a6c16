/** Reads for the people who run a workspace: members, keys, connections, the audit log, the ledger, jobs, ICP versions. */
import type { Database } from '../../database/database';
import { apiKeysOf } from '../access/api-keys';
import { openLinks } from '../access/links';
import { listMembers, type Member } from '../access/members';
import { creditBalance } from '../credits/ledger';
import { listDiscoveries } from '../discovery/reads';
import { listJobs } from '../jobs/listing';
import { listAccessRequests, type ListedAccessRequest } from '../oauth/access-requests';
import { firstDayShown, usageOf, type DayOfUsage } from '../access/usage';
import { auditNames, type AuditNames } from '../log/audit';
import { listConnections, type ConnectionSummary } from '../oauth/connections';
import { clientsRegisteredFor, type StoredClient } from '../oauth/clients';
import { namedPermitsOf, type NamedPermit } from '../oauth/admin-consents';
import { listAttempts } from '../oauth/attempts';
import type { AttemptRow, AuditRow } from '../tables/oauth';
import type { ApiKeyRow } from '../tables/access';
import type { LedgerRow } from '../tables/credits';
import type { DiscoveryRow } from '../tables/discovery';
import type { JobRow, JobStatus } from '../tables/jobs';
import type { AccessRow } from '../tables/usage';
import type { LinkRow } from '../tables/links';
import { selectIn } from '../statements/in-parts';
import { Conditions } from '../statements/conditions';
import { addAfter, orderBy, type Page, type PageRequest } from '../statements/keyset';

/** The most open invitations of one workspace. */
export const mostInvitations = 200;

export interface IcpVersionRow {
  readonly version: number;
  readonly definition: string;
  readonly created_at: number;
}

/** Where the name of each kind of object is stored. People who asked not to be contacted are not named. */
const auditSubjects: readonly (readonly [kind: string, sql: string, tail: string])[] = [
  ['lead', 'SELECT id, display_name AS name FROM people', 'AND do_not_contact = 0'],
  ['candidate', 'SELECT id, display_name AS name FROM agent_candidates', 'AND position >= 0'],
  ['watchlist_profile', 'SELECT id, display_name AS name FROM monitored_profiles', ''],
  ['batch', 'SELECT id, name FROM batches', ''],
];

const newest = (column: string) =>
  [
    { column, descending: true },
    { column: 'id', descending: true },
  ] as const;

export class AdminReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  members(): Promise<Member[]> {
    return listMembers(this.db, this.organizationId);
  }

  /** When the newest live session of each member began, epoch ms. */
  async lastSignIns(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db.select<{ user_id: string; at: number }>(
      `SELECT s.user_id, MAX(s.created_at) AS at FROM memberships m JOIN sessions s ON s.user_id = m.user_id
        WHERE m.organization_id = ? GROUP BY s.user_id`,
      [this.organizationId],
    );
    return new Map(rows.map(({ user_id, at }) => [user_id, at]));
  }

  invitations(now: number): Promise<LinkRow[]> {
    return openLinks(this.db, this.organizationId, 'INVITE', now, mostInvitations);
  }

  apiKeys(): Promise<ApiKeyRow[]> {
    return apiKeysOf(this.db, this.organizationId);
  }

  /** @param userId only connections of this person. */
  connections(userId: string | undefined, limit: number): Promise<ConnectionSummary[]> {
    const whose = userId === undefined ? {} : { userId };
    return listConnections(this.db, { organizationId: this.organizationId, ...whose, limit });
  }

  accessRequests(limit: number): Promise<ListedAccessRequest[]> {
    return listAccessRequests(this.db, { organizationId: this.organizationId }, limit);
  }

  /** Requests of one person, answered or not. */
  accessRequestsOf(userId: string, limit: number): Promise<ListedAccessRequest[]> {
    return listAccessRequests(this.db, { within: [{ userId, organizationId: this.organizationId }] }, limit);
  }

  /** Applications that were registered by hand for this workspace. */
  registeredApps(): Promise<readonly StoredClient[]> {
    return clientsRegisteredFor(this.db, this.organizationId);
  }

  permits(): Promise<NamedPermit[]> {
    return namedPermitsOf(this.db, this.organizationId);
  }

  /** @param action only entries of this action. */
  audit(filter: { readonly action?: string | undefined }, page: PageRequest): Promise<Page<AuditRow>> {
    const where = new Conditions('organization_id = ?', this.organizationId);
    if (filter.action !== undefined) where.and('action = ?', filter.action);
    return this.page<AuditRow>('oauth_audit', 'at', where, page, (row) => row.at);
  }

  /** The last 30 days of these keys and connections. */
  usage(callerIds: readonly string[], now: number): Promise<ReadonlyMap<string, readonly DayOfUsage[]>> {
    return usageOf(this.db, this.organizationId, callerIds, firstDayShown(now));
  }

  /** The access log. @param leadId only reads of this lead. */
  accesses(leadId: string | undefined, page: PageRequest): Promise<Page<AccessRow>> {
    const where = new Conditions('organization_id = ?', this.organizationId);
    if (leadId !== undefined) where.and('lead_id = ?', leadId);
    return this.page<AccessRow>('access_log', 'at', where, page, (row) => row.at);
  }

  /** Recent attempts to connect: of this workspace, and those that ended before one was known. */
  connectAttempts(limit: number): Promise<AttemptRow[]> {
    return listAttempts(this.db, limit, this.organizationId);
  }

  /** Entries about one object. */
  auditOf(kind: string, id: string, page: PageRequest): Promise<Page<AuditRow>> {
    const where = new Conditions('organization_id = ?', this.organizationId);
    where.and('object_id = ?', id);
    where.and('object_kind = ?', kind);
    return this.page<AuditRow>('oauth_audit', 'at', where, page, (row) => row.at);
  }

  /** @param others ids of more people to name. */
  auditNames(
    rows: readonly AuditRow[],
    others: readonly string[] = [],
    called?: 'email' | 'display_name',
  ): Promise<AuditNames> {
    return auditNames(this.db, rows, others, called);
  }

  /** Current names of the leads, candidates, watched profiles and batches that entries refer to, by id. */
  async auditSubjects(
    rows: readonly Pick<AuditRow, 'object_kind' | 'object_id'>[],
  ): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const [kind, sql, tail] of auditSubjects) {
      const ids = rows.flatMap((row) => (row.object_kind === kind && row.object_id !== null ? [row.object_id] : []));
      const found = await selectIn<{ id: string; name: string }>(this.db, sql, this.organizationId, 'id', ids, tail);
      for (const { id, name } of found) names.set(id, name);
    }
    return names;
  }

  ledger(page: PageRequest): Promise<Page<LedgerRow>> {
    const where = new Conditions('organization_id = ?', this.organizationId);
    return this.page<LedgerRow>('credit_ledger', 'created_at', where, page, (row) => row.created_at);
  }

  credits() {
    return creditBalance(this.db, this.organizationId);
  }

  jobs(status: JobStatus | undefined, limit: number): Promise<JobRow[]> {
    return listJobs(this.db, { organizationId: this.organizationId, ...(status ? { status } : {}) }, limit);
  }

  discoveries(limit: number): Promise<DiscoveryRow[]> {
    return listDiscoveries(this.db, this.organizationId, limit);
  }

  /** Versions, newest first. With `before`, only older ones. */
  async icpVersions(before: number | undefined, limit: number): Promise<IcpVersionRow[]> {
    return this.db.select<IcpVersionRow>(
      `SELECT version, definition, created_at FROM icp_definitions WHERE organization_id = ?
        ${before === undefined ? '' : 'AND version < ?'} ORDER BY version DESC LIMIT ${Math.trunc(limit)}`,
      before === undefined ? [this.organizationId] : [this.organizationId, before],
    );
  }

  private async page<Row extends { id: string }>(
    table: string,
    time: string,
    where: Conditions,
    { limit, after }: PageRequest,
    timeOf: (row: Row) => number,
  ): Promise<Page<Row>> {
    const columns = newest(time);
    if (after) addAfter(where, columns, after);
    const rows = await this.db.select<Row>(
      `SELECT * FROM ${table} WHERE ${where.sql} ORDER BY ${orderBy(columns)} LIMIT ${limit + 1}`,
      [...where.params],
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return { rows: shown, next: last ? { revision: 0, keys: [timeOf(last)], id: last.id } : null };
  }
}
