/** What happened in a period and in the one before: signals, comments, new leads, tier changes, and the most active names. */
import type { Database } from '../../database/database';
import {
  leadTiers,
  saidOf,
  type CommentClass,
  type EngagementType,
  type LeadTier,
  type StoredClass,
} from '../../shared/values';
import { Conditions } from '../statements/conditions';
import { undatedCondition } from '../statements/undated';
import { companyColumn } from './lead-reads';
import { ofLivingLeads } from './tier-change-reads';
import { readSet } from '../statements/list-scan';

/** Epoch milliseconds, both inclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A period, and the previous one, which ends where it begins. */
export interface Periods {
  readonly now: Period;
  readonly before: Period;
}

export interface Compared {
  readonly now: number;
  readonly before: number;
}

export interface Activity {
  readonly signals: ReadonlyMap<EngagementType, Compared>;
  /** Signals among them whose time the source does not say exactly. */
  readonly withoutExactTime: Compared;
  /** Signals among them that have no date: they count on the day on which they were first seen, as in the list of signals. */
  readonly undated: Compared;
  readonly said: ReadonlyMap<CommentClass, Compared>;
  /** ACTIVE leads who engaged for the first time, by current tier. */
  readonly newLeads: ReadonlyMap<LeadTier, Compared>;
  readonly moved: { readonly up: Compared; readonly down: Compared };
  readonly topAccounts: readonly (AccountName & Compared)[];
  readonly topPosts: readonly (PostName & Compared)[];
  readonly topPeople: readonly (PersonName & Compared)[];
}

interface AccountName {
  id: string;
  name: string;
}
interface PostName {
  id: string;
  url: string | null;
  author_name: string | null;
  excerpt: string | null;
}
interface PersonName {
  id: string;
  display_name: string;
  title: string | null;
  company_name: string | null;
  lead_tier: LeadTier;
}

/** The most signals one summary reads: some tenths of a second. */
export const mostSignals = 300_000;

const eachTop = 5;

interface Counted {
  part: 'type' | 'inexact' | 'undated' | 'said' | 'account' | 'post' | 'person';
  id: string;
  now_count: number;
  before_count: number;
}

interface Keyed {
  counted: string;
  now_count: number;
  before_count: number;
}

const nothing: Compared = { now: 0, before: 0 };

