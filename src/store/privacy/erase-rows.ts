/**
 * Removes people from a workspace's tables, all rows in one transaction, and marks every count that included them to be counted
 * again.
 */
import { setImmediate } from 'node:timers/promises';
import { TextEraser, type PersonTerms } from '../../../packages/reader/src';
import { placeholders, type Database } from '../../database/database';
import { suffixesOf, termsOf } from '../statements/search-terms';
import { allTables } from '../tables/all';
import type { Table } from '../../database/define';
import type { DeletionReason } from '../tables/changes';
import type { PersonRow } from '../tables/engagement';
import type { LeadRow } from '../tables/leads';
import { inParts, selectIn } from '../statements/in-parts';
import { markAudiences, markStale, queueScoring, relinkEngagements } from '../writes/engagement-writer';
import { forgetCorrections } from '../writes/corrections';
import { placedAt } from '../writes/known-companies';
import { noteNameErased } from '../log/note-changes';
import { removeSummaries } from '../writes/account-summaries';
import { removeLeads, searchTextOf } from '../writes/lead-writer';
import { removeWatchlistEntry } from '../writes/watchlist-removal';
import { deleteSome } from '../statements/delete-some';
import { personData } from './person-data';
import type { AnyIdentity } from '../marks/marks';

/** A person of the workspace, as an erasure finds them. */
export interface StoredPerson {
  readonly id: string;
  readonly identities: readonly AnyIdentity[];
  /** Names under which texts may mention the person. */
  readonly terms: PersonTerms;
  /** URNs of the posts that they wrote. */
  readonly postUrns: readonly string[];
}

/** The stored names and identities of these people. */
export async function storedPeople(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<StoredPerson[]> {
  const select = <Row extends object>(sql: string, column: string) =>
    selectIn<Row>(db, sql, organizationId, column, ids);
  const people = await select<{ id: string; display_name: string; email: string | null }>(
    'SELECT id, display_name, email FROM people',
    'id',
  );
  const identities = await select<AnyIdentity & { person_id: string }>(
    'SELECT kind, value, person_id FROM person_identities',
    'person_id',
  );
  const entries = await select<{ person_id: string; display_name: string }>(
    'SELECT person_id, display_name FROM monitored_profiles',
    'person_id',
  );
  const posts = await select<{ id: string; author_person_id: string; author_name: string | null }>(
    'SELECT id, author_person_id, author_name FROM posts',
    'author_person_id',
  );
  const urns = await selectIn<{ post_id: string; urn: string }>(
    db,
    'SELECT post_id, urn FROM post_urns',
    organizationId,
    'post_id',
    posts.map((post) => post.id),
  );
  return people.map(({ id, display_name, email }) => {
    const own = identities.filter((one) => one.person_id === id).map(({ kind, value }) => ({ kind, value }));
    const written = posts.filter((post) => post.author_person_id === id);
    const names = [
      display_name,
      ...entries.filter((entry) => entry.person_id === id).map((entry) => entry.display_name),
      ...written.flatMap((post) => post.author_name ?? []),
    ];
    return {
      id,
      identities: own,
      terms: {
        ...termsOfIdentities(own),
        ids: [id],
        names: [...new Set(names)],
        emails: email === null ? [] : [email],
      },
      postUrns: urns.filter(({ post_id }) => written.some((post) => post.id === post_id)).map(({ urn }) => urn),
    };
  });
}

/** Names under which texts may mention a person of whom only identities are known. */
export function termsOfIdentities(identities: readonly AnyIdentity[]): PersonTerms {
  const of = (kind: AnyIdentity['kind']) => identities.filter((one) => one.kind === kind).map(({ value }) => value);
  return { ids: [], members: of('member'), slugs: of('slug'), names: [], emails: [] };
}

/** Rows removed by one statement. Each statement is short, so other work of this process can run in between. */
const perStatement = 500;

/**
 * Removes people with all rows that belong to them. Must run inside a write transaction of the workspace.
 * @param reason the reason recorded in the change log.
 * @returns how many rows were removed, by table.
 */
export async function eraseRows(
  db: Database,
  organizationId: string,
  people: readonly StoredPerson[],
  reason: 'erased' | 'retention',
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const part of inParts(people, 200)) {
    const ids = part.map(({ id }) => id);
    await markWhatCounts(db, organizationId, ids);
    await removeEntries(db, organizationId, ids);
    await emptyPosts(db, organizationId, ids);
    await removeTheirLeads(db, organizationId, ids, reason);
    await forgetCorrections(
      db,
      organizationId,
      part.flatMap(({ identities }) => identities),
    );
    const companies = await companiesOf(db, organizationId, ids);
    for (const table of allTables) {
      for (const reach of personData[table.name] ?? []) {
        if (reach.kind !== 'rows') continue;
        removed[table.name] =
          (removed[table.name] ?? 0) + (await removeRows(db, organizationId, table, reach.column, ids));
      }
    }
    await removeCompanies(db, organizationId, companies, part);
  }
  return removed;
}

