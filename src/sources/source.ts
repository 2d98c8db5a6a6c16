/** Where engagement comes from live: one small interface, so that a discovery does not know which one it has. */
import type { Network } from '../intake';
import type { IntakeRecord } from '../intake/records';

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
  /** Stops asking. */
  readonly signal: AbortSignal;
}

export interface Source {
  readonly name: 'files' | 'apify' | 'unipile';
  /** What it can bring, for people. */
  readonly brings: string;
  /** What it costs, for people. */
  readonly costs: string;
  /**
   * Collects a post, a page at a time.
   * @param state of the last page that was stored; null from the beginning.
   * @throws SourceFailure when it can bring nothing (more); OutgoingError when it does not answer.
   */
  collect(post: SourcePost, state: unknown, options: CollectOptions): AsyncIterable<SourcePage>;
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
