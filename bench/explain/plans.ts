/** How a database goes about the statements that a query runs. */
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { workspaceReader } from '../../src/workspace/open-workspace';
import type { Database, SqlValue } from '../../src/database/database';
import { queries } from '../../tools/catalogue';
import type { ExplainedQuery, Samples } from './explained-queries';

/** One step of a plan. */
export interface Step {
  /** As the database says it, on one line. */
  readonly text: string;
  readonly index: string | null;
  readonly fullScan: boolean;
  readonly sorts: boolean;
}

export interface Plan {
  readonly sql: string;
  readonly steps: readonly Step[];
}

/** Runs a query and explains every SELECT it made. */
export async function plansOf(
  db: Database,
  organizationId: string,
  explained: ExplainedQuery,
  samples: Samples,
): Promise<Plan[]> {
  const query = queries.find(({ name }) => name === explained.query);
  if (!query) throw new Error(`there is no query ${explained.query}`);
  const input = explained.input(samples);
  return plansOfWork(db, async (listening, forget) => {
    const network = { namespace: 'li', hosts: ['linkedin.com'] };
    const open = workspaceReader(listening, { cursorKey: Buffer.alloc(32, 1), network });
    const workspace = open(organizationId, dataAccessOf(dataAccessFlags), { kind: 'operator', name: 'explain' });
    if (!explained.paged) return query.ask(workspace, input);
    const { page } = (await query.ask(workspace, { ...input, limit: 5 })) as { page: { nextCursor: string } };
    forget();
    return query.ask(workspace, { ...input, limit: 5, cursor: page.nextCursor });
  });
}

/**
 * Explains every SELECT that work makes.
 * @param work is given a database that listens, and what forgets the statements so far.
 */
export async function plansOfWork(
  db: Database,
  work: (listening: Database, forget: () => void) => Promise<unknown>,
): Promise<Plan[]> {
  const statements: { sql: string; params: readonly SqlValue[] }[] = [];
  const listening = new Proxy(db, {
    get(target, name) {
      if (name === 'select') {
        return (sql: string, params: readonly SqlValue[] = []) => {
          statements.push({ sql, params });
          return target.select(sql, params);
        };
      }
      if (name === 'scan') {
        return (of: string, sql: string, params: readonly SqlValue[] = []) => {
          statements.push({ sql, params });
          return target.scan(of, sql, params);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  await work(listening, () => (statements.length = 0));
  const plans: Plan[] = [];
  for (const { sql, params } of statements) {
    if (plans.some((plan) => plan.sql === tidy(sql))) continue;
    plans.push({ sql: tidy(sql), steps: await explain(db, sql, params) });
  }
  return plans;
}

/** One space between words; long lists of parameters cut short. */
const tidy = (sql: string) =>
  sql
    .replace(/\s+/g, ' ')
    .replace(/(\?,){8,}\?/g, '?,…,?')
    .trim();

async function explain(db: Database, sql: string, params: readonly SqlValue[]): Promise<Step[]> {
  if (db.dialect === 'sqlite') {
    const rows = await db.select<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    // Reading all of what another step of the plan made is the plan; so is reading all elements of one JSON value.
    const made = new Set(rows.flatMap(({ detail }) => /^(?:MATERIALIZE|CO-ROUTINE) (\S+)/.exec(detail)?.[1] ?? []));
    return rows.map(({ detail }) => {
      const scanned = /^SCAN (\S+)(?! VIRTUAL TABLE)/.exec(detail)?.[1];
      return {
        text: detail,
        index: sqliteIndex(detail),
        fullScan: scanned !== undefined && scanned !== 'CONSTANT' && !scanned.startsWith('(') && !made.has(scanned),
        sorts: detail.includes('TEMP B-TREE'),
      };
    });
  }
  const rows = await db.select<MysqlStep>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, params);
  return rows.map((row) => ({
    text: [row.table ?? '-', row.type ?? '-', row.key ?? '-', row.ref ?? '-', row.Extra ?? ''].join(' | '),
    index: row.key,
    fullScan:
      (row.type === 'ALL' || row.type === 'index') &&
      !/^</.test(row.table ?? '<') &&
      !/Table function: json_table/.test(row.Extra ?? ''),
    sorts: (row.Extra ?? '').includes('filesort'),
  }));
}

interface MysqlStep {
  table: string | null;
  type: string | null;
  key: string | null;
  ref: string | null;
  Extra: string | null;
}

/** SQLite names a table's primary key after the table. */
function sqliteIndex(detail: string): string | null {
  const name = /INDEX (\S+)/.exec(detail)?.[1] ?? null;
  return name?.startsWith('sqlite_autoindex') ? 'PRIMARY' : name;
}
