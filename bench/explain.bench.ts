/** Writes bench/results/explain/, which git ignores: how each database goes about each query, over the data of the read benchmark. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../scripts/database-server';
import { Database } from '../src/database/database';
import { plansOf } from './explain/plans';
import { explainedQueries, samplesOf } from './explain/explained-queries';
import type { Benchmark, BenchOptions, Cell } from './harness';
import { seededDatabase } from './seed';
import type { DatabaseKind } from './servers';

export const benchmark: Benchmark = {
  title: 'plans of the reads, written to bench/results/explain/',
  async run(options) {
    const rows: Record<string, Cell>[] = [];
    for (const kind of options.databases) rows.push(...(await explainAll(kind, options)));
    return { sections: [{ title: 'Plans', rows }], targets: [] };
  },
};

const names = { sqlite: 'SQLite', mariadb: 'MariaDB', mysql: 'MySQL' } as const;

/** A statement with its clauses on lines of their own; what stands in parentheses stays together. */
function inLines(sql: string): string {
  let depth = 0;
  return sql.replace(/[()]| (?=(?:FROM|STRAIGHT_JOIN|CROSS JOIN|LEFT JOIN|WHERE|GROUP BY|ORDER BY) )/g, (found) => {
    if (found === '(') depth += 1;
    if (found === ')') depth -= 1;
    return found === ' ' && depth === 0 ? '\n' : found;
  });
}

async function explainAll(kind: DatabaseKind, options: BenchOptions): Promise<Record<string, Cell>[]> {
  const database = await seededDatabase(kind, options.scale, options.say);
  const db = await Database.open(database.url, { maxConnections: 2 });
  try {
    const [big] = database.workspaces;
    if (!big) throw new Error('no workspace');
    const samples = await samplesOf(db, big.id);
    const rows: Record<string, Cell>[] = [];
    const parts = [
      `# Plans on ${names[kind]} ${/[\d.]+/.exec(db.serverVersion)?.[0] ?? ''}`,
      `Written by \`npm run bench -- explain\` over the workspace with ${big.leadCount.toLocaleString('en')} leads ` +
        'of the read benchmark. Each query is followed by every statement it runs.' +
        (kind === 'sqlite' ? '' : ' The columns of a plan are table, type, key, ref and extra.'),
    ];
    for (const explained of explainedQueries) {
      const plans = await plansOf(db, big.id, explained, samples);
      parts.push(`## ${explained.name}`);
      if (explained.sorts !== undefined) parts.push(`Sorted on purpose: ${explained.sorts}.`);
      for (const { sql, steps } of plans) {
        parts.push(
          ['```sql', inLines(sql), '```'].join('\n'),
          ['```', ...steps.map((step) => step.text), '```'].join('\n'),
        );
      }
      const steps = plans.flatMap((plan) => plan.steps);
      rows.push({
        database: kind,
        query: explained.name,
        statements: plans.length,
        'full scans': steps.filter((step) => step.fullScan).length,
        sorts: steps.filter((step) => step.sorts).length,
      });
    }
    const folder = join(repository, 'bench', 'results', 'explain');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${kind}.md`), `${parts.join('\n\n')}\n`);
    return rows;
  } finally {
    await db.close();
    await database.stop();
  }
}
