/** The parts of a SELECT's WHERE, collected with their parameters so that the two cannot come apart. */
import { placeholders, type Database, type SqlValue } from '../../database/database';

export class Conditions {
  private readonly parts: string[] = [];
  private readonly values: SqlValue[] = [];

  constructor(sql?: string, ...params: SqlValue[]) {
    if (sql !== undefined) this.and(sql, ...params);
  }

  and(sql: string, ...params: SqlValue[]): this {
    this.parts.push(sql);
    this.values.push(...params);
    return this;
  }

  /** `column IN (…)`; an empty list matches nothing, a single value becomes `=` so that an index can give the order. */
  in(column: string, list: readonly SqlValue[]): this {
    const [only] = list;
    if (list.length === 1 && only !== undefined) return this.and(`${column} = ?`, only);
    return this.and(`${column} IN (${placeholders(list)})`, ...list);
  }

  /** Bounds that are undefined are left out; both ends are inclusive. */
  between(column: string, from: number | undefined, to: number | undefined): this {
    if (from !== undefined) this.and(`${column} >= ?`, Math.ceil(from));
    if (to !== undefined) this.and(`${column} <= ?`, Math.floor(to));
    return this;
  }

  /** The folded text occurs in the column, letter by letter: no sign has a meaning of its own. */
  contains(db: Database, column: string, folded: string): this {
    return this.and(db.holds(column), folded);
  }

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** Of no condition: `1 = 1`. */
  get sql(): string {
    return this.isEmpty ? '1 = 1' : this.parts.join(' AND ');
  }

  get params(): readonly SqlValue[] {
    return this.values;
  }
}
