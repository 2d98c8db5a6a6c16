/**
 * Two requests that deadlock while others wait for a connection of the same pool. The server picks one of the two as the victim (1213),
 * and its connection goes to a bystander, who writes two rows in one transaction. If anybody ends a transaction on a connection that
 * they have given back, one of the two rows stays without the other.
 */
import { once, EventEmitter } from 'node:events';
import { Database } from '../../src/database/database';
import { big, table } from '../../src/database/define';
import { rowsOf } from '../../src/database/rows';

const locks = rowsOf(
  table({ name: 'bystander_locks', columns: { id: big(), value: big() }, primaryKey: ['id'], indexes: [] }),
);

export interface RoundResult {
  readonly rounds: number;
  /** Rounds after which a bystander's two rows were not both there although it was told so, or not both gone. */
  readonly halves: number;
  readonly deadlocks: number;
}

export interface Bystanders extends RoundResult {
  /**
   * COMMITs that the nodes of a cluster refused, or transactions that they ended for another node's: `wsrep_local_cert_failures` and
   * `wsrep_local_bf_aborts`. 0 on a server alone.
   */
  readonly refused: number;
  /**
   * Ends that a connection received while no transaction was open on it, by the log of the server. The owner of a refused COMMIT sends
   * one ROLLBACK behind it, over the connection that it still holds: as many of these as were refused are not counted.
   */
  readonly strayEnds: number;
  /** Rows that were written outside of the transaction that they belong to, by the same log. */
  readonly strayWrites: number;
}

const perRound = 6;

/**
 * @param url of a database on a server, without the two tables that it makes.
 * @param other a second address of the same database, for a cluster: one of the two that collide goes there.
 */
export async function writesDuringDeadlocks(url: string, rounds: number, other = url): Promise<RoundResult> {
  const pool = await Database.open(url, { maxConnections: 2 });
  const elsewhere = other === url ? pool : await Database.open(other, { maxConnections: 2 });
  try {
    const before = await deadlocksOf(pool);
    await pool.run('CREATE TABLE bystander_locks (id BIGINT PRIMARY KEY, value BIGINT NOT NULL) ENGINE=InnoDB');
    await pool.run(
      'CREATE TABLE bystander_rows (id BIGINT NOT NULL, part BIGINT NOT NULL, PRIMARY KEY (id, part)) ENGINE=InnoDB',
    );
    await pool.run('INSERT INTO bystander_locks (id, value) VALUES (1, 0), (2, 0)');
    let halves = 0;
    for (let number = 1; number <= rounds; number += 1) halves += await round(pool, elsewhere, number);
    await pool.run('DROP TABLE bystander_locks');
    await pool.run('DROP TABLE bystander_rows');
    return { rounds, halves, deadlocks: (await deadlocksOf(pool)) - before };
  } finally {
    for (const db of new Set([pool, elsewhere])) await db.close();
  }
}

/** The same on servers that nobody else uses: their general logs say what reached each connection. Parameters as above. */
export async function bystanders(url: string, rounds: number, other = url): Promise<Bystanders> {
  const watched: Database[] = [];
  const refusedByAll = async () => {
    let refused = 0;
    for (const db of watched) refused += await refusedBy(db);
    return refused;
  };
  for (const one of new Set([url, other])) watched.push(await Database.open(one, { maxConnections: 1 }));
  try {
    for (const db of watched) {
      await db.run(`SET GLOBAL log_output = 'TABLE'`);
      await db.run('TRUNCATE TABLE mysql.general_log');
      await db.run('SET GLOBAL general_log = ON');
    }
    const before = await refusedByAll();
    const result = await writesDuringDeadlocks(url, rounds, other);
    const refused = (await refusedByAll()) - before;
    const found = { afterCommit: 0, elsewhere: 0, strayWrites: 0 };
    for (const db of watched) {
      await db.run('SET GLOBAL general_log = OFF');
      const stray = strayIn(await logOf(db));
      found.afterCommit += stray.afterCommit;
      found.elsewhere += stray.elsewhere;
      found.strayWrites += stray.strayWrites;
    }
    const { afterCommit, elsewhere, strayWrites } = found;
    return { ...result, refused, strayEnds: elsewhere + Math.max(0, afterCommit - refused), strayWrites };
  } finally {
    for (const db of watched) await db.close();
  }
}

