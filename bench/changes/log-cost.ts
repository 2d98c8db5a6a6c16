/** An import and its scoring, in a process of its own, with the change log or with the statements that write it left out. */
import { importFile } from '../../src/ingest/import/importer';
import { rescoreWorkspace, workOffQueue } from '../../src/scoring/rescore';
import { Database } from '../../src/database/database';
import { organizationId, startWorkspace } from '../import/empty-database';
import { workMeasured } from '../harness';

export interface LogCostSetup {
  readonly databaseUrl: string;
  readonly files: readonly string[];
  readonly now: number;
  readonly withLog: boolean;
}

/** CPU seconds of this process. */
export interface LogCost {
  readonly importing: number;
  readonly scoring: number;
  readonly fading: number;
}

const dayMs = 86_400_000;
const logTables: ReadonlySet<string> = new Set(['change_tombstones', 'tier_changes']);

/** Leaves out what writes the log: rows of its tables, marks of leads, and the indexes by them. */
async function withoutLog(db: Database): Promise<void> {
  for (const index of ['leads_changed ON leads', 'account_summaries_changed ON account_summaries']) {
    await db.run(`DROP INDEX ${db.dialect === 'sqlite' ? index.replace(/ ON .*/, '') : index}`);
  }
  const { run, insertRows } = Database.prototype;
  Database.prototype.run = function (this: Database, sql, params) {
    return sql.startsWith('UPDATE leads SET change_revision') ? Promise.resolve(0) : run.call(this, sql, params);
  };
  Database.prototype.insertRows = function (this: Database, table, ...rest) {
    return logTables.has(table) ? Promise.resolve(0) : insertRows.call(this, table, ...rest);
  };
}

workMeasured(async ({ databaseUrl, files, now, withLog }: LogCostSetup): Promise<LogCost> => {
  await startWorkspace(databaseUrl);
  const db = await Database.open(databaseUrl);
  if (!withLog) await withoutLog(db);
  const cpu = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  try {
    const network = { namespace: 'li', hosts: ['linkedin.com'] };
    const importing = await cpu(async () => {
      for (const file of files)
        await importFile(db, organizationId, file, { network, now, dryRun: false, score: false });
    });
    const scoring = await cpu(() => workOffQueue(db, organizationId, now));
    const fading = await cpu(() => rescoreWorkspace(db, organizationId, now + dayMs));
    return { importing, scoring, fading };
  } finally {
    await db.close();
  }
});
