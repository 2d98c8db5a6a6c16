/**
 * Watchlist sync of many workspaces whose profiles are all due at the same minute: how long each waits against the mean, how much
 * memory it takes, and how much comes in.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { Runner } from '../src/jobs/runner';
import { filesSource } from '../src/ingest/sources/files';
import { Database } from '../src/database/database';
import { organizations } from '../src/store/tables/access';
import { insertInto } from '../src/database/define';
import { saveWatchlistEntry } from '../src/store/writes/watchlist';
import { syncJobs } from '../src/ingest/sync/job';
import { queueSync } from '../src/ingest/sync/request';
import { scoringJobs } from '../src/interfaces/worker/rescoring';
import { round, type Benchmark, type Cell, type Target } from './harness';
import { emptyDatabase } from './import/empty-database';
import { benchFolder, startServer, type DatabaseKind } from './servers';

const workspacesAtFullSize = 500;
const profilesEach = 20;
const peopleEach = 10;
const network = { namespace: 'li', hosts: ['linkedin.com'] };
const silent = pino({ level: 'silent' });
const limits = { schedule: 'off', overlapDays: 14, maxPosts: 20, maxPeople: 1_000, peoplePerDay: 5_000 };

export const benchmark: Benchmark = {
  title: 'watchlist sync: every profile of every workspace due at the same minute',
  async run({ databases, scale, say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const kind of databases) {
      const folder = join(benchFolder, 'sync', kind);
      rmSync(folder, { recursive: true, force: true });
      const server = await startServer(kind, folder);
      try {
        const measured = await ofDatabase(
          kind,
          server,
          folder,
          Math.max(2, Math.round(workspacesAtFullSize * scale)),
          say,
        );
        rows.push({ database: kind, ...measured });
        targets.push({
          name: `${kind}: longest wait of a workspace against the mean`,
          limit: 2,
          value: measured['longest / mean wait'],
          sense: 'most',
        });
      } finally {
        await server.stop();
      }
    }
    return { sections: [{ title: 'sync', rows }], targets };
  },
};

const id = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;

async function ofDatabase(
  kind: DatabaseKind,
  server: Awaited<ReturnType<typeof startServer>>,
  folder: string,
  workspaces: number,
  say: (line: string) => void,
) {
  const db = await Database.open(await emptyDatabase(kind, server, 'sync'));
  const exports = join(folder, 'exports');
  mkdirSync(exports, { recursive: true });
  say(`${kind}: ${workspaces} workspaces of ${profilesEach} profiles`);
  for (let profile = 0; profile < profilesEach; profile += 1) writeExports(exports, profile);
  const syncs: { organizationId: string; profileId: string }[] = [];
  for (let at = 2; at < workspaces + 2; at += 1) {
    const organization = { id: id(at), name: `Workspace ${at}`, revision: 0, created_at: Date.now() };
    await insertInto(db, organizations, [organization]);
    for (let profile = 0; profile < profilesEach; profile += 1) {
      const entry = await saveWatchlistEntry(db, organization.id, entryOf(profile), Date.now());
      syncs.push({ organizationId: organization.id, profileId: entry.id });
    }
  }
  for (const one of syncs) await queueSync(db, one.organizationId, one.profileId, Date.now());

  say(`${kind}: syncing`);
  const parts = { source: filesSource(exports), network, limits };
  const runner = new Runner({
    db,
    log: silent,
    jobs: [...syncJobs(parts), ...scoringJobs],
    concurrency: 4,
    pollMs: 20,
  });
  const [began, cpu] = [Date.now(), process.cpuUsage()];
  const started = performance.now();
  let mostMemory = 0;
  runner.start();
  for (let open = 1; open > 0;) {
    await setTimeout(250);
    mostMemory = Math.max(mostMemory, process.memoryUsage().rss);
    const [row] = await db.select<{ open: number }>(`SELECT COUNT(*) AS open FROM jobs WHERE name = 'sync-profile'`);
    open = row?.open ?? 0;
  }
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  await runner.stop();
  const waits = await db.select<{ wait: number }>(
    'SELECT AVG(finished_at - ?) AS wait FROM watchlist_syncs GROUP BY organization_id',
    [began],
  );
  const mean = waits.reduce((sum, row) => sum + row.wait, 0) / waits.length;
  const longest = Math.max(...waits.map((row) => row.wait));
  const [stored] = await db.select<{ total: number }>('SELECT COUNT(*) AS total FROM engagements');
  await db.close();
  return {
    workspaces,
    profiles: syncs.length,
    engagements: stored?.total ?? 0,
    seconds: round(seconds, 1),
    'profiles/s': round(syncs.length / seconds, 1),
    'engagements/s': round((stored?.total ?? 0) / seconds, 0),
    'CPU ms/profile': round((used.user + used.system) / 1000 / syncs.length, 2),
    'mean wait s': round(mean / 1000, 1),
    'longest / mean wait': round(longest / mean, 2),
    'memory MB': round(mostMemory / 2 ** 20, 0),
  };
}

const slugOf = (profile: number) => `author-${profile}`;

const entryOf = (profile: number) => ({
  person: { memberId: null, slug: slugOf(profile), isCompany: false },
  profileUrl: `https://www.linkedin.com/in/${slugOf(profile)}`,
  displayName: `Author ${profile}`,
  headline: null,
  profileType: 'INFLUENCER' as const,
  source: 'MANUAL_WATCHLIST' as const,
  relationship: 'STANDARD' as const,
  status: 'ACTIVE' as const,
  label: null,
  followers: null,
});

/** A post of a profile, and who engaged with it: the same for all workspaces. */
function writeExports(folder: string, profile: number): void {
  const postId = String((BigInt(Date.now() - 86_400_000) << 22n) + BigInt(profile));
  const urn = `urn:li:activity:${postId}`;
  const author = `https://www.linkedin.com/in/${slugOf(profile)}`;
  writeFileSync(
    join(folder, `${slugOf(profile)}.csv`),
    `kind,postUrl,text,authorProfileUrl\npost,${urn},Words,${author}\n`,
  );
  const rows = Array.from(
    { length: peopleEach },
    (_, at) => `like,${urn},https://www.linkedin.com/in/fan-${profile}-${at},Fan ${at},VP Sales at Company ${at}`,
  );
  writeFileSync(
    join(folder, `likes-${postId}.csv`),
    `${['kind,postUrl,profileUrl,name,headline', ...rows].join('\n')}\n`,
  );
}
