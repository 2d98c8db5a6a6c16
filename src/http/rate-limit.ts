/**
 * Limits of callers: requests in a minute, time of work in a minute, and requests at once. Each request counts for its key or
 * connection, for the person behind the connection, and for their workspace, so more connections or keys do not mean more quota.
 * The `RateLimit` and `RateLimit-Policy` fields report the limits (draft-ietf-httpapi-ratelimit-headers). Each process counts on
 * its own and grants its share (node-share.ts).
 */
import { setTimeout } from 'node:timers/promises';
import { OperationError } from '../shared/errors';
import { RequestTurns, type TurnName } from './request-turns';
import type { TracedResponse } from './traced-response';
import { WindowLimiter } from './window-limiter';
import { allTime, WorkMeter, type WorkClocks } from './work-meter';

const windowSeconds = 60;

/** Milliseconds of work per request of the quota. Nearly all requests need far less. */
const workPerRequest = 50;
/** Milliseconds of work in a minute that even the smallest quota gives. */
const leastWork = 20_000;
/** Milliseconds of work that may be used at once. */
const workAtOnce = 10_000;

/** The parties that a request counts for. */
export interface CountedFor {
  /** API key or connection. */
  readonly caller: string;
  /** The person behind a connection; a key has none. */
  readonly person?: string;
  readonly workspace: string;
}

/**
 * The limits of each party: a multiple of the quota and of its time of work, and the requests that may run and wait. They are
 * chosen so that one runaway assistant leaves room for the person's others, and one person leaves room for colleagues.
 */
export const shares = {
  caller: { policy: 'default', requests: 1, work: 1, running: 4, waiting: 256, whose: '' },
  person: { policy: 'person', requests: 2, work: 1, running: 4, waiting: 256, whose: ' of all your connections' },
  workspace: { policy: 'workspace', requests: 5, work: 1.5, running: 6, waiting: 512, whose: ' of your workspace' },
} as const;
/** Streams of a party that may run at a time: downloads of whole lists. More are refused at once. */
const streams = { caller: 2, person: 2, workspace: 4 } as const;
type Level = keyof typeof shares;
const levels = ['caller', 'person', 'workspace'] as const satisfies readonly Level[];

/** The quota after one request. */
export interface Quota {
  readonly allowed: boolean;
  /** `RateLimit` and `RateLimit-Policy`, names and values in turn, of the party with the least left. */
  readonly headers: readonly string[];
  /** Value of `Retry-After`: seconds until the minute ends. */
  readonly retryAfter: string;
  /** Why the request is refused, for the caller; empty if it is allowed. */
  readonly reason: string;
}

/** Sets the quota's headers. @throws OperationError `rate_limited` when the quota is used up. */
export function requireQuota(res: TracedResponse, { allowed, headers, retryAfter, reason }: Quota): void {
  res.head.push(...headers);
  if (allowed) return;
  res.head.push('Retry-After', retryAfter);
  throw new OperationError('rate_limited', reason);
}

/** A running stream. */
export interface Stream {
  /** Waits for the turn of a page. Its result gives the turn back. */
  page(): Promise<() => void>;
  /** Call it once, when the stream has ended. */
  end(): void;
}

export class RequestLimiter {
  private readonly levels: Readonly<Record<Level, LevelLimit>>;
  private readonly turns = new RequestTurns();

  constructor(
    readonly perMinute: number,
    clocks: WorkClocks = allTime,
  ) {
    this.levels = {
      caller: new LevelLimit('caller', perMinute, clocks),
      person: new LevelLimit('person', perMinute, clocks),
      workspace: new LevelLimit('workspace', perMinute, clocks),
    };
  }

  /** Counts one request. A refused request counts for nobody. */
  count(whom: CountedFor): Quota {
    const counted = this.levelsOf(whom);
    for (const { level, id } of counted) {
      const wait = level.work.wait(id);
      if (wait > 0) return level.worked(wait);
    }
    const states = counted.map(({ level, id }) => ({ level, id, used: level.requests.usedBy(id) }));
    const full = states.find(({ level, used }) => used >= level.perMinute);
    if (full) return full.level.usedUp(full.level.requests.untilEnd(full.id));
    for (const { level, id } of states) level.requests.add(id, 1);
    const tightest = states.reduce((least, one) =>
      one.level.left(one.used) < least.level.left(least.used) ? one : least,
    );
    return tightest.level.allows(tightest.used + 1, tightest.level.requests.untilEnd(tightest.id));
  }

