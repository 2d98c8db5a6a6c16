/**
 * Delivers the waiting messages of one webhook in order, one attempt at a time. While the first message cannot be delivered the
 * others wait behind it. So a dead endpoint costs one attempt at a time, and the order is kept. After some messages the job gives
 * its place to the webhooks of others, and goes on after them.
 */
import { z } from 'zod';
import type { Database } from '../database/database';
import { define, type AnyJob, type JobContext } from '../jobs/definition';
import { RetryLater } from '../jobs/errors';
import { delayBefore } from '../rules/webhooks/attempts';
import { exchangeStatus, OutgoingError, type NetworkOverrides } from '../shared/http-client/exchange';
import { readTarget } from '../shared/http-client/targets';
import { changeWebhook, findWebhook, takeTurn } from '../store/webhooks/endpoints';
import { deliveryJobAttempts, deliveryJobName } from '../store/webhooks/emit';
import { changeMessage, failWaiting, nextMessage } from '../store/webhooks/messages';
import type { WebhookMessageRow, WebhookRow } from '../store/tables/webhooks';
import { HostPlaces } from '../shared/host-places';
import { unseal } from '../store/statements/sealing';
import { signedHeaders } from './signature';

/** Limit of a whole attempt: name, connection, TLS, the answer's first line and headers. */
const usualTimeoutMs = 15_000;
/** Of the places of the lane, the most that slow receivers take. */
const slowReceivers = { slowMs: 2_000, ofOneHost: 2, ofSlowHosts: 8 };

export interface DeliveryParts {
  /** `WEBHOOK_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
  /** Makes messages from the change log; undefined for none. */
  readonly log?: LogMessages;
  /** From 0 to below 1; for tests. */
  readonly random?: () => number;
  readonly network?: NetworkOverrides;
  /** Limit of a whole attempt in milliseconds; default 15 seconds. */
  readonly timeoutMs?: number;
  /** A receiver that takes so many milliseconds is slow; default 2 seconds. For tests. */
  readonly slowMs?: number;
}

/** Messages that are made at their turn, from a log that is kept anyway. */
export interface LogMessages {
  /**
   * Queues the next message of a webhook. The current transaction has taken its turn.
   * @returns whether there was one.
   */
  queue(db: Database, webhook: WebhookRow, now: number): Promise<boolean>;
  /** @returns milliseconds until the next message; null if there is none. */
  wait(db: Database, webhook: WebhookRow, now: number): Promise<number | null>;
}

/** The outcome of an attempt. */
interface Outcome {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Why it failed; null if the receiver accepted the message. */
  readonly failure: string | null;
  readonly retryAfterMs: number | null;
}

export function deliveryJob(parts: DeliveryParts): AnyJob {
  const receivers = new HostPlaces({ ...slowReceivers, slowMs: parts.slowMs ?? slowReceivers.slowMs });
  return define({
    name: deliveryJobName,
    input: z.object({ webhookId: z.string() }),
    maxAttempts: deliveryJobAttempts,
    keepsDone: false,
    lane: 'deliveries',
    givesWay: true,
    async run(context, { webhookId }) {
      const delivery = new Delivery(parts, context, webhookId, receivers);
      while (await delivery.step()) await context.checkpoint();
    },
  });
}

class Delivery {
  constructor(
    private readonly parts: DeliveryParts,
    private readonly context: JobContext,
    private readonly webhookId: string,
    private readonly receivers: HostPlaces,
  ) {}

  /** @returns false if nothing is left. @throws RetryLater if messages are left for later. */
  async step(): Promise<boolean> {
    const { db, organizationId, clock } = this.context;
    const webhook = await findWebhook(db, organizationId, this.webhookId);
    if (webhook?.status !== 'ACTIVE') return this.end();
    const message = await nextMessage(db, organizationId, this.webhookId);
    if (!message) return (await this.queueNext()) || this.end();
    const early = message.due_at - clock.now();
    if (early > 0) throw new RetryLater(early, 'waits for its next attempt');
    const place = this.receivers.enter(new URL(webhook.url).host);
    if ('waitMs' in place) throw new RetryLater(place.waitMs, 'its receiver answers slowly, so others come first');
    try {
      await this.attempt(webhook, message);
    } finally {
      place.leave();
    }
    return true;
  }

