/**
 * The first schema. Until the first release it is created from the table definitions; from then on this list is frozen
 * and changes come as further migrations (docs/decisions/0002-schema.md). A test compares the migrated schema with the
 * definitions.
 */
import { accessTables } from '../tables/access';
import { createTables, dropTables } from '../tables/define';
import { engagementTables } from '../tables/engagement';
import { leadTables } from '../tables/leads';
import type { Migration } from './migration';

const tables = [...accessTables, ...engagementTables, ...leadTables];

export const baseline: Migration = {
  name: '0001-baseline',
  up: ({ context }) => createTables(context, tables),
  down: ({ context }) => dropTables(context, tables),
};
