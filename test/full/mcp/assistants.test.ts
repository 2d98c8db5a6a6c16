/** The assistants themselves, as npm installs them, sign in to the service, call a tool and refresh their token (docs/connect.md). */
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAll, steps } from '../../../bench/assistants/connect';
import { install, programs } from '../../../bench/assistants/programs';
import { availableDatabases, createTestDatabase } from '../../support/databases';

/** About 1.4 GB, installed once on a machine. Nothing of it is in package.json. */
const packages = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'leadlight', 'assistants');

/** Published documents where an assistant has one that names every address it uses, a registration otherwise. */
const connections = [
  ['Codex', 'document'],
  ['Claude Code', 'document'],
  ['OpenCode', 'registration'],
  ['Gemini CLI (MCPOAuthProvider)', 'registration'],
];

const databases = availableDatabases().filter((kind) => kind !== 'mysql');

test('Codex, Claude Code, OpenCode and Gemini’s provider connect on SQLite and MariaDB', async () => {
  await install(packages, () => undefined);
  const connected = await Promise.all(
    databases.map(async (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'leadlight-assistants-'));
      const database = await createTestDatabase(kind);
      const leadlight = [join(__dirname, '..', '..', 'support', 'cli-process.cjs')];
      try {
        const over = { leadlight, folder, databaseUrl: database.url, packages };
        return await connectAll(over, { programs, clients: [] }, () => undefined);
      } finally {
        await database.drop();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
  const rows = connected.flatMap((rows) =>
    rows.map(({ client, by, why, ...row }) => ({
      client,
      by,
      why,
      missed: steps.filter((step) => row[step] === 'NO'),
    })),
  );
  expect(rows).toEqual(
    databases.flatMap(() => connections.map(([client, by]) => ({ client, by, why: '', missed: [] }))),
  );
});