  /** Queues the next messages from the change log. */
  private async queueNext(): Promise<boolean> {
    const { db, organizationId, clock } = this.context;
    return db.transaction(async () => {
      await this.context.guard();
      const webhook = await takeTurn(db, organizationId, this.webhookId);
      return webhook !== undefined && ((await this.parts.log?.queue(db, webhook, clock.now())) ?? false);
    });
  }

  /** Ends the job, unless new messages have arrived. */
  private async end(): Promise<boolean> {
    const { db, organizationId, clock } = this.context;
    const outcome = await db.transaction(async () => {
      // From here to the commit nobody can queue a message: see `takeTurn`.
      const webhook = await takeTurn(db, organizationId, this.webhookId);
      if (webhook?.status === 'ACTIVE') {
        if (await nextMessage(db, organizationId, this.webhookId)) return 'more' as const;
        const wait = (await this.parts.log?.wait(db, webhook, clock.now())) ?? null;
        if (wait !== null) return wait === 0 ? ('more' as const) : wait;
      }
      await this.context.complete();
      return 'ended' as const;
    });
    if (typeof outcome === 'number') throw new RetryLater(outcome, 'the next message may follow the last one then');
    return outcome === 'more';
  }

  private async attempt(webhook: WebhookRow, message: WebhookMessageRow): Promise<void> {
    const { db, clock } = this.context;
    const { status, failure, retryAfterMs } = await this.send(webhook, message);
    const now = clock.now();
    const attempts = message.attempts + 1;
    const noted = { attempts, attempted_at: now, last_status: status, last_error: failure };
    await db.transaction(async () => {
      await this.context.guard();
      if (failure === null) return changeMessage(db, message, { ...noted, status: 'DELIVERED', ended_at: now });
      const delay = status === 410 ? null : delayBefore(attempts, retryAfterMs, (this.parts.random ?? Math.random)());
      if (delay !== null) return changeMessage(db, message, { ...noted, due_at: now + delay });
      await changeMessage(db, message, { ...noted, status: 'FAILED', ended_at: now });
      await this.disable(status === 410 ? 'it answered 410 Gone' : 'ten attempts in three days failed', now);
    });
  }

  /** Disables the webhook. Waiting messages fail and can be replayed. */
  private async disable(reason: string, now: number): Promise<void> {
    const { db, organizationId } = this.context;
    await changeWebhook(db, organizationId, this.webhookId, {
      status: 'DISABLED',
      disabled_at: now,
      disabled_reason: reason,
      updated_at: now,
    });
    await failWaiting(db, organizationId, this.webhookId, { reason: 'the webhook was disabled', now });
  }

  private async send(webhook: WebhookRow, message: WebhookMessageRow): Promise<Outcome> {
    const { clock, db, signal } = this.context;
    const failed = (failure: string): Outcome => ({ status: null, failure, retryAfterMs: null });
    const now = clock.now();
    const previous = webhook.previous_until !== null && webhook.previous_until > now ? webhook.previous_secret : null;
    const secrets = [webhook.secret, previous].flatMap((sealed) => (sealed === null ? [] : (unseal(db, sealed) ?? [])));
    if (secrets.length === 0) return failed('its secret cannot be read here: rotate it');
    const target = readTarget(webhook.url, this.parts.allowedHosts);
    if ('problem' in target) return failed(`its address ${target.problem}`);
    try {
      const headers = signedHeaders(`msg_${message.id}`, message.body, secrets, now);
      const { url, namedBy } = target;
      const timeoutMs = this.parts.timeoutMs ?? usualTimeoutMs;
      const request = { url, method: 'POST', headers, body: message.body, timeoutMs, namedBy, signal } as const;
      return { status: await exchangeStatus(request, this.parts.network), failure: null, retryAfterMs: null };
    } catch (error) {
      // The end of this process interrupted the attempt, so the message does not count as tried.
      await this.context.checkpoint();
      if (!(error instanceof OutgoingError)) throw error;
      return { status: error.status || null, failure: error.reason, retryAfterMs: error.retryAfterMs };
    }
  }
}
