/** An undo that is interrupted goes on with what it had replayed and compared, and ends as one that was not. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markUndoing } from '../../../src/store/log/undoing';
import type { UndoOptions, UndoStage } from '../../../src/ingest/undo/undo';
import { makeRows } from '../../import/support/rows';
import { contents, importInto, ndjson, now, useSite, without } from '../../import/support/site';
import { Random } from '../../store/support/random';
import { finishUndoing } from '../../undo/support/undoing';

const site = useSite('sqlite');
const files = [1, 2, 3, 4].map((n) => ({ n, rows: makeRows(new Random(n)) }));
const folder = mkdtempSync(join(tmpdir(), 'leadlight-test-goes-on-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function imported(which: readonly number[]): Promise<{ org: string; batches: Map<number, string> }> {
  const org = await site.workspace();
  const batches = new Map<number, string>();
  for (const { n, rows } of files.filter((file) => which.includes(file.n))) {
    const path = site.file(`goes-on-${org}-${n}.ndjson`, ndjson(rows));
    const { batchId } = await importInto(site, org, path, { format: 'generic', now: now + n });
    batches.set(n, batchId ?? '');
  }
  return { org, batches };
}

async function shown(org: string) {
  const { people, leads, posts, ...all } = await contents(site.db, org);
  return {
    ...all,
    people: without(people, ['updated_at']),
    posts: without(posts, ['urn', 'url']),
    leads: without(leads, ['updated_at', 'created_at', 'scored_at']),
  };
}

class Stopped extends Error {}

interface Run extends Partial<UndoOptions> {
  readonly org: string;
  readonly stage?: UndoStage;
  /** Stops after so many reports of progress in the stage. */
  readonly after?: number;
}

/** Runs the undo, until a stop. Returns the first figure of each stage. */
async function run({ org, stage, after = Infinity, ...options }: Run) {
  const first = new Map<UndoStage, number>();
  let reports = 0;
  let stops = false;
  const stop = () => (stops ? Promise.reject(new Stopped()) : Promise.resolve());
  await finishUndoing(site.db, org, {
    ...{ folder: join(folder, org), saveEveryMs: 0, checkpoint: stop },
    progress(at, done) {
      if (!first.has(at)) first.set(at, done);
      if (at === stage && (reports += 1) > after) stops = true;
    },
    ...options,
  }).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
  return first;
}

/** A workspace whose second import waits to be undone. */
async function waiting(): Promise<string> {
  const { org, batches } = await imported([1, 2, 3, 4]);
  await markUndoing(site.db, org, batches.get(2) ?? '', Date.now());
  return org;
}

let fresh: Awaited<ReturnType<typeof shown>>;
beforeAll(async () => {
  fresh = await shown((await imported([1, 3, 4])).org);
});

it('stopped while it replays, it replays only the rest', async () => {
  const org = await waiting();
  const [before, after] = [await run({ org, stage: 'replaying', after: 1 }), await run({ org })];
  expect(after.get('replaying') ?? 0).toBeGreaterThan(before.get('replaying') ?? 0);
  expect(await shown(org)).toEqual(fresh);
  expect(existsSync(join(folder, org))).toBe(false);
});

it('stopped while it compares, it replays nothing and compares the rest', async () => {
  const org = await waiting();
  const [before, after] = [await run({ org, stage: 'applying', after: 3 }), await run({ org })];
  expect(after.has('replaying')).toBe(false);
  expect(after.get('applying') ?? 0).toBeGreaterThan(before.get('applying') ?? 0);
  expect(await shown(org)).toEqual(fresh);
});

it('takes in what is imported before it goes on', async () => {
  const { org, batches } = await imported([1, 2, 3]);
  await markUndoing(site.db, org, batches.get(2) ?? '', Date.now());
  await run({ org, stage: 'applying', after: 3 });
  const path = site.file(`goes-on-more-${org}.ndjson`, ndjson(files[3]?.rows ?? []));
  await importInto(site, org, path, { format: 'generic', now: now + 4 });
  expect((await run({ org })).has('replaying')).toBe(true);
  expect(await shown(org)).toEqual(fresh);
});

it('begins again when more is asked to be undone, or something was forgotten', async () => {
  const { org, batches } = await imported([1, 2, 3, 4]);
  await markUndoing(site.db, org, batches.get(2) ?? '', Date.now());
  const first = await run({ org, stage: 'applying', after: 1 });
  await markUndoing(site.db, org, batches.get(4) ?? '', Date.now());
  const again = await run({ org });
  expect(again.get('replaying')).toBe(first.get('replaying'));
  expect(await shown(org)).toEqual(await shown((await imported([1, 3])).org));
});
