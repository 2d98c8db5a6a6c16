/**
 * Notes what callers read. Calls and rows of keys and connections are counted in memory and stored every few seconds. Where
 * `ACCESS_LOG` is on, each read of a named person is stored before the answer goes out: what cannot be logged is not answered.
 */
import { AsyncResource } from 'node:async_hooks';
import { newId } from '../database/new-id';
import type { Database } from '../database/database';
import type { Caller } from '../auth/caller';
import { addUsage, insertAccesses, type CallerDay } from '../store/access/usage';
import { actorColumns } from '../store/log/audit';
import type { AccessRow } from '../store/tables/usage';
import { itemsIn, leadsRead } from './people-read';

/** An operation that was answered. */
export interface AnsweredCall {
  readonly operation: string;
  /** Its parameters. Only a `leadId` is looked at, and nothing else of them is kept. */
  readonly asked: unknown;
  readonly answer: unknown;
  /** A change counts as a call and gives no rows. */
  readonly effect: 'read' | 'change';
}

export interface ReadLogOptions {
  /** Whether reads of named people are kept (`ACCESS_LOG`). */
  readonly keepsAccesses: boolean;
  /** Told when counts could not be stored. They are tried again. */
  readonly onUnstored?: (error: unknown) => void;
  readonly now?: () => number;
}

/** The first counts after a pause are stored after this long, further ones after the second. */
const firstFlushMs = 1_000;
const flushEveryMs = 5_000;
/** Callers written in one transaction. */
const batchSize = 200;

const dayMs = 86_400_000;
let lastDay = { number: NaN, text: '' };

/** The UTC day of a time in epoch ms, `2026-11-29`. The last one is kept: it is asked with every call. */
function dayOf(at: number): string {
  const number = Math.floor(at / dayMs);
  if (number !== lastDay.number) lastDay = { number, text: new Date(at).toISOString().slice(0, 10) };
  return lastDay.text;
}

export class ReadLog {
  private counts = new Map<string, CallerDay & { calls: number; rows: number }>();
  private timer: NodeJS.Timeout | undefined;
  private flushed = -Infinity;
  private waiting: AccessRow[] = [];
  /** The write that the waiting rows belong to, and the one before it. */
  private next: Promise<void> | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly now: () => number;
  /** Outside any transaction of a caller, whose end these rows do not wait for. */
  private readonly outside = new AsyncResource('ReadLog');

  constructor(
    private readonly db: Database,
    private readonly options: ReadLogOptions,
  ) {
    this.now = options.now ?? Date.now;
  }

  /**
   * Notes a call that is about to be answered.
   * @returns when it is stored that named people were read; undefined where that is not kept.
   */
  note(
    organizationId: string,
    caller: Caller,
    { operation, asked, answer, effect }: AnsweredCall,
  ): Promise<void> | undefined {
    const { actor_kind, actor_id } = actorColumns(caller);
    const at = this.now();
    if (caller.kind === 'api_key' || caller.kind === 'connection') {
      this.count(organizationId, actor_id, at, effect === 'read' ? itemsIn(answer) : 0);
    }
    if (!this.options.keepsAccesses) return undefined;
    const leads = leadsRead(asked, answer);
    if (leads.length === 0) return undefined;
    const read = { organization_id: organizationId, at, caller_kind: actor_kind, caller_id: actor_id, operation };
    return this.keep(leads.map((lead) => ({ ...read, id: newId(), lead_id: lead })));
  }

  /** Stores the counts. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counted = [...this.counts.values()];
    this.counts = new Map();
    for (let from = 0; from < counted.length; from += batchSize) {
      const batch = counted.slice(from, from + batchSize);
      try {
        await addUsage(this.db, batch);
      } catch (error) {
        for (const one of batch) this.add(one);
        this.options.onUnstored?.(error);
      }
    }
    this.flushed = performance.now();
  }

  private count(organizationId: string, callerId: string, at: number, rows: number): void {
    this.add({ organizationId, callerId, day: dayOf(at), calls: 1, rows });
    if (this.timer) return;
    const delay = Math.max(firstFlushMs, flushEveryMs - (performance.now() - this.flushed));
    this.outside.runInAsyncScope(() => {
      this.timer = setTimeout(() => void this.flush(), delay);
      this.timer.unref();
    });
  }

  private add(one: CallerDay): void {
    const key = `${one.callerId} ${one.day}`;
    const known = this.counts.get(key);
    if (known) {
      known.calls += one.calls;
      known.rows += one.rows;
    } else this.counts.set(key, { ...one });
  }

  /** Stores rows together with those of other requests that come while a write runs. */
  private keep(rows: readonly AccessRow[]): Promise<void> {
    this.waiting.push(...rows);
    this.next ??= this.outside.runInAsyncScope(() => {
      const write = this.running.then(async () => {
        const batch = this.waiting;
        this.waiting = [];
        this.next = undefined;
        await insertAccesses(this.db, batch);
      });
      this.running = write.catch(() => undefined);
      return write;
    });
    return this.next;
  }
}
