/** The records that every export format is turned into. The importer stores these and never sees a format. */
import type { StoredClass, Disposition, EmailStatus, EngagementType } from '../../shared/values';
import type { PostRef } from './urn';

export type { PostRef } from './urn';

/** Where a record is in its file: a line (CSV, NDJSON) or an item (JSON), counted from 1. */
export type Position = number;

/** The network's reactions; all of them are the engagement type LIKE. */
export const reactions = ['LIKE', 'PRAISE', 'EMPATHY', 'APPRECIATION', 'INTEREST', 'ENTERTAINMENT', 'MAYBE'] as const;
export type Reaction = (typeof reactions)[number];

export type { Disposition, EmailStatus, EngagementType };

/** A person or company as one row names it. At least one of `memberId` and `slug` is set. */
export interface PersonRef {
  /** Stable id, case-sensitive. Reactions carry it. */
  readonly memberId: string | null;
  /** Name in the profile address, normalised. Comments carry it. For a company the name of its page. */
  readonly slug: string | null;
  readonly name: string | null;
  readonly headline: string | null;
  /** Canonical address; null where only a number is known. */
  readonly profileUrl: string | null;
  /** A company page that acts. It is an actor, never a lead. */
  readonly isCompany: boolean;
  readonly followers: number | null;
}

/** What is kept of a comment's words. */
export interface CommentWords {
  readonly excerpt: string | null;
  /** The class, read from the whole text; null when there is none, or when it is no comment. */
  readonly said: StoredClass | null;
  /** How likely the class is, in thousandths; null without one, or in a log of an older release. */
  readonly confidence: number | null;
  /** Distinguishes two comments of one person under one post. Empty for a like. */
  readonly discriminator: string;
}

export interface EngagementRecord {
  readonly kind: 'engagement';
  readonly at: Position;
  readonly post: PostRef;
  readonly actor: PersonRef;
  readonly type: EngagementType;
  /** For LIKE; null when the export does not say which. */
  readonly reaction: Reaction | null;
  /** The comment, or the words of a repost. */
  readonly commentText: string | null;
  /** What is kept of the words, if the text is gone or was read already. */
  readonly words?: CommentWords;
  /** Id of the comment or repost; null when the export names none. */
  readonly commentId: string | null;
  /** Epoch ms; null when the export has no time (most reactions). */
  readonly occurredAt: number | null;
  /** Epoch ms when the export saw it. Never null: at worst it is the file's own time. */
  readonly observedAt: number;
  /** The post's own author engaged, which is no signal. */
  readonly isPostAuthor: boolean;
}

export interface PostRecord {
  readonly kind: 'post';
  readonly at: Position;
  readonly post: PostRef;
  /** All URNs known to name this one post, `post.urn` first. */
  readonly urns: readonly string[];
  readonly text: string | null;
  readonly author: PersonRef | null;
  /** The author's name, even if the export does not link them. */
  readonly authorName: string | null;
  /** Epoch ms. */
  readonly publishedAt: number | null;
  /** Counts that the network reported; null when unknown. */
  readonly likes: number | null;
  readonly comments: number | null;
  readonly reposts: number | null;
  /** Epoch ms when the export saw it. */
  readonly observedAt: number;
}

/** Facts about a person beyond the reference. Raw texts, which qualification normalises. */
export interface Enrichment {
  readonly title: string | null;
  readonly seniority: string | null;
  readonly function: string | null;
  readonly companyName: string | null;
  readonly companySlug: string | null;
  readonly companyDomain: string | null;
  readonly companySize: string | null;
  readonly industry: string | null;
  /** Free text, `Lyon, Auvergne-Rhône-Alpes, France`. */
  readonly location: string | null;
  /** As exported: an ISO code or a name. */
  readonly country: string | null;
  readonly region: string | null;
  /** Work e-mail only, lower case. */
  readonly email: string | null;
  readonly emailStatus: EmailStatus | null;
}

export interface PersonRecord extends Enrichment {
  readonly kind: 'person';
  readonly at: Position;
  readonly person: PersonRef;
  /** Epoch ms when the export saw it. */
  readonly observedAt: number;
}

export interface CompanyRecord {
  readonly kind: 'company';
  readonly at: Position;
  readonly name: string | null;
  readonly slug: string | null;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly size: string | null;
}

/** What the customer's CRM says about a person. */
export interface LeadRecord {
  readonly kind: 'lead';
  readonly at: Position;
  readonly person: PersonRef;
  readonly disposition: Disposition;
  /** E-mail of the member who owns the lead. */
  readonly ownerEmail: string | null;
}

/** What stays of a record in the log when its person was erased: that a post exists, and facts about a company. */
export interface TraceRecord {
  readonly kind: 'trace';
  readonly at: Position;
  readonly post: PostRef | null;
  readonly company: Omit<CompanyRecord, 'kind' | 'at'> | null;
  /** Epoch ms when the export saw it. */
  readonly observedAt: number;
}

/** A row that could not be read; it goes to the `.rejects` file. */
export interface RefusedRecord {
  readonly kind: 'refused';
  readonly at: Position;
  readonly reason: string;
  /** The row as far as it is safe and short: printable, at most 200 characters. */
  readonly raw: string;
}

/** Something left out on purpose, counted and reported. */
export interface SkippedRecord {
  readonly kind: 'skipped';
  readonly at: Position;
  readonly reason: SkipReason;
}

/** Why something is left out on purpose. */
export const skipReasons = {
  error_row: "the exporter's own error rows",
  personal_email: 'personal e-mail addresses (the person is kept)',
  comment_reaction: 'reactions to a comment instead of the post',
  other_signal: 'signals that are no like, comment or repost',
  own_activity: "your own comments and reactions, from the network's data export",
} as const;
export type SkipReason = keyof typeof skipReasons;

export type IntakeRecord =
  EngagementRecord | PostRecord | PersonRecord | CompanyRecord | LeadRecord | RefusedRecord | SkippedRecord;
