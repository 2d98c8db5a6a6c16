/** Second opinions in the store: what is to be asked, the answers that are known, and how they change a comment's class. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { commentClasses, isAsking, type CommentClass, type StoredClass } from '../../shared/values';
import { Conditions } from '../statements/conditions';
import { addAfter, type SortColumn } from '../statements/keyset';
import { scanList } from '../statements/list-scan';
import { opinionPasses, opinions, type OpinionRow } from '../tables/opinions';
import { selectIn } from '../statements/in-parts';
import { queueScoring } from '../writes/engagement-writer';

/** A comment of a lead whose class is in doubt, and what must not be sent of it. */
export interface DoubtfulComment {
  readonly id: string;
  readonly person_id: string;
  readonly occurred_at: number;
  readonly comment_excerpt: string;
  readonly comment_class: StoredClass;
  readonly display_name: string;
  readonly company_name: string | null;
  readonly stated_company: string | null;
  readonly post_excerpt: string | null;
  readonly author_name: string | null;
}

/** How many rows of a list are scanned at once. */
const scanned = 2_000;
const newestFirst: readonly SortColumn[] = [
  { column: 'e.occurred_at', descending: true },
  { column: 'e.id', descending: false },
];
/** `scanList` passes the workspace to the columns. */
const columns = `? AS organization_id, e.id, e.person_id, e.occurred_at, e.comment_excerpt, e.comment_class, p.display_name, p.company_name, p.stated_company,
  po.excerpt AS post_excerpt, po.author_name`;
/** Leads alone: who must not be contacted, was erased or is held back by the agent is none. */
const joins = `JOIN leads l ON l.organization_id = e.organization_id AND l.id = e.person_id
  JOIN people p ON p.organization_id = e.organization_id AND p.id = e.person_id
  LEFT JOIN posts po ON po.organization_id = e.organization_id AND po.id = e.post_id`;

/**
 * Comments of active leads that neither a person nor a model read, newest first.
 * @param below thousandths. @param since epoch ms. @param after the last of the page before.
 */
export function doubtfulComments(
  db: Database,
  organizationId: string,
  { below, since, after, limit }: { below: number; since: number; after?: DoubtfulComment; limit: number },
): Promise<DoubtfulComment[]> {
  const seek = new Conditions('e.organization_id = ?', organizationId);
  seek.and('e.occurred_at >= ?', since);
  if (after) addAfter(seek, newestFirst, { revision: 0, keys: [after.occurred_at], id: after.id });
  const filter = new Conditions("e.type = 'COMMENT' AND e.by_author = 0 AND e.comment_excerpt IS NOT NULL");
  filter.and('e.said_confidence < ?', below);
  filter.and(
    "e.said_set_at IS NULL AND e.said_by IS NULL AND e.comment_class IS NOT NULL AND l.disposition = 'ACTIVE'",
  );
  filter.and('p.do_not_contact = 0');
  return scanList<DoubtfulComment>(db, organizationId, {
    ...{ columns, joins, table: 'engagements', alias: 'e', index: db.useIndex('engagements_time') },
    ...{ seek, filter, isOrdered: true, order: newestFirst, limit, first: scanned },
  });
}

/** Known answers by digest. Null: an answer that was no class. */
export async function knownOpinions(
  db: Database,
  organizationId: string,
  digests: readonly string[],
): Promise<ReadonlyMap<string, CommentClass | null>> {
  const rows = await selectIn<Pick<OpinionRow, 'digest' | 'said'>>(
    db,
    'SELECT digest, said FROM opinions',
    organizationId,
    'digest',
    digests,
  );
  return new Map(rows.map(({ digest, said }) => [digest, commentClasses.find((name) => name === said) ?? null]));
}

/** Keeps an answer. The first class stays; an answer that was none gives way to one that is. */
export async function keepOpinion(
  db: Database,
  organizationId: string,
  { digest, said, now }: { readonly digest: string; readonly said: OpinionRow['said']; readonly now: number },
): Promise<void> {
  await insertInto(db, opinions, [{ organization_id: organizationId, digest, said, asked_at: now }], 'ignore');
  if (said === null) return;
  const set = 'UPDATE opinions SET said = ?, asked_at = ? WHERE organization_id = ? AND digest = ? AND said IS NULL';
  await db.run(set, [said, now, organizationId, digest]);
}

