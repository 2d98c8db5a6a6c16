/**
 * `src/database` relies on parts of packages that no release promises to keep. When one of these files changes, read what changed
 * against the code named beside it, then record the new digest.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const digest = (path: string) =>
  createHash('sha256')
    .update(read(`node_modules/${path}`))
    .digest('hex')
    .slice(0, 16);

const versions: readonly (readonly [string, string])[] = [
  ['sequelize', '6.37.8'],
  ['mysql2', '3.24.5'],
  ['@photostructure/sqlite', '2.6.0'],
];

test.each(versions)('%s is %s, exactly', (name, version) => {
  const dependencies = z.record(z.string(), z.string());
  const ours = z.object({ dependencies }).parse(JSON.parse(read('package.json')));
  const installed = z.object({ version: z.string() }).parse(JSON.parse(read(`node_modules/${name}/package.json`)));
  expect([ours.dependencies[name], installed.version]).toEqual([version, version]);
});

/** What we rely on, its digest, and the files of `src/database` to read again. */
const internals: readonly (readonly [string, string, string])[] = [
  ['sequelize/lib/transaction.js', '8dd3c6765e2dcef3', 'own-transaction.ts'],
  [
    'sequelize/lib/dialects/abstract/connection-manager.js',
    'c9816e9146d9f883',
    'database-use.ts, database-connections.ts, held-connection.ts',
  ],
  ['sequelize/lib/dialects/sqlite/connection-manager.js', 'db668f148866694e', 'sqlite-dialect.ts'],
  ['sequelize/lib/dialects/sqlite/query.js', '4f9c726856cf5da3', 'sqlite-dialect.ts'],
  ['sequelize/lib/dialects/mysql/query.js', '10df5f20bce4c14e', 'own-transaction.ts'],
  ['sequelize/lib/sequelize.js', '83af861ca252252a', 'own-transaction.ts'],
  ['sequelize/lib/dialects/mysql/connection-manager.js', 'ff41812bee3da5a3', 'server-connections.ts'],
  ['mysql2/lib/base/connection.js', 'b22610ef653a8c2e', 'server-connections.ts'],
  ['@photostructure/sqlite/dist/index.cjs', '407559c5d0a13a03', 'sqlite-driver.ts, sqlite-dialect.ts, sqlite-child.ts'],
];

test.each(internals)('%s is as it was when %s was recorded', (path, recorded, ours) => {
  for (const file of ours.split(', ')) expect(read(`src/database/${file}`)).not.toBe('');
  expect(digest(path)).toBe(recorded);
});
