/** Two rows of `people` turned out to be one person: everything of the one moves to the other. */
import type { Database } from '../database';

/** Must run inside a write transaction of the workspace. Rows that would double are dropped. */
export async function mergePeople(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const orIgnore = db.dialect === 'sqlite' ? 'UPDATE OR IGNORE' : 'UPDATE IGNORE';
  const both = [keep, organizationId, drop];
  const one = [organizationId, drop];
  await db.run(`${orIgnore} engagements SET person_id = ? WHERE organization_id = ? AND person_id = ?`, both);
  await db.run('DELETE FROM engagements WHERE organization_id = ? AND person_id = ?', one);
  await db.run('UPDATE person_identities SET person_id = ? WHERE organization_id = ? AND person_id = ?', both);
  await db.run('UPDATE profile_snapshots SET person_id = ? WHERE organization_id = ? AND person_id = ?', both);
  await db.run('UPDATE posts SET author_person_id = ? WHERE organization_id = ? AND author_person_id = ?', both);
  await db.run(`${orIgnore} monitored_profiles SET person_id = ? WHERE organization_id = ? AND person_id = ?`, both);
  await db.run('UPDATE monitored_profiles SET person_id = NULL WHERE organization_id = ? AND person_id = ?', one);
  await db.run('DELETE FROM people WHERE organization_id = ? AND id = ?', one);
  // The lead of the dropped person goes when the queue is worked off; the kept one is counted anew there.
  await db.insertRows(
    'scoring_queue',
    ['organization_id', 'person_id'],
    [
      [organizationId, drop],
      [organizationId, keep],
    ],
    'ignore',
  );
}
