/**
 * Rows of one table through its Sequelize model. Administrative and OAuth rows are read and written with it, one at a time.
 *
 * The model itself is private to this file. So every call of it joins the current transaction, takes its turn among the
 * writers, is sent again after a conflict, and fails with the driver's error, as hand-written statements do
 * (docs/internals/decisions/0012-models.md). Every method is one statement. An `update` with conditions on the old values is a
 * compare-and-set.
 */
import { Op, type Model, type ModelAttributes, type ModelStatic, type Order, type WhereAttributeHash } from 'sequelize';
import type { Database } from './database';
import type { RowOf, Table } from './define';

/** Conditions that must all hold: a value to equal, null for no value, or one of the conditions below. */
export type Where<Row> = WhereAttributeHash<Row>;

export const moreThan = (value: number) => ({ [Op.gt]: value });
export const lessThan = (value: number) => ({ [Op.lt]: value });
export const atLeast = (value: number) => ({ [Op.gte]: value });
export const noneOrMoreThan = (value: number) => ({ [Op.or]: [{ [Op.is]: null }, { [Op.gt]: value }] });

export interface Choice<Row> {
  readonly order?: readonly (keyof Row & string)[];
  /** Reverses the order. */
  readonly newestFirst?: boolean;
  readonly limit?: number;
}

class Rows<Row extends object> {
  constructor(
    private readonly db: Database,
    private readonly model: ModelStatic<Model<Row, object>>,
  ) {}

  /** The matching row, or the first of them. Undefined when there is none. */
  async find(where: Where<Row>): Promise<Row | undefined> {
    const [row] = await this.all(where, { limit: 1 });
    return row;
  }

  /** All matching rows. */
  async all(where: Where<Row> = {}, { order = [], newestFirst = false, limit }: Choice<Row> = {}): Promise<Row[]> {
    const direction = newestFirst ? 'DESC' : 'ASC';
    if (fitsNothing(where)) return [];
    const sorted: Order = order.map((column) => [column, direction]);
    const rows = await this.db.throughModel('read', (options) =>
      this.model.findAll({
        ...options,
        where: scalars(where),
        order: sorted,
        ...(limit === undefined ? {} : { limit: Math.trunc(limit) }),
      }),
    );
    return rows.map((row) => row.get({ plain: true }));
  }

  /** @throws the driver's error when a key of the row exists. */
  async insert(row: Row): Promise<void> {
    await this.db.throughModel('write', (options) => this.model.create(row, { ...options, ...asGiven }));
  }

  /** Inserts the row, or overwrites the one with the same primary key. */
  async save(row: Row): Promise<void> {
    await this.db.throughModel('write', (options) => this.model.upsert(row, { ...options, ...asGiven }));
  }

  /**
   * Changes the matching rows, in one statement.
   * @returns how many; a MySQL-family server does not count rows that had these values already, but SQLite does. So a caller
   * that uses the count must have a condition that no longer holds afterwards.
   */
  async update(values: Partial<Row>, where: Where<Row>): Promise<number> {
    if (fitsNothing(where)) return 0;
    const [changed] = await this.db.throughModel('write', (options) =>
      this.model.update(values, { ...options, ...asGiven, sideEffects: false, where: scalars(where) }),
    );
    return changed;
  }

  /** Removes the matching rows, in one statement. Returns how many. */
  async delete(where: Where<Row>): Promise<number> {
    if (fitsNothing(where)) return 0;
    return this.db.throughModel('write', (options) =>
      this.model.destroy({ ...options, hooks: false, where: scalars(where) }),
    );
  }
}

/** The compiler checks types and the database checks columns, so Sequelize need not check either, nor change anything. */
const asGiven = { validate: false, hooks: false } as const;

/** Sequelize writes values into the text of a SELECT, and SQLite ends that text at a NUL. No stored text contains a NUL. */
const fitsNothing = (where: object): boolean =>
  Object.values(where).some((value) => typeof value === 'string' && value.includes('\0'));

/** Sequelize would turn a list into `IN (…)`. A list that gets past the compiler is a fault here, not a wider condition. */
function scalars<Row>(where: Where<Row>): Where<Row> {
  for (const value of Object.values(where)) {
    if (Array.isArray(value)) throw new TypeError('a condition got a list');
  }
  return where;
}

/**
 * Access to a table's rows. Its model is defined once for each database.
 * @returns a function that takes the database.
 */
export function rowsOf<T extends Table>(definition: T): (db: Database) => Rows<RowOf<T>> {
  const known = new WeakMap<Database, Rows<RowOf<T>>>();
  return (db) => {
    let rows = known.get(db);
    if (!rows) {
      rows = new Rows(db, modelOf(db, definition));
      known.set(db, rows);
    }
    return rows;
  };
}

function modelOf<T extends Table>(db: Database, definition: T): ModelStatic<Model<RowOf<T>, object>> {
  const attributes = Object.entries(definition.columns).map(([name, { type, optional }]) => [
    name,
    { type, allowNull: optional, primaryKey: definition.primaryKey.includes(name) },
  ]);
  return db.sequelize.define<Model<RowOf<T>, object>>(
    definition.name,
    // Built from the same columns as RowOf, which the compiler cannot follow through Object.fromEntries.
    Object.fromEntries(attributes) as ModelAttributes<Model<RowOf<T>, object>, RowOf<T>>,
    { tableName: definition.name, timestamps: false },
  );
}
