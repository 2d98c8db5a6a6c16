/** Merges two rows of `people` that are one person: everything of one row moves to the other. */
import { placeholders, type Database } from '../../database/database';
import type { PersonRow } from '../tables/engagement';
import type { LeadRow } from '../tables/leads';
import { inParts } from '../statements/in-parts';
import { markStale, queueScoring } from './engagement-writer';
import { mergePending } from './pending-people';
import { mergeOutreach } from './outreach';
import { removeLeads } from './lead-writer';
import { mergeEntries } from './merge-entries';

/** A profile address with the network's own id. An address with a readable name is better. */
export const addressById = /\/in\/AC[ow]AA/;

/**
 * Merges the facts of two rows about a person: the newer row's facts are kept, and the older row fills gaps. Columns that
 * belong together stay together. The result is the same whichever row stays, except for the id, so it does not matter who was
 * known first.
 * @returns `row` with the facts that `other` adds.
 */
export function mergedPerson(row: PersonRow, other: PersonRow): PersonRow {
  const [newer, older] = isBefore(row, other, row.observed_at, other.observed_at) ? [other, row] : [row, other];
  const stating = isBefore(row, other, row.enriched_at ?? -1, other.enriched_at ?? -1) ? other : row;
  const stated = stating === row ? other : row;
  const addresses = [newer.profile_url, older.profile_url].filter((url) => url !== null);
  const mail = stating.email === null ? stated : stating;
  const place = stating.country === null ? stated : stating;
  // Facts read from the headline go with it until it is read again.
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
    read_confidence: job.read_confidence,
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

/** If neither was set by hand, or both at the same time, the more specific one is kept: the CRM knew only one of the rows. */
const decisive = ['CLIENT', 'BAD_LEAD', 'ACTIVE'] as const;

/** The disposition set by hand later applies to both, and takes precedence over imports. */
function mergedDisposition(
  row: PersonRow,
  other: PersonRow,
): Pick<PersonRow, 'disposition' | 'disposition_reason' | 'disposition_set_at'> {
  const [a, b] = [row.disposition_set_at ?? -1, other.disposition_set_at ?? -1];
  if (a !== b) {
    const { disposition, disposition_reason, disposition_set_at } = a > b ? row : other;
    return { disposition, disposition_reason, disposition_set_at };
  }
  const disposition = decisive.find((one) => one === row.disposition || one === other.disposition) ?? row.disposition;
  const reasons = [row, other].flatMap((one) =>
    one.disposition === disposition ? (one.disposition_reason ?? []) : [],
  );
  return {
    disposition,
    disposition_reason: reasons.sort()[0] ?? null,
    disposition_set_at: row.disposition_set_at,
  };
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

/** Whether `row` was observed before `other`. Rows observed at the same time are ordered by their content. */
function isBefore(row: PersonRow, other: PersonRow, at: number, otherAt: number): boolean {
  return at === otherAt ? comparedText(row) < comparedText(other) : at < otherAt;
}

const comparedText = (row: PersonRow) =>
  JSON.stringify([row.headline, row.display_name, row.profile_url, row.stated_title, row.stated_company, row.email]);

/** Must run inside a write transaction of the workspace. Rows that would be duplicates are deleted. */
export async function mergePeople(db: Database, organizationId: string, keep: string, drop: string): Promise<void> {
  const orIgnore = db.dialect === 'sqlite' ? 'UPDATE OR IGNORE' : 'UPDATE IGNORE';
  const both = [keep, organizationId, drop];
  const one = [organizationId, drop];
  const watched = await db.select<{ id: string }>(
    `SELECT DISTINCT monitored_profile_id AS id FROM engagements${db.useIndex('engagements_person')}
     WHERE organization_id = ? AND person_id IN (?, ?) AND monitored_profile_id IS NOT NULL`,
    [organizationId, keep, drop],
  );
  await mergePending(db, organizationId, keep, drop);
  await db.run(`${orIgnore} engagements SET person_id = ? WHERE organization_id = ? AND person_id = ?`, both);
  await db.run('DELETE FROM engagements WHERE organization_id = ? AND person_id = ?', one);
  for (const table of ['discovery_people', 'agent_candidates', 'watchlist_sync_people']) {
    await db.run(`${orIgnore} ${table} SET person_id = ? WHERE organization_id = ? AND person_id = ?`, both);
    if (table === 'discovery_people') await countOnce(db, organizationId, drop);
    await db.run(`DELETE FROM ${table} WHERE organization_id = ? AND person_id = ?`, one);
  }
  await db.run('UPDATE agent_candidates SET lead_id = ? WHERE organization_id = ? AND lead_id = ?', both);
  await db.run('UPDATE access_log SET lead_id = ? WHERE organization_id = ? AND lead_id = ?', both);
  await db.run('UPDATE person_identities SET person_id = ? WHERE organization_id = ? AND person_id = ?', both);
  await db.run('UPDATE profile_snapshots SET person_id = ? WHERE organization_id = ? AND person_id = ?', both);
  await db.run('UPDATE posts SET author_person_id = ? WHERE organization_id = ? AND author_person_id = ?', both);
  await mergeEntries(db, organizationId, keep, drop);
  await mergeOutreach(db, organizationId, keep, drop);
  await removeLeadOf(db, organizationId, drop, keep);
  await db.run('DELETE FROM people WHERE organization_id = ? AND id = ?', one);
  // The kept lead is counted again when the queue is worked off.
  await queueScoring(db, organizationId, [drop, keep]);
  // Two leads of a watched profile are now one.
  await markStale(
    db,
    organizationId,
    'profile',
    watched.map((row) => row.id),
  );
}

/**
 * A person whom a running discovery counted under both rows is paid for once: the other credit comes back when it ends.
 * @param drop the row that is left over where both were counted.
 */
async function countOnce(db: Database, organizationId: string, drop: string): Promise<void> {
  const counted = await db.select<{ discovery_id: string }>(
    'SELECT discovery_id FROM discovery_people WHERE organization_id = ? AND person_id = ?',
    [organizationId, drop],
  );
  for (const { discovery_id: id } of counted) {
    await db.run(
      `UPDATE discoveries SET people_found = people_found - 1
       WHERE organization_id = ? AND id = ? AND active_post IS NOT NULL`,
      [organizationId, id],
    );
  }
}

/** Removes the lead of a person who was merged into another. */
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
 * Assigns posts of merged people to the watchlist entry of either person.
 * @returns ids of their posts, whose engagements must be linked again.
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
