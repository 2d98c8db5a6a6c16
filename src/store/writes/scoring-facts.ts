/** Reading what scoring needs of people: the person, what they did, and their lead as it is. */
import { placeholders, type Database } from '../../database/database';
import type { CommentClass } from '../../shared/values';
import type { IntentEngagement } from '../../rules/qualification/intent';
import type { EngagementType, Origin, PersonRow } from '../tables/engagement';
import { leads, type LeadRow, type ProfileType, type Relationship } from '../tables/leads';
import { pendingAmong, hasPending } from './pending-people';
import { KnownCompanies } from './known-companies';
import { inParts, padded, selectIn } from './batches';

const personColumns = [
  'organization_id',
  'id',
  'display_name',
  'headline',
  'title',
  'seniority',
  'job_function',
  'company_name',
  'account_id',
  'company_size',
  'industry',
  'country',
  'is_company',
  'disposition',
  'owner_id',
  'standing',
  'do_not_contact',
] as const satisfies readonly (keyof PersonRow)[];

/** A person with everything that decides about them. */
export interface ScoringPerson extends Pick<PersonRow, (typeof personColumns)[number]> {
  account_industry: string | null;
  account_size: string | null;
  account_domain: string | null;
  /** Whether leads were told of the account (`known-companies.ts`); null or left out where none is stored of the person. */
  account_known?: 0 | 1 | null;
  /** How the watchlist lists this person; nulls when it does not. */
  watch_type: ProfileType | null;
  watch_relationship: Relationship | null;
  /** Set where the headline alone says where they work: as `company_name` then. */
  named_company?: string;
  /** 1: only the agent knows them, and has not accepted them. */
  pending?: 0 | 1;
}

/** What an engagement is, time and place aside: few differ, so those alike share one object. */
export interface EngagementKind {
  readonly type: EngagementType;
  readonly origin: Origin;
  readonly byAuthor: boolean;
  /** The source said when it was; null: stored before that was noted. */
  readonly dated: boolean | null;
  readonly hasText: boolean;
  readonly commentClass: CommentClass | null;
  /** Of the watched profile whose post it is. */
  readonly profileType: ProfileType | null;
}

/** What is read again of an engagement that was stored before its time and class were noted. */
export interface UnreadEngagement {
  /** Epoch ms. */
  readonly observedAt: number;
  readonly comment: string | null;
  readonly urn: string | null;
}

/** An engagement as it was read. The rules of intent take it as it is, so that none is made a second time for them. */
export class ScoringEngagement implements IntentEngagement {
  /** @param occurredAt epoch ms, as all times here. @param unread null where `kind.dated` is known. @param words a digest. */
  constructor(
    readonly id: string,
    readonly postId: string,
    readonly occurredAt: number,
    readonly earliestAt: number | null,
    readonly monitoredProfileId: string | null,
    readonly kind: EngagementKind,
    readonly unread: UnreadEngagement | null,
    readonly words: string | null,
  ) {}

  get type(): EngagementType {
    return this.kind.type;
  }
  get dated(): boolean {
    return this.kind.dated === true;
  }
  get hasText(): boolean {
    return this.kind.hasText;
  }
  get commentClass(): CommentClass | null {
    return this.kind.commentClass;
  }
  get profileType(): ProfileType | null {
    return this.kind.profileType;
  }
}

export interface ScoringFacts {
  readonly people: readonly ScoringPerson[];
  /** By person. */
  readonly engagements: ReadonlyMap<string, readonly ScoringEngagement[]>;
  /** Their leads as they are, by person. */
  readonly before: ReadonlyMap<string, LeadRow>;
}

/**
 * Everything that scoring people needs.
 * @param companies what is remembered of the companies that headlines name; a caller of many portions keeps it.
 */
export async function scoringFacts(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  companies = new KnownCompanies(),
): Promise<ScoringFacts> {
  const [people, engagements, before] = await Promise.all([
    scoringPeople(db, organizationId, ids),
    scoringEngagements(db, organizationId, ids),
    existingLeads(db, organizationId, ids),
  ]);
  await companies.place(db, organizationId, people);
  return { people, engagements, before };
}

async function scoringPeople(db: Database, organizationId: string, ids: readonly string[]): Promise<ScoringPerson[]> {
  const rows: ScoringPerson[] = [];
  for (const part of inParts(ids)) {
    const list = padded(part);
    const found = await db.select<ScoringPerson>(
      `SELECT ${personColumns.map((name) => `p.${name}`).join(', ')}, a.industry AS account_industry,
         a.company_size AS account_size, a.domain AS account_domain, a.known AS account_known,
         m.profile_type AS watch_type, m.relationship AS watch_relationship
       FROM people p
       LEFT JOIN accounts a ON a.organization_id = p.organization_id AND a.id = p.account_id
       LEFT JOIN monitored_profiles m ON m.organization_id = p.organization_id AND m.person_id = p.id
       WHERE p.organization_id = ? AND p.id IN (${placeholders(list)})`,
      [organizationId, ...list],
    );
    for (const row of found) rows.push(row);
  }
  if (!(await hasPending(db, organizationId))) return rows;
  const pending = await pendingAmong(db, organizationId, ids);
  for (const row of rows) if (pending.has(row.id)) row.pending = 1;
  return rows;
}

