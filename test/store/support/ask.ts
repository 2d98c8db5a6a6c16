/** Asking the queries of the catalogue on the store, as a door does. */
import { z } from 'zod';
import { workspaceOpener } from '../../../src/access/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../../src/access/rights';
import type { Workspace } from '../../../src/access/workspace';
import type { Database } from '../../../src/store/database';
import type { ReadLimits } from '../../../src/store/reads/lead-reads';
import { queries } from '../../../tools/catalogue';
import type { Filters } from './oracle';
import { network } from '../../support/network';

const cursorKey = Buffer.alloc(32, 7);

const item = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null);
/** The shape of every list; its items are compared with the oracle's. */
const listAnswer = z.strictObject({
  data: z.array(item).readonly(),
  page: z.strictObject({ limit: z.int(), nextCursor: z.string().nullable(), cursor: z.string().nullable() }).readonly(),
});
export type ListAnswer = Readonly<z.output<typeof listAnswer>>;

/** A workspace that may read everything. */
export function workspaceOf(db: Database, organizationId: string, limits?: ReadLimits): Workspace {
  const caller = { kind: 'api_key', keyId: organizationId } as const;
  return workspaceOpener(db, { cursorKey, network, ...(limits ? { limits } : {}) })(
    organizationId,
    dataAccessOf(dataAccessFlags),
    caller,
  );
}

export async function ask(workspace: Workspace, query: string, input: Filters): Promise<ListAnswer> {
  const found = queries.find(({ name }) => name === query);
  if (!found) throw new Error(`no query ${query}`);
  return listAnswer.parse(await found.ask(workspace, input));
}

/** All items of a list, page by page. */
export async function walk(
  page: (paging: { limit: number; cursor?: string }) => Promise<ListAnswer>,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let cursor: string | undefined; ;) {
    const answer = await page(cursor === undefined ? { limit } : { limit, cursor });
    items.push(...answer.data);
    if (answer.page.nextCursor === null) return items;
    if (answer.data.length !== limit) throw new Error('a page that is not the last one is not full');
    cursor = answer.page.nextCursor;
  }
}
