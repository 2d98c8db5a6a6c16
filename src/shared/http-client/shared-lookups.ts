/**
 * Shared lookups of host names: all who ask for a name at the same time share one lookup, only a few run at once, and each
 * asker leaves at its own deadline. A lookup without askers is ended if possible.
 */
import type { LookupAddress } from 'node:dns';

export type Addresses = readonly LookupAddress[];

/** Finds the addresses of a name. @param signal ends the lookup, if it can be ended. */
export type Look = (hostname: string, signal: AbortSignal) => Promise<Addresses>;

export interface LookupLimits {
  readonly atOnce: number;
  /** Names that may wait for a free lookup. A further one is refused. */
  readonly waiting: number;
  /** Whether `Look` obeys its signal. If not, a lookup keeps its place until it is done, and is shared until then. */
  readonly canEnd: boolean;
}

/** Too many names wait already. */
export class TooManyLookups extends Error {
  override readonly name = 'TooManyLookups';
}

interface Lookup {
  readonly hostname: string;
  readonly ending: AbortController;
  readonly found: Promise<Addresses>;
  readonly begin: () => void;
  askers: number;
}

export class SharedLookups {
  private readonly byName = new Map<string, Lookup>();
  private readonly queue = new Set<Lookup>();
  private running = 0;

  constructor(
    private readonly look: Look,
    private readonly limits: LookupLimits,
  ) {}

  /**
   * The addresses of a name.
   * @param signal the deadline of the asker.
   * @throws what the lookup throws, the signal's reason, or TooManyLookups.
   */
  async find(hostname: string, signal: AbortSignal): Promise<Addresses> {
    signal.throwIfAborted();
    const lookup = this.byName.get(hostname) ?? this.start(hostname);
    lookup.askers += 1;
    let leave: (() => void) | undefined;
    const deadline = new Promise<never>((_resolve, reject) => {
      leave = () => reject(new Error('the lookup took too long'));
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([lookup.found, deadline]);
    } finally {
      if (leave) signal.removeEventListener('abort', leave);
      lookup.askers -= 1;
      if (lookup.askers === 0) this.abandon(lookup);
    }
  }

  private start(hostname: string): Lookup {
    if (this.running >= this.limits.atOnce && this.queue.size >= this.limits.waiting) {
      throw new TooManyLookups('too many names are looked up');
    }
    const ending = new AbortController();
    let begin = (): void => undefined;
    const turn = new Promise<void>((resolve) => (begin = resolve));
    const found = turn.then(() => this.look(hostname, ending.signal)).finally(() => this.end(lookup));
    // There may be no asker left to handle a failure.
    found.catch(() => undefined);
    const lookup: Lookup = { hostname, ending, found, begin, askers: 0 };
    this.byName.set(hostname, lookup);
    this.queue.add(lookup);
    this.beginNext();
    return lookup;
  }

  private beginNext(): void {
    for (const lookup of this.queue) {
      if (this.running >= this.limits.atOnce) return;
      this.queue.delete(lookup);
      this.running += 1;
      lookup.begin();
    }
  }

  private end(lookup: Lookup): void {
    this.running -= 1;
    this.forget(lookup);
    this.beginNext();
  }

  private abandon(lookup: Lookup): void {
    const waits = this.queue.delete(lookup);
    if (!waits && !this.limits.canEnd) return;
    this.forget(lookup);
    lookup.ending.abort();
  }

  private forget(lookup: Lookup): void {
    if (this.byName.get(lookup.hostname) === lookup) this.byName.delete(lookup.hostname);
  }
}
