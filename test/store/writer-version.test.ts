/** A newer release has migrated the database while this process runs: what this one would store is refused. */
import type { Migration } from '../../src/database/migrations/migration';
import { migrations } from '../../src/store/migrations';
import { schemaState } from '../../src/store/facade/migrate';
import { createOrganization } from '../../src/store/access/organizations';
import { isDatabaseUnavailable } from '../../src/database/unavailable';
import { UnknownWorkspaceError, writeWorkspace } from '../../src/store/log/workspace-lock';
import { OutdatedWriter, writerVersion } from '../../src/store/statements/writer-version';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

/**
 * Migrations after 0071 that leave the writer version, each with the reason why a process of the release before may go on
 * writing beside it.
 */
const harmless: Readonly<Record<string, string>> = {
  '0072-sealed-tombstones':
    '0082 raised the version for it: an older process stores names of erased people unencrypted',
  '0073-undo-answers': '0082 raised the version for it: an older undo does not count decisions',
  '0074-key-makers': '0082 raised the version for it: an older process does not say who made a key',
  '0075-keys-of-discoveries': 'an index alone',
  '0087-proved-and-made-by': 'released together with 0082, which raises the version',
  '0080-lanes': '0082 raised the version for it: an older process queues jobs without their lane',
  '0089-client-documents': '0082 raised the version for it: an older process keeps no copy of a document',
  '0090-mcp-addresses': '0082 raised the version for it: an older process takes no token of another address',
  '0091-registered-by-hand': '0082 raised the version for it: an older process takes any redirect URI of such an app',
  '0095-disposition-reason': '0082 raised the version for it: an older process leaves a reason behind',
  '0096-audit-of-object': 'an index alone',
  '0076-jokes': '0082 raised the version for it: an older process cannot read a joke',
  '0098-mcp-keys': 'an older process makes no such key, and the endpoint refuses keys without the flag',
  '0099-usage': 'new tables alone: an older process neither counts nor logs what it answers',
  '0108-read-confidence': 'released together with 0082, which raises the version',
  '0100-connect-attempts': 'a new table alone: an older process notes no attempts',
  '0111-digest-language': 'an older process sends every digest in English',
  '0110-saved-views': 'a new table alone: an older process knows no views',
  '0109-second-opinion': 'an older process asks no model; what it reads again is asked again',
  '0097-doubt-and-corrections': 'released together with 0082, which raises the version',
};
const raises = (migration: Migration) => JSON.stringify(migration.sqlite.up).includes("'writer_version'");

test('a migration raises the writer version, or says why an older writer does no harm', () => {
  const later = migrations.filter(({ name }) => name > '0071-z');
  expect(later.some(raises)).toBe(true);
  expect(later.filter((one) => !raises(one) && harmless[one.name] === undefined).map(({ name }) => name)).toEqual([]);
  // A reason beside a migration that raises it would be wrong, and so would one beside none.
  const known = new Map(later.map((one) => [one.name, raises(one)]));
  expect(Object.keys(harmless).filter((name) => known.get(name) !== false)).toEqual([]);
  expect(later.filter(raises).every(({ mysql }) => JSON.stringify(mysql.up).includes("'writer_version'"))).toBe(true);
});

describe.each(availableDatabases())('the writer version on %s', (kind) => {
  let opened: OpenTestDatabase;
  let org: string;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    org = (await createOrganization(opened.db, 'Acme'))?.id ?? '';
  });
  afterAll(() => opened.close());
  const wanted = (value: string) =>
    opened.db.run(`UPDATE service_state SET value = ? WHERE name = 'writer_version'`, [value]);

  it('is what the migrations of this release leave', async () => {
    expect(await schemaState(opened.db)).toEqual({ pending: [] });
    const [row] = await opened.db.select<{ value: string }>(
      `SELECT value FROM service_state WHERE name = 'writer_version'`,
    );
    expect(row?.value).toBe(writerVersion);
  });

  it('lets this release write', async () => {
    await writeWorkspace(opened.db, org, async (revision) => {
      expect(revision).toBe(1);
    });
  });

  it('refuses every write once another is wanted, and runs nothing of it', async () => {
    await wanted(`${Number(writerVersion) + 1}`);
    let ran = 0;
    const refused = await writeWorkspace(opened.db, org, async () => {
      ran += 1;
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OutdatedWriter);
    expect(isDatabaseUnavailable(refused)).toBe(true);
    expect(ran).toBe(0);
    await expect(writeWorkspace(opened.db, 'nobody', async () => undefined)).rejects.toThrow(UnknownWorkspaceError);
    await wanted(writerVersion);
    expect(await writeWorkspace(opened.db, org, async (revision) => revision)).toBe(2);
  });
});
