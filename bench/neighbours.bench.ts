/**
 * What a neighbour waits while another workspace of the same process downloads, previews and imports: pages of leads over REST and of
 * MCP's list_leads, in a quiet phase and in the busy one that follows it within the same minute. The work is a table (neighbours/work.ts).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { createApiKey } from '../src/auth/api-keys';
import { ConsoleSessions } from '../src/auth/console-sessions';
import { Database } from '../src/database/database';
import { newId } from '../src/database/new-id';
import { importFile } from '../src/ingest/import/importer';
import { createOrganization } from '../src/store/access/organizations';
import { memberships, users } from '../src/store/tables/access';
import { insertInto } from '../src/database/define';
import {
  MeasuredProcess,
  median,
  percentile,
  round,
  runMeasured,
  send,
  type Benchmark,
  type Cell,
  type Target,
} from './harness';
import { writeExport } from './import/export-file';
import type { Generated, GeneratorSetup } from './neighbours/generator';
import { works, type Busy, type Work } from './neighbours/work';
import type { Ask } from './load';
import { makeDurableDatabase, seedConnections, type Seeded } from './oauth-seed';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const phaseMs = 12_000;
/** Between two requests of the neighbour, in milliseconds: below the quota of a key in a minute. */
const pause = 50;
const people = 20_000;
const neighbours = 2_000;
const network = { namespace: 'li', hosts: ['linkedin.com'] };

interface Measured {
  readonly rest: number[];
  readonly mcp: number[];
}

export const benchmark: Benchmark = {
  title: 'a neighbour while another workspace downloads, previews and imports, beside a quiet phase',
  async run({ databases, scale, say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      await withWorld(kind, scale, async (measure) => {
        for (const work of works) {
          const { quiet, busy, generated, cpu } = await measure(work);
          for (const way of ['rest', 'mcp'] as const) {
            rows.push({
              database: kind,
              work: work.name,
              way,
              'quiet median ms': round(median(quiet[way])),
              'quiet p99': round(percentile(quiet[way], 99)),
              'busy median ms': round(median(busy[way])),
              'busy p99': round(percentile(busy[way], 99)),
              'busy most': round(Math.max(...busy[way])),
              'CPU s of the service': round(cpu, 1),
              answers: Object.entries(generated.statuses)
                .map(([status, count]) => `${count} × ${status}`)
                .join(', '),
            });
            say(JSON.stringify(rows.at(-1)));
            const name = `${kind}: neighbour's ${way} during ${work.name}, p99 ms`;
            targets.push({ name, limit: 100, value: round(percentile(busy[way], 99)), sense: 'most' });
          }
        }
      });
    }
    return { sections: [{ title: 'What a neighbour waits for a page of leads', rows }], targets };
  },
};

type Measure = (work: Work) => Promise<{ quiet: Measured; busy: Measured; generated: Generated; cpu: number }>;

async function withWorld(kind: DatabaseKind, scale: number, use: (measure: Measure) => Promise<void>): Promise<void> {
  const folder = join(benchFolder, 'neighbours', kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer(kind, folder);
  try {
    if (kind !== 'sqlite') await makeDurableDatabase(server.url('mysql'), 'neighbours');
    const databaseUrl = server.url('neighbours');
    const file = join(folder, 'likers.csv');
    const count = Math.max(1_000, Math.round(people * scale));
    await writeExport(file, { rows: count, people: count, posts: 20 });
    const { seeded, neighbourKey, busy } = await seed(databaseUrl, folder, count);
    const milliseconds = Math.max(2_000, phaseMs * scale);
    const dataDir = join(folder, 'data');
    const service = await MeasuredProcess.start(join(__dirname, 'neighbours', 'serve.js'), { databaseUrl, dataDir });
    const token = await accessToken(service.port, seeded);
    const asks: Record<keyof Measured, Ask> = {
      rest: { path: '/api/v1/customer/leads?limit=50', headers: { authorization: `Bearer ${neighbourKey}` } },
      mcp: {
        path: '/api/v1/mcp',
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_list_leads","arguments":{"limit":20}}}',
      },
    };
    const neighbour = async (until: Promise<unknown>): Promise<Measured> => {
      const times: Measured = { rest: [], mcp: [] };
      let running = true;
      const end = () => (running = false);
      until.then(end, end);
      while (running) {
        for (const way of ['rest', 'mcp'] as const) {
          const started = performance.now();
          const { status, body } = await send(service.port, asks[way]);
          if (status !== 200) throw new Error(`the neighbour was answered ${status} ${body.toString().slice(0, 200)}`);
          times[way].push(performance.now() - started);
          await setTimeout(pause);
        }
      }
      return times;
    };
    await use(async (work) => {
      const quiet = await neighbour(setTimeout(milliseconds));
      const before = await service.usage();
      const setup: GeneratorSetup = { port: service.port, work: work.name, milliseconds, busy, file };
      const generating = runMeasured<Generated>(join(__dirname, 'neighbours', 'generator.js'), setup);
      const during = await neighbour(generating);
      const cpu = ((await service.usage()).cpu - before.cpu) / 1_000;
      return { quiet, busy: during, generated: await generating, cpu };
    });
    await service.stop();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const tokens = z.object({ access_token: z.string() });

async function accessToken(port: number, { clientId, refreshTokens }: Seeded): Promise<string> {
  const [refresh_token = ''] = refreshTokens;
  const { body } = await send(port, {
    path: '/api/v1/mcp/oauth/token',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'refresh_token', refresh_token, client_id: clientId }),
  });
  return tokens.parse(JSON.parse(body.toString())).access_token;
}

/** The neighbour's workspace, and the busy one with `count` people, which another person owns. */
async function seed(databaseUrl: string, folder: string, count: number) {
  const seeded = await seedConnections(databaseUrl, 1, 'workspace:read leads:read');
  const db = await Database.open(databaseUrl);
  try {
    const now = Date.now();
    const organizationId = (await createOrganization(db, 'Busy'))?.id ?? '';
    // Limits count by person too.
    const userId = newId();
    const person = { id: userId, email: 'busy@example.com', display_name: 'Busy', password_hash: null };
    await insertInto(db, users, [{ ...person, sessions_not_before: null, proved_at: null, created_at: now }]);
    await insertInto(db, memberships, [
      {
        ...{ organization_id: organizationId, user_id: userId, role: 'OWNER', active: 1 },
        ...{ created_at: now, updated_at: now, external_id: null, sessions_not_before: null },
      },
    ]);
    const key = async (organization: string) =>
      (
        await createApiKey(db, {
          organizationId: organization,
          name: 'bench',
          dataAccess: ['leads', 'icp'],
          expiresAt: null,
        })
      ).secret;
    await importFile(db, organizationId, join(folder, 'likers.csv'), { network, now });
    const small = join(folder, 'neighbour.csv');
    await writeExport(small, { rows: neighbours, people: neighbours, posts: 10 });
    await importFile(db, seeded.organizationId, small, { network, now });
    const busy: Busy = {
      organizationId,
      secret: await key(organizationId),
      cookie: await new ConsoleSessions(db).start(userId),
    };
    // An import finds people whom the workspace does not know yet.
    await writeExport(join(folder, 'again.csv'), { rows: count, people: count, posts: 30 });
    return { seeded, neighbourKey: await key(seeded.organizationId), busy };
  } finally {
    await db.close();
  }
}
