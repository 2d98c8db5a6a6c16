/** Sends a digest by its schedule, once a day however many processes try, and on request of the operator. */
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { dayIn } from '../../ingest/agent/budget';
import { define, type AnyJob, type JobContext } from '../../jobs/definition';
import type { Network } from '../../ingest/import';
import {
  askedDay,
  changeDay,
  claimDay,
  findDigest,
  markReported,
  settleDay,
  type DayChange,
} from '../../store/digests/digests';
import { findSchedule } from '../../store/jobs/schedules';
import type { DigestRow } from '../../store/tables/digests';
import { unseal } from '../../store/statements/sealing';
import { contentOf } from './digest-content';
import { askedDigestJob, digestJob, scheduleOf } from '../../digest/kinds';
import type { DigestContent } from '../../digest/render';
import { RetryLater } from '../../jobs/errors';
import { HostPlaces } from '../../shared/host-places';
import { NotHandedOver } from '../../shared/mail';
import { sendMail, sendSlack, type Outgoing } from '../../digest/send';

export interface DigestParts {
  readonly outgoing: Outgoing;
  readonly network: Network;
}

/**
 * Sends a digest now, regardless of its schedule.
 * @param now epoch ms.
 * @returns false if there was nothing new.
 * @throws NotHandedOver when it was not accepted.
 */
export async function sendNow(db: Database, parts: DigestParts, digest: DigestRow, now: number): Promise<boolean> {
  const content = await contentOf({ db, network: parts.network, publicUrl: parts.outgoing.publicUrl }, digest, now);
  if (content === null) return false;
  await handOver(db, parts.outgoing, digest, content);
  await markReported(db, digest, now);
  return true;
}

async function handOver(db: Database, outgoing: Outgoing, digest: DigestRow, content: DigestContent): Promise<void> {
  const target = digest.channel === 'mail' ? digest.target : unseal(db, digest.target);
  if (target === undefined) {
    throw new NotHandedOver('its address was encrypted under another key: add it again', false);
  }
  await (digest.channel === 'mail' ? sendMail : sendSlack)(outgoing, target, content);
}

/** Of the places of the lane, the most that slow receivers take. The job of a schedule and that of a request share them. */
const receivers = new HostPlaces({ slowMs: 5_000, ofOneHost: 2, ofSlowHosts: 4 });

/** The job of a schedule. */
export function sendDigestJob(parts: DigestParts): AnyJob {
  return define({
    ...digestJob,
    keepsDone: false,
    async run(context, { digestId }) {
      const { db, organizationId, clock } = context;
      const digest = await findDigest(db, organizationId, digestId);
      if (digest?.status !== 'ACTIVE') return;
      // The day on which it was due: an attempt after midnight still belongs to that day.
      const due = (await findSchedule(db, scheduleOf(digestId)))?.last_at ?? clock.now();
      await new DayOf(parts, context, digest, dayIn(digest.time_zone, due)).send();
    },
  });
}

/** The job of a request. */
export function askedDigest(parts: DigestParts): AnyJob {
  return define({
    ...askedDigestJob,
    keepsDone: false,
    async run(context, { digestId }) {
      const digest = await findDigest(context.db, context.organizationId, digestId);
      if (digest?.status === 'ACTIVE') await new DayOf(parts, context, digest, askedDay).send();
    },
  });
}

/** One attempt at the digest of one day. */
class DayOf {
  private readonly attempt = newId();

  constructor(
    private readonly parts: DigestParts,
    private readonly context: JobContext,
    private readonly digest: DigestRow,
    private readonly day: string,
  ) {}

  async send(): Promise<void> {
    const place = receivers.enter(this.receiver());
    if ('waitMs' in place) throw new RetryLater(place.waitMs, 'its receiver answers slowly, so others come first');
    try {
      await this.sendClaimed();
    } finally {
      place.leave();
    }
  }

  /** The host that takes it over. */
  private receiver(): string {
    if (this.digest.channel === 'mail') return 'mail';
    const address = unseal(this.context.db, this.digest.target);
    return address !== undefined && URL.canParse(address) ? new URL(address).host : 'slack';
  }

  private async sendClaimed(): Promise<void> {
    const { db, clock } = this.context;
    const { outgoing, network } = this.parts;
    const now = clock.now();
    if (!(await this.claim(now))) return this.settle(now);
    const content = await contentOf({ db, network, publicUrl: outgoing.publicUrl }, this.digest, now);
    await this.context.checkpoint();
    if (content === null) {
      await this.change({ from: 'CLAIMED', to: 'EMPTY', endedAt: now });
      return;
    }
    // From here on no other process sends this day, even if this process dies.
    if (!(await this.change({ from: 'CLAIMED', to: 'SENDING' }))) return;
    try {
      await handOver(db, outgoing, this.digest, content);
    } catch (error) {
      return this.failed(error);
    }
    await db.transaction(async () => {
      await this.change({ from: 'SENDING', to: 'SENT', endedAt: clock.now() });
      await markReported(db, this.digest, now);
    });
  }

  private async failed(error: unknown): Promise<void> {
    const { log, clock } = this.context;
    const maybe = !(error instanceof NotHandedOver) || error.maybe;
    const reason = error instanceof NotHandedOver ? error.message : 'an unexpected error';
    const noted = { error: reason, endedAt: clock.now() };
    await this.change({ from: 'SENDING', to: maybe ? 'SENDING' : 'FAILED', ...noted });
    if (!maybe) throw error;
    log.warn({ digest: this.digest.id, day: this.day, reason }, 'a digest may not have arrived; it is not sent twice');
  }

  /** The attempt before this one may have ended while it was sending. */
  private async settle(now: number): Promise<void> {
    const { db, log } = this.context;
    const isSettled = await db.transaction(async () => {
      await this.context.guard();
      return settleDay(db, this.key, now);
    });
    if (isSettled)
      log.warn({ digest: this.digest.id, day: this.day }, 'a digest may have arrived; it is not sent twice');
  }

  private get key() {
    return { organization_id: this.digest.organization_id, digest_id: this.digest.id, day: this.day };
  }

  private claim(now: number): Promise<boolean> {
    const { db } = this.context;
    return db.transaction(async () => {
      await this.context.guard();
      return claimDay(db, {
        organization_id: this.digest.organization_id,
        digest_id: this.digest.id,
        day: this.day,
        status: 'CLAIMED',
        job_attempt: this.attempt,
        error: null,
        started_at: now,
        ended_at: null,
      });
    });
  }

  private change(change: Omit<DayChange, 'attempt'>): Promise<boolean> {
    return changeDay(this.context.db, this.key, { ...change, attempt: this.attempt });
  }
}
