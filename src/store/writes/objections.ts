/**
 * People who asked not to be contacted are stored and counted, but shown nowhere (art. 21 GDPR: an objection to marketing is
 * absolute).
 */
import { hideCandidates, showCandidates } from './hidden-candidates';
import { placeholders, type Database } from '../../database/database';
import type { LeadRow } from '../tables/leads';
import { selectIn } from '../statements/in-parts';
import { markStale, queueScoring, relinkEngagements } from './engagement-writer';
import { removeLeads } from './lead-writer';
import { removeWatchlistEntry } from './watchlist-removal';
import { markIdentities, type AnyIdentity, type Marks } from '../marks/marks';

/**
 * Hides people from everything that shows names. Their leads are removed with all conclusions, and so are their watchlist
 * entries and their names on posts. Scoring makes no new lead of them. Must run inside a write transaction of the workspace.
 */
export async function objectTo(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.run(`UPDATE people SET do_not_contact = 1 WHERE organization_id = ? AND id IN (${placeholders(ids)})`, [
    organizationId,
    ...ids,
  ]);
  const leads = await selectIn<LeadRow>(db, 'SELECT * FROM leads', organizationId, 'id', ids);
  await markStale(
    db,
    organizationId,
    'account',
    leads.flatMap((lead) => lead.account_id ?? []),
  );
  const watched = await selectIn<{ id: string }>(
    db,
    `SELECT DISTINCT monitored_profile_id AS id FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    'monitored_profile_id IS NOT NULL AND person_id',
    ids,
  );
  await markStale(
    db,
    organizationId,
    'profile',
    watched.map(({ id }) => id),
  );
  await removeLeads(db, organizationId, leads, { reason: 'objection' });
  await hideCandidates(db, organizationId, ids);
  const entries = await selectIn<{ id: string }>(
    db,
    'SELECT id FROM monitored_profiles',
    organizationId,
    'person_id',
    ids,
  );
  for (const { id } of entries) await removeWatchlistEntry(db, organizationId, id);
  await db.run(
    `UPDATE posts SET author_name = NULL, author_profile_url = NULL, author_erased = 1
     WHERE organization_id = ? AND author_person_id IN (${placeholders(ids)})`,
    [organizationId, ...ids],
  );
  await queueScoring(db, organizationId, ids);
}

/**
 * Withdraws people's objection: they are scored again, and named on their posts.
 * @returns whether any of them had objected.
 */
export async function withdrawObjection(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<boolean> {
  const people = await selectIn<{ id: string; display_name: string; profile_url: string | null }>(
    db,
    'SELECT id, display_name, profile_url FROM people',
    organizationId,
    'do_not_contact = 1 AND id',
    ids,
  );
  for (const { id, display_name, profile_url } of people) {
    await db.run('UPDATE people SET do_not_contact = 0 WHERE organization_id = ? AND id = ?', [organizationId, id]);
    const posts = await db.select<{ id: string }>(
      'SELECT id FROM posts WHERE organization_id = ? AND author_person_id = ?',
      [organizationId, id],
    );
    await db.run(
      `UPDATE posts SET author_erased = 0, author_name = ?, author_profile_url = ?
       WHERE organization_id = ? AND author_person_id = ?`,
      [display_name === '' ? null : display_name, profile_url, organizationId, id],
    );
    await relinkEngagements(
      db,
      organizationId,
      posts.map((post) => post.id),
    );
  }
  await showCandidates(
    db,
    organizationId,
    people.map(({ id }) => id),
  );
  await queueScoring(
    db,
    organizationId,
    people.map(({ id }) => id),
  );
  return people.length > 0;
}

/** Adds newly found identities of people who objected to their marks. */
export async function extendObjections(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  marks: Marks,
  now: number,
): Promise<void> {
  const rows = await selectIn<AnyIdentity & { person_id: string }>(
    db,
    'SELECT kind, value, person_id FROM person_identities',
    organizationId,
    'person_id',
    ids,
  );
  await marks.look(rows);
  for (const id of ids) {
    const own = rows.filter((row) => row.person_id === id);
    const subject = own.map((identity) => marks.of(identity)?.subject).find((one) => one !== undefined);
    if (subject === undefined || own.every((identity) => marks.of(identity))) continue;
    const mark = { effect: 'no_contact', subject } as const;
    await markIdentities(db, organizationId, own, { ...mark, request: 'no_contact', now });
    marks.learn(own, mark);
  }
  await objectTo(db, organizationId, ids);
}
