/** Who cannot be a lead, whatever they score. */
import type { ProfileType } from '../intent/intent';

export interface EligibilityFacts {
  readonly actorKind: 'PERSON' | 'COMPANY';
  /** The engagement is the post's own author's (a reply under their post, a like of it). */
  readonly isPostAuthor: boolean;
  /** How the workspace's watchlist lists this person; nulls when it does not. */
  readonly profileType: ProfileType | null;
  readonly relationship: 'SELF' | 'STANDARD' | 'COMPETITOR' | null;
}

export interface EligibilityRow {
  readonly reason: 'COMPANY_PAGE' | 'TEAMMATE' | 'SELF' | 'POST_AUTHOR';
  readonly message: string;
  /** `person`: never a lead of this workspace. `engagement`: this engagement does not count; others of theirs may. */
  readonly excludes: 'person' | 'engagement';
  readonly applies: (facts: EligibilityFacts) => boolean;
}
export type IneligibilityReason = EligibilityRow['reason'];

/** Read from the top; the first row that applies is the reason given. */
export const eligibilityRows: readonly EligibilityRow[] = [
  {
    reason: 'COMPANY_PAGE',
    message: 'a company page is no person',
    excludes: 'person',
    applies: (facts) => facts.actorKind === 'COMPANY',
  },
  {
    reason: 'SELF',
    message: 'one of the workspace’s own profiles',
    excludes: 'person',
    applies: (facts) => facts.relationship === 'SELF',
  },
  {
    reason: 'TEAMMATE',
    message: 'on the watchlist as a teammate',
    excludes: 'person',
    applies: (facts) => facts.profileType === 'TEAMMATE',
  },
  {
    reason: 'POST_AUTHOR',
    message: 'engaged with their own post',
    excludes: 'engagement',
    applies: (facts) => facts.isPostAuthor,
  },
];

/** Why an engagement makes no lead, or null when it can. */
export function ineligibility(facts: EligibilityFacts): EligibilityRow | null {
  return eligibilityRows.find((row) => row.applies(facts)) ?? null;
}

/** All reasons that apply, for a report. */
export function ineligibilityReasons(facts: EligibilityFacts): IneligibilityReason[] {
  return eligibilityRows.filter((row) => row.applies(facts)).map((row) => row.reason);
}
