/**
 * A process that runs SQLite statements for another one (sqlite-process.ts), which ends it when a statement takes too long. It
 * keeps connections to one file, and answers one statement at a time.
 */
import { LRUCache } from 'lru-cache';
import { DatabaseSync, nameCode, soughtValues, type SqliteConnection, type SqliteStatement } from './sqlite-driver';
import { asOneText, asList } from './sqlite-rows';

/** What a connection is for. */
export type Role = 'read' | 'checkpoint';

/** What this process is asked. Without `sql`, it closes its connections. */
export interface Asked {
  readonly file: string;
  readonly role: Role;
  readonly sql: string | undefined;
  readonly params: readonly (string | number | null)[];
}

/** Rows as a JSON text of lists, in the order of the columns; or an error. */
export type Answered =
  | { readonly columns: readonly string[]; readonly text: unknown }
  | { readonly message: string; readonly code: unknown };

const openings: Readonly<Record<Role, { readonly timeout: number; readonly pragmas: string }>> = {
  // A small cache, because there are several connections and the system caches what they read.
  read: {
    timeout: 1_000,
    pragmas: 'PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY',
  },
  // How long the last step of a checkpoint waits for a writer or a reader. Writers wait for it as long.
  checkpoint: { timeout: 5, pragmas: 'PRAGMA cache_size = -64' },
};

interface Prepared {
  readonly statement: SqliteStatement;
  readonly columns: readonly string[];
  readonly isOneText: boolean;
}

class Connection {
  private readonly db: SqliteConnection;
  /** By the text of the statement that was asked. */
  private readonly prepared = new LRUCache<string, Prepared>({
    maxSize: 600_000,
    sizeCalculation: (_prepared, sql) => sql.length,
    dispose: ({ statement }) => statement.close(),
  });

  constructor(file: string, role: Role) {
    const { timeout, pragmas } = openings[role];
    this.db = new DatabaseSync(file, { timeout });
    this.db.exec(pragmas);
  }

  run(sql: string, params: Asked['params']): Answered {
    const { statement, columns, isOneText } = this.prepare(sql);
    const rows: unknown[] = statement.all(...soughtValues(params));
    return { columns, text: isOneText ? asList(rows[0])[0] : JSON.stringify(rows) };
  }

  close(): void {
    this.prepared.clear();
    this.db.close();
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql);
    if (known) return known;
    const plain = this.db.prepare(sql);
    const columns = plain.columns().map(({ name }) => name);
    const isOneText = !/^\s*PRAGMA\b/i.test(sql);
    const statement = isOneText ? this.db.prepare(asOneText(sql, columns)) : plain;
    statement.setReturnArrays(true);
    if (isOneText) plain.close();
    const prepared = { statement, columns, isOneText };
    this.prepared.set(sql, prepared);
    return prepared;
  }
}

let file: string | undefined;
const connections = new Map<Role, Connection>();

function closeAll(): void {
  for (const connection of connections.values()) connection.close();
  connections.clear();
}

function answer(asked: Asked): Answered {
  try {
    if (asked.sql === undefined || asked.file !== file) closeAll();
    if (asked.sql === undefined) return { columns: [], text: '[]' };
    ({ file } = asked);
    let connection = connections.get(asked.role);
    if (!connection) connections.set(asked.role, (connection = new Connection(asked.file, asked.role)));
    return connection.run(asked.sql, asked.params);
  } catch (error) {
    nameCode(error);
    if (!(error instanceof Error)) return { message: String(error), code: undefined };
    return { message: error.message, code: 'code' in error ? error.code : undefined };
  }
}

process.on('message', (asked: Asked) => process.send?.(answer(asked)));
process.on('disconnect', () => process.exit());
// The process that asks ends this one. A signal to the whole group, such as Ctrl-C, must not end a statement that it waits for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