  /**
   * Takes the turn of a request, at once or when there is room.
   * @param more further names that it counts under.
   * @param counts whether its time counts as work.
   * @returns a function to call once when the work is over, or a promise of it. It makes room for the next request. The promise is
   * rejected with OperationError `rate_limited` when too many requests already wait.
   */
  enter(whom: CountedFor, more: readonly TurnName[] = [], counts = true): (() => void) | Promise<() => void> {
    const counted = this.levelsOf(whom);
    const begin = (leave: () => void) => {
      for (const { level, id } of counted) level.work.begin(id);
      return () => {
        for (const { level, id } of counted) level.work.end(id);
        leave();
      };
    };
    const turn = this.turns.enter([...counted.map(({ level, id }): TurnName => level.turn(id)), ...more]);
    if (!counts) return turn;
    return turn instanceof Promise ? turn.then(begin) : begin(turn);
  }

  /**
   * Takes a place for a stream. Its pages take turns as requests do. Their work counts, and a stream that has used up its time of
   * work pauses until some has come back.
   * @throws OperationError `rate_limited` when too many streams of the party run.
   */
  async stream(whom: CountedFor): Promise<Stream> {
    const counted = this.levelsOf(whom);
    const names = levels.flatMap((level): TurnName[] => {
      const id = whom[level];
      return id === undefined
        ? []
        : [{ name: `stream ${level} ${id}`, limit: { running: streams[level], waiting: 0 } }];
    });
    const end = await Promise.resolve(this.turns.enter(names)).catch((error: unknown) => {
      if (!(error instanceof OperationError)) throw error;
      const most = `${streams.caller} downloads of a caller and ${streams.workspace} of a workspace`;
      throw new OperationError('rate_limited', `At most ${most} run at once; wait until one has ended.`);
    });
    return {
      end,
      page: async () => {
        const wait = Math.max(0, ...counted.map(({ level, id }) => level.work.wait(id)));
        if (wait > 0) await setTimeout(wait * 1000);
        // One page of a workspace at a time: others wait for that page, not for one of every stream.
        return this.enter(whom, [
          { name: `pages ${whom.workspace}`, limit: { running: 1, waiting: streams.workspace } },
        ]);
      },
    };
  }

  private levelsOf(whom: CountedFor): { level: LevelLimit; id: string }[] {
    const counted: { level: LevelLimit; id: string }[] = [];
    for (const name of levels) {
      const id = whom[name];
      if (id !== undefined) counted.push({ level: this.levels[name], id });
    }
    return counted;
  }
}

/** The limit of one kind of party. */
class LevelLimit {
  readonly requests: WindowLimiter;
  readonly work: WorkMeter;
  readonly perMinute: number;
  /** Milliseconds of work in a minute. */
  private readonly workPerMinute: number;

  constructor(
    private readonly name: Level,
    quota: number,
    clocks: WorkClocks,
  ) {
    const share = shares[name];
    this.perMinute = quota * share.requests;
    this.requests = new WindowLimiter(windowSeconds, clocks.now, 'ours');
    const work = Math.max(leastWork, quota * workPerRequest) * share.work;
    this.workPerMinute = Math.min(windowSeconds * 1000, work);
    this.work = new WorkMeter(workAtOnce, this.workPerMinute / (windowSeconds * 1000), clocks);
  }

  turn(id: string): TurnName {
    return { name: `${this.name} ${id}`, limit: shares[this.name] };
  }

  left(used: number): number {
    return this.perMinute - used;
  }

  allows(used: number, seconds: number): Quota {
    return { allowed: true, headers: this.headers(this.left(used), seconds), retryAfter: String(seconds), reason: '' };
  }

  usedUp(seconds: number): Quota {
    const { perMinute, name } = this;
    const reason = `All ${perMinute} requests of this minute${shares[name].whose} are used up; try again in ${seconds} s.`;
    return { allowed: false, headers: this.headers(0, seconds), retryAfter: String(seconds), reason };
  }

  /** Refuses a party that has used up its time of work. */
  worked(wait: number): Quota {
    const { workPerMinute, name } = this;
    const policy = name === 'caller' ? 'work' : `${name}-work`;
    const limit = `"${policy}";r=0;t=${wait}`;
    return {
      allowed: false,
      headers: ['RateLimit', limit, 'RateLimit-Policy', `"${policy}";q=${workPerMinute};w=${windowSeconds}`],
      retryAfter: String(wait),
      reason: `The requests${shares[name].whose} have kept the service at work for more than ${workPerMinute / 1000} s a minute; try again in ${wait} s, with narrower queries.`,
    };
  }

  private headers(left: number, seconds: number): readonly string[] {
    const { policy } = shares[this.name];
    const said = `"${policy}";q=${this.perMinute};w=${windowSeconds}`;
    return ['RateLimit', `"${policy}";r=${left};t=${seconds}`, 'RateLimit-Policy', said];
  }
}
