/** Tells the operator that the file of the database is damaged or cannot be written. */
import type { Database } from '../database/database';
import { damageAdvice } from '../database/sqlite-damage';
import type { NotWritten } from '../database/sqlite-writing';
import type { Logger } from '../http/logging';

/** Logs once that a statement met damage. Does nothing for a database server, which tells its own operator. */
export function logDamage({ damage }: Database, log: Logger): void {
  damage?.onMet((err) => {
    log.error({ err }, `the file of the database is damaged: ${damageAdvice(damage.filename)}`);
  });
}

/** Logs that the files of the database can be written no more, and that they can again. For `ReadinessProbe`. */
export const logWriting =
  (log: Logger) =>
  (why: NotWritten | undefined): void => {
    if (why === undefined) log.info('the database can be written again');
    else log.error({ reason: why.reason }, `the database cannot be written: ${why.detail}`);
  };
