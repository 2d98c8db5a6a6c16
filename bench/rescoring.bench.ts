/**
 * What requests feel while `serve` scores everybody again: the daily job, and the one after a new customer profile, which moves more
 * leads. The service is one process; this one asks for a lead, a page of leads and `/healthz`, before and meanwhile.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApiKey } from '../src/auth/api-keys';
import { enqueue } from '../src/jobs/enqueue';
import { Database } from '../src/database/database';
import { insertInto } from '../src/database/define';
import { icpDefinitions } from '../src/store/tables/leads';
import { rescore } from '../src/interfaces/worker/rescoring';
import { MeasuredProcess, median, percentile, round, runMeasured, send, type Benchmark, type Cell } from './harness';
import type { Target } from './harness';
import { emptyDatabase, organizationId } from './import/empty-database';
import { writeExport } from './import/export-file';
import type { ImportResult, ImportSetup } from './import/ours';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const leadsAtFullSize = 60_000;
/** Between two requests to one address, in milliseconds. */
const pause = 10;
const calmSeconds = 5;

export const benchmark: Benchmark = {
  title: 'requests while serve scores 60,000 leads again',
  async run({ databases, scale, say }) {
    const folder = join(benchFolder, 'rescoring');
    mkdirSync(folder, { recursive: true });
    const people = Math.round(leadsAtFullSize * scale);
    const file = join(folder, `people-${people}.csv`);
    await writeExport(file, { rows: people, people, posts: Math.max(20, Math.round(people / 1000)) });
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      say(`${kind}: ${people} leads`);
      for (const { during, seconds, times } of await measure(kind, join(folder, kind), file, people)) {
        rows.push({ database: kind, during, seconds: round(seconds, 1), ...figures(times) });
        if (during === 'nothing') continue;
        for (const [name, values] of Object.entries(times)) {
          const value = round(percentile(values, 99));
          targets.push({ name: `${kind}: ${name} during ${during}, p99 ms`, limit: 50, value, sense: 'most' });
        }
      }
    }
    return { sections: [{ title: 'Requests while serve scores everybody again', rows }], targets };
  },
};

type Times = Readonly<Record<'lead' | 'page' | 'healthz', number[]>>;

const figures = (times: Times) =>
  Object.fromEntries(
    Object.entries(times).flatMap(([name, values]) => [
      [`${name} median`, round(median(values))],
      [`${name} p99`, round(percentile(values, 99))],
      [`${name} most`, round(Math.max(...values))],
    ]),
  );

async function measure(kind: DatabaseKind, folder: string, file: string, people: number) {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer(kind, folder);
  try {
    const databaseUrl = await emptyDatabase(kind, server, 'rescoring');
    const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: false, expectedRows: people };
    await runMeasured<ImportResult>(join(__dirname, 'import', 'ours.js'), setup);
    const db = await Database.open(databaseUrl);
    const key = { organizationId, name: 'bench', dataAccess: ['leads' as const], expiresAt: null };
    const { secret } = await createApiKey(db, key);
    const [lead] = await db.select<{ id: string }>('SELECT id FROM leads LIMIT 1 OFFSET 100');
    const service = await MeasuredProcess.start(join(__dirname, 'rescoring', 'serve.js'), {
      databaseUrl,
      dataDir: join(folder, 'data'),
    });
    const asked = askedUntil(service.port, secret, lead?.id ?? '');
    const phases = [{ during: 'nothing', ...(await asked(() => setTimeout(calmSeconds * 1000))) }];
    phases.push({ during: 'the daily rescoring', ...(await asked(() => rescored(db))) });
    const definition = JSON.stringify({ seniorities: ['manager', 'director'], functions: ['sales', 'engineering'] });
    await insertInto(db, icpDefinitions, [{ organization_id: organizationId, version: 2, definition, created_at: 1 }]);
    phases.push({ during: 'a new customer profile', ...(await asked(() => rescored(db))) });
    await service.stop();
    await db.close();
    return phases;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Queues the job and waits until the service has done it. */
async function rescored(db: Database): Promise<void> {
  const { id } = await enqueue(db, rescore, {}, { organizationId, uniqueKey: `bench-${performance.now()}` });
  for (;;) {
    const [job] = await db.select<{ status: string }>('SELECT status FROM jobs WHERE id = ?', [id]);
    if (job === undefined || job.status === 'done') return;
    if (job.status === 'dead') throw new Error('the rescoring failed');
    await setTimeout(50);
  }
}

/** Asks for three addresses, each by itself, while some work goes on. */
function askedUntil(port: number, secret: string, leadId: string) {
  const headers = { Authorization: `Bearer ${secret}` };
  const paths = { lead: `/api/v1/customer/leads/${leadId}`, page: '/api/v1/customer/leads', healthz: '/healthz' };
  return async (work: () => Promise<unknown>): Promise<{ seconds: number; times: Times }> => {
    const times: Times = { lead: [], page: [], healthz: [] };
    let running = true;
    const asking = async (name: keyof Times) => {
      while (running) {
        const started = performance.now();
        const { status } = await send(port, { path: paths[name], headers });
        if (status !== 200) throw new Error(`${paths[name]} answered ${status}`);
        times[name].push(performance.now() - started);
        await setTimeout(pause);
      }
    };
    const started = performance.now();
    const all = Promise.all([asking('lead'), asking('page'), asking('healthz')]);
    await Promise.race([work(), all]);
    const seconds = (performance.now() - started) / 1000;
    running = false;
    await all;
    return { seconds, times };
  };
}
