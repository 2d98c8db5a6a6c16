/**
 * Remembers what assistants tried when they connected, so that a person whose assistant "just says error" finds the step and the
 * sentence. Strangers cause most of it, so everything is bounded: equal attempts are one row, a process writes at most twenty rows
 * in two seconds, and the table holds 200. No token, code, verifier, state or address of a person comes here.
 */
import { newId } from '../database/new-id';
import type { Database } from '../database/database';
import { boundedCache } from '../shared/bounded-cache';
import { visible } from '../shared/text/visible';
import { clientNames, saveAttempts, type Repeated } from '../store/oauth/attempts';
import type { AttemptOutcome, AttemptRow, AttemptStep } from '../store/tables/oauth';

/** An attempt as an interface saw it. */
export interface Attempt {
  readonly step: AttemptStep;
  readonly outcome: AttemptOutcome;
  /** The client id as it was sent. One that can be no client's is left out. */
  readonly clientId?: string | undefined;
  /** The workspace, if it is known and may be named. */
  readonly organizationId?: string | undefined;
  /** Code of the error. */
  readonly code?: string | undefined;
  /** Why it was refused, in a sentence. */
  readonly reason?: string | undefined;
  readonly requestId: string;
}

interface Remembered {
  readonly attempt: Attempt;
  readonly id: string;
  at: number;
  /** Repetitions that are not stored yet. */
  times: number;
  stored: boolean;
}

const flushMs = 2_000;
/** Rows that one flush adds. What is beyond is dropped: the same people try again. */
const mostFresh = 20;
/** Rows that one flush writes, with those that are only counted on: strangers choose how many different attempts repeat. */
const mostWritten = 60;
/** How long an equal attempt adds to the row that is there. Successes repeat all day. */
const foldedMs = { ok: 600_000, refused: 60_000, failed: 60_000 } as const;
const longestReason = 480;
const clientForm = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|https:\/\/[!-~]{1,500})$/;

export class ConnectAttempts {
  private readonly recent = boundedCache<string, Remembered>(400, { ttl: foldedMs.ok });
  private waiting = new Set<Remembered>();
  private fresh = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param onUnstored told when attempts could not be stored; they are dropped. */
  constructor(
    private readonly db: Database,
    private readonly onUnstored: (error: unknown) => void = () => undefined,
    private readonly now: () => number = Date.now,
  ) {}

  note(attempt: Attempt): void {
    const { step, outcome, organizationId = '', code = '', reason = '' } = attempt;
    const clientId = attempt.clientId !== undefined && clientForm.test(attempt.clientId) ? attempt.clientId : undefined;
    const key = [step, outcome, clientId ?? '', organizationId, code, reason].join('\n');
    const at = this.now();
    const known = this.recent.get(key);
    if (known && at - known.at < foldedMs[outcome]) {
      if (!this.waiting.has(known) && this.waiting.size >= mostWritten) return;
      known.times += 1;
      known.at = at;
      this.wait(known);
      return;
    }
    if (this.fresh >= mostFresh) return;
    this.fresh += 1;
    const made: Remembered = { attempt: { ...attempt, clientId }, id: newId(), at, times: 1, stored: false };
    this.recent.set(key, made);
    this.wait(made);
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const waiting = [...this.waiting];
    this.waiting = new Set();
    this.fresh = 0;
    const repeated = waiting.flatMap(({ stored, id, times, at }): Repeated[] => (stored ? [{ id, times, at }] : []));
    const made = waiting.flatMap((one) => (one.stored ? [] : [{ ...one }]));
    for (const one of waiting) {
      one.times = 0;
      one.stored = true;
    }
    try {
      const names = await clientNames(this.db, [...new Set(made.flatMap((one) => one.attempt.clientId ?? []))]);
      await saveAttempts(
        this.db,
        made.map((one) => rowOf(one, names)),
        repeated,
      );
    } catch (error) {
      this.onUnstored(error);
    }
  }

  private wait(one: Remembered): void {
    this.waiting.add(one);
    if (this.timer) return;
    this.timer = setTimeout(() => void this.flush(), flushMs);
    this.timer.unref();
  }
}

function rowOf({ attempt, id, at, times }: Remembered, names: ReadonlyMap<string, string>): AttemptRow {
  const { step, outcome, clientId = null, organizationId = '', code = null, reason, requestId } = attempt;
  const name = clientId === null ? undefined : names.get(clientId);
  const isKnown = name !== undefined || organizationId !== '';
  return {
    id,
    at,
    times,
    room: outcome === 'ok' ? 'ok' : isKnown ? 'problem' : 'stranger',
    organization_id: organizationId,
    step,
    outcome,
    client_id: clientId,
    client_name: name ?? null,
    code,
    reason: reason === undefined ? null : sentence(reason),
    request_id: requestId.slice(0, 200),
  };
}

/** A reason without what may follow `?` in an address, and without characters that hide. */
const sentence = (text: string) => visible(text.replace(/\?[^\s"'),;]*/g, '')).slice(0, longestReason);
