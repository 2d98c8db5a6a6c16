/**
 * Keeps slow hosts from taking all places for outgoing requests. A host that answers quickly has no limit here. One that took
 * long the last time, or keeps a request waiting now, gets a few places, and all slow hosts together get a part of them. A caller
 * that finds no place is told when to come back, one after the other, so that nobody asks in vain. Counted in each process.
 */
export interface HostLimits {
  /** A host that takes so many milliseconds is slow. */
  readonly slowMs: number;
  /** Requests at a time to one slow host. */
  readonly ofOneHost: number;
  /** Requests at a time to all slow hosts together. */
  readonly ofSlowHosts: number;
}

/** The bounds of a time to come back, milliseconds. */
const [soonest, latest] = [1_000, 5 * 60_000];
/** How many hosts that are slow now are remembered. */
const mostRemembered = 1_000;

interface Host {
  /** When each running request began. */
  readonly began: Set<{ readonly at: number }>;
  /** How long the last request took. */
  tookMs: number;
  /** Until when its places are promised. */
  promisedTo: number;
}

/** A place, to be left when the request has ended, or how long to stay away, in milliseconds. */
export type HostPlace = { readonly leave: () => void } | { readonly waitMs: number };

export class HostPlaces {
  /** Hosts with running requests, and slow ones. */
  private readonly hosts = new Map<string, Host>();
  private promisedTo = 0;

  /** @param clock milliseconds that never go back. */
  constructor(
    private readonly limits: HostLimits,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  enter(name: string): HostPlace {
    const now = this.clock();
    const { ofOneHost, ofSlowHosts } = this.limits;
    const host = this.hosts.get(name) ?? { began: new Set(), tookMs: 0, promisedTo: 0 };
    if (this.isSlow(host, now)) {
      const all = [...this.hosts.values()].filter((one) => this.isSlow(one, now));
      const running = all.reduce((sum, { began }) => sum + began.size, 0);
      if (host.began.size >= ofOneHost || running >= ofSlowHosts) return { waitMs: this.promise(host, now) };
    }
    const request = { at: now };
    host.began.add(request);
    this.hosts.set(name, host);
    return {
      leave: () => {
        host.began.delete(request);
        host.tookMs = this.clock() - now;
        if (host.began.size === 0 && host.tookMs < this.limits.slowMs) this.hosts.delete(name);
        this.forget();
      },
    };
  }

  private isSlow({ began, tookMs }: Host, now: number): boolean {
    const { slowMs } = this.limits;
    return tookMs >= slowMs || [...began].some(({ at }) => now - at >= slowMs);
  }

  /** Promises the next free time of the host, and of all slow hosts together. */
  private promise(host: Host, now: number): number {
    const each = Math.max(host.tookMs, this.limits.slowMs);
    host.promisedTo = Math.max(now, host.promisedTo) + each / this.limits.ofOneHost;
    this.promisedTo = Math.max(now, this.promisedTo) + each / this.limits.ofSlowHosts;
    const waitMs = Math.max(host.promisedTo, this.promisedTo) - now;
    if (waitMs >= latest) host.promisedTo = this.promisedTo = now + latest;
    return Math.round(Math.min(latest, Math.max(soonest, waitMs)));
  }

  private forget(): void {
    for (const [name, { began }] of this.hosts) {
      if (this.hosts.size <= mostRemembered) return;
      if (began.size === 0) this.hosts.delete(name);
    }
  }
}
