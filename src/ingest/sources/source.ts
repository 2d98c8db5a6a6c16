/** Where engagement comes from live: one small interface, so that a discovery does not know which one it has. */
import type { Network } from '../import';
import type { IntakeRecord } from '../import/records';

/** The post to collect. */
export interface SourcePost {
  /** What it was asked by, canonical. */
  readonly urn: string;
  readonly url: string;
  /** All URNs known to name it; holds `urn`. */
  readonly urns: readonly string[];
}

export interface SourcePage {
  /** What it holds, as the readers of exports give it. */
  readonly records: readonly IntakeRecord[];
  /** Where to go on after this page: JSON. Stored with the page, so a restart fetches nothing twice. */
  readonly state: unknown;
  /** How far it is, 0 to 100; null where the source does not say. */
  readonly percent: number | null;
  /** The source needs this long before it has more, milliseconds. */
  readonly waitMs?: number;
}

export interface CollectOptions {
  readonly network: Network;
  /** Epoch ms: when this is observed. */
  readonly now: () => number;
  /** People wanted at most; a source that charges by result asks for no more. */
  readonly mostPeople: number;
  /** Records wanted in the next page by the code that stores them; for a source that need not ask anybody for a page. */
  readonly pageSize?: () => number;
  /** Stops asking. */
  readonly signal: AbortSignal;
}

/** Whose posts are wanted. At least one of `memberId` and `slug` is set; a company has its page's name as `slug`. */
export interface SourceProfile {
  readonly url: string;
  readonly memberId: string | null;
  readonly slug: string | null;
  readonly isCompany: boolean;
}

/** A post that a source names, for `collect`. */
export interface FoundPost {
  readonly urn: string;
  readonly url: string;
  /**
   * How it stands at the source, at most 64 characters: while it reads the same, nothing has come in. Null: the source does
   * not say, so it is collected every time.
   */
  readonly mark: string | null;
}

/** A page of posts, in any order. Posts beyond `mostPosts` are the caller's to leave out. */
export interface FoundPosts extends Pick<SourcePage, 'records' | 'state' | 'waitMs'> {
  readonly posts: readonly FoundPost[];
  /** How many follow the profile, where the source says. */
  readonly followers?: number;
}

export interface FindOptions extends Omit<CollectOptions, 'mostPeople'> {
  /** Epoch ms: a source that is paid by result need not name posts published before. */
  readonly since: number;
  /** A source that is paid by result asks for no more. */
  readonly mostPosts: number;
}

export interface Source {
  readonly name: 'files' | 'apify' | 'unipile';
  /** What it can bring, for people. */
  readonly brings: string;
  /** What it costs, for people. */
  readonly costs: string;
  /** Milliseconds by which it moves all times; the numbers of posts are to be moved by the same. None when left out. */
  readonly shift?: number;
  /** What it cannot, for people; null where it can everything. */
  readonly cannot: string | null;
  /**
   * Collects a post, a page at a time.
   * @param state of the last page that was stored; null from the beginning.
   * @throws SourceFailure when it can bring nothing (more); OutgoingError when it does not answer.
   */
  collect(post: SourcePost, state: unknown, options: CollectOptions): AsyncIterable<SourcePage>;

  /**
   * Posts of a profile, the recent ones at least, a page at a time; absent where the source cannot say. Other arguments and
   * errors as of `collect`.
   */
  postsOf?(profile: SourceProfile, state: unknown, options: FindOptions): AsyncIterable<FoundPosts>;

  /** Posts whose text holds the words; absent where the source cannot look for words. */
  postsWith?(words: string, state: unknown, options: FindOptions): AsyncIterable<FoundPosts>;

  /** The mark of a post that is known by another way; null when the source holds nothing of it. Absent where asking costs. */
  markOf?(urns: readonly string[]): Promise<string | null>;
}

/** Why a source brings nothing, for the caller of a discovery. */
export class SourceFailure extends Error {
  constructor(
    readonly code: 'post_not_found' | 'source_refused' | 'source_failed',
    message: string,
  ) {
    super(message);
    this.name = 'SourceFailure';
  }
}
