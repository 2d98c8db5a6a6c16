/** The scratch database of an undo that is killed holds people: where it lies, who may read it, and who removes it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { privacyKeeper } from '../../../src/auth/privacy-keeper';
import { checkPrivacy } from '../../../src/interfaces/cli/check-privacy';
import { markUndoing } from '../../../src/store/log/undoing';
import { leftScratches, scratchFolder } from '../../../src/store/undo/scratch-folders';
import { startWorker } from '../../../src/interfaces/worker/worker';
import { ndjson, importInto, memberId, slugUrl, activity } from '../../import/support/site';
import { byProfile, openHousehold, traces, type Household } from '../../privacy/support/household';
import { finishUndoing } from '../../undo/support/undoing';
import { keeperOf } from '../../../src/store/statements/keeper';

describe('a killed undo', () => {
  let house: Household;
  let folder: string;

  beforeEach(async () => {
    house = await openHousehold('sqlite');
    folder = scratchFolder(keeperOf(house.db), house.organizationId);
  });
  afterEach(() => house.close());

  const held = () => {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const text = names.map((name) => readFileSync(join(folder, name), 'latin1').toLowerCase()).join(' ');
    return traces.filter((trace) => text.includes(trace.toLowerCase()));
  };

  /** Starts an undo that stops with its scratch database full, and is told to go on. */
  async function stuckUndo(): Promise<{ child: ChildProcess; ended: Promise<unknown> }> {
    const like = {
      kind: 'like',
      memberId: memberId(9),
      profileUrl: slugUrl('nina'),
      name: 'Nina',
      postUrl: activity(1),
    };
    const path = house.site.file('second.ndjson', ndjson([{ ...like, occurredAt: '2026-11-03T10:00:00Z' }]));
    const { batchId } = await importInto(house.site, house.organizationId, path);
    const marked = await markUndoing(house.db, house.organizationId, batchId ?? '', Date.now());
    expect(marked.outcome).toBe('marked');
    const { organizationId, dataDir, site } = house;
    const child = fork(join(__dirname, '../../undo/support/stuck-undo.cjs'), {
      env: {
        PATH: process.env['PATH'],
        LEADLIGHT_TEST_UNDO: JSON.stringify({ url: site.url, organizationId, dataDir }),
      },
      execArgv: [],
    });
    const ended = once(child, 'exit');
    await Promise.race([once(child, 'message'), ended]);
    expect(child.exitCode).toBeNull();
    return { child, ended };
  }

  /** @param meanwhile runs while the undo still holds its scratch database. */
  async function killedUndo(meanwhile: () => void | Promise<void> = () => undefined): Promise<void> {
    const { child, ended } = await stuckUndo();
    await meanwhile();
    child.kill('SIGKILL');
    await ended;
  }

  it('leaves a copy below DATA_DIR that its owner alone may read, and nobody takes it from one that runs', async () => {
    await killedUndo(() => expect(leftScratches(keeperOf(house.db))).toEqual([]));
    expect(folder.startsWith(house.dataDir)).toBe(true);
    expect(leftScratches(keeperOf(house.db))).toEqual([folder]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(held().length).toBeGreaterThan(3);
    expect(await checkPrivacy(house.db, Date.now())).toContainEqual(
      expect.objectContaining({ level: 'warning', message: expect.stringContaining(folder) }),
    );
  });

  it('is cleaned up after by the next worker, and by the next undo of any workspace', async () => {
    await killedUndo();
    const worker = startWorker(house.db, pino({ level: 'silent' }), { concurrency: 1, pollMs: 50 });
    await worker.stop();
    expect(existsSync(folder)).toBe(false);

    const other = privacyKeeper({ DATA_DIR: house.dataDir, SUPPRESSION_KEY: undefined });
    await killedUndoAgain();
    await finishUndoing(house.db, house.organizationId, { folder: scratchFolder(other, 'another') });
    expect(leftScratches(keeperOf(house.db))).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  async function killedUndoAgain(): Promise<void> {
    await finishUndoing(house.db, house.organizationId);
    await killedUndo();
    expect(existsSync(folder)).toBe(true);
  }

  it('holds nobody any more who is erased', async () => {
    await killedUndo();
    expect(held()).not.toEqual([]);
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    expect(held()).toEqual([]);
  });

  it('that goes on holds nobody any more who is erased meanwhile, and comes to its end', async () => {
    const { child, ended } = await stuckUndo();
    expect(held()).not.toEqual([]);
    await house.requests.erase(byProfile, { purge: true });
    expect((await house.requests.finish())?.purged).toMatchObject({ complete: true });
    expect(held()).toEqual([]);
    child.send('go on');
    await ended;
    expect(child.exitCode).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect(await house.db.select("SELECT status FROM batches WHERE name = 'second.ndjson'")).toEqual([
      { status: 'UNDONE' },
    ]);
    expect(await house.db.select("SELECT id FROM people WHERE display_name = 'Nina'")).toEqual([]);
    expect(await house.traces()).toEqual([]);
    const file = house.site.url.slice('sqlite:'.length);
    const bytes = ['', '-wal'].filter((end) => existsSync(file + end)).map((end) => readFileSync(file + end, 'latin1'));
    expect(traces.filter((trace) => bytes.some((text) => text.toLowerCase().includes(trace.toLowerCase())))).toEqual(
      [],
    );
  });
});
