/** The service's secret that makes cursors tamper-evident. All processes on a database share it. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database';
import { sharedSecret } from '../statements/sealing';

export async function cursorKeyOf(db: Database): Promise<Buffer> {
  const key = await sharedSecret(db, 'cursor_key', () => randomBytes(32).toString('base64url'));
  return Buffer.from(key, 'base64url');
}
