/** Work that happens later or again (src/jobs). */
import type { Migration } from './migration';
import { createTables, dropTables } from '../tables/define';
import { jobTables } from '../tables/jobs';

export const jobs: Migration = {
  name: '0004-jobs',
  up: ({ context }) => createTables(context, jobTables),
  down: ({ context }) => dropTables(context, jobTables),
};
