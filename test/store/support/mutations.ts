/** What can happen to a workspace between two pages, through the code that does it in production. */
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/database/database';
import { companyNameKey } from '../../../src/store/statements/keys';
import { insertInto } from '../../../src/database/define';
import { people, type EngagementRow, type PersonRow } from '../../../src/store/tables/engagement';
import type { LeadRow } from '../../../src/store/tables/leads';
import { insertEngagements, markSynced } from '../../../src/store/writes/engagement-writer';
import { refreshSummaries } from '../../../src/store/writes/account-summaries';
import { removeLeads, saveLeads, saveTerms, searchTextOf } from '../../../src/store/writes/lead-writer';
import { removeWatchlistEntry, saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { writeWorkspace } from '../../../src/store/log/workspace-lock';
import { dispositions, engagementTypes, leadTiers, profileTypes } from '../../../src/shared/values';
import type { Random } from './random';
import { companies, headlines, moments, names, scores, start } from './values';

export type Mutation = (
  db: Database,
  organizationId: string,
  random: Random,
  untouched: string | null,
) => Promise<void>;

async function someLeads(db: Database, organizationId: string, random: Random): Promise<LeadRow[]> {
  const rows = await db.select<LeadRow>('SELECT * FROM leads WHERE organization_id = ? ORDER BY id', [organizationId]);
  return random.some(rows, random.between(1, 12));
}

async function save(db: Database, organizationId: string, old: readonly LeadRow[], rows: readonly LeadRow[]) {
  await saveLeads(
    db,
    organizationId,
    rows.map((row) => ({ row, icpEvidence: '[]', intentEvidence: '[]' })),
  );
  const before = new Map(old.map((row) => [row.id, row.search_text]));
  const changes = rows.map((row) => ({ id: row.id, before: before.get(row.id), now: row.search_text }));
  await saveTerms(db, organizationId, changes);
  const accountIds = [...old, ...rows].flatMap((row) => row.account_id ?? []);
  return [...new Set(accountIds)];
}

/** New engagement moved leads to another place of the list. */
export const moveLeads: Mutation = (db, organizationId, random) =>
  writeWorkspace(db, organizationId, async (revision) => {
    const old = await someLeads(db, organizationId, random);
    const rows = old.map((row) => {
      const last_signal_at = random.pick(moments);
      return {
        ...row,
        last_signal_at,
        first_signal_at: Math.min(row.first_signal_at, last_signal_at),
        signal_revision: row.last_signal_at === last_signal_at ? row.signal_revision : revision,
      };
    });
    await refreshSummaries(db, organizationId, await save(db, organizationId, old, rows), revision);
  });

/** The daily rescoring, or another ICP. */
export const rescore: Mutation = (db, organizationId, random) =>
  writeWorkspace(db, organizationId, async (revision) => {
    const old = await someLeads(db, organizationId, random);
    const rows = old.map((row) => {
      const icp_match_percent = random.chance(0.3) ? row.icp_match_percent : random.pick(scores);
      const intent_score = random.pick(scores);
      const same = row.icp_match_percent === icp_match_percent && row.intent_score === intent_score;
      return {
        ...row,
        icp_match_percent,
        intent_score,
        lead_tier: random.pick(leadTiers),
        score_revision: same ? row.score_revision : revision,
      };
    });
    await refreshSummaries(db, organizationId, await save(db, organizationId, old, rows), revision);
  });

/** Leads appear, with engagement. */
export const addLeads: Mutation = (db, organizationId, random) =>
  writeWorkspace(db, organizationId, async (revision) => {
    const [template] = await someLeads(db, organizationId, random);
    const [person] = await db.select<PersonRow>('SELECT * FROM people WHERE organization_id = ? LIMIT 1', [
      organizationId,
    ]);
    if (!template || !person) return;
    const newcomers = Array.from({ length: random.between(1, 3) }, () => {
      const company_name = random.pick(companies);
      const row = { display_name: random.pick(names), headline: random.pick(headlines), company_name };
      const last = random.pick(moments);
      const newPerson: PersonRow = { ...person, ...row, id: uuid() };
      const lead: LeadRow = {
        ...template,
        id: newPerson.id,
        disposition: 'ACTIVE',
        lead_tier: random.pick(leadTiers),
        icp_match_percent: random.pick(scores),
        first_signal_at: last,
        last_signal_at: last,
        signal_revision: revision,
        score_revision: revision,
        company_key: companyNameKey(company_name),
        search_text: searchTextOf(newPerson),
      };
      return { newPerson, lead };
    });
    await insertInto(
      db,
      people,
      newcomers.map(({ newPerson }) => newPerson),
    );
    const accounts = await save(
      db,
      organizationId,
      [],
      newcomers.map(({ lead }) => lead),
    );
    await engage(
      db,
      organizationId,
      random,
      newcomers.map(({ lead }) => lead.id),
    );
    await refreshSummaries(db, organizationId, accounts, revision);
  });

/** Leads go, or are set aside in the CRM, or come back from there. */
export const dropLeads: Mutation = (db, organizationId, random, untouched) =>
  writeWorkspace(db, organizationId, async (revision) => {
    const old = (await someLeads(db, organizationId, random)).filter((row) => row.id !== untouched);
    const gone = old.filter(() => random.chance(0.3));
    const stay = old.filter((row) => !gone.includes(row));
    await removeLeads(db, organizationId, gone, { reason: 'removed' });
    const rows = stay.map((row) => ({ ...row, disposition: random.pick(dispositions) }));
    const accounts = await save(db, organizationId, stay, rows);
    await refreshSummaries(
      db,
      organizationId,
      [...new Set([...accounts, ...gone.flatMap((row) => row.account_id ?? [])])],
      revision,
    );
  });

async function engage(db: Database, organizationId: string, random: Random, people: readonly string[]): Promise<void> {
  const posts = await db.select<{ id: string }>('SELECT id FROM posts WHERE organization_id = ?', [organizationId]);
  const rows = people.map((person_id): EngagementRow => {
    const at = random.pick(moments);
    return {
      organization_id: organizationId,
      id: uuid(),
      post_id: random.pick(posts).id,
      person_id,
      monitored_profile_id: null,
      type: random.pick(engagementTypes),
      reaction: null,
      origin: 'watchlist',
      occurred_at: at,
      observed_at: at,
      comment_excerpt: null,
      intent_hint: 0,
      by_author: 0,
      discriminator: uuid(),
      earliest_at: null,
      dated: 1 as const,
      comment_class: null,
      said_confidence: null,
      said_set_at: null,
      said_by: null,
      said_built_in: null,
    };
  });
  await insertEngagements(db, organizationId, rows);
}

/** Engagement of people there are comes in, older and newer than what is shown. */
export const addEngagements: Mutation = (db, organizationId, random, untouched) =>
  writeWorkspace(db, organizationId, async () => {
    const leads = await someLeads(db, organizationId, random);
    await engage(db, organizationId, random, [
      ...leads.map((row) => row.id),
      ...(untouched ? [untouched, untouched] : []),
    ]);
  });

/** Two posts or people turned out to be one: engagements that would be double go. */
export const dropEngagements: Mutation = (db, organizationId, random) =>
  writeWorkspace(db, organizationId, async () => {
    const rows = await db.select<{ id: string }>('SELECT id FROM engagements WHERE organization_id = ? ORDER BY id', [
      organizationId,
    ]);
    for (const row of random.some(rows, 3)) {
      await db.run('DELETE FROM engagements WHERE organization_id = ? AND id = ?', [organizationId, row.id]);
    }
  });

let made = 0;

/** The watchlist changes: entries come, go, are edited, and engagement with their posts comes in. */
export const changeWatchlist: Mutation = async (db, organizationId, random) => {
  const rows = await db.select<{ id: string; profile_url: string }>(
    'SELECT id, profile_url FROM monitored_profiles WHERE organization_id = ? ORDER BY id',
    [organizationId],
  );
  const ids = random.some(rows, 2).map((row) => row.id);
  if (random.chance(0.3)) {
    await writeWorkspace(db, organizationId, (revision) =>
      markSynced(db, organizationId, ids, random.pick(moments), revision),
    );
  }
  for (const id of ids) if (random.chance(0.2)) await removeWatchlistEntry(db, organizationId, id);
  // A small number of people, so that some entries are edited instead of made.
  made += 1;
  const slug = `newcomer-${random.chance(0.5) ? made : made % 3}`;
  await saveWatchlistEntry(
    db,
    organizationId,
    {
      person: { memberId: null, slug, isCompany: false },
      profileUrl: `https://www.linkedin.com/in/${slug}/`,
      displayName: random.pick(names),
      headline: null,
      profileType: random.pick(profileTypes),
      source: 'MANUAL_WATCHLIST',
      relationship: 'STANDARD',
      status: 'ACTIVE',
      label: null,
      followers: random.pick([null, 3, 500, 9_000]),
    },
    random.chance(0.5) ? start : random.pick(moments),
  );
};
