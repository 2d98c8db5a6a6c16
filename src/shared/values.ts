/** The fixed values of the domain, each list once: schemas, tables, rules and commands all name these. */

/** From worst to best. */
export const leadTiers = ['UNQUALIFIED', 'NURTURE', 'QUALIFIED', 'PRIORITY'] as const;
export type LeadTier = (typeof leadTiers)[number];

/** How well a person fits, from worst to best. */
export const fitGrades = ['D', 'C', 'B', 'A'] as const;
export type FitGrade = (typeof fitGrades)[number];

/**
 * What somebody said of late, from what speaks most against a call to what speaks most for it: `refused` wants none, `quiet` wrote
 * nothing to go by, `words` wrote under several posts, `question` asked something, `buying` asked for a price, a demo, an offer.
 */
export const voices = ['refused', 'quiet', 'words', 'question', 'buying'] as const;
export type Voice = (typeof voices)[number];

/** How much a criterion of an ideal customer profile matters. */
export const importances = ['must', 'should', 'nice'] as const;
export type Importance = (typeof importances)[number];

/** What a comment is. */
export const commentClasses = [
  'buying',
  'question',
  'objection',
  'plain',
  'congratulation',
  'tag',
  'refusal',
  'self_promotion',
  'job_hunting',
] as const;
export type CommentClass = (typeof commentClasses)[number];

/** How sure the time of an engagement is. */
export const timings = ['exact', 'bounded', 'observed'] as const;
export type Timing = (typeof timings)[number];

/** What people decided about a lead; only ACTIVE ones are worked on. */
export const dispositions = ['ACTIVE', 'CLIENT', 'BAD_LEAD'] as const;
export type Disposition = (typeof dispositions)[number];

/** What brought an engagement or a lead in. */
export const origins = ['agent', 'watchlist'] as const;
export type Origin = (typeof origins)[number];

export const engagementTypes = ['LIKE', 'COMMENT', 'REPOST'] as const;
export type EngagementType = (typeof engagementTypes)[number];

export const profileTypes = ['TEAMMATE', 'COMPETITOR', 'INFLUENCER', 'INVESTOR', 'CUSTOM'] as const;
export type ProfileType = (typeof profileTypes)[number];

export const profileSources = ['MEMBER_ONBOARDING', 'MANUAL_WATCHLIST'] as const;
export type ProfileSource = (typeof profileSources)[number];

export const relationships = ['SELF', 'STANDARD', 'COMPETITOR'] as const;
export type Relationship = (typeof relationships)[number];

export const profileStatuses = ['ACTIVE', 'PAUSED'] as const;
export type ProfileStatus = (typeof profileStatuses)[number];

/** Of a member of a workspace, from least to most. */
export const roles = ['MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];
