/**
 * Text search in comments and posts. There is no index for it. Rows are looked through newest first in short statements, which
 * leave the event loop free between them, and no page looks through more than a fixed number
 * (docs/internals/decisions/0005-search.md). A page that reaches this number ends early with a cursor, so paging to the end
 * still finds everything.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { placeholders, type Database } from '../../database/database';
import { wordsIn } from '../../shared/text/words-in';
import { Conditions } from '../statements/conditions';
import { addAfter, orderBy, type SortColumn } from '../statements/keyset';

/** Rows per statement: a few milliseconds. */
export const engagementsAtOnce = 400;
/** Fewer rows per statement, because posts have long texts. */
export const postsAtOnce = 100;

export interface TextScan<Row> {
  /** Rows that match, at most as many as wanted. */
  readonly hits: Row[];
  /** Where to continue when the scan stopped at its bound. Null when enough rows were found or the rows ended. */
  readonly stoppedAt: Row | null;
}

/**
 * Looks through rows, `atOnce` in a statement, until `wanted` of them match, none are left, or `most` have been looked at.
 * @param read returns the rows after one, in order; fewer than `count` means the last.
 * @param fitting returns the rows that match, in the same order.
 */
export async function scanText<Row>(
  { wanted, most, atOnce }: { readonly wanted: number; readonly most: number; readonly atOnce: number },
  read: (after: Row | undefined, count: number) => Promise<Row[]>,
  fitting: (rows: readonly Row[]) => Promise<Row[]>,
): Promise<TextScan<Row>> {
  const hits: Row[] = [];
  let last: Row | undefined;
  for (let looked = 0; ;) {
    const count = Math.min(atOnce, most - looked);
    const rows = await read(last, count);
    for (const row of await fitting(rows)) {
      hits.push(row);
      if (hits.length === wanted) return { hits, stoppedAt: null };
    }
    looked += rows.length;
    last = rows.at(-1);
    if (rows.length < count || last === undefined) return { hits, stoppedAt: null };
    if (looked >= most) return { hits, stoppedAt: last };
    // SQLite answers synchronously, so without this the whole scan would block the event loop.
    await breathe();
  }
}

export interface TextRow {
  readonly post_id: string;
  readonly comment_excerpt: string | null;
}

/** Tells which engagements have all words of a text in their comment, or all in their post. Results for posts are remembered. */
export class TextMatcher {
  private readonly isIn: (text: string) => boolean;
  private readonly posts = new Map<string, boolean>();

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    text: string,
  ) {
    this.isIn = wordsIn(text);
  }

  hasWords(text: string | null): boolean {
    return text !== null && this.isIn(text);
  }

  async fitting<Row extends TextRow>(rows: readonly Row[]): Promise<Row[]> {
    const unknown = [...new Set(rows.map((row) => row.post_id))].filter((id) => !this.posts.has(id));
    for (let at = 0; at < unknown.length; at += postsAtOnce) {
      const part = unknown.slice(at, at + postsAtOnce);
      const found = await this.db.select<{ id: string; words: string | null }>(
        `SELECT id, COALESCE(content_text, excerpt) AS words FROM posts${this.db.usePrimaryKey('posts')}
         WHERE organization_id = ? AND id IN (${placeholders(part)})`,
        [this.organizationId, ...part],
      );
      for (const { id, words } of found) this.posts.set(id, this.hasWords(words));
      await breathe();
    }
    return rows.filter((row) => this.posts.get(row.post_id) === true || this.hasWords(row.comment_excerpt));
  }
}

const newestFirst: readonly SortColumn[] = [
  { column: 'e.occurred_at', descending: true },
  { column: 'e.id', descending: false },
];

interface PersonText {
  readonly id: string;
  readonly occurred_at: number;
  readonly person_id: string;
  readonly comment_excerpt: string | null;
}

/** People who recently wrote all words of a text in a comment, found among the latest engagements. */
export async function peopleWithText(
  db: Database,
  organizationId: string,
  text: string,
  limits: { readonly candidates: number; readonly looked: number },
): Promise<string[]> {
  const isIn = wordsIn(text);
  const people = new Set<string>();
  await scanText<PersonText>(
    { wanted: Infinity, most: limits.looked, atOnce: engagementsAtOnce },
    (after, count) => {
      const where = new Conditions('e.organization_id = ? AND e.by_author = 0', organizationId);
      if (after) addAfter(where, newestFirst, { revision: 0, keys: [after.occurred_at], id: after.id });
      return db.select<PersonText>(
        `SELECT e.id, e.occurred_at, e.person_id, e.comment_excerpt
         FROM engagements e${db.useIndex('engagements_time')}
         WHERE ${where.sql} ORDER BY ${orderBy(newestFirst)} LIMIT ${count}`,
        where.params,
      );
    },
    (rows) => {
      for (const { person_id, comment_excerpt: said } of rows) {
        if (said !== null && isIn(said) && people.size < limits.candidates) people.add(person_id);
      }
      return Promise.resolve([]);
    },
  );
  return [...people];
}
