/** Two migrations with every kind of step, short enough to be killed at each of their statements. */
import {
  addColumn,
  addIndex,
  addUniqueIndex,
  changeColumn,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  rows,
  type Migration,
} from '../../../src/database/migrations/migration';

const insert = (values: string, dialect: 'sqlite' | 'mysql') =>
  dialect === 'sqlite' ? `INSERT OR IGNORE INTO fruit ${values}` : `INSERT IGNORE INTO fruit ${values}`;

const first = (dialect: 'sqlite' | 'mysql') => ({
  up: [
    createTable('fruit', 'id VARCHAR(36) NOT NULL, name VARCHAR(20) NOT NULL, colour VARCHAR(20), kept INTEGER', 'id'),
    addUniqueIndex('fruit', 'fruit_name', 'name'),
    addIndex('fruit', 'fruit_colour', 'colour DESC, id'),
    rows(insert(`(id, name, colour, kept) VALUES ('1', 'apple', 'red', 1), ('2', 'plum', 'blue', 1)`, dialect)),
  ],
  down: [dropTable('fruit')],
});

const second = (dialect: 'sqlite' | 'mysql') => ({
  up: [
    addColumn('fruit', `weight BIGINT NOT NULL DEFAULT 0`),
    ...(dialect === 'mysql' ? [changeColumn('fruit', 'name VARCHAR(40) NOT NULL')] : []),
    // One row at a time, as a large table is changed batch by batch.
    rows(
      dialect === 'mysql'
        ? 'UPDATE fruit SET weight = 7 WHERE weight = 0 LIMIT 1'
        : 'UPDATE fruit SET weight = 7 WHERE id = (SELECT MIN(id) FROM fruit WHERE weight = 0)',
    ),
    dropIndex('fruit', 'fruit_colour'),
    dropColumn('fruit', 'colour'),
    createTable('basket', 'id VARCHAR(36) NOT NULL, fruit_id VARCHAR(36) NOT NULL', 'id, fruit_id'),
  ],
  down: [dropTable('basket'), addColumn('fruit', 'colour VARCHAR(20)'), dropColumn('fruit', 'weight')],
});

export const smallMigrations: readonly Migration[] = [
  { name: '0001-first', sqlite: first('sqlite'), mysql: first('mysql') },
  { name: '0002-second', sqlite: second('sqlite'), mysql: second('mysql') },
];
