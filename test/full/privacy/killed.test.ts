/**
 * Processes that erase, killed with SIGKILL at random moments: the command and the workers that go on, until it is done. The result is
 * that of an erasure nobody disturbed.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkPrivacy } from '../../../src/interfaces/cli/check-privacy';
import { rescoreWorkspace, workOffQueue } from '../../../src/scoring/rescore';
import { checkCounts } from '../../../src/store/writes/check-counts';
import { contents, now, slugUrl, without } from '../../import/support/site';
import { eventually } from '../../jobs/support/runners';
import { killsWanted } from '../../jobs/support/processes';
import { Random } from '../../store/support/random';
import { availableDatabases } from '../../support/databases';
import { runSeed } from '../../support/run-seed';
import { ines, openHousehold, traces, type Household } from '../../privacy/support/household';

// Where processes are killed, MySQL differs from MariaDB in nothing that matters.
describe.each(availableDatabases().filter((kind) => kind !== 'mysql'))(
  `killed erasures on %s (LEADLIGHT_TEST_SEED=${runSeed})`,
  (kind) => {
    const random = new Random(runSeed);

    const start = (house: Household, what: 'command' | 'worker', purge: boolean) => {
      const line = `privacy erase ${slugUrl(ines.slug)} -w ${house.organizationId}${purge ? ' --purge' : ''}`;
      const child = fork(join(__dirname, '../../privacy/support/erasing-process.cjs'), [what, ...line.split(' ')], {
        env: { PATH: process.env['PATH'], DATA_DIR: house.dataDir, DATABASE_URL: house.site.url, LOG_LEVEL: 'silent' },
        execArgv: [],
        silent: true,
      });
      return { child, begun: once(child, 'message'), ended: once(child, 'exit') };
    };
    /** Runs a process for that long, unless it ends before. Returns whether it was killed with work left. */
    const killedAfter = async (house: Household, what: 'command' | 'worker', purge: boolean, ms: number) => {
      const { child, begun, ended } = start(house, what, purge);
      await begun;
      await Promise.race([setTimeout(ms), ended]);
      const killed = child.exitCode === null;
      child.kill('SIGKILL');
      await ended;
      // Nobody waits for the leases of a worker that is gone.
      await house.db.run("UPDATE jobs SET lease_until = 0 WHERE status = 'running'");
      return killed && ((await isHeld(house)) || (await left(house)) > 0);
    };
    const isHeld = async (house: Household) =>
      (await house.db.select('SELECT id FROM people WHERE display_name = ?', [ines.name])).length > 0;
    const left = async (house: Household) => {
      // What the command left is due after a minute.
      await house.db.run("UPDATE jobs SET run_at = 0 WHERE name = 'erase-mentions' AND status = 'waiting'");
      return (await house.db.select("SELECT id FROM jobs WHERE name = 'erase-mentions'")).length;
    };
    const finished = async (house: Household, purge: boolean) => {
      if (await isHeld(house)) {
        const { child, ended } = start(house, 'command', purge);
        await ended;
        expect(child.exitCode).toBe(0);
      }
      if ((await left(house)) === 0) return;
      const { child, ended } = start(house, 'worker', purge);
      await eventually(async () => (await left(house)) === 0 || undefined);
      child.kill('SIGKILL');
      await ended;
    };
    const state = async (house: Household) => {
      await workOffQueue(house.db, house.organizationId, now);
      // A worker may have scored somebody at the time it was.
      await rescoreWorkspace(house.db, house.organizationId, now);
      const { people, leads, ...all } = await contents(house.db, house.organizationId);
      const marks = await house.db.select<{ kind: string }>(
        'SELECT kind, effect FROM privacy_marks ORDER BY kind, effect',
      );
      return {
        ...all,
        marks,
        people: without(people, ['updated_at']),
        leads: without(leads, ['updated_at', 'scored_at', 'created_at']),
        counts: (await checkCounts(house.db, house.organizationId)).differences,
        traces: await house.traces(),
        doctor: (await checkPrivacy(house.db, Date.now())).map(({ level }) => level),
        ...(kind === 'sqlite' ? { bytes: bytes(house) } : {}),
      };
    };
    /** Traces in files of the database. */
    const bytes = (house: Household) => {
      const folder = join(house.site.url.slice('sqlite:'.length), '..');
      const text = readdirSync(folder)
        .map((name) => join(folder, name))
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'latin1').toLowerCase())
        .join('\n');
      return traces.filter((trace) => text.includes(trace.toLowerCase()));
    };

    it('end as if nobody had disturbed them', async () => {
      const undisturbed = await openHousehold(kind);
      await finished(undisturbed, true);
      const expected = await state(undisturbed);
      await undisturbed.close();
      expect(expected).toMatchObject({ traces: [], counts: [], doctor: ['ok'] });
      expect(expected.marks).toHaveLength(3);

      for (let kills = 0; kills < killsWanted(2);) {
        const house = await openHousehold(kind);
        try {
          for (let tries = 0; tries < 4; tries += 1) {
            const what = (await isHeld(house)) ? 'command' : 'worker';
            if (what === 'worker' && (await left(house)) === 0) break;
            kills += Number(await killedAfter(house, what, true, random.between(0, 500)));
          }
          await finished(house, true);
          expect(await state(house)).toEqual(expected);
        } finally {
          await house.close();
        }
      }
    });
  },
);
