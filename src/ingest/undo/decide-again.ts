/** Repeats the decisions of people in a workspace that is replayed. */
import type { Database } from '../../database/database';
import type { LoggedDecision } from '../import/logged-records';
import { mergeAccounts, splitAccount } from '../../store/writes/accounts';
import {
  acceptCandidateAgain,
  accountDecidedAbout,
  askForPostAgain,
  decideLeadAgain,
  setOutreachAgain,
} from '../../store/undo/decided';
import { PersonObjects, PersonSuppressed } from '../../store/writes/person-writer';
import { saveWatchlistEntry, storeOnceWatched, type WatchlistEntry } from '../../store/writes/watchlist';
import { removeWatchlistEntry } from '../../store/writes/watchlist-removal';

/** A decision about a person who has been suppressed since is skipped. */
export async function decideAgain(db: Database, organizationId: string, decision: LoggedDecision): Promise<void> {
  try {
    await carryOut(db, organizationId, decision);
  } catch (error) {
    if (!(error instanceof PersonSuppressed)) throw error;
  }
}

async function carryOut(db: Database, organizationId: string, decision: LoggedDecision): Promise<void> {
  const { at } = decision;
  switch (decision.kind) {
    case 'lead-decision':
      return decideLeadAgain(db, organizationId, decision, at);
    case 'outreach':
      return setOutreachAgain(db, organizationId, decision, at);
    case 'accepted-candidate':
      return acceptCandidateAgain(db, organizationId, decision);
    case 'watch': {
      // Written by `saveWatchlistEntry`.
      const entry = JSON.parse(decision.entry) as WatchlistEntry;
      try {
        await saveWatchlistEntry(db, organizationId, entry, at, decision.entryId);
      } catch (error) {
        if (!(error instanceof PersonObjects)) throw error;
        await storeOnceWatched(db, organizationId, entry, at);
      }
      return;
    }
    case 'unwatch':
      await removeWatchlistEntry(db, organizationId, decision.entryId);
      return;
    case 'asked-post':
      return askForPostAgain(db, organizationId, decision, at);
    case 'merge-accounts': {
      const keep = await accountDecidedAbout(db, organizationId, decision.keep, at);
      const drop = await accountDecidedAbout(db, organizationId, decision.drop, at);
      if (keep !== drop) await mergeAccounts(db, organizationId, keep, drop);
      return;
    }
    case 'split-account': {
      const from = await accountDecidedAbout(db, organizationId, decision.from, at);
      await splitAccount(db, organizationId, from, decision.alias, at);
    }
  }
}
