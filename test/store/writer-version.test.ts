/** A newer release has migrated the database while this process runs: what this one would store is refused. */
import { schemaState } from '../../src/store/migrate';
import { createOrganization } from '../../src/store/admin/organizations';
import { isDatabaseUnavailable } from '../../src/database/unavailable';
import { UnknownWorkspaceError, writeWorkspace } from '../../src/store/writes/workspace-lock';
import { OutdatedWriter, writerVersion } from '../../src/store/writes/writer-version';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

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
