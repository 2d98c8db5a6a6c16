/** Two rows of `people` turned out to be one person: everything of the one moves to the other. */
import { placeholders, type Database } from '../../database/database';
import type { PersonRow } from '../tables/engagement';
import type { LeadRow } from '../tables/leads';
import { inParts } from './batches';
import { markStale, queueScoring } from './engagement-writer';
import { mergePending } from './pending-people';
import { mergeOutreach } from '../outreach/outreach';
import { removeLeads } from './lead-writer';
import { mergeEntries } from './merge-entries';

/** An address with the network's own id; the one with the readable name is the better one. */
export const addressById = /\/in\/AC[ow]AA/;

/**
 * What is known of somebody from two rows: the newer one counts, the older one fills what it leaves open. Columns that belong
 * together stay together. Which of the two stays decides nothing but its id, so that it does not matter who was known first.
 * @returns `row` with what `other` adds.
 */
export function mergedPerson(row: PersonRow, other: PersonRow): PersonRow {
  const [newer, older] = isBefore(row, other, row.observed_at, other.observed_at) ? [other, row] : [row, other];
  const stating = isBefore(row, other, row.enriched_at ?? -1, other.enriched_at ?? -1) ? other : row;
  const stated = stating === row ? other : row;
  const addresses = [newer.profile_url, older.profile_url].filter((url) => url !== null);
  const mail = stating.email === null ? stated : stating;
  const place = stating.country === null ? stated : stating;
  // What was read from the headline goes with it until it is read again.
  const job = newer.headline === null && newer.title === null ? older : newer;
  return {
    ...row,
    display_name: newer.display_name === '' ? older.display_name : newer.display_name,
    headline: newer.headline ?? older.headline,
    profile_url: addresses.find((url) => !addressById.test(url)) ?? addresses[0] ?? null,
    followers: newer.followers ?? older.followers,
    observed_at: newer.observed_at,
    title: job.title,
    seniority: job.seniority,
    job_function: job.job_function,
    company_name: job.company_name,
    account_id: job.account_id,
    stated_title: stating.stated_title ?? stated.stated_title,
    stated_company: stating.stated_company ?? stated.stated_company,
    stated_seniority: stating.stated_seniority ?? stated.stated_seniority,
    stated_function: stating.stated_function ?? stated.stated_function,
    company_size: stating.company_size ?? stated.company_size,
    industry: stating.industry ?? stated.industry,
    country: place.country,
    region: place.region,
    email: mail.email,
    email_status: mail.email_status,
    email_source: mail.email_source,
    enriched_at: stating.enriched_at,
    is_company: row.is_company === 1 || other.is_company === 1 ? 1 : 0,
    ...mergedDisposition(row, other),
    ...mergedOwner(row, other),
    created_at: Math.min(row.created_at, other.created_at),
    do_not_contact: row.do_not_contact === 1 || other.do_not_contact === 1 ? 1 : 0,
  };
}

/** Of two that were not set by hand, or at one time, the one that says more: the CRM spoke of one of them only. */
const decisive = ['CLIENT', 'BAD_LEAD', 'ACTIVE'] as const;

/** What was set by hand later counts for both, and before what an import said. */
function mergedDisposition(row: PersonRow, other: PersonRow): Pick<PersonRow, 'disposition' | 'disposition_set_at'> {
  const [a, b] = [row.disposition_set_at ?? -1, other.disposition_set_at ?? -1];
  if (a !== b) {
    const { disposition, disposition_set_at } = a > b ? row : other;
    return { disposition, disposition_set_at };
  }
  const disposition = decisive.find((one) => one === row.disposition || one === other.disposition) ?? row.disposition;
  return { disposition, disposition_set_at: row.disposition_set_at };
}

function mergedOwner(row: PersonRow, other: PersonRow): Pick<PersonRow, 'owner_id' | 'owner_set_at'> {
  const [a, b] = [row.owner_set_at ?? -1, other.owner_set_at ?? -1];
  if (a !== b) {
    const { owner_id, owner_set_at } = a > b ? row : other;
    return { owner_id, owner_set_at };
  }
  const owner_id = [row.owner_id, other.owner_id].filter((id) => id !== null).sort()[0] ?? null;
  return { owner_id, owner_set_at: row.owner_set_at };
}

