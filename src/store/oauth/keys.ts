/** The service's own keys. Processes that start at once agree on one, because the first insert of a generation wins. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { newId } from '../../database/new-id';
import type { Database } from '../../database/database';
import { keyRows } from '../tables/models';
import { noneOrMoreThan } from '../../database/rows';
import { insertInto } from '../../database/define';
import { actorColumns, recordAudit, type AuditActor } from '../log/audit';
import { openOwn, sealOwn } from '../statements/sealing';
import { oauthKeys, type KeyPurpose, type KeyRow } from '../tables/oauth';

/** How long a new key is published before it signs, so that every copy of the key set has it in time. */
const publicationLead = 10 * 60_000;
/** How long a key still verifies after it stops signing, at least: the usual life of an access token and a margin. */
const leastOverlap = 30 * 60_000;
/** How much longer than an access token a key verifies: for clocks, and for processes that still sign with it. */
const margin = 15 * 60_000;

/** `retired_at` of a key that must not be trusted any more. It lies in the past even if a clock is set back. */
const atOnce = 0;

/** Keys that are published or will be, oldest first, without retired ones. */
export async function loadKeys(db: Database, now: number): Promise<KeyRow[]> {
  const rows = await keyRows(db).all({ retired_at: noneOrMoreThan(now) }, { order: ['generation'] });
  return rows.map((row) => ({ ...row, material: openOwn(db, row.material, 'A signing key') }));
}

/** Makes the first key of each purpose if there is none. */
export async function ensureKeys(db: Database, now: number): Promise<void> {
  const present = new Set((await keyRows(db).all()).map((row) => row.purpose));
  for (const purpose of ['access_token', 'refresh_token'] as const) {
    if (!present.has(purpose)) await insertInto(db, oauthKeys, [newKey(db, purpose, 1, now, now)], 'ignore');
  }
}

export interface RotatedKeys {
  readonly newKeyId: string;
  /** Epoch milliseconds: from when the new key signs, and until when the old ones verify. */
  readonly activeAt: number;
  readonly oldRetiredAt: number;
}

/**
 * Adds a signing key and retires the older ones after an overlap. Running processes notice within 15 seconds
 * (`KeyRing`).
 * @param options `accessTokenSeconds`: how long access tokens last here, so that the last one of the old key stays good. `immediately`: the old key must not be trusted any more. It signs and verifies nothing from now on, and
 * clients fetch a new access token with their refresh token. `by`: who does it, for the audit log.
 */
export async function rotateSigningKey(
  db: Database,
  options: {
    readonly immediately?: boolean;
    readonly accessTokenSeconds?: number;
    readonly now?: number;
    readonly by?: AuditActor;
  } = {},
): Promise<RotatedKeys> {
  const now = options.now ?? Date.now();
  const overlap = Math.max(leastOverlap, (options.accessTokenSeconds ?? 0) * 1_000 + margin);
  const activeAt = options.immediately ? now : now + publicationLead;
  const oldRetiredAt = options.immediately ? now : activeAt + overlap;
  const stored = options.immediately ? atOnce : oldRetiredAt;
  return db.transaction(async () => {
    const [last] = await keyRows(db).all(
      { purpose: 'access_token' },
      { order: ['generation'], newestFirst: true, limit: 1 },
    );
    const key = newKey(db, 'access_token', (last?.generation ?? 0) + 1, now, activeAt);
    await keyRows(db).update({ retired_at: stored }, { purpose: 'access_token', retired_at: noneOrMoreThan(stored) });
    await keyRows(db).insert(key);
    await recordAudit(db, {
      at: now,
      action: 'keys_rotated',
      ...(options.by ? actorColumns(options.by) : {}),
      object_kind: 'signing_key',
      object_id: key.id,
      detail: options.immediately ? 'immediately' : 'with overlap',
    });
    return { newKeyId: key.id, activeAt, oldRetiredAt };
  });
}

function newKey(db: Database, purpose: KeyPurpose, generation: number, createdAt: number, activeAt: number): KeyRow {
  const plain =
    purpose === 'access_token'
      ? generateKeyPairSync('ec', {
          namedCurve: 'P-256',
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        }).privateKey
      : randomBytes(32).toString('base64url');
  const material = sealOwn(db, plain);
  return { id: newId(), purpose, generation, material, created_at: createdAt, active_at: activeAt, retired_at: null };
}