/** Marks accounts, watched profiles and posts whose counts included these people. */
async function markWhatCounts(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  const found = await selectIn<{ post_id: string; profile: string | null }>(
    db,
    // Without the hint, SQLite reads all engagements of the workspace, in the order of what is distinct.
    `SELECT DISTINCT post_id, monitored_profile_id AS profile FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    'person_id',
    ids,
  );
  await markAudiences(
    db,
    organizationId,
    found.map((row) => row.post_id),
  );
  await markStale(
    db,
    organizationId,
    'profile',
    found.flatMap((row) => row.profile ?? []),
  );
}

async function removeEntries(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  const entries = await selectIn<{ id: string }>(
    db,
    'SELECT id FROM monitored_profiles',
    organizationId,
    'person_id',
    ids,
  );
  for (const { id } of entries) await removeWatchlistEntry(db, organizationId, id);
}

/** Posts they wrote stay, but empty, because other people's engagement refers to them. */
async function emptyPosts(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  const posts = await selectIn<{ id: string }>(db, 'SELECT id FROM posts', organizationId, 'author_person_id', ids);
  for (const part of inParts(
    posts.map(({ id }) => id),
    perStatement,
  )) {
    await db.run(
      `UPDATE posts SET author_person_id = NULL, author_name = NULL, author_profile_url = NULL, monitored_profile_id = NULL,
         content_text = NULL, excerpt = NULL, author_erased = 1
       WHERE organization_id = ? AND id IN (${placeholders(part)})`,
      [organizationId, ...part],
    );
    await relinkEngagements(db, organizationId, part);
  }
}

async function removeTheirLeads(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  reason: DeletionReason,
): Promise<void> {
  const leads = await selectIn<LeadRow>(db, 'SELECT * FROM leads', organizationId, 'id', ids);
  await markStale(
    db,
    organizationId,
    'account',
    leads.flatMap((lead) => lead.account_id ?? []),
  );
  await removeLeads(db, organizationId, leads, { reason });
  const texts = [...leads.map((lead) => lead.search_text), ...(await textsOnceSearched(db, organizationId, ids))];
  await removeUnusedWords(db, organizationId, new Set(texts.flatMap((text) => [...termsOf(text)])));
}

/** Texts by which leads were found that an earlier objection or undo removed. */
async function textsOnceSearched(db: Database, organizationId: string, ids: readonly string[]): Promise<string[]> {
  type Read = Pick<PersonRow, 'headline' | 'company_name'>;
  const people = await selectIn<Read & Pick<PersonRow, 'display_name'>>(
    db,
    'SELECT display_name, headline, company_name FROM people',
    organizationId,
    'id',
    ids,
  );
  const before = await selectIn<Read>(
    db,
    'SELECT headline, company_name FROM profile_snapshots',
    organizationId,
    'person_id',
    ids,
  );
  return [...people, ...before.map((row) => ({ display_name: '', ...row }))].map(searchTextOf);
}

/** A name that no lead has any more must not stay in the index of word endings. */
export async function removeUnusedWords(
  db: Database,
  organizationId: string,
  words: ReadonlySet<string>,
): Promise<void> {
  const used = await selectIn<{ term: string }>(db, 'SELECT DISTINCT term FROM lead_terms', organizationId, 'term', [
    ...words,
  ]);
  const stay = new Set(used.map(({ term }) => term));
  for (const word of words) {
    if (stay.has(word)) continue;
    const suffixes = suffixesOf(word);
    await db.run(
      `DELETE FROM term_suffixes WHERE organization_id = ? AND suffix IN (${placeholders(suffixes)}) AND term = ?`,
      [organizationId, ...suffixes, word],
    );
  }
}

/** @returns rows removed; a few at a time, so that a person with a hundred thousand rows does not block the process. */
async function removeRows(
  db: Database,
  organizationId: string,
  table: Table,
  column: string,
  ids: readonly string[],
): Promise<number> {
  const condition = `organization_id = ? AND ${column} IN (${placeholders(ids)})`;
  const params = [organizationId, ...ids];
  const some = deleteSome(db, table, condition, perStatement);
  for (let total = 0; ;) {
    const removed = await db.run(some, params);
    total += removed;
    if (removed < perStatement) return total;
    await setImmediate();
  }
}

interface Company {
  readonly id: string;
  readonly name: string;
}

async function companiesOf(db: Database, organizationId: string, ids: readonly string[]): Promise<Company[]> {
  const sql = 'SELECT account_id FROM people';
  const rows = await selectIn<{ account_id: string | null }>(db, sql, organizationId, 'id', ids);
  const accounts = [...new Set(rows.flatMap((row) => row.account_id ?? []))];
  return selectIn<Company>(db, 'SELECT id, name FROM accounts', organizationId, 'id', accounts);
}

/** Removes a company that is named after its owner, if nobody else works there: it would still name the person. */
async function removeCompanies(
  db: Database,
  organizationId: string,
  companies: readonly Company[],
  people: readonly StoredPerson[],
): Promise<void> {
  const eraser = new TextEraser(people.map(({ terms }) => terms));
  for (const { id, name } of companies) {
    if (!eraser.names(name)) continue;
    const others = await db.select(
      'SELECT 1 AS found FROM people WHERE organization_id = ? AND account_id = ? LIMIT 1',
      [organizationId, id],
    );
    if (others.length > 0) continue;
    await queueScoring(db, organizationId, await placedAt(db, organizationId, [id]));
    await removeSummaries(db, organizationId, [id], { reason: 'removed' });
    await noteNameErased(db, organizationId, id);
    await db.run('DELETE FROM account_aliases WHERE organization_id = ? AND account_id = ?', [organizationId, id]);
    await db.run('DELETE FROM accounts WHERE organization_id = ? AND id = ?', [organizationId, id]);
    await db.run("DELETE FROM stale_summaries WHERE organization_id = ? AND kind = 'account' AND target_id = ?", [
      organizationId,
      id,
    ]);
  }
}
