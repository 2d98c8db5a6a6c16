/** The fixed values of the domain, each list once. Schemas, tables, rules and commands all use these. */

/** From worst to best. */
export const leadTiers = ['UNQUALIFIED', 'NURTURE', 'QUALIFIED', 'PRIORITY'] as const;
export type LeadTier = (typeof leadTiers)[number];

/** How well a person fits, from worst to best. */
export const fitGrades = ['D', 'C', 'B', 'A'] as const;
export type FitGrade = (typeof fitGrades)[number];

/**
 * What a person said lately, from what speaks most against a call to what speaks most for it. `refused`: wants no call.
 * `quiet`: wrote nothing useful. `words`: wrote under several posts. `question`: asked something. `considering`: asked a price
 * or leaves a vendor. `asking`: asked for a demo, an offer or a call, or asked a price or left a vendor under a post of ours or
 * of a competitor.
 */
export const statedInterests = ['refused', 'quiet', 'words', 'question', 'considering', 'asking'] as const;
export type StatedInterest = (typeof statedInterests)[number];

/** How important a criterion of an ideal customer profile is. */
export const importances = ['must', 'should', 'nice'] as const;
export type Importance = (typeof importances)[number];

// What texts say is the reader's to name.
export {
  jobFunctions,
  seniorities,
  commentClasses,
  storedClasses,
  saidOf,
  storedAs,
  askingClasses,
  isAsking,
} from '../../packages/reader/src';
export type { JobFunction, Seniority, CommentClass, StoredClass, AskingClass } from '../../packages/reader/src';

/** How certain the time of an engagement is. */
/** What is known about a work e-mail address. */
export const emailStatuses = ['VERIFIED', 'UNVERIFIED', 'INVALID'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

export const timings = ['exact', 'bounded', 'observed'] as const;
export type Timing = (typeof timings)[number];

/** What people decided about a lead. Only ACTIVE ones are worked on. */
export const dispositions = ['ACTIVE', 'CLIENT', 'BAD_LEAD'] as const;
export type Disposition = (typeof dispositions)[number];

/** Why somebody is a BAD_LEAD. */
export const dispositionReasons = ['competitor', 'student', 'wrong_person', 'other'] as const;
export type DispositionReason = (typeof dispositionReasons)[number];

/** What added an engagement or a lead. */
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

/** Roles of a member of a workspace, from least to most. */
export const roles = ['MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];
/** The one of two roles that may do less. */
export const smallerRole = (one: Role, other: Role): Role => (roles.indexOf(one) < roles.indexOf(other) ? one : other);

/** What was done about a lead. SNOOZED: not to be contacted until a day. */
export const outreachStatuses = ['NONE', 'CONTACTED', 'SNOOZED'] as const;
export type OutreachStatus = (typeof outreachStatuses)[number];
/** The events that a webhook can receive. */
export const webhookTypes = [
  'leads.changed',
  'lead.tier_changed',
  'lead.deleted',
  'discovery.finished',
  'agent.run_finished',
  'credits.low',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** `DISABLED`: nothing is sent until a person turns it on again. */
export const webhookStatuses = ['ACTIVE', 'DISABLED'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** The result of a message to a webhook. */
export const messageStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type MessageStatus = (typeof messageStatuses)[number];
