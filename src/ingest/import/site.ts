/** What is known about a workspace's people and competitors apart from their rows. */
import type { Database } from '../../database/database';
import { commentsReady, companyNamesReady } from '../../shared/reader-ready';
import { withoutNamesOf, type WithoutNames } from '../../rules/fit/rivals';
import { competitorNames, competitorProfiles } from '../../store/reads/own-companies';
import { correctionsOf, type StoredCorrection } from '../../store/writes/corrections';
import { activeMembers, watchedPeople } from '../../store/writes/lookups';

export interface Site {
  /** The watched profile of a person. */
  readonly watched: ReadonlyMap<string, string>;
  /** User id of a member, by e-mail. */
  readonly owners: ReadonlyMap<string, string>;
  /** Takes the competitors that the workspace watches out of a text. */
  readonly withoutRivals: WithoutNames;
  /** Ids of the watched profiles of competitors. */
  readonly rivals: ReadonlySet<string>;
  /** What people set right of comments, by `correctionKey`. */
  readonly corrections: ReadonlyMap<string, StoredCorrection>;
}

/** As the database has it now. */
export async function siteOf(db: Database, organizationId: string): Promise<Site> {
  const watched = await watchedPeople(db, organizationId);
  const owners = await activeMembers(db, organizationId);
  const rivals = new Set(await competitorProfiles(db, organizationId));
  const withoutRivals = withoutNamesOf(await competitorNames(db, organizationId));
  return { watched, owners, rivals, withoutRivals, corrections: await correctionsOf(db, organizationId) };
}

/** Waits for what comments are read with where competitors are watched. Call it before a transaction, so that nobody waits for that. */
export async function readyForRivals(db: Database, organizationId: string): Promise<void> {
  const names = await competitorNames(db, organizationId);
  if (names.length > 0) await Promise.all([companyNamesReady(), commentsReady()]);
}