/**
 * Sets the class of a comment as a model read it, unless a person or another process did meanwhile, or its text changed. Must run in a
 * write transaction of the workspace. The person is scored again where the class is another.
 */
export async function applyOpinion(
  db: Database,
  organizationId: string,
  { id, person_id, comment_excerpt: text, comment_class: before }: DoubtfulComment,
  { said, model }: { readonly said: CommentClass; readonly model: string },
): Promise<void> {
  const stored: StoredClass = said === 'plain' && before === 'joke' ? before : said;
  // MySQL assigns from left to right: the class until now is copied first.
  const changed = await db.run(
    `UPDATE engagements SET said_built_in = comment_class, comment_class = ?, intent_hint = ?, said_by = ?,
       dated = COALESCE(dated, CASE WHEN occurred_at = observed_at THEN 0 ELSE 1 END)
     WHERE organization_id = ? AND id = ? AND said_set_at IS NULL AND said_by IS NULL AND comment_excerpt = ?`,
    [stored, isAsking(stored) || stored === 'question' ? 1 : 0, model, organizationId, id, text],
  );
  if (changed > 0 && stored !== before) await queueScoring(db, organizationId, [person_id]);
}

/** People of one statement. */
const queuedTogether = 1_000;

/** Queues everybody for scoring with a comment that this model read, as far as scoring may follow it. Within a write transaction. */
export async function queueReadBy(db: Database, organizationId: string, model: string): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db.select<{ id: string }>(
      `SELECT DISTINCT person_id AS id FROM engagements${db.useIndex('engagements_person')}
       WHERE organization_id = ? AND person_id > ? AND said_by = ? ORDER BY person_id LIMIT ${queuedTogether}`,
      [organizationId, after, model],
    );
    await queueScoring(
      db,
      organizationId,
      rows.map(({ id }) => id),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < queuedTogether) return;
    after = last.id;
  }
}

/** Comments whose class a person set, with what must not be sent of them, by id. Those of leads alone, as `doubtfulComments`. */
export const correctedForComparing = (
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<DoubtfulComment[]> =>
  db.select<DoubtfulComment>(
    `SELECT ${columns} FROM engagements e${db.usePrimaryKey('engagements')} ${joins}
     WHERE e.organization_id = ? AND e.id > ? AND e.said_set_at IS NOT NULL AND e.comment_excerpt IS NOT NULL
       AND p.do_not_contact = 0 ORDER BY e.id LIMIT ${limit}`,
    [organizationId, organizationId, after],
  );

/** Workspaces after this one that changed since they were looked through for this reader, by id. */
export const unreadWorkspaces = (
  db: Database,
  reader: string,
  after: string,
  limit: number,
): Promise<{ id: string; revision: number }[]> =>
  db.select(
    `SELECT o.id, o.revision FROM organizations o
     LEFT JOIN opinion_passes s ON s.organization_id = o.id AND s.reader = ?
     WHERE o.id > ? AND (s.organization_id IS NULL OR s.revision <> o.revision) ORDER BY o.id LIMIT ${limit}`,
    [reader, after],
  );

/** A reader of a workspace's comments. */
export interface ReaderOf {
  readonly organizationId: string;
  /** `readerName`. */
  readonly reader: string;
  readonly host: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Notes that texts of a workspace go to this reader, before the first does. */
export async function noteReader(db: Database, { organizationId, reader, host, now }: ReaderOf): Promise<void> {
  const row = { organization_id: organizationId, reader, host, first_at: now, revision: -1 };
  const added = await insertInto(db, opinionPasses, [row], 'ignore');
  if (added > 0) return;
  await db.run('UPDATE opinion_passes SET first_at = ? WHERE organization_id = ? AND reader = ? AND first_at = 0', [
    now,
    organizationId,
    reader,
  ]);
}

/** Notes that nothing is left to ask about a workspace as it was at this revision. */
export async function noteRead(
  db: Database,
  { organizationId, reader, host }: ReaderOf,
  revision: number,
): Promise<void> {
  const row = { organization_id: organizationId, reader, host, first_at: 0, revision };
  await insertInto(db, opinionPasses, [row], { update: ['host', 'revision'] });
}
