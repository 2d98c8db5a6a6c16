/**
 * Workers killed at random moments during discoveries: each discovery ends, its rows are those of an undisturbed run, and the
 * credits are exact. Only a kill that met a running discovery counts. The proofs do it
 * more often, with more people.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { changeCredits, creditBalance, derivedBalance } from '../../../src/store/credits/ledger';
import { createOrganization } from '../../../src/store/access/organizations';
import { checkCounts } from '../../../src/store/writes/check-counts';
import type { Database } from '../../../src/database/database';
import { requestDiscovery } from '../../../src/ingest/discovery/request';
import { findDiscovery } from '../../../src/store/discovery/reads';
import type { DiscoveryRow } from '../../../src/store/tables/discovery';
import { atLength } from '../../support/at-length';
import { availableDatabases, openTestDatabase } from '../../support/databases';
import { postUrnOf, writeReactions } from '../../discovery/support/exports';

const crashes = atLength(2, 50);
const people = atLength(900, 5_000);
const postId = '7402746946853253120';
/** A job whose worker was killed waits before it is tried again, longer each time. */
jest.setTimeout(600_000 + crashes * 20_000);

/** The same numbers in every run. */
function* random(seed: number): Generator<number> {
  for (let at = seed; ;) yield (at = (at * 48_271) % 2_147_483_647) / 2_147_483_647;
}

async function startWorker(url: string, folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(__dirname, '../../discovery/support/worker-process.cjs'), url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** What a discovery leaves behind, without ids and times. */
async function outcome(db: Database, organizationId: string): Promise<unknown> {
  const of = (sql: string) => db.select(sql, [organizationId]);
  return {
    rows: await of(
      `SELECT i.value, e.type, e.reaction, e.by_author, e.origin AS way, p.display_name, p.headline, p.title, p.company_name,
         l.lead_tier, l.icp_match_percent, l.intent_score, l.origin, l.signal_count, l.search_text, v.icp
       FROM engagements e JOIN person_identities i ON i.organization_id = e.organization_id AND i.person_id = e.person_id
       JOIN people p ON p.organization_id = e.organization_id AND p.id = e.person_id
       LEFT JOIN leads l ON l.organization_id = e.organization_id AND l.id = e.person_id
       LEFT JOIN lead_evidence v ON v.organization_id = l.organization_id AND v.lead_id = l.id
       WHERE e.organization_id = ? ORDER BY i.value, e.type`,
    ),
    accounts: await of(
      `SELECT a.name, s.lead_count, s.signal_count FROM accounts a
       LEFT JOIN account_summaries s ON s.organization_id = a.organization_id AND s.account_id = a.id
       WHERE a.organization_id = ? ORDER BY a.name`,
    ),
    words: await of(
      'SELECT term, COUNT(*) AS leads FROM lead_terms WHERE organization_id = ? GROUP BY term ORDER BY term',
    ),
    audience: await of('SELECT people, likes, content FROM post_audiences WHERE organization_id = ?'),
    batches: await of(
      'SELECT kind, status, records, engagements_new, people_new, posts_new FROM batches WHERE organization_id = ? ORDER BY kind',
    ),
    logged: await of('SELECT SUM(records) AS records FROM batch_records WHERE organization_id = ?'),
    left: {
      marks: await of('SELECT post_id FROM audience_marks WHERE organization_id = ?'),
      counted: await of('SELECT COUNT(*) AS people FROM discovery_people WHERE organization_id = ?'),
    },
    counts: await checkCounts(db, organizationId),
    credits: await creditBalance(db, organizationId),
  };
}

// Where processes are killed, MySQL differs from MariaDB in nothing that matters.
describe.each(availableDatabases().filter((kind) => kind !== 'mysql'))('discoveries on %s', (kind) => {
  test(`survive ${crashes} killed workers`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-crash-'));
    const { db, database, close } = await openTestDatabase(kind);
    let worker: ChildProcess | undefined;
    try {
      for (let part = 0; part < 6; part += 1) {
        const [from, to] = [part, part + 1].map((edge) => Math.floor((edge * people) / 6));
        writeReactions(join(folder, postId, `part-${part}.json`), postId, (to ?? 0) - (from ?? 0), from);
      }
      const begin = async (name: string): Promise<DiscoveryRow> => {
        const organization = await createOrganization(db, name);
        if (!organization) throw new Error('no workspace');
        await changeCredits(db, organization.id, people + 500, null);
        // Asked a while ago: it starts as soon as there is a worker.
        const now = Date.now() - 60_000;
        const queued = await requestDiscovery(db, organization.id, {
          urn: postUrnOf(postId),
          url: '',
          idempotencyKey: name,
          askedAt: now,
          holdSize: 100,
          source: 'files',
          now,
        });
        if (queued.outcome !== 'queued') throw new Error(queued.outcome);
        return queued.row;
      };
      const isOver = async ({ organization_id, id }: DiscoveryRow) => {
        const row = await findDiscovery(db, organization_id, id);
        return row !== undefined && row.active_post === null ? row : undefined;
      };
      const attempts = async ({ job_id }: DiscoveryRow) => {
        const [row] = await db.select<{ attempt: number }>('SELECT attempt FROM jobs WHERE id = ?', [job_id]);
        return row?.attempt ?? 0;
      };

      const stored = async ({ organization_id }: DiscoveryRow) => {
        const sql = 'SELECT COUNT(*) AS engagements FROM engagements WHERE organization_id = ?';
        const [row] = await db.select<{ engagements: number }>(sql, [organization_id]);
        return row?.engagements ?? 0;
      };

      const calm = await begin('undisturbed');
      worker = await startWorker(database.url, folder);
      while ((await attempts(calm)) === 0) await setTimeout(5);
      while (!(await isOver(calm))) await setTimeout(20);
      await kill(worker);
      const expected = await outcome(db, calm.organization_id);
      expect(expected).toMatchObject({
        counts: { pending: 0, differences: [] },
        left: { marks: [], counted: [{ people }] },
      });

      const moments = random(20_261_122);
      for (let killed = 0, round = 1; killed < crashes; round += 1) {
        const disturbed = await begin(`round ${round}`);
        while (!(await isOver(disturbed))) {
          const before = await attempts(disturbed);
          worker = await startWorker(database.url, folder);
          while ((await attempts(disturbed)) === before) await setTimeout(5);
          // Killed when so many more engagements are stored, at any of its pages.
          const at = await stored(disturbed);
          const moment = killed < crashes && at < people ? at + (people - at) * (moments.next().value ?? 0) : Infinity;
          while (!(await isOver(disturbed)) && (await stored(disturbed)) < moment) await setTimeout(5);
          await kill(worker);
          // Nobody waits for the lease of a worker that is gone, and no slow machine loses that of one who lives.
          await db.run("UPDATE jobs SET lease_until = 0 WHERE status = 'running'");
          if (!(await isOver(disturbed))) killed += 1;
        }
        const done = { status: 'COMPLETED', people_found: people, credits_consumed: people };
        expect(await isOver(disturbed)).toMatchObject(done);
        expect(await outcome(db, disturbed.organization_id)).toEqual(expected);
        const credits = { available: 500, held: 0, consumed: people };
        expect(await derivedBalance(db, disturbed.organization_id)).toEqual(credits);
      }
    } finally {
      if (worker?.exitCode === null) worker.kill('SIGKILL');
      await close();
      rmSync(folder, { recursive: true });
    }
  });
});