export class ActivityReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Returns whether two periods hold few enough signals for a summary. */
  async isReadable(periods: Periods, most = mostSignals): Promise<boolean> {
    const { from, params } = this.range(periods);
    const [beyond] = await this.db.scan(
      this.organizationId,
      `SELECT 1 AS found FROM ${from} LIMIT 1 OFFSET ${most}`,
      params,
    );
    return beyond === undefined;
  }

  /** The summary of two periods. Check `isReadable` first. */
  async of(periods: Periods): Promise<Activity> {
    const [counted, newLeads, moved] = await Promise.all([
      this.counted(periods),
      this.newLeads(periods),
      this.moved(periods),
    ]);
    const top = (part: Counted['part']) =>
      new Map(counted.filter((row) => row.part === part).map((row) => [row.id, comparedOf(row)]));
    const [accounts, posts, people] = [top('account'), top('post'), top('person')];
    const [accountNames, postNames, personNames] = await Promise.all([
      this.accounts([...accounts.keys()]),
      this.posts([...posts.keys()]),
      this.people([...people.keys()]),
    ]);
    return {
      signals: new Map(counted.flatMap((row) => (isType(row) ? [[row.id, comparedOf(row)]] : []))),
      withoutExactTime: counted.filter(({ part }) => part === 'inexact').map(comparedOf)[0] ?? nothing,
      undated: counted.filter(({ part }) => part === 'undated').map(comparedOf)[0] ?? nothing,
      said: bySaid(counted.filter(isSaid)),
      newLeads: new Map(newLeads.map((row) => [row.counted, comparedOf(row)])),
      moved,
      topAccounts: ranked(accounts, accountNames),
      topPosts: ranked(posts, postNames),
      topPeople: ranked(people, personNames),
    };
  }

  private range({ now, before }: Periods) {
    return {
      from: `engagements e${this.db.useIndex('engagements_time')}
        WHERE e.organization_id = ? AND e.occurred_at >= ? AND e.occurred_at <= ?`,
      params: [this.organizationId, before.from, now.to] as const,
    };
  }

  /** One statement, so that all counts show the same moment. The signals are those of the list of signals. */
  private counted(periods: Periods): Promise<Counted[]> {
    const { from, params } = this.range(periods);
    const counts = 'SUM(s.is_now) AS now_count, SUM(1 - s.is_now) AS before_count';
    const top = (part: string, column: string, condition: string) =>
      `SELECT * FROM (SELECT '${part}' AS part, ${column} AS id, ${counts} FROM s WHERE ${condition} GROUP BY ${column}
        HAVING SUM(s.is_now) > 0 ORDER BY SUM(s.is_now) DESC, ${column} LIMIT ${eachTop}) top_${part}`;
    // Colleagues, competitors and other people who are not possible customers would lead every list.
    const worthy = `s.disposition = 'ACTIVE' AND s.lead_tier <> 'UNQUALIFIED'`;
    return readSet<Counted>(this.db, this.organizationId, {
      sql: `WITH s AS (SELECT e.type, e.comment_class, e.post_id, e.person_id, l.account_id, l.lead_tier, l.disposition,
           CASE WHEN e.occurred_at >= ? THEN 1 ELSE 0 END AS is_now,
           CASE WHEN COALESCE(e.dated, e.occurred_at <> e.observed_at) = 0 THEN 1 ELSE 0 END AS is_inexact,
           CASE WHEN ${undatedCondition('e')} THEN 1 ELSE 0 END AS is_undated
         FROM engagements e${this.db.useIndex('engagements_time')}
         ${this.db.orderedJoin} leads l${this.db.usePrimaryKey('leads')}
           ON l.organization_id = e.organization_id AND l.id = e.person_id
         WHERE e.organization_id = ? AND e.occurred_at >= ? AND e.occurred_at <= ? AND e.by_author = 0)
       SELECT 'type' AS part, s.type AS id, ${counts} FROM s GROUP BY s.type
       UNION ALL SELECT 'inexact', 'all', ${counts} FROM s WHERE s.is_inexact = 1 GROUP BY s.is_inexact
       UNION ALL SELECT 'undated', 'all', ${counts} FROM s WHERE s.is_undated = 1 GROUP BY s.is_undated
       UNION ALL SELECT 'said', s.comment_class, ${counts} FROM s WHERE s.comment_class IS NOT NULL GROUP BY s.comment_class
       UNION ALL ${top('account', 's.account_id', `${worthy} AND s.account_id IS NOT NULL`)}
       UNION ALL ${top('post', 's.post_id', '1 = 1')}
       UNION ALL ${top('person', 's.person_id', worthy)}`,
      params: [periods.now.from, ...params],
      set: from,
      setParams: params,
      few: fewSignals,
    });
  }

  private newLeads({ now, before }: Periods): Promise<(Keyed & { counted: LeadTier })[]> {
    // A person's last engagement is never before their first.
    const from = `leads l${this.db.useIndex('leads_recent')}
      WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.last_signal_at >= ?`;
    const params = [this.organizationId, before.from];
    return readSet(this.db, this.organizationId, {
      sql: `SELECT l.lead_tier AS counted, ${comparison('l.first_signal_at')} FROM ${from}
        AND l.first_signal_at >= ? AND l.first_signal_at <= ? GROUP BY l.lead_tier`,
      params: [now.from, now.from, ...params, before.from, now.to],
      set: from,
      setParams: params,
      few: fewSignals,
    });
  }

  private async moved({ now, before }: Periods): Promise<Activity['moved']> {
    const rank = (column: string) =>
      `CASE ${column} ${leadTiers.map((tier, at) => `WHEN '${tier}' THEN ${at}`).join(' ')} END`;
    const from = `tier_changes t${this.db.useIndex('tier_changes_time')}
      WHERE t.organization_id = ? AND t.changed_at >= ? AND t.changed_at <= ?`;
    const params = [this.organizationId, before.from, now.to];
    const rows = await readSet<Keyed>(this.db, this.organizationId, {
      sql: `SELECT CASE WHEN ${rank('t.to_tier')} > ${rank('t.from_tier')} THEN 'up' ELSE 'down' END AS counted,
          ${comparison('t.changed_at')}
        FROM ${from} AND t.from_tier IS NOT NULL AND t.from_tier <> t.to_tier AND ${ofLivingLeads} GROUP BY counted`,
      params: [now.from, now.from, ...params],
      set: from,
      setParams: params,
      few: fewSignals,
    });
    const of = (key: string) => rows.filter((row) => row.counted === key).map(comparedOf)[0] ?? nothing;
    return { up: of('up'), down: of('down') };
  }

  private accounts(ids: readonly string[]): Promise<AccountName[]> {
    return this.named('SELECT a.id, a.name FROM accounts a', 'a', ids);
  }

  private posts(ids: readonly string[]): Promise<PostName[]> {
    return this.named('SELECT po.id, po.url, po.author_name, po.excerpt FROM posts po', 'po', ids);
  }

  private people(ids: readonly string[]): Promise<PersonName[]> {
    return this.named(
      `SELECT l.id, p.display_name, p.title, ${companyColumn} AS company_name, l.lead_tier
       FROM leads l ${this.db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id`,
      'l',
      ids,
    );
  }

  private async named<Row extends object>(select: string, alias: string, ids: readonly string[]): Promise<Row[]> {
    if (ids.length === 0) return [];
    const where = new Conditions(`${alias}.organization_id = ?`, this.organizationId).in(`${alias}.id`, ids);
    return this.db.select<Row>(`${select} WHERE ${where.sql}`, where.params);
  }
}

/** How many rows may be read on the event loop. */
const fewSignals = 400;

const comparison = (column: string) =>
  `SUM(CASE WHEN ${column} >= ? THEN 1 ELSE 0 END) AS now_count, SUM(CASE WHEN ${column} < ? THEN 1 ELSE 0 END) AS before_count`;

const comparedOf = (row: { readonly now_count: number; readonly before_count: number }): Compared => ({
  now: row.now_count,
  before: row.before_count,
});

const isType = (row: Counted): row is Counted & { id: EngagementType } => row.part === 'type';
type SaidRow = Counted & { id: StoredClass };
const isSaid = (row: Counted): row is SaidRow => row.part === 'said';

/** By the class that answers give: jokes count as plain. */
function bySaid(rows: readonly SaidRow[]): ReadonlyMap<CommentClass, Compared> {
  const found = new Map<CommentClass, Compared>();
  for (const row of rows) {
    const said = saidOf(row.id);
    const { now, before } = found.get(said) ?? nothing;
    found.set(said, { now: now + row.now_count, before: before + row.before_count });
  }
  return found;
}

/** Names with their counts, the highest current count first. */
function ranked<Name extends { readonly id: string }>(
  counts: ReadonlyMap<string, Compared>,
  names: readonly Name[],
): (Name & Compared)[] {
  return names
    .map((name) => ({ ...name, ...(counts.get(name.id) ?? nothing) }))
    .sort((a, b) => b.now - a.now || (a.id < b.id ? -1 : 1));
}
