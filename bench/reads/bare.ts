/**
 * The side to compare with: node:http, the driver, and for each query the best statement we could write by hand, with its
 * parameters fixed beforehand. No key, no rate limit, no parsing, no log. Its answers are byte for byte those of the service.
 */
import { createServer } from 'node:http';
import { createPool, type RowDataPacket } from 'mysql2';
import { DatabaseSync, type SqliteStatement } from '../../src/database/sqlite-driver';
import { listIdentity, writeCursor } from '../../src/workspace/cursor';
import { lacksCountry, mostColleagues, sharedCountry, withGuess } from '../../src/rules/fit/colleagues';
import { languageOf } from '../../packages/reader/src';
import { gapSentences, tierReason } from '../../src/rules/tier/tier-reason';
import { queries } from '../../tools/catalogue';
import { serveMeasured } from '../harness';
import { filtersOf, scenarios, type DeepPosition, type Scenario } from './scenarios';

interface Setup {
  readonly databaseUrl: string;
  readonly organizationId: string;
  /** base64url */
  readonly cursorKey: string;
  readonly deep: DeepPosition;
  readonly deepCursor: string;
}

/** A row as the driver gives it: the statement beside its use names the columns. */
type Row = Record<string, string & number & null>;
type Value = string | number;
type Select = (sql: string, params: readonly Value[], done: (rows: Row[]) => void) => void;
type Handler = (id: string, done: (body: object) => void) => void;

function open(url: string): { select: Select; mysql: boolean; close(): void } {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length));
    db.exec('PRAGMA cache_size = -32768');
    const statements = new Map<string, SqliteStatement>();
    return {
      mysql: false,
      select(sql, params, done) {
        let statement = statements.get(sql);
        if (!statement) statements.set(sql, (statement = db.prepare(sql)));
        done(statement.all(...params) as Row[]);
      },
      close: () => db.close(),
    };
  }
  const pool = createPool({ uri: url, charset: 'utf8mb4', connectionLimit: 10 });
  return {
    mysql: true,
    select: (sql, params, done) =>
      pool.query<(Row & RowDataPacket)[]>(sql, [...params], (error, rows) => {
        if (error) throw error;
        done(rows);
      }),
    close: () => pool.end(),
  };
}

const date = (at: number) => new Date(at).toISOString();
const dateOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const leadColumns = `l.id, p.display_name, p.headline, p.title, p.seniority, p.job_function, p.company_name, p.read_confidence,
  COALESCE(p.company_size, a.company_size) AS company_size, COALESCE(p.industry, a.industry) AS industry, p.country, p.region, p.profile_url, p.email, p.email_status, p.email_source, l.icp_match_percent,
  l.intent_score, l.fit_grade, l.lead_tier, l.tier_row, l.tier_gaps, l.excluded_because, l.disposition, p.disposition_reason, l.origin, l.owner_id, ou.display_name AS owner_name,
  l.account_id, a.name AS account_name, a.domain AS account_domain, l.signal_count, l.first_signal_at, l.last_signal_at, l.last_dated_at, l.created_at, l.updated_at,
  w.status AS outreach_status, w.contacted_at, w.contacted_by, w.snoozed_until, w.note AS outreach_note,
  wu.display_name AS contacter_name, wu.email AS contacter_email`;

/** @param colleagues the country that colleagues share, where it is shown. */
const leadOf = (row: Row, colleagues: string | null = null) => ({
  id: row['id'],
  profile: {
    displayName: row['display_name'],
    headline: row['headline'],
    title: row['title'],
    seniority: row['seniority'],
    function: row['job_function'],
    companyName: row['company_name'],
    readConfidence: (row['read_confidence'] ?? null) === null ? null : Number(row['read_confidence']) / 1_000,
    companySize: row['company_size'],
    industry: row['industry'],
    location: { country: row['country'], region: row['region'] },
    profileUrl: row['profile_url'],
  },
  contact: { email: row['email'], emailStatus: row['email_status'], source: row['email_source'] },
  icpMatchPercent: row['icp_match_percent'],
  intentScore: row['intent_score'],
  fitGrade: row['fit_grade'],
  leadTier: row['lead_tier'],
  tierReason: tierReason(row['lead_tier'] ?? 'NURTURE', row['tier_row'] ?? null, row['excluded_because'] ?? null),
  wouldBePriorityIf: gapSentences(row['tier_gaps'] ?? '', colleagues),
  excludedBecause: row['excluded_because'],
  disposition: row['disposition'],
  dispositionReason: row['disposition'] === 'BAD_LEAD' ? row['disposition_reason'] : null,
  origin: row['origin'],
  ownerId: row['owner_id'],
  owner: row['owner_id'] === null ? null : { id: row['owner_id'], displayName: row['owner_name'] },
  account:
    row['account_id'] === null
      ? null
      : { id: row['account_id'], name: row['account_name'] ?? row['account_id'], domain: row['account_domain'] },
  // Nothing is decided about the leads of these workspaces.
  outreach: {
    status: row['outreach_status'] ?? 'NONE',
    contactedAt: dateOrNull(row['contacted_at'] ?? null),
    contactedBy: row['contacted_by'],
    snoozedUntil: row['snoozed_until'],
    note: row['outreach_note'],
  },
  signalCount: row['signal_count'],
  firstSignalAt: date(row['first_signal_at'] ?? 0),
  lastSignalAt: date(row['last_signal_at'] ?? 0),
  lastDatedSignalAt: dateOrNull(row['last_dated_at'] ?? null),
  createdAt: date(row['created_at'] ?? 0),
  updatedAt: date(row['updated_at'] ?? 0),
});