/** Whether `row` was observed before `other`; of two at one time, which order what they say has. */
function isBefore(row: PersonRow, other: PersonRow, at: number, otherAt: number): boolean {
  return at === otherAt ? textOf(row) < textOf(other) : at < otherAt;
}

const textOf = (row: PersonRow) =>
  JSON.stringify([row.headline, row.display_name, row.profile_url, row.stated_title, row.stated_company, row.email]);

/** Must run inside a write transaction of the workspace. Rows that would double are dropped. */
export async function mergePeople(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const orIgnore = db.dialect === 'sqlite' ? 'UPDATE OR IGNORE' : 'UPDATE IGNORE';
  const both = [keep, organizationId, drop];
  const one = [organizationId, drop];
  const watched = await db.select<{ id: string }>(
    `SELECT DISTINCT monitored_profile_id AS id FROM engagements
     WHERE organization_id = ? AND person_id IN (?, ?) AND monitored_profile_id IS NOT NULL`,
    [organizationId, keep, drop],
  );
  await mergePending(db, organizationId, keep, drop);
  await db.run(`${orIgnore} engagements SET person_id = ? WHERE organization_id = ? AND person_id = ?`, both);
  await db.run('DELETE FROM engagements WHERE organization_id = ? AND person_id = ?', one);
  for (const table of ['discovery_people', 'agent_candidates', 'watchlist_sync_people']) {
    await db.run(`${orIgnore} ${table} SET person_id = ? WHERE organization_id = ? AND person_id = ?`, both);
    await db.run(`DELETE FROM ${table} WHERE organization_id = ? AND person_id = ?`, one);
  }
  await db.run('UPDATE agent_candidates SET lead_id = ? WHERE organization_id = ? AND lead_id = ?', both);
  await db.run('UPDATE person_identities SET person_id = ? WHERE organization_id = ? AND person_id = ?', both);
  await db.run('UPDATE profile_snapshots SET person_id = ? WHERE organization_id = ? AND person_id = ?', both);
  await db.run('UPDATE posts SET author_person_id = ? WHERE organization_id = ? AND author_person_id = ?', both);
  await mergeEntries(db, organizationId, keep, drop);
  await mergeOutreach(db, organizationId, keep, drop);
  await removeLeadOf(db, organizationId, drop, keep);
  await db.run('DELETE FROM people WHERE organization_id = ? AND id = ?', one);
  // The kept lead is counted again when the queue is worked off.
  await queueScoring(db, organizationId, [drop, keep]);
  // Who were two leads of a watched profile are one.
  await markStale(
    db,
    organizationId,
    'profile',
    watched.map((row) => row.id),
  );
}

/** The lead of somebody who turned out to be somebody else. */
async function removeLeadOf(db: Database, organizationId: string, personId: string, mergedInto: string): Promise<void> {
  const gone = await db.select<LeadRow>('SELECT * FROM leads WHERE organization_id = ? AND id = ?', [
    organizationId,
    personId,
  ]);
  if (gone.length === 0) return;
  await removeLeads(db, organizationId, gone, { reason: 'merged', mergedInto });
  await markStale(
    db,
    organizationId,
    'account',
    gone.flatMap((lead) => lead.account_id ?? []),
  );
}

/**
 * Posts of people who took in another follow the watchlist entry of either.
 * @returns ids of their posts, whose engagements are to be linked again.
 */
export async function linkPostsOfMerged(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const part of inParts(people)) {
    const posts = await db.select<{ id: string; profile: string | null }>(
      `SELECT po.id, m.id AS profile FROM posts po
       LEFT JOIN monitored_profiles m ON m.organization_id = po.organization_id AND m.person_id = po.author_person_id
       WHERE po.organization_id = ? AND po.author_person_id IN (${placeholders(part)})`,
      [organizationId, ...part],
    );
    for (const post of posts) {
      ids.push(post.id);
      if (post.profile === null) continue;
      await db.run('UPDATE posts SET monitored_profile_id = ? WHERE organization_id = ? AND id = ?', [
        post.profile,
        organizationId,
        post.id,
      ]);
    }
  }
  return ids;
}
