/** The columns that hold encrypted text, to encrypt them again under another key, and to give up what no key reads. */
import type { Database, SqlValue } from '../../database/database';
import type { Table } from '../../database/define';
import { openOwn, seal, sealOwn, unseal } from './sealing';
import { masterKeyPrefix } from '../../rules/privacy/master-key';
import { keeperOf } from './keeper';
import { serviceState } from '../tables/access';
import { changeTombstones } from '../tables/changes';
import { digests } from '../tables/digests';
import { idempotencyKeys } from '../tables/outreach';
import { webhooks } from '../tables/webhooks';
import { oauthKeys } from '../tables/oauth';

interface SealedColumn {
  readonly table: Table;
  readonly column: string;
  /** Which rows hold a secret; undefined: all. */
  readonly where?: string;
  /** Of the service itself: plain where `MASTER_KEY` is not set. */
  readonly own?: true;
  /** What happens to a row whose key is lost. `leave`: the owner is told to set it again. */
  readonly lost: 'delete' | 'empty' | 'leave';
}

/** Values of `service_state` that sign or authenticate. The others are no secrets. */
const stateSecrets = `name IN ('cursor_key', 'device_key', 'digest_key')`;

const sealedColumns: readonly SealedColumn[] = [
  { table: webhooks, column: 'secret', lost: 'leave' },
  { table: webhooks, column: 'previous_secret', lost: 'empty' },
  { table: digests, column: 'target', where: `channel <> 'mail'`, lost: 'leave' },
  { table: oauthKeys, column: 'material', own: true, lost: 'delete' },
  { table: serviceState, column: 'value', where: stateSecrets, own: true, lost: 'delete' },
  { table: idempotencyKeys, column: 'answer', lost: 'delete' },
  { table: changeTombstones, column: 'sealed_id', lost: 'empty' },
];

const together = 200;

type Stored = Record<string, SqlValue>;

interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** That a text is not encrypted as it would be now: under `MASTER_KEY`, or without it under no master key. */
function staleText(db: Database, column: string): Condition {
  const id = keeperOf(db)?.master?.currentId;
  const prefix = masterKeyPrefix(id);
  return { sql: `SUBSTR(${column}, 1, ?) ${id === undefined ? '=' : '<>'} ?`, params: [prefix.length, prefix] };
}

/** That a row comes after another in the order of the key. The first column is also bounded alone, so that databases seek. */
function afterRow(key: readonly string[], row: Stored): Condition {
  const alternatives = key.map((column, at) =>
    [...key.slice(0, at).map((before) => `${before} = ?`), `${column} > ?`].join(' AND '),
  );
  const values = primaryKeyValues(key, row);
  return {
    sql: `${key[0] ?? ''} >= ? AND (${alternatives.map((one) => `(${one})`).join(' OR ')})`,
    params: [values[0] ?? null, ...values.flatMap((_, at) => values.slice(0, at + 1))],
  };
}

/** Texts of a column that are not encrypted as they would be now, in parts, in the order of the key. */
async function* partsOf(db: Database, { table, column, where }: SealedColumn): AsyncGenerator<readonly Stored[]> {
  const key = table.primaryKey;
  const stale = staleText(db, column);
  for (let last: Stored | undefined; ;) {
    const after = last === undefined ? undefined : afterRow(key, last);
    const conditions = [stale.sql, ...(where ? [where] : []), ...(after ? [after.sql] : [])];
    const rows: Stored[] = await db.select<Stored>(
      `SELECT ${key.join(', ')}, ${column} AS sealed FROM ${table.name} WHERE ${conditions.join(' AND ')} ORDER BY ${key.join(', ')} LIMIT ${together}`,
      [...stale.params, ...(after?.params ?? [])],
    );
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

const primaryKeyValues = (key: readonly string[], row: Stored): SqlValue[] => key.map((name) => row[name] ?? null);
const isRow = (table: Table) => table.primaryKey.map((name) => `${name} = ?`).join(' AND ');

function unsealed(db: Database, { own }: SealedColumn, sealed: string): string | undefined {
  if (!own) return unseal(db, sealed);
  try {
    return openOwn(db, sealed, 'A key of the service');
  } catch {
    return undefined;
  }
}

export interface Resealed {
  /** Encrypted again. */
  readonly changed: number;
  /** Read under no key that is set. */
  readonly unreadable: number;
}

/** Encrypts again what is not under the present key. Safe beside a running service, and to repeat. */
export async function reseal(db: Database): Promise<Resealed> {
  const done = { changed: 0, unreadable: 0 };
  for (const one of sealedColumns) {
    for await (const rows of partsOf(db, one)) {
      for (const row of rows) {
        const sealed = String(row['sealed']);
        const text = unsealed(db, one, sealed);
        if (text === undefined) done.unreadable += 1;
        else {
          const again = one.own ? sealOwn(db, text) : await seal(db, text);
          // Unless it was changed meanwhile: then it is under the present key already.
          done.changed += await db.run(
            `UPDATE ${one.table.name} SET ${one.column} = ? WHERE ${isRow(one.table)} AND ${one.column} = ?`,
            [again, ...primaryKeyValues(one.table.primaryKey, row), sealed],
          );
        }
      }
    }
  }
  return done;
}

/** How many of the secrets are not encrypted as they would be now; answers and tombstones, which are many, are left out. */
export async function notCurrent(db: Database): Promise<number> {
  let count = 0;
  for (const { table, column, where } of sealedColumns) {
    if (table === idempotencyKeys || table === changeTombstones) continue;
    const stale = staleText(db, column);
    const [row] = await db.select<{ count: number }>(
      `SELECT COUNT(*) AS count FROM ${table.name} WHERE ${stale.sql}${where ? ` AND ${where}` : ''}`,
      stale.params,
    );
    count += row?.count ?? 0;
  }
  return count;
}

/** Gives up what no key reads: the service makes new keys of its own, and webhooks and digests say that they must be set again. */
export async function giveUpUnreadable(db: Database): Promise<number> {
  let given = 0;
  for (const one of sealedColumns.filter(({ lost }) => lost !== 'leave')) {
    for await (const rows of partsOf(db, one)) {
      for (const row of rows.filter(({ sealed }) => unsealed(db, one, String(sealed)) === undefined)) {
        const change =
          one.lost === 'delete' ? `DELETE FROM ${one.table.name}` : `UPDATE ${one.table.name} SET ${one.column} = NULL`;
        given += await db.run(`${change} WHERE ${isRow(one.table)}`, primaryKeyValues(one.table.primaryKey, row));
      }
    }
  }
  return given;
}
