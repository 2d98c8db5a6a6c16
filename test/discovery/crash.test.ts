/**
 * Workers killed at random moments during discoveries: each discovery ends, its rows are those of an undisturbed run, and the
 * credits are exact. LEADLIGHT_CRASHES and LEADLIGHT_CRASH_PEOPLE raise the counts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { changeCredits, creditBalance, derivedBalance } from '../../src/store/credits/ledger';
import { createOrganization } from '../../src/store/admin/organizations';
import type { Database } from '../../src/store/database';
import { requestDiscovery } from '../../src/discovery/request';
import { findDiscovery } from '../../src/store/discovery/reads';
import { availableDatabases, openTestDatabase } from '../support/databases';
import { postUrnOf, writeReactions } from './support/exports';

const crashes = Number(process.env['LEADLIGHT_CRASHES'] ?? 8);
const people = Number(process.env['LEADLIGHT_CRASH_PEOPLE'] ?? 3_000);
const postId = '7402746946853253120';

/** The same numbers in every run. */
function* random(seed: number): Generator<number> {
  for (let at = seed; ;) yield (at = (at * 48_271) % 2_147_483_647) / 2_147_483_647;
}

async function startWorker(url: string, folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(__dirname, 'support/worker-process.cjs'), url, folder], {
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
  const rows = await db.select(
    `SELECT i.value, e.type, e.reaction, e.by_author, l.lead_tier, l.icp_match_percent, l.origin, l.signal_count
     FROM engagements e JOIN person_identities i ON i.organization_id = e.organization_id AND i.person_id = e.person_id
     LEFT JOIN leads l ON l.organization_id = e.organization_id AND l.id = e.person_id
     WHERE e.organization_id = ? ORDER BY i.value, e.type`,
    [organizationId],
  );
  const [audience] = await db.select('SELECT people, likes, content FROM post_audiences WHERE organization_id = ?', [
    organizationId,
  ]);
  return { rows, audience, credits: await creditBalance(db, organizationId) };
}

describe.each(availableDatabases())('discoveries on %s', (kind) => {
  test(`survive ${crashes} killed workers`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-crash-'));
    const { db, database, close } = await openTestDatabase(kind);
    let worker: ChildProcess | undefined;
    try {
      for (let part = 0; part < 6; part += 1) {
        const share = people / 6;
        writeReactions(join(folder, postId, `part-${part}.json`), postId, share, part * share);
      }
      const begin = async (name: string) => {
        const organization = await createOrganization(db, name);
        if (!organization) throw new Error('no workspace');
        await changeCredits(db, organization.id, people + 500, null);
        const now = Date.now();
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
        return { organizationId: organization.id, id: queued.row.id };
      };
      const isOver = async ({ organizationId, id }: { organizationId: string; id: string }) => {
        const row = await findDiscovery(db, organizationId, id);
        return row !== undefined && row.active_post === null ? row : undefined;
      };

      const calm = await begin('undisturbed');
      worker = await startWorker(database.url, folder);
      while (!(await isOver(calm))) await setTimeout(50);
      await kill(worker);
      const expected = await outcome(db, calm.organizationId);

      const moments = random(20_261_122);
      for (let killed = 0, round = 1; killed < crashes; round += 1) {
        const disturbed = await begin(`round ${round}`);
        while (!(await isOver(disturbed))) {
          worker = await startWorker(database.url, folder);
          if (killed < crashes) {
            await setTimeout(100 + 1_500 * (moments.next().value ?? 0));
            killed += 1;
          } else while (!(await isOver(disturbed))) await setTimeout(50);
          await kill(worker);
        }
        expect(await isOver(disturbed)).toMatchObject({
          status: 'COMPLETED',
          people_found: people,
          credits_consumed: people,
        });
        expect(await outcome(db, disturbed.organizationId)).toEqual(expected);
        const { organizationId } = disturbed;
        expect(await derivedBalance(db, organizationId)).toEqual({ available: 500, held: 0, consumed: people });
      }
    } finally {
      if (worker?.exitCode === null) worker.kill('SIGKILL');
      await close();
      rmSync(folder, { recursive: true });
    }
  }, 600_000);
});
