import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import * as schemas from './schemas';

export const listDiscoveries = defineQuery({
  name: 'list_discoveries',
  title: 'List discoveries',
  description: 'Lists the newest discoveries of audiences, with the progress and cost of each and why it ended.',
  right: 'discoverAudience',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ limit: z.int().min(1).max(100).default(50).describe('How many.') }),
  output: z.strictObject({ data: z.array(schemas.discoveryInFull).describe('Newest first.') }),
  async run(workspace, { limit }) {
    const rows = await workspace.store.admin.discoveries(limit);
    return { data: await Promise.all(rows.map((row) => schemas.showInFull(workspace, row))) };
  },
});
