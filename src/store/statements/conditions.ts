/** The parts of a SELECT's WHERE, collected together with their parameters so that both always match. */
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

  /**
   * Adds `column IN (…)`. An empty list matches nothing. Null matches where there is no value. A single value becomes `=` or
   * `IS NULL`, so that an index can provide the order.
   */
  in(column: string, list: readonly SqlValue[]): this {
    if (list.includes(null)) {
      const values = list.filter((value) => value !== null);
      if (values.length === 0) return this.and(`${column} IS NULL`);
      return this.and(`(${column} IS NULL OR ${column} IN (${placeholders(values)}))`, ...values);
    }
    const [only] = list;
    if (list.length === 1 && only !== undefined) return this.and(`${column} = ?`, only);
    return this.and(`${column} IN (${placeholders(list)})`, ...list);
  }

  /** Adds bounds. Undefined bounds are left out. Both ends are inclusive. */
  between(column: string, from: number | undefined, to: number | undefined): this {
    if (from !== undefined) this.and(`${column} >= ?`, Math.ceil(from));
    if (to !== undefined) this.and(`${column} <= ?`, Math.floor(to));
    return this;
  }

  /** The column contains the folded text literally, without wildcards. */
  contains(db: Database, column: string, folded: string): this {
    return this.and(db.containsText(column), folded);
  }

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** Without conditions: `1 = 1`. */
  get sql(): string {
    return this.isEmpty ? '1 = 1' : this.parts.join(' AND ');
  }

  get params(): readonly SqlValue[] {
    return this.values;
  }
}
