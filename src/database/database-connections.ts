/** Makes connections: to one SQLite file, or the pool of a server. */
import { dirname, resolve } from 'node:path';
import { Sequelize } from 'sequelize';
import { EventLoopTurns } from './event-loop-turns';
import type { Patience, ServerConnections } from './server-connections';
import { SqliteCheckpoints } from './sqlite-checkpoints';
import { sqliteDialectModule, type SqliteHandle } from './sqlite-dialect';
import { SqliteDamage } from './sqlite-damage';
import { realFile, SqliteFiles } from './sqlite-files';
import { SqliteReaders } from './sqlite-readers';
import { SqliteWriting } from './sqlite-writing';
import { makeFolder } from '../shared/make-folder';

/** Parts that only SQLite has. */
export interface SqliteParts {
  /** For statements outside transactions, one at a time. */
  handle(): SqliteHandle;
  readonly turns: EventLoopTurns;
  readonly readers: SqliteReaders;
  readonly checkpoints: SqliteCheckpoints;
  readonly files: SqliteFiles;
  readonly damage: SqliteDamage;
  readonly writing: SqliteWriting;
  closeAll(): void;
}

/** The file that `sqlite:PATH` names. */
export const sqliteFile = (url: string): string => url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');

/** @param url `sqlite:PATH`; the file's folder is created if it is missing. */
export function sqliteConnections(url: string, patience: Patience): { sequelize: Sequelize; parts: SqliteParts } {
  const path = resolve(sqliteFile(url));
  makeFolder(dirname(path));
  const storage = realFile(path);
  const damage = new SqliteDamage(storage);
  const writing = new SqliteWriting(storage);
  const noteError = (error: unknown) => {
    damage.noteError(error);
    writing.noteError(error);
  };
  const driver = sqliteDialectModule(noteError);
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    dialectModule: driver.module,
    storage,
    logging: false,
  });
  const parts: SqliteParts = {
    handle: () => driver.handle(storage),
    turns: new EventLoopTurns(),
    readers: new SqliteReaders(storage, patience.statement, noteError),
    checkpoints: new SqliteCheckpoints(storage),
    files: new SqliteFiles(path),
    damage,
    writing,
    closeAll: () => driver.closeAll(),
  };
  return { sequelize, parts };
}

/** @param url `mysql://user:password@host:port/name`. @param most connections at once. */
export function pooledConnections(url: string, most: number, patience: Patience, server: ServerConnections): Sequelize {
  return new Sequelize(url, {
    dialect: 'mysql',
    logging: false,
    timezone: '+00:00',
    pool: { max: most, min: 0, idle: 30_000, acquire: patience.acquire * 1000 },
    dialectOptions: {
      charset: 'utf8mb4',
      stream: server.openSocket,
      connectTimeout: Math.min(10, patience.silence) * 1000,
      decimalNumbers: true,
      // The driver's own conversion instead of Sequelize's, which is called for every value but only changes types that no
      // column here has (dates, geometry).
      typeCast: true,
    },
    hooks: { afterConnect: (connection) => server.prepare(connection) },
  });
}
