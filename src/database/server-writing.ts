/** Whether a database server takes writes: a replica does not, nor one that was set to read-only, as it is in a failover. */
import { errnoOf } from './driver-error';
import type { NotWritten } from './sqlite-writing';

interface Server {
  select<Row extends object>(sql: string): Promise<Row[]>;
  run(sql: string): Promise<unknown>;
}

/** Servers say 0 or 1, later ones of MariaDB "OFF" or a word. */
const isOn = (setting: number | string) => setting !== 0 && setting !== '0' && setting !== 'OFF';

/** ER_OPTION_PREVENTS_STATEMENT and ER_READ_ONLY_MODE, of both vendors. */
const refused: ReadonlySet<number | undefined> = new Set([1290, 1836]);

/**
 * Why nothing can be written; undefined when it can. A server that is read-only still takes writes of users with the right to
 * (SUPER, READ ONLY ADMIN, CONNECTION_ADMIN), so there a write is tried that changes no row.
 * @throws any other error of the server.
 */
export async function whyServerNotWritten(server: Server): Promise<NotWritten | undefined> {
  const [settings] = await server.select<{ own: number | string; engine: number | string }>(
    'SELECT @@global.read_only AS own, @@global.innodb_read_only AS engine',
  );
  if (settings === undefined) return undefined;
  if (isOn(settings.engine)) return readOnly('innodb_read_only');
  if (!isOn(settings.own)) return undefined;
  try {
    await server.run('UPDATE schema_migrations SET name = name WHERE 1 = 0');
    return undefined;
  } catch (error) {
    if (!refused.has(errnoOf(error))) throw error;
    return readOnly('read_only');
  }
}

const readOnly = (setting: string): NotWritten => ({
  reason: 'read_only',
  detail: `the server is read-only (${setting}), as a replica is: point DATABASE_URL at the server that takes writes, or end it there`,
});
