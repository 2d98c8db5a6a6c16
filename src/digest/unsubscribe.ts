/** The signed address to unsubscribe from a digest. Anyone who has the mail may use it without signing in. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database';
import { sharedSecret } from '../store/statements/sealing';
import { findDigest, markUnsubscribed } from '../store/digests/digests';
import { deleteSchedule } from '../store/jobs/schedules';
import type { DigestRow } from '../store/tables/digests';
import { scheduleOf } from './kinds';

/** Path below the address of the service. */
export const unsubscribePath = '/digest/unsubscribe';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const form = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]{43})$`);

async function signatureOf(db: Database, organizationId: string, id: string): Promise<string> {
  const key = await sharedSecret(db, 'digest_key', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', key).update(`unsubscribe\n${organizationId}\n${id}`).digest('base64url');
}

/** @param publicUrl of the service, without a final slash. */
export async function unsubscribeUrl(
  db: Database,
  publicUrl: string,
  { organization_id: organizationId, id }: DigestRow,
): Promise<string> {
  const token = `${organizationId}.${id}.${await signatureOf(db, organizationId, id)}`;
  return `${publicUrl}${unsubscribePath}?token=${token}`;
}

/** The digest that a link names; undefined when the link was not signed here, or the digest is gone. */
export async function digestOfToken(db: Database, token: string): Promise<DigestRow | undefined> {
  const [, organizationId, id, signature] = form.exec(token) ?? [];
  if (organizationId === undefined || id === undefined || signature === undefined) return undefined;
  const right = Buffer.from(await signatureOf(db, organizationId, id));
  const given = Buffer.from(signature);
  if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined;
  return findDigest(db, organizationId, id);
}

/** Stops sending this digest. Safe to repeat. @param now epoch ms. */
export async function unsubscribe(db: Database, { organization_id, id }: DigestRow, now: number): Promise<void> {
  await db.transaction(async () => {
    await markUnsubscribed(db, organization_id, id, now);
    await deleteSchedule(db, scheduleOf(id));
  });
}
