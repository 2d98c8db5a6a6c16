/** How many of a discovery's people are good leads follows from the leads as they stand, whatever came first. */
import { findDiscovery } from '../../src/store/discovery/reads';
import { countPeople } from '../../src/store/discovery/discovered-people';
import { openTestDatabase, availableDatabases } from '../support/databases';
import { seedWorkspace } from '../support/seed';

it.each(availableDatabases())('on %s counts active QUALIFIED and PRIORITY leads when somebody asks', async (kind) => {
  const { db, close } = await openTestDatabase(kind);
  const { organizationId: org, discoveryIds, leadIds } = await seedWorkspace(db, 'qualified', 12);
  const [id = ''] = discoveryIds;
  const qualified = async () => (await findDiscovery(db, org, id))?.people_qualified;
  const stored = await qualified();
  // Of a release that forgot whom it found: the number of its end.
  expect(stored).toBe(4);
  const people = leadIds.slice(0, 6);
  await countPeople(db, org, id, people);
  const tier = (to: string, ids: readonly string[]) =>
    Promise.all(
      ids.map((lead) => db.run('UPDATE leads SET lead_tier = ? WHERE organization_id = ? AND id = ?', [to, org, lead])),
    );
  await tier('NURTURE', leadIds);
  expect(await qualified()).toBe(0);
  // What another discovery or an import brought later counts as if it had been there before.
  await tier('PRIORITY', people.slice(0, 2));
  await tier('QUALIFIED', people.slice(2, 3));
  expect(await qualified()).toBe(3);
  // Others' leads, and those that were set aside, are none of it.
  await tier('PRIORITY', leadIds.slice(6));
  await db.run(`UPDATE leads SET disposition = 'CLIENT' WHERE organization_id = ? AND id = ?`, [org, people[0] ?? '']);
  expect(await qualified()).toBe(2);
  await close();
});
