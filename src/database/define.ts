/**
 * A table as data: its model (rows.ts) and row type are derived from it. Migrations do not read it (migrations/README.md). A
 * test compares it with what they make. Column names are those of the rows. Every tenant table's keys begin with
 * `organization_id`.
 */
import { DataTypes } from 'sequelize';
import type { Database, SqlValue } from './database';

export interface Column<Value> {
  readonly type: DataTypes.DataType;
  readonly optional: boolean;
  /** Carries the row type only. It is never set. */
  readonly value?: Value;
}

const column = <Value>(type: DataTypes.DataType): Column<Value> => ({ type, optional: false });

/** Lower-case UUID. */
export const id = () => column<string>(DataTypes.STRING(36));
/** Text of at most `length` characters, compared by code points. */
export const text = (length: number) => column<string>(DataTypes.STRING(length));
/** One of a few words. */
export const word = <Words extends string>() => column<Words>(DataTypes.STRING(24));
/** Text of any length (16 MB on MySQL). */
export const longText = () => column<string>(DataTypes.TEXT);
export const integer = () => column<number>(DataTypes.INTEGER);
/** Epoch milliseconds: exact on both dialects and free of time zones. */
export const time = () => column<number>(DataTypes.BIGINT);
export const big = () => column<number>(DataTypes.BIGINT);
/** 0 or 1. */
export const flag = () => column<0 | 1>(DataTypes.TINYINT);
export const optional = <Value>(of: Column<Value>): Column<Value | null> => ({ type: of.type, optional: true });

export interface Index {
  readonly name: string;
  readonly fields: readonly (string | { readonly name: string; readonly order: 'DESC' })[];
  readonly unique?: boolean;
}

export interface Table<Columns extends Record<string, Column<unknown>> = Record<string, Column<unknown>>> {
  readonly name: string;
  readonly columns: Columns;
  readonly primaryKey: readonly string[];
  readonly indexes: readonly Index[];
}

/** The row type of a table. */
export type RowOf<T extends Table> = {
  -readonly [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Value> ? Value : never;
};

/** Declares a table. The key must name its columns. */
export function table<const Columns extends Record<string, Column<unknown>>>(
  definition: Table<Columns> & { readonly primaryKey: readonly (keyof Columns & string)[] },
): Table<Columns> {
  return definition;
}

export const descending = (name: string) => ({ name, order: 'DESC' as const });

/** Inserts rows given as objects: see `Database.insertRows`. */
export async function insertInto<T extends Table>(
  db: Database,
  definition: T,
  rows: readonly RowOf<T>[],
  onConflict: 'fail' | 'ignore' | { update: readonly (keyof T['columns'] & string)[] } = 'fail',
): Promise<number> {
  if (rows.length === 0) return 0;
  const all = Object.keys(definition.columns);
  // What no row has is left out: of likes a third of the columns. No optional column has a default.
  const isSet = (name: string) => definition.columns[name]?.optional !== true || rows.some((row) => row[name] !== null);
  const names = typeof onConflict === 'string' ? all.filter(isSet) : all;
  const valuesOf = (row: RowOf<T>) => {
    const list: SqlValue[] = [];
    for (const name of names) list.push(sqlValue(row[name]));
    return list;
  };
  return db.insertRows(
    definition.name,
    names,
    { length: rows.length, slice: (from, to) => rows.slice(from, to).map(valuesOf) },
    typeof onConflict === 'string' ? onConflict : { key: definition.primaryKey, update: onConflict.update },
  );
}

function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`a column got a value of type ${typeof value}`);
}
