/** A source of live engagement. The interface is small, so that a discovery does not depend on any one source. */
import type { Network } from '../import';
import type { IntakeRecord } from '../import/records';

/** The post to collect. */
export interface SourcePost {
  /** The canonical form of the URN that the caller gave. */
  readonly urn: string;
  readonly url: string;
  /** All URNs known to name it, including `urn`. */
  readonly urns: readonly string[];
}

export interface SourcePage {
  /** What the page holds, as the readers of exports return it. */
  readonly records: readonly IntakeRecord[];
  /** Where to continue after this page: JSON. Stored with the page, so that a restart fetches nothing twice. */
  readonly state: unknown;
  /** Progress, 0 to 100; null when the source does not say. */
  readonly percent: number | null;
  /** Milliseconds that the source needs before it has more. */
  readonly waitMs?: number;
}

export interface CollectOptions {
  readonly network: Network;
  /** Epoch ms: the time of observation. */
  readonly now: () => number;
  /** Most people wanted. A source that charges by result asks for no more. */
  readonly mostPeople: number;
  /** Records that the caller wants in the next page. Only for a source that does not fetch its pages from a service. */
  readonly pageSize?: () => number;
  /** Stops the collection. */
  readonly signal: AbortSignal;
}

/**
 * The profile whose posts are wanted. At least one of `memberId` and `slug` is set. A company has the name of its page as
 * `slug`.
 */
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
   * The post's state at the source, at most 64 characters. While it is the same, nothing new has come in. Null: the source does
   * not say, so the post is collected every time.
   */
  readonly mark: string | null;
}

/** A page of posts, in any order. The caller leaves out posts beyond `mostPosts`. */
export interface FoundPosts extends Pick<SourcePage, 'records' | 'state' | 'waitMs'> {
  readonly posts: readonly FoundPost[];
  /** Number of followers of the profile, if the source says. */
  readonly followers?: number;
}

export interface FindOptions extends Omit<CollectOptions, 'mostPeople'> {
  /** Epoch ms. A source that is paid by result need not name posts published before. */
  readonly since: number;
  /** Most posts wanted. A source that is paid by result asks for no more. */
  readonly mostPosts: number;
}

export interface Source {
  readonly name: 'files' | 'apify' | 'unipile';
  /** What it provides, for people. */
  readonly brings: string;
  /** What it costs, for people. */
  readonly costs: string;
  /** Milliseconds by which it shifts all times. Ids of posts must be shifted by the same. None when left out. */
  readonly shift?: number;
  /** What it cannot do, for people; null when it can do everything. */
  readonly cannot: string | null;
  /**
   * Collects a post, a page at a time.
   * @param state of the last page that was stored; null from the beginning.
   * @throws SourceFailure when it can give nothing (more); OutgoingError when it does not answer.
   */
  collect(post: SourcePost, state: unknown, options: CollectOptions): AsyncIterable<SourcePage>;

  /**
   * Posts of a profile, at least the recent ones, a page at a time. Absent when the source cannot list them. Other arguments
   * and errors as in `collect`.
   */
  postsOf?(profile: SourceProfile, state: unknown, options: FindOptions): AsyncIterable<FoundPosts>;

  /** Posts whose text contains the words. Absent when the source cannot search. */
  postsWith?(words: string, state: unknown, options: FindOptions): AsyncIterable<FoundPosts>;

  /** The mark of a post that is known already; null when the source holds nothing about it. Absent when asking costs. */
  markOf?(urns: readonly string[]): Promise<string | null>;
}

/** Why a source gives nothing, for the caller of a discovery. */
export class SourceFailure extends Error {
  constructor(
    readonly code: 'post_not_found' | 'source_refused' | 'source_failed',
    message: string,
  ) {
    super(message);
    this.name = 'SourceFailure';
  }
}
