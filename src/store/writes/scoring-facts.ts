/** Reads what scoring needs about people: the person, their engagement, and their current lead. */
import { placeTitleReadings, type ReadBy } from './opinions-of-titles';
import { placeholders, type Database } from '../../database/database';
import type { StoredClass } from '../../shared/values';
import type { IntentEngagement } from '../../rules/intent/intent';
import type { EngagementType, Origin, PersonRow } from '../tables/engagement';
import { leads, type LeadRow, type ProfileType, type Relationship } from '../tables/leads';
import { pendingAmong, hasPending } from './pending-people';
import { KnownCompanies } from './known-companies';
import { inParts, padded, selectIn } from '../statements/in-parts';

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

/** A person with all facts that scoring uses. */
export interface ScoringPerson extends Pick<PersonRow, (typeof personColumns)[number]> {
  account_industry: string | null;
  account_size: string | null;
  account_domain: string | null;
  /** Whether leads were updated for the account (`known-companies.ts`). Null or left out when the person has no account. */
  account_known?: 0 | 1 | null;
  /** How the watchlist lists this person. Nulls when it does not. */
  watch_type: ProfileType | null;
  watch_relationship: Relationship | null;
  /** Set if only the headline says where they work. `company_name` then has the same value. */
  named_company?: string;
  /** 1: found by the agent alone, and not accepted. */
  pending?: 0 | 1;
  /** How a language model reads a title that says neither rank nor field. */
  read_by?: ReadBy;
}

/**
 * The parts of an engagement other than time and place. There are few combinations, so engagements that are alike share one
 * object.
 */
export interface EngagementKind {
  readonly type: EngagementType;
  readonly origin: Origin;
  readonly byAuthor: boolean;
  /** Whether the source gave the time. Null: stored before that was recorded. */
  readonly dated: boolean | null;
  readonly hasText: boolean;
  readonly commentClass: StoredClass | null;
  /** Type of the watched profile that published the post. */
  readonly profileType: ProfileType | null;
  /** The language model that set the class, and what the built-in reader had said. Null where none did. */
  readonly saidBy: string | null;
  readonly builtIn: StoredClass | null;
}

/** Facts to read again about an engagement that was stored before its time and class were recorded. */
export interface UnreadEngagement {
  /** Epoch ms. */
  readonly observedAt: number;
  readonly comment: string | null;
  readonly urn: string | null;
}

/** An engagement as it was read. The rules of intent take it unchanged, so no second object is made for them. */
export class ScoringEngagement implements IntentEngagement {
  /** @param occurredAt epoch ms, as all times here. @param unread null if `kind.dated` is known. @param words a digest. */
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
  get commentClass(): StoredClass | null {
    return this.kind.commentClass;
  }
  get profileType(): ProfileType | null {
    return this.kind.profileType;
  }
  get saidBy(): string | null {
    return this.kind.saidBy;
  }

  /** The same with the class of the built-in reader. */
  asBuiltIn(): ScoringEngagement {
    const { id, postId, occurredAt, earliestAt, monitoredProfileId, unread, words } = this;
    const kind = { ...this.kind, commentClass: this.kind.builtIn, saidBy: null };
    return new ScoringEngagement(id, postId, occurredAt, earliestAt, monitoredProfileId, kind, unread, words);
  }
}

export interface ScoringFacts {
  readonly people: readonly ScoringPerson[];
  /** By person id. */
  readonly engagements: ReadonlyMap<string, readonly ScoringEngagement[]>;
  /** Their current leads, by person id. */
  readonly before: ReadonlyMap<string, LeadRow>;
}

/**
 * Everything that scoring these people needs.
 * @param companies cache of the companies that headlines name; a caller of many portions should keep it.
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
  await placeTitleReadings(db, organizationId, people);
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

/** The relation to the post's author as the rules see it: an own profile counts as a teammate's, whatever its listed type. */
const postOf = `CASE m.relationship WHEN 'SELF' THEN 'TEAMMATE' WHEN 'COMPETITOR' THEN 'COMPETITOR' ELSE m.profile_type END`;

interface EngagementRead {
  id: string;
  person_id: string;
  post_id: string;
  occurred_at: number;
  earliest_at: number | null;
  monitored_profile_id: string | null;
  /** A digest that distinguishes its text from others. */
  words: string | null;
  /**
   * The other parts in the order of `EngagementKind`, joined to one text: handing over several values costs more than joining
   * and splitting.
   */
  kind: string;
}

/** Engagements of these people, by person id. */
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
           COALESCE(e.comment_class, '-'), COALESCE(${postOf}, '-'), COALESCE(e.said_by, '-'), COALESCE(e.said_built_in, '-')) AS kind
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

/** Splits the text that the statement above joined. Each column in it comes from a fixed list of words, or has no `|` (READER_MODEL). */
function readKind(text: string): EngagementKind {
  const [type, origin, byAuthor, dated, hasText, commentClass, profileType, saidBy, builtIn] = text.split('|');
  // A dash for a missing part, because SQLite leaves out empty texts when it joins.
  const given = (part: string | undefined) => (part === '-' ? null : part);
  const words = {
    type,
    origin,
    commentClass: given(commentClass),
    profileType: given(profileType),
    builtIn: given(builtIn),
  };
  // Read from columns that hold no other values (tables/engagement.ts, tables/leads.ts).
  const known = words as Pick<EngagementKind, keyof typeof words>;
  return {
    ...known,
    saidBy: given(saidBy) ?? null,
    byAuthor: byAuthor === '1',
    dated: dated === '-' ? null : dated === '1',
    hasText: hasText === '1',
  };
}

/** Stored facts of engagements from before their time and class were recorded, by id. */
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

/** Columns are named, because SQLite then hands rows over faster (sqlite-dialect.ts). */
const leadColumns = Object.keys(leads.columns).join(', ');

async function existingLeads(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LeadRow>> {
  const rows = await selectIn<LeadRow>(db, `SELECT ${leadColumns} FROM leads`, organizationId, 'id', ids);
  return new Map(rows.map((row) => [row.id, row]));
}
