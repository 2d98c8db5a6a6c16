/** Adds and removes digests. */
import type { Database } from '../database/database';
import { newId } from '../database/new-id';
import { checkPattern, schedule } from '../jobs/schedule';
import { readTarget } from '../shared/http-client/targets';
import { OperationError } from '../shared/errors';
import { insertDigest, listDigests, removeDigest } from '../store/digests/digests';
import { deleteSchedule } from '../store/jobs/schedules';
import type { DigestAudience, DigestChannel, DigestRow } from '../store/tables/digests';
import { seal } from '../store/statements/sealing';
import type { Language } from '../words/languages';
import { digestJob, scheduleOf } from './kinds';

/** Most digests of one workspace. */
const mostDigests = 50;

export interface DigestTarget {
  readonly channel: DigestChannel;
  /** A mail address, or the address of an incoming webhook. */
  readonly address: string;
}

/** `user@host` as all mail programs accept it. No list, no display name, nothing that could end a header. */
const mailAddress = /^[^\s<>()[\]\\,;:@"]{1,64}@[^\s<>()[\]\\,;:@"]{1,250}$/;

/**
 * Reads `mailto:somebody@example.com` or `slack:https://hooks.slack.com/…`.
 * @param allowedHosts `WEBHOOK_ALLOWED_HOSTS`.
 * @returns a problem in words when it is neither.
 */
export function readDigestTarget(
  text: string,
  allowedHosts: readonly string[],
): DigestTarget | { readonly problem: string } {
  const [, scheme = '', address = ''] = /^(mailto|slack):(.*)$/.exec(text.trim()) ?? [];
  if (scheme === 'mailto') {
    return mailAddress.test(address)
      ? { channel: 'mail', address }
      : { problem: 'must hold one e-mail address after mailto:, such as mailto:ana@example.com' };
  }
  if (scheme !== 'slack') return { problem: 'must be mailto:ADDRESS or slack:https://ADDRESS' };
  const target = readTarget(address, allowedHosts);
  return 'problem' in target ? { problem: `after slack: ${target.problem}` } : { channel: 'slack', address };
}

export interface NewDigest {
  readonly target: DigestTarget;
  readonly audience: DigestAudience;
  /** The member whose leads the digest is about; null for the workspace. */
  readonly ownerId: string | null;
  /** The member who adds it; null, the default, for the operator. */
  readonly by?: string | null;
  /** Five cron fields. */
  readonly pattern: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Of what it says; null, the default, is English. */
  readonly language?: Language | null;
}

/**
 * Stores a digest with its schedule. Joins the current transaction.
 * @param now epoch ms.
 * @returns the digest, and when it is sent first, epoch ms.
 * @throws OperationError `conflict` when the workspace has too many; Error that says what is wrong with the schedule.
 */
export async function addDigest(
  db: Database,
  organizationId: string,
  wanted: NewDigest,
  now: number,
): Promise<{ readonly row: DigestRow; readonly nextAt: number }> {
  const pattern = wanted.pattern.trim().split(/\s+/).join(' ');
  checkPattern(pattern, wanted.timeZone);
  const { channel, address } = wanted.target;
  const target = channel === 'mail' ? address : await seal(db, address);
  return db.transaction(async () => {
    if ((await listDigests(db, organizationId)).length >= mostDigests) {
      throw new OperationError('conflict', `A workspace has at most ${mostDigests} digests: remove one first.`);
    }
    const row: DigestRow = {
      organization_id: organizationId,
      id: newId(),
      channel,
      target,
      // The path of a webhook is its secret.
      shown: channel === 'mail' ? `mailto:${address}` : `slack:${new URL(address).origin}/…`,
      audience: wanted.audience,
      owner_id: wanted.ownerId,
      status: 'ACTIVE',
      pattern,
      time_zone: wanted.timeZone,
      told_until: null,
      created_at: now,
      updated_at: now,
      created_by: wanted.by ?? null,
      language: wanted.language ?? null,
    };
    await insertDigest(db, row);
    return { row, nextAt: await keepTimes(db, row, now) };
  });
}

/** Updates the schedule of a digest from its row. @returns when it is sent next, epoch ms. */
export function keepTimes(db: Database, row: DigestRow, now: number): Promise<number> {
  const { id, organization_id: organizationId, pattern, time_zone: timeZone } = row;
  const given = { name: scheduleOf(id), job: digestJob, input: { digestId: id }, organizationId, pattern, timeZone };
  return schedule(db, given, now);
}

/** Removes a digest with its schedule. @returns false when there is none. */
export async function dropDigest(db: Database, organizationId: string, id: string): Promise<boolean> {
  return db.transaction(async () => {
    const removed = await removeDigest(db, organizationId, id);
    if (removed) await deleteSchedule(db, scheduleOf(id));
    return removed;
  });
}
