/** An operation that is tried again has its entry once. */
import { addEntry, changeCredits, creditBalance } from '../../src/store/credits/ledger';
import { createOrganization } from '../../src/store/access/organizations';
import { writeWorkspace } from '../../src/store/log/workspace-lock';
import { openTestDatabase } from '../support/databases';

test('the second entry of a kind changes nothing', async () => {
  const { db, close } = await openTestDatabase();
  try {
    const id = (await createOrganization(db, 'Repeats', Date.now()))?.id ?? '';
    await changeCredits(db, id, 100, null);
    const entry = { operation: 'one', kind: 'HOLD', amount: 10, reference: null, now: Date.now() } as const;
    const outcomes = [];
    for (let n = 0; n < 2; n += 1) outcomes.push(await writeWorkspace(db, id, () => addEntry(db, id, entry)));
    expect(outcomes).toEqual(['done', 'repeated']);
    expect(await creditBalance(db, id)).toMatchObject({ available: 90, held: 10 });
  } finally {
    await close();
  }
});
