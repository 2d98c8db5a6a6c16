/**
 * A new watchlist entry, a new member or a new workspace name can make a company the workspace's own or a competitor's, or end
 * that. Everybody who works there must then be scored again, although nothing about them changed.
 */
import { z } from 'zod';
import type { Database } from '../database/database';
import { ownCompanies } from '../store/reads/own-companies';
import { queueScoring } from '../store/writes/engagement-writer';
import { judgedCompanies, noteJudgedCompanies, workplacesAfter } from '../store/writes/judged-companies';
import { writeWorkspace } from '../store/log/workspace-lock';
import { withoutNamesOf } from '../rules/fit/rivals';
import { commentsReady, companyNamesReady } from '../shared/reader-ready';
import { readCommentsAgain, type CommentsAgain } from './comments-again';
import { ownAndCompetitors, employedBy, readyToCheck, type OwnAndCompetitors } from './workspace-companies';

/** How many people are looked through at a time. */
const chunk = 2_000;

const texts = z.array(z.string());
// Older stored values have no `names`.
const side = z.object({ keys: texts, accounts: texts, domains: texts, names: texts.default([]) });
const stored = z.object({ ours: side, theirs: side });

const nobody: OwnAndCompetitors = {
  ours: { keys: new Set(), accounts: new Set(), domains: new Set(), names: new Set() },
  theirs: { keys: new Set(), accounts: new Set(), domains: new Set(), names: new Set() },
};

/** The same text for the same companies, in whatever order they were found. */
function written(companies: OwnAndCompetitors): string {
  const sorted = ({ keys, accounts, domains, names }: OwnAndCompetitors['ours']) => ({
    keys: [...keys].sort(),
    accounts: [...accounts].sort(),
    domains: [...domains].sort(),
    names: [...names].sort(),
  });
  return JSON.stringify({ ours: sorted(companies.ours), theirs: sorted(companies.theirs) });
}

function read(text: string | undefined): OwnAndCompetitors {
  if (text === undefined) return nobody;
  const { ours, theirs } = stored.parse(JSON.parse(text));
  const sets = (one: z.infer<typeof side>) => ({
    keys: new Set(one.keys),
    accounts: new Set(one.accounts),
    domains: new Set(one.domains),
    names: new Set(one.names),
  });
  return { ours: sets(ours), theirs: sets(theirs) };
}

/**
 * The companies that are not customers now. Queues the leads whose classification this changes since the last scoring. Safe to
 * interrupt: what was queued is scored, and the rest is found again.
 * @param checkpoint called between transactions.
 */
export async function currentCompanies(
  db: Database,
  organizationId: string,
  checkpoint: () => Promise<void>,
): Promise<OwnAndCompetitors> {
  const now = ownAndCompetitors(await ownCompanies(db, organizationId));
  await readyToCheck(now);
  const text = written(now);
  const before = await judgedCompanies(db, organizationId);
  if (text === before) return now;
  const old = read(before);
  const changed = [...old.theirs.names].filter((name) => !now.theirs.names.has(name));
  changed.push(...[...now.theirs.names].filter((name) => !old.theirs.names.has(name)));
  if (changed.length > 0) await Promise.all([companyNamesReady(), commentsReady()]);
  // Comments that name a competitor, or stand under a post of one, are read with that.
  const withoutChanged = withoutNamesOf(changed);
  const comments: CommentsAgain = {
    withoutRivals: withoutNamesOf([...now.theirs.names]),
    concerns: ({ comment_excerpt: words, comment_class: said, under_rival: under }) =>
      withoutChanged(words) !== null || under === 1 || said === 'leaving',
  };
  for (let after = ''; ;) {
    const people = await workplacesAfter(db, organizationId, after, chunk);
    const last = people.at(-1);
    if (last === undefined) break;
    after = last.id;
    const concerned = people.filter((person) => {
      const [was, is] = [employedBy(old, person), employedBy(now, person)];
      return was.own !== is.own || was.competitor !== is.competitor;
    });
    const ids = concerned.map(({ id }) => id);
    const all = people.map(({ id }) => id);
    if (ids.length > 0 || changed.length > 0)
      await writeWorkspace(db, organizationId, async () => {
        const said = changed.length === 0 ? [] : await readCommentsAgain(db, organizationId, all, comments);
        await queueScoring(db, organizationId, [...new Set([...ids, ...said])]);
      });
    await checkpoint();
  }
  await writeWorkspace(db, organizationId, () => noteJudgedCompanies(db, organizationId, text));
  return now;
}
