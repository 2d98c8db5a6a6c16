/**
 * Workers killed with SIGKILL at random moments: a few kills here, a hundred in the proofs.
 */
import { enqueue } from '../../../src/jobs/enqueue';
import { listJobs } from '../../../src/store/jobs/listing';
import { workspacesNotRescored } from '../../../src/store/writes/rescoring-times';
import { rescore } from '../../../src/interfaces/worker/rescoring';
import { importInto, memberId, ndjson, openSite, activity, type Site } from '../../import/support/site';
import { Random } from '../../store/support/random';
import { runSeed } from '../../support/run-seed';
import { atLength } from '../../support/at-length';
import { availableDatabases } from '../../support/databases';
import { killAtRandom, killsWanted } from '../../jobs/support/processes';
import { effectsTable, stepKind, steps } from '../../jobs/support/step-job';

// Where processes are killed, MySQL differs from MariaDB in nothing that matters.
const kinds = availableDatabases().filter((kind) => kind !== 'mysql');
/** A kill takes a second or two, on a busy machine five. */
jest.setTimeout(atLength(600_000, 3_600_000));
/** The rows of the second test are those of a small workspace; a kill every so often falls into its scoring. */
const people = atLength(600, 900);

describe.each(kinds)(`workers that are killed on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  let site: Site;
  const random = new Random(runSeed);

  beforeAll(async () => {
    site = await openSite(kind);
  });
  afterAll(() => site.close());

  const settings = () => ({ url: site.url, concurrency: 3, pollMs: 20 });

  it('end every job exactly once: none is lost, none is done twice', async () => {
    await site.db.run(effectsTable);
    const kills = killsWanted(3);
    let queued = 0;
    const more = async () => {
      for (let n = 0; n < 60; n += 1) await enqueue(site.db, stepKind, { n: (queued += 1) });
    };
    await more();
    const open = async () => {
      const [row] = await site.db.select<{ left: number }>(
        `SELECT COUNT(*) AS \`left\` FROM jobs WHERE name = ? AND status <> 'done'`,
        [stepKind.name],
      );
      return (row?.left ?? 0) > 0;
    };
    const many = { job: stepKind.name, workers: kind === 'sqlite' ? 1 : 3, kills, mostMs: 400 };
    const killed = await killAtRandom(site.db, settings(), random, many, open, more);
    expect(killed).toBe(kills);

    const done = await listJobs(site.db, { name: stepKind.name, status: 'done' }, 100_000);
    expect(done).toHaveLength(queued);
    // Those that a killed process held: what is not held by one is not counted as a kill.
    expect(done.some(({ attempt }) => attempt > 1)).toBe(true);
    const effects = await site.db.select<{ job: number; step: number; times: number }>(
      'SELECT job, step, COUNT(*) AS times FROM test_effects GROUP BY job, step',
    );
    expect(effects).toHaveLength(queued * steps);
    expect(effects.filter(({ times }) => times !== 1)).toEqual([]);
  });

  it('lose no day of rescoring: the day is done when everybody was scored again, and not before', async () => {
    const organizationId = await site.workspace();
    const rows = Array.from({ length: people }, (_, n) => ({
      kind: 'comment',
      memberId: memberId(n),
      name: `Person ${n}`,
      headline: 'VP Sales at Globex',
      postUrl: activity(n % 7),
      commentText: `What does it cost, ${n}?`,
      occurredAt: new Date(Date.now() - 86_400_000).toISOString(),
    }));
    await importInto(site, organizationId, site.file('people.ndjson', ndjson(rows)), { now: Date.now() });
    const wrong = async () => {
      const [row] = await site.db.select<{ wrong: number }>(
        'SELECT COUNT(*) AS wrong FROM leads WHERE organization_id = ? AND intent_score = 0',
        [organizationId],
      );
      return row?.wrong ?? 0;
    };
    let started = Date.now();
    const missed = async () =>
      (await workspacesNotRescored(site.db, started, Date.now())).some(({ id }) => id === organizationId);
    expect(await wrong()).toBe(0);

    for (let killed = 0; killed < killsWanted(1);) {
      started = Date.now();
      await site.db.run('UPDATE leads SET intent_score = 0 WHERE organization_id = ?', [organizationId]);
      expect(await wrong()).toBe(people);
      // Nothing that an earlier round or the hour of the day began stands for what is asked here.
      await site.db.run('DELETE FROM jobs WHERE name = ?', [rescore.name]);
      await enqueue(site.db, rescore, {}, { organizationId, uniqueKey: 'daily' });
      const open = async () => {
        const late = await missed();
        // The mark is stored with the last of the work.
        if (!late) expect(await wrong()).toBe(0);
        return late;
      };
      const few = { job: rescore.name, workers: 1, kills: 3, mostMs: 300 };
      killed += await killAtRandom(site.db, settings(), random, few, open);
      expect(await wrong()).toBe(0);
      expect(await listJobs(site.db, { status: 'dead' }, 10)).toEqual([]);
    }
  });
});
