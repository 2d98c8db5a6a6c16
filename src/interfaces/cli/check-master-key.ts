/** What `doctor` says about the secrets in the database: whether `MASTER_KEY` reads them, and which are not under it yet. */
import type { Database } from '../../database/database';
import { masterKeyState, whyUnreadable } from '../../store/statements/master-key-check';
import { notCurrent } from '../../store/statements/sealed-columns';
import type { Finding } from './checks';
import { count } from './text';

export async function checkMasterKey(db: Database): Promise<Finding[]> {
  const check = 'master key';
  const state = await masterKeyState(db);
  if (state === 'unused') return [];
  const why = whyUnreadable(state);
  if (why !== undefined) return [{ check, level: 'problem', message: why }];
  const left = await notCurrent(db);
  if (left === 0 && state === 'good') return [{ check, level: 'ok', message: 'the secrets are encrypted under it' }];
  const what = left === 0 ? 'secrets may be under the former key' : `${count(left, 'secret')} not under MASTER_KEY yet`;
  return [{ check, level: 'warning', message: `${what}; run \`leadlight secrets reseal\`` }];
}