const signalOf = (row: Row) => ({
  id: row['id'],
  type: row['type'],
  occurredAt: date(row['occurred_at'] ?? 0),
  // All that is loaded has an exact time.
  timing: row['dated'] === 1 ? 'exact' : 'observed',
  observedAt: date(row['observed_at'] ?? 0),
  origin: row['origin'],
  commentExcerpt: row['comment_excerpt'],
  said: row['type'] === 'COMMENT' ? row['comment_class'] : null,
  saidConfidence: (row['said_confidence'] ?? null) === null ? null : Number(row['said_confidence']) / 1_000,
  saidBy: row['said_by'] ?? null,
  language: row['type'] === 'COMMENT' ? languageOf(row['comment_excerpt'] ?? null) : null,
  post: {
    id: row['post_id'],
    urn: row['post_urn'],
    url: row['post_url'],
    excerpt: row['post_excerpt'],
    publishedAt: dateOrNull(row['post_published_at'] ?? null),
    authorName: row['post_author_name'],
  },
  watchlistProfile:
    row['monitored_profile_id'] === null
      ? null
      : {
          id: row['monitored_profile_id'],
          displayName: row['profile_name'],
          profileType: row['profile_type'],
          relationship: row['profile_relationship'],
        },
  lead: {
    id: row['lead_id'],
    displayName: row['lead_name'],
    headline: row['lead_headline'],
    companyName: row['lead_company'],
    profileUrl: row['lead_url'],
    icpMatchPercent: row['icp_match_percent'],
    intentScore: row['intent_score'],
    leadTier: row['lead_tier'],
    disposition: row['disposition'],
  },
});

const tenths = (value: number | null | undefined) => (value === null || value === undefined ? null : value / 10);

const accountOf = (row: Row) => ({
  id: row['account_id'],
  name: row['name'],
  domain: row['domain'],
  industry: row['industry'],
  companySize: row['company_size'],
  leadCount: row['lead_count'],
  averageIcpMatchPercent: tenths(row['average_icp_tenths']),
  averageIntentScore: tenths(row['average_intent_tenths']),
  tierCounts: {
    UNQUALIFIED: row['unqualified_count'],
    NURTURE: row['nurture_count'],
    QUALIFIED: row['qualified_count'],
    PRIORITY: row['priority_count'],
  },
  hasQualifiedLead: (row['qualified_count'] ?? 0) + (row['priority_count'] ?? 0) > 0,
  signalCount: row['signal_count'],
  firstSignalAt: dateOrNull(row['first_signal_at'] ?? null),
  latestSignalAt: dateOrNull(row['latest_signal_at'] ?? null),
  latestDatedSignalAt: dateOrNull(row['latest_dated_at'] ?? null),
  undatedSignalCount: row['undated_count'],
  trend: {
    signals14d: row['signals_14d'],
    previousSignals14d: row['previous_signals_14d'],
    newPeople14d: row['new_people_14d'],
  },
});

interface StoredPoint {
  readonly engagementId: string;
  readonly type: string;
  readonly points: number;
  readonly occurredAt: number;
  readonly timing?: string;
}

interface StoredCriterion {
  readonly criterion: string;
  readonly outcome: 'match' | 'mismatch' | 'unknown';
  readonly detail: string;
  readonly importance?: string;
}