/** Whose post it is as the rules see it: an own profile counts as a teammate's, however it is listed. */
const postOf = `CASE m.relationship WHEN 'SELF' THEN 'TEAMMATE' WHEN 'COMPETITOR' THEN 'COMPETITOR' ELSE m.profile_type END`;

interface EngagementRead {
  id: string;
  person_id: string;
  post_id: string;
  occurred_at: number;
  earliest_at: number | null;
  monitored_profile_id: string | null;
  /** What tells its words from others. */
  words: string | null;
  /** The rest, in the order of `EngagementKind`: a value costs more to hand over than to put together and take apart. */
  kind: string;
}

/** Engagements of these people, by person. */
async function scoringEngagements(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, ScoringEngagement[]>> {
  const byPerson = new Map<string, ScoringEngagement[]>();
  const kinds = new Map<string, EngagementKind>();
  for (const part of inParts(ids)) {
    const list = padded(part);
    const rows = await db.select<EngagementRead>(
      `SELECT e.id, e.person_id, e.post_id, e.occurred_at, e.earliest_at, e.monitored_profile_id,
         CASE WHEN e.comment_excerpt IS NULL THEN NULL ELSE e.discriminator END AS words,
         CONCAT_WS('|', e.type, e.origin, e.by_author, COALESCE(e.dated, '-'),
           CASE WHEN e.comment_excerpt IS NULL THEN 0 ELSE 1 END,
           COALESCE(e.comment_class, '-'), COALESCE(${postOf}, '-')) AS kind
       FROM engagements e${db.useIndex('engagements_person')}
       LEFT JOIN monitored_profiles m ON m.organization_id = e.organization_id AND m.id = e.monitored_profile_id
       WHERE e.organization_id = ? AND e.person_id IN (${placeholders(list)})`,
      [organizationId, ...list],
    );
    const kindOf = (text: string): EngagementKind => {
      let kind = kinds.get(text);
      if (!kind) kinds.set(text, (kind = readKind(text)));
      return kind;
    };
    const older = rows.filter((row) => kindOf(row.kind).dated === null);
    const unread = await unreadEngagements(
      db,
      organizationId,
      older.map((row) => row.id),
    );
    for (const row of rows) {
      const engagement = new ScoringEngagement(
        row.id,
        row.post_id,
        row.occurred_at,
        row.earliest_at,
        row.monitored_profile_id,
        kindOf(row.kind),
        unread.size === 0 ? null : (unread.get(row.id) ?? null),
        row.words,
      );
      const known = byPerson.get(row.person_id);
      if (known) known.push(engagement);
      else byPerson.set(row.person_id, [engagement]);
    }
  }
  return byPerson;
}

/** Takes the words apart that the statement above put together; each column of them is a word of a fixed list. */
function readKind(text: string): EngagementKind {
  const [type, origin, byAuthor, dated, hasText, commentClass, profileType] = text.split('|');
  // A dash for what is not there: SQLite leaves empty texts out of what it joins.
  const given = (part: string | undefined) => (part === '-' ? null : part);
  const words = { type, origin, commentClass: given(commentClass), profileType: given(profileType) };
  // Read from columns that hold nothing else (tables/engagement.ts, tables/leads.ts).
  const known = words as Pick<EngagementKind, keyof typeof words>;
  return {
    ...known,
    byAuthor: byAuthor === '1',
    dated: dated === '-' ? null : dated === '1',
    hasText: hasText === '1',
  };
}

/** What is kept of engagements of before their time and class were noted, by id. */
async function unreadEngagements(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, UnreadEngagement>> {
  const rows = await selectIn<UnreadEngagement & { id: string }>(
    db,
    `SELECT id, observed_at AS observedAt, CASE WHEN type = 'COMMENT' THEN comment_excerpt END AS comment,
       (SELECT po.urn FROM posts po WHERE po.organization_id = engagements.organization_id
          AND po.id = engagements.post_id) AS urn
     FROM engagements`,
    organizationId,
    'id',
    ids,
  );
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/** Named, because SQLite hands rows of named columns over faster (sqlite-dialect.ts). */
const leadColumns = Object.keys(leads.columns).join(', ');

async function existingLeads(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LeadRow>> {
  const rows = await selectIn<LeadRow>(db, `SELECT ${leadColumns} FROM leads`, organizationId, 'id', ids);
  return new Map(rows.map((row) => [row.id, row]));
}
