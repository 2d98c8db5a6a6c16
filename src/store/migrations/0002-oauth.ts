/** The authorization server's tables (src/store/oauth/tables.ts); like the baseline, frozen at the first release. */
import type { Migration } from './migration';
import { oauthTables } from '../oauth/tables';
import { createTables, dropTables } from '../tables/define';

export const oauth: Migration = {
  name: '0002-oauth',
  up: ({ context }) => createTables(context, oauthTables),
  down: ({ context }) => dropTables(context, oauthTables),
};
