/** Two workspaces in one database: what happens to one must leave the other as it is. */
import type { Database } from '../../src/database/database';
import { createOrganization } from '../../src/store/access/organizations';
import { openTestDatabase, type OpenTestDatabase } from './databases';

interface TwoWorkspaces {
  readonly db: Database;
  /** Id of the workspace that a test is about. */
  readonly own: string;
  /** Id of the one beside it. */
  readonly other: string;
}

/**
 * Opens an SQLite database for the tests of a file, and makes two empty workspaces in it before each of them.
 * @param take is handed the new ones before each test.
 */
export function useTwoWorkspaces(take: (made: TwoWorkspaces) => void): void {
  let opened: OpenTestDatabase;
  let made = 0;
  const workspace = async (name: string) => (await createOrganization(opened.db, `${name} ${made}`))?.id ?? '';
  beforeAll(async () => {
    opened = await openTestDatabase('sqlite');
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    made += 1;
    take({ db: opened.db, own: await workspace('Own'), other: await workspace('Other') });
  });
}
