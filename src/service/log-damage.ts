/** Tells the operator that the file of the database is damaged. */
import type { Database } from '../database/database';
import { damageAdvice } from '../database/sqlite-damage';
import type { Logger } from '../http/logging';

/** Logs once that a statement met damage. Does nothing for a database server, which tells its own operator. */
export function logDamage({ damage }: Database, log: Logger): void {
  damage?.onMet((err) => {
    log.error({ err }, `the file of the database is damaged: ${damageAdvice(damage.filename)}`);
  });
}
