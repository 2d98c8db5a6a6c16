/**
 * Undos killed with SIGKILL at random moments, imports that come meanwhile, and the commands. In the proofs there are a
 * hundred kills.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storeIcp } from '../../../src/store/access/icp';
import { checkCounts } from '../../../src/store/writes/check-counts';
import { markUndoing } from '../../../src/store/log/undoing';
import { workOffQueue } from '../../../src/scoring/rescore';
import { operator } from '../../cli/recorded-terminal';
import { makeRows } from '../../import/support/rows';
import { contents, importInto, ndjson, now, useSite, without } from '../../import/support/site';
import { killsWanted } from '../../jobs/support/processes';
import { Random } from '../../store/support/random';
import { availableDatabases } from '../../support/databases';
import { runSeed } from '../../support/run-seed';
import { finishUndoing, undo } from '../../undo/support/undoing';

// Where processes are killed, MySQL differs from MariaDB in nothing that matters.
describe.each(availableDatabases().filter((kind) => kind !== 'mysql'))(
  `an undo on %s (LEADLIGHT_TEST_SEED=${runSeed})`,
  (kind) => {
    const site = useSite(kind);
    const random = new Random(runSeed);
    const files = [1, 2, 3, 4].map((n) => ({ n, rows: makeRows(new Random(n)) }));

    async function imported(
      which: readonly number[],
      isTaken: (row: object) => boolean = () => true,
    ): Promise<{ org: string; batches: Map<number, string> }> {
      const org = await site.workspace();
      await storeIcp(site.db, org, JSON.stringify({ seniorities: ['vp', 'cxo'] }), now);
      const batches = new Map<number, string>();
      for (const { n, rows } of files.filter((file) => which.includes(file.n)))
        batches.set(n, await importOne(org, n, rows.filter(isTaken)));
      return { org, batches };
    }
    /** Without files that say more of companies than their names, only what is connected is replayed. */
    const isPlain = (row: object) => 'kind' in row && ['like', 'comment', 'repost', 'post'].includes(String(row.kind));
    async function importOne(org: string, n: number, rows: readonly object[]): Promise<string> {
      const path = site.file(`killed-${org}-${n}.ndjson`, ndjson(rows));
      return (await importInto(site, org, path, { format: 'generic', now: now + n })).batchId ?? '';
    }
    async function shown(org: string) {
      await workOffQueue(site.db, org, now);
      expect(await checkCounts(site.db, org)).toMatchObject({ pending: 0, differences: [] });
      const { people, leads, posts, ...all } = await contents(site.db, org);
      return {
        ...all,
        people: without(people, ['updated_at']),
        posts: without(posts, ['urn', 'url']),
        leads: without(leads, ['updated_at', 'created_at', 'scored_at']),
      };
    }

    /** Undos are killed within so many milliseconds. */
    let within = 1_500;
    /** Starts an undo and kills it at a random moment. @returns whether it was killed before its end. */
    async function killed(org: string, folder: string): Promise<boolean> {
      const child = fork(join(__dirname, '../../undo/support/undo-process.cjs'), {
        env: {
          PATH: process.env['PATH'],
          LEADLIGHT_TEST_UNDO: JSON.stringify({ url: site.url, organizationId: org, folder }),
        },
        execArgv: [],
      });
      const ended = once(child, 'exit');
      await once(child, 'message');
      const timer = setTimeout(() => child.kill('SIGKILL'), random.between(50, within));
      await ended;
      clearTimeout(timer);
      if (child.signalCode === 'SIGKILL') return true;
      expect(child.exitCode).toBe(0);
      // The next ones sooner.
      within = Math.max(100, within / 2);
      return false;
    }

    it.each([
      ['that replays everything', () => true],
      ['that replays what is connected', isPlain],
    ])('%s, killed again and again, ends as if it had not been', async (_name, isTaken) => {
      const expected = await shown((await imported([1, 3, 4], isTaken)).org);
      const wanted = killsWanted(4) / 2;
      // One that came to its end before is followed by another.
      for (let kills = 0; kills < wanted;) {
        const { org, batches } = await imported([1, 2, 3, 4], isTaken);
        const folder = join(dirname(site.file('beside', '')), `undo-${org}`);
        await markUndoing(site.db, org, batches.get(2) ?? '', Date.now());
        while (kills < wanted && (await killed(org, folder))) kills += 1;
        await finishUndoing(site.db, org, { folder });
        expect(await shown(org)).toEqual(expected);
      }
    });

    it('beside which more is imported takes that in', async () => {
      const { org, batches } = await imported([1, 2, 3]);
      const more = files[3];
      let steps = 0;
      await undo(site.db, org, [batches.get(2) ?? ''], {
        checkpoint: async () => {
          steps += 1;
          if (steps === 12 && more) await importOne(org, more.n, more.rows);
        },
      });
      expect(steps).toBeGreaterThan(12);
      expect(await shown(org)).toEqual(await shown((await imported([1, 3, 4])).org));
    });

    it('keeps the ids of people and leads that stay', async () => {
      const { org, batches } = await imported([1, 2]);
      const leads = () =>
        site.db.select<{ id: string }>('SELECT id FROM leads WHERE organization_id = ? ORDER BY id', [org]);
      const before = await leads();
      await undo(site.db, org, [batches.get(2) ?? '']);
      const after = await leads();
      const known = new Set(before.map(({ id }) => id));
      expect(after.filter(({ id }) => known.has(id)).length).toBeGreaterThan(after.length / 2);
    });
  },
);

describe('the commands', () => {
  const op = operator();
  afterAll(() => op.dispose());

  it('list, show and take back what was imported; twice is said so', async () => {
    for (const line of ['migrate', 'workspace create Acme']) expect((await op.run(line)).status).toBe(0);
    const rows = makeRows(new Random(5));
    const path = join(op.dataDir, 'rows.ndjson');
    writeFileSync(path, ndjson(rows));
    const { files: imported } = (await op.run(`import ${path} --format generic --json`)).json() as {
      files: { batchId: string }[];
    };
    const id = imported[0]?.batchId ?? '';
    const listed = (await op.run('import list --json')).json();
    expect(listed).toMatchObject({
      data: [{ id, kind: 'import', status: 'DONE', name: 'rows.ndjson', undoable: true }],
    });
    expect((await op.run(`import show ${id}`)).out).toContain('rows.ndjson');
    expect(await op.run(`import undo ${id} --json`)).toMatchObject({ status: 0 });
    expect((await op.run(`import show ${id} --json`)).json()).toMatchObject({ status: 'UNDONE', undoable: false });
    const again = await op.run(`import undo ${id}`);
    expect(again.status).not.toBe(0);
    expect(again.err).toContain('taken back already');
    expect((await op.run('import undo 0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55')).status).not.toBe(0);
    expect((await op.run('audit --json')).out).toContain('undo_batch');
  });
});
