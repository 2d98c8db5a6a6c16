/** Whether the key at hand is the one that made the marks of this database. */
import { OperationError } from '../../shared/errors';
import type { SuppressionKey } from '../../rules/privacy/key';
import type { Database } from '../../database/database';
import { serviceStateRows } from '../models';
import { sharedValue } from '../admin/service-state';
import { keeperOf } from './keeper';

const name = 'suppression_key';

/** Nothing may be stored where people cannot be recognised: refused, with what to do. */
export class SuppressionKeyProblem extends OperationError {
  constructor(readonly kind: 'missing' | 'different') {
    const what = kind === 'missing' ? 'is missing' : 'is not the one that this database was used with';
    super(
      'service_unavailable',
      `The suppression key ${what}, so people who were erased or suppressed would not be recognised, and nothing was stored. ` +
        'Put back SUPPRESSION_KEY, or the file suppression-key in DATA_DIR; docs/privacy.md says what to do when it is lost.',
    );
  }
}

/** How the key at hand compares with the database: `unused` where no person was ever marked in it. */
export async function keyState(db: Database): Promise<'unused' | 'good' | 'missing' | 'different'> {
  const stored = (await serviceStateRows(db).find({ name }))?.value;
  if (stored === undefined) return 'unused';
  const key = keeperOf(db)?.key();
  if (!key) return 'missing';
  return key.fingerprint === stored ? 'good' : 'different';
}

/**
 * The key for looking people up.
 * @throws SuppressionKeyProblem
 */
export async function usableKey(db: Database): Promise<SuppressionKey> {
  const state = await keyState(db);
  const key = keeperOf(db)?.key();
  if (state === 'different') throw new SuppressionKeyProblem('different');
  if (state === 'missing' || !key) throw new SuppressionKeyProblem('missing');
  return key;
}

/**
 * The key for marking people: made with the first of them.
 * @throws SuppressionKeyProblem when the database was used with a key that is not here.
 */
export async function markingKey(db: Database): Promise<SuppressionKey> {
  if ((await keyState(db)) !== 'unused') return usableKey(db);
  const keeper = keeperOf(db);
  if (!keeper) throw new SuppressionKeyProblem('missing');
  const key = keeper.makeKey();
  const stored = await sharedValue(db, name, () => key.fingerprint);
  if (stored !== key.fingerprint) throw new SuppressionKeyProblem('different');
  return key;
}

/** Forgets which key was used; its marks must be gone. */
export async function forgetKey(db: Database): Promise<void> {
  await serviceStateRows(db).delete({ name });
}