/** @returns 1 when a bystander's rows were kept half, 0 otherwise. */
async function round(pool: Database, elsewhere: Database, number: number): Promise<number> {
  const both = new EventEmitter();
  let holding = 0;
  const collide = (db: Database, first: number, second: number) =>
    db.transaction(async () => {
      await locks(db).update({ value: number * 10 + first }, { id: first });
      if ((holding += 1) === 2) both.emit('held');
      else if (holding === 1) await once(both, 'held');
      await locks(db).update({ value: number * 10 + second }, { id: second });
    });
  const colliding = [collide(pool, 1, 2), collide(elsewhere, 2, 1)];
  // They wait for a connection until the victim's comes free.
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: perRound }, (_, at) => bystander(at % 2 ? pool : elsewhere, number * perRound + at)),
  ]);
  await Promise.allSettled(colliding);
  const stored = await pool.select<{ id: number; parts: number }>(
    'SELECT id, COUNT(*) AS parts FROM bystander_rows WHERE id BETWEEN ? AND ? GROUP BY id',
    [number * perRound, number * perRound + perRound - 1],
  );
  const parts = new Map(stored.map((row) => [row.id, row.parts]));
  const wrong = outcomes.filter(({ status }, at) => {
    const wanted = status === 'fulfilled' ? 2 : 0;
    return (parts.get(number * perRound + at) ?? 0) !== wanted;
  });
  return wrong.length > 0 ? 1 : 0;
}

const bystander = (db: Database, id: number) =>
  db.transaction(async () => {
    await db.run('INSERT INTO bystander_rows (id, part) VALUES (?, 1)', [id]);
    await db.select('SELECT id FROM bystander_locks WHERE id = 3');
    await db.run('INSERT INTO bystander_rows (id, part) VALUES (?, 2)', [id]);
  });

async function deadlocksOf(db: Database): Promise<number> {
  const [row] = await db.select<{ count: number | string }>(
    db.isMariaDb
      ? `SELECT VARIABLE_VALUE AS count FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'INNODB_DEADLOCKS'`
      : `SELECT COUNT AS count FROM information_schema.INNODB_METRICS WHERE NAME = 'lock_deadlocks'`,
  );
  return Number(row?.count ?? 0);
}

interface Logged {
  readonly thread: number;
  readonly said: string;
}

const logOf = (db: Database) =>
  db.select<Logged>(
    `SELECT thread_id AS thread, CONVERT(argument USING utf8mb4) AS said FROM mysql.general_log ` +
      `WHERE command_type IN ('Query', 'Execute') ORDER BY event_time`,
  );

/** What a node of a cluster refused since it runs. */
async function refusedBy(db: Database): Promise<number> {
  const rows = await db.select<Record<string, string>>(`SHOW GLOBAL STATUS LIKE 'wsrep_local_%'`);
  const counted = new Set(['wsrep_local_cert_failures', 'wsrep_local_bf_aborts']);
  return rows
    .filter((row) => counted.has(row['Variable_name'] ?? ''))
    .reduce((sum, row) => sum + Number(row['Value']), 0);
}

interface Stray {
  /** ROLLBACKs right after a COMMIT of the same connection. */
  readonly afterCommit: number;
  /** Other ends that came while no transaction was open on their connection. */
  readonly elsewhere: number;
  readonly strayWrites: number;
}

/** Ends and writes that came while no transaction was open on their connection. */
function strayIn(log: readonly Logged[]): Stray {
  const open = new Set<number>();
  const committed = new Set<number>();
  const stray = { afterCommit: 0, elsewhere: 0, strayWrites: 0 };
  for (const { thread, said } of log) {
    const followsCommit = committed.delete(thread);
    if (/^(START TRANSACTION|BEGIN)/i.test(said)) open.add(thread);
    else if (/^COMMIT/i.test(said)) {
      committed.add(thread);
      if (!open.delete(thread)) stray.elsewhere += 1;
    } else if (/^ROLLBACK/i.test(said)) {
      if (!open.delete(thread)) stray[followsCommit ? 'afterCommit' : 'elsewhere'] += 1;
    } else if (/^INSERT INTO bystander_rows/i.test(said) && !open.has(thread)) stray.strayWrites += 1;
  }
  return stray;
}
