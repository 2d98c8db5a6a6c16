/** Counting posts takes the workspace a few times for many posts, and leaves an import that is under way its time. */
import { weakestRules } from '../../src/rules/audience/privacy';
import { countMarkedPosts } from '../../src/audience/posts';
import { openBatch } from '../../src/store/log/batches';
import { CompleteLog } from '../../src/store/log/before';
import { newId } from '../../src/database/new-id';
import { createOrganization } from '../../src/store/access/organizations';
import { markAudiences } from '../../src/store/writes/engagement-writer';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';

const posts = 300;
let opened: OpenTestDatabase;
let org: string;
beforeEach(async () => {
  opened = await openTestDatabase();
  org = (await createOrganization(opened.db, 'Acme'))?.id ?? '';
  await markAudiences(
    opened.db,
    org,
    Array.from({ length: posts }, () => newId()),
  );
});
afterEach(() => opened.close());

/** Write transactions of the workspace so far. */
async function taken(): Promise<number> {
  const [row] = await opened.db.select<{ revision: number }>('SELECT revision FROM organizations WHERE id = ?', [org]);
  return row?.revision ?? 0;
}

async function counted() {
  const pauses: number[] = [];
  let checked = 0;
  const before = await taken();
  const stored = await countMarkedPosts(opened.db, org, {
    rules: weakestRules,
    now: Date.now(),
    pause: async (milliseconds) => void pauses.push(milliseconds),
    checkpoint: async () => void (checked += 1),
  });
  const marks = await opened.db.select('SELECT post_id FROM audience_marks WHERE organization_id = ?', [org]);
  return { stored, marks: marks.length, transactions: (await taken()) - before, pauses, checked };
}

async function importing(touchedAgo: number): Promise<void> {
  const log = await CompleteLog.of(opened.db, org);
  const batch = {
    kind: 'import',
    source: 'generic',
    name: 'likes.csv',
    reference: null,
    origin: 'watchlist',
    shift: 0,
  } as const;
  await openBatch(log, batch, Date.now());
  await opened.db.run('UPDATE batches SET touched_at = touched_at - ? WHERE organization_id = ?', [touchedAgo, org]);
}

it('counts them all, at least five in a transaction, and waits for nobody when nothing is imported', async () => {
  const { stored, marks, transactions, pauses } = await counted();
  expect({ stored, marks }).toEqual({ stored: posts, marks: 0 });
  expect(transactions).toBeLessThanOrEqual(posts / 5);
  expect(pauses).toEqual([]);
});

it('leaves an import two seconds after each transaction, and asks meanwhile whether it should end', async () => {
  await importing(0);
  const { stored, transactions, pauses, checked } = await counted();
  expect(stored).toBe(posts);
  expect(pauses.reduce((a, b) => a + b, 0)).toBe(transactions * 2_000);
  expect(checked).toBe(transactions + pauses.length);
});

it('does not wait for an import that stored nothing for more than ten seconds: it was killed', async () => {
  await importing(12_000);
  expect((await counted()).pauses).toEqual([]);
});