function handlersOf({ organizationId: org, cursorKey, deep, deepCursor }: Setup, select: Select, mysql: boolean) {
  const key = Buffer.from(cursorKey, 'base64url');
  const hint = (index: string) => (mysql ? ` FORCE INDEX (${index})` : ` INDEXED BY ${index}`);
  const join = mysql ? 'STRAIGHT_JOIN' : 'CROSS JOIN';
  const revision = `(SELECT revision FROM organizations WHERE id = ?) AS revision`;
  const leadJoin = `${join} people p ON p.organization_id = l.organization_id AND p.id = l.id
    LEFT JOIN accounts a ON a.organization_id = l.organization_id AND a.id = l.account_id
    LEFT JOIN memberships om ON om.organization_id = l.organization_id AND om.user_id = l.owner_id
    LEFT JOIN users ou ON ou.id = om.user_id
    LEFT JOIN lead_outreach w ON w.organization_id = l.organization_id AND w.person_id = l.id
    LEFT JOIN memberships wm ON wm.organization_id = l.organization_id AND wm.user_id = w.contacted_by
    LEFT JOIN users wu ON wu.id = wm.user_id`;

  const list = (
    scenario: Scenario,
    sql: string,
    params: readonly Value[],
    item: (row: Row) => object,
    position: (row: Row) => readonly [number, string],
    cursor: string | null = null,
  ): Handler => {
    const asked = queries.find((query) => query.name === scenario.query)?.input.parse(scenario.parameters) ?? {};
    const identity = listIdentity(org, scenario.query, filtersOf(asked));
    return (_id, done) =>
      select(sql, params, (rows) => {
        const more = rows.length > 50;
        if (more) rows.length = 50;
        const last = rows[49];
        let nextCursor: string | null = null;
        if (more && last) {
          const [at, id] = position(last);
          nextCursor = writeCursor(key, identity, { revision: last['revision'] ?? 0, keys: [at], id });
        }
        done({ data: rows.map(item), page: { limit: 50, nextCursor, cursor } });
      });
  };
  const leadPosition = (row: Row) => [row['last_signal_at'] ?? 0, row['id'] ?? ''] as const;

  const handlers: Readonly<Record<string, (scenario: Scenario) => Handler>> = {
    'leads, page 1': (scenario) =>
      list(
        scenario,
        `SELECT ${leadColumns}, ${revision} FROM leads l${hint('leads_recent')} ${leadJoin}
         WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' ORDER BY l.last_signal_at DESC, l.id LIMIT 51`,
        [org, org],
        leadOf,
        leadPosition,
      ),
    'leads, six filters': (scenario) =>
      list(
        scenario,
        `SELECT ${leadColumns}, ${revision} FROM leads l${hint('leads_recent')} ${leadJoin}
         WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.last_signal_at >= ?
           AND l.lead_tier IN ('QUALIFIED', 'PRIORITY') AND l.icp_match_percent >= 60 AND l.intent_score >= 40
           AND l.origin = 'watchlist'
           AND EXISTS (SELECT 1 FROM engagements e${hint('engagements_person')} WHERE e.organization_id = l.organization_id
             AND e.person_id = l.id AND e.type = 'COMMENT' AND e.by_author = 0)
         ORDER BY l.last_signal_at DESC, l.id LIMIT 51`,
        [org, org, Date.UTC(2026, 0, 15)],
        leadOf,
        leadPosition,
      ),
    'leads, at depth 150,000': (scenario) =>
      list(
        scenario,
        `SELECT ${leadColumns}, ${revision} FROM leads l${hint('leads_recent')} ${leadJoin}
         WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.last_signal_at <= ?
           AND (l.last_signal_at < ? OR l.id > ?) AND l.signal_revision <= 1
         ORDER BY l.last_signal_at DESC, l.id LIMIT 51`,
        [org, org, deep.lastSignalAt, deep.lastSignalAt, deep.id],
        leadOf,
        leadPosition,
        deepCursor,
      ),
    'signals, page 1': (scenario) =>
      list(
        scenario,
        `SELECT e.id, e.type, e.occurred_at, e.observed_at, e.dated, e.origin, e.comment_excerpt, e.comment_class, e.said_confidence, e.said_by, e.post_id, po.urn AS post_urn,
           po.url AS post_url, po.excerpt AS post_excerpt, po.published_at AS post_published_at,
           po.author_name AS post_author_name, e.monitored_profile_id, m.display_name AS profile_name, m.profile_type,
           m.relationship AS profile_relationship, l.id AS lead_id, p.display_name AS lead_name,
           p.headline AS lead_headline, p.company_name AS lead_company, p.profile_url AS lead_url, l.icp_match_percent,
           l.intent_score, l.lead_tier, l.disposition, ${revision}
         FROM engagements e${hint('engagements_time')}
         ${join} leads l ON l.organization_id = e.organization_id AND l.id = e.person_id
         ${join} people p ON p.organization_id = e.organization_id AND p.id = e.person_id
         ${join} posts po ON po.organization_id = e.organization_id AND po.id = e.post_id
         LEFT JOIN monitored_profiles m ON m.organization_id = e.organization_id AND m.id = e.monitored_profile_id
         WHERE e.organization_id = ? AND e.by_author = 0 ORDER BY e.occurred_at DESC, e.id LIMIT 51`,
        [org, org],
        signalOf,
        (row) => [row['occurred_at'] ?? 0, row['id'] ?? ''],
      ),
    'account reports, page 1': (scenario) =>
      list(
        scenario,
        `SELECT account_id, name, domain, industry, company_size, lead_count, average_icp_tenths, average_intent_tenths,
           unqualified_count, nurture_count, qualified_count, priority_count, signal_count, first_signal_at,
           latest_signal_at, latest_dated_at, undated_count, signals_14d, previous_signals_14d, new_people_14d, ${revision}
         FROM account_summaries${hint('account_summaries_latest')}
         WHERE organization_id = ? ORDER BY latest_signal_at DESC, account_id DESC LIMIT 51`,
        [org, org],
        accountOf,
        (row) => [row['latest_signal_at'] ?? 0, row['account_id'] ?? ''],
      ),
    'one lead': () => (id, done) =>
      select(
        `SELECT ${leadColumns}, l.scored_at, v.icp, v.intent FROM leads l ${leadJoin}
         LEFT JOIN lead_evidence v ON v.organization_id = l.organization_id AND v.lead_id = l.id
         WHERE l.organization_id = ? AND l.id = ? AND l.disposition = 'ACTIVE'`,
        [org, id],
        ([row]) => {
          if (!row) throw new Error('no such lead');
          const intent = JSON.parse(row['intent'] ?? '[]') as StoredPoint[];
          const icp = JSON.parse(row['icp'] ?? '[]') as StoredCriterion[];
          const shown = (words: Row[], colleagues: string | null) => {
            const criteria = icp.map((one) => ({ ...one, importance: one.importance ?? 'should' }));
            const scoring = {
              icp: colleagues === null ? criteria : withGuess(criteria, colleagues),
              intent: intent.map(({ engagementId, type, points, occurredAt, timing = 'observed' }) => {
                const said = words.find((one) => one['id'] === engagementId);
                return {
                  engagementId,
                  type,
                  points,
                  occurredAt: date(occurredAt),
                  timing,
                  said: type === 'COMMENT' ? (said?.['comment_class'] ?? null) : null,
                  saidConfidence:
                    (said?.['said_confidence'] ?? null) === null ? null : Number(said?.['said_confidence']) / 1_000,
                  saidBy: null,
                  language: type === 'COMMENT' ? languageOf(said?.['comment_excerpt'] ?? null) : null,
                  excerpt: said?.['comment_excerpt'] ?? null,
                  post: said ? { id: said['post_id'], excerpt: said['post_excerpt'] } : null,
                };
              }),
              scoredAt: date(row['scored_at'] ?? 0),
            };
            done({ data: { ...leadOf(row, colleagues), scoring } });
          };
          const withWords = (words: Row[]) => {
            if (row['account_id'] === null || !lacksCountry(icp)) return shown(words, null);
            select(
              `SELECT p.country FROM (SELECT l.id FROM leads l${hint('leads_account')} WHERE l.organization_id = ?
                 AND l.account_id = ? AND l.disposition = 'ACTIVE' ORDER BY l.last_signal_at DESC, l.id LIMIT ${mostColleagues}) some
               JOIN people p ON p.organization_id = ? AND p.id = some.id WHERE p.country IS NOT NULL AND p.country <> ''`,
              [org, row['account_id'] ?? '', org],
              (rows) => shown(words, sharedCountry(rows.map((one) => String(one['country']).toUpperCase()))),
            );
          };
          if (intent.length === 0) return withWords([]);
          select(
            `SELECT e.id, e.comment_excerpt, e.comment_class, e.said_confidence, e.said_by, e.post_id, po.excerpt AS post_excerpt FROM engagements e
             LEFT JOIN posts po ON po.organization_id = e.organization_id AND po.id = e.post_id
             WHERE e.organization_id = ? AND e.id IN (${intent.map(() => '?').join(',')})`,
            [org, ...intent.map((point) => point.engagementId)],
            withWords,
          );
        },
      ),
  };
  return handlers;
}

serveMeasured(async (setup: Setup) => {
  const { select, mysql, close } = open(setup.databaseUrl);
  const handlers = handlersOf(setup, select, mysql);
  const routes = new Map(
    scenarios.map((scenario, at) => {
      const make = handlers[scenario.name];
      if (!make) throw new Error(`no handler for ${scenario.name}`);
      return [`/${at}`, make(scenario)];
    }),
  );
  const server = createServer((req, res) => {
    const [, number = '', id = ''] = (req.url ?? '').split('/');
    const handler = routes.get(`/${number}`);
    if (!handler) {
      res.writeHead(404).end();
      return;
    }
    handler(id, (body) => {
      const text = JSON.stringify(body);
      res.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      res.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: () => {
      server.closeAllConnections();
      close();
      return Promise.resolve();
    },
  };
});
