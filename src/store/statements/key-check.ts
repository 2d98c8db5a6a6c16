/** Checks whether the current key is the one that made this database's marks. */
import { OperationError } from '../../shared/errors';
import type { SuppressionKey } from '../../rules/privacy/key';
import type { Database } from '../../database/database';
import { serviceStateRows } from '../tables/models';
import { sharedValue } from './service-state';
import { keeperOf } from './keeper';

const name = 'suppression_key';

/** Thrown where nothing may be stored because suppressed people cannot be recognised. Says what to do. */
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

/** How the current key compares with the database. `unused`: no person was ever marked in it. */
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
 * The key for marking people. It is made when the first person is marked.
 * @throws SuppressionKeyProblem when the database was used with another key.
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

/** Forgets which key was used. Its marks must have been deleted. */
export async function forgetKey(db: Database): Promise<void> {
  await serviceStateRows(db).delete({ name });
}
