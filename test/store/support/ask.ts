/** Asking the queries of the catalogue on the store, as an interface does. */
import { z } from 'zod';
import { workspaceOpener } from '../../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../../src/auth/rights';
import type { Workspace } from '../../../src/workspace/workspace';
import type { Database } from '../../../src/database/database';
import type { ReadLimits } from '../../../src/store/reads/lead-reads';
import { queries } from '../../../tools/catalogue';
import type { Filters } from './oracle-filters';
import { network } from '../../support/network';

const cursorKey = Buffer.alloc(32, 7);

const item = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null);
/** The shape of every list; its items are compared with the oracle's. */
const listAnswer = z.strictObject({
  data: z.array(item).readonly(),
  page: z.strictObject({ limit: z.int(), nextCursor: z.string().nullable(), cursor: z.string().nullable() }).readonly(),
  hint: z.string().optional(),
});
export type ListAnswer = Readonly<z.output<typeof listAnswer>>;

/** A workspace that may read everything. */
export function workspaceOf(db: Database, organizationId: string, limits?: ReadLimits): Workspace {
  const caller = { kind: 'operator', name: 'tester' } as const;
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

/** No list of a test has so many pages: a cursor that leads nowhere must fail, not hang. */
export const mostPages = 5_000;

/**
 * All items of a list, page by page.
 * @param mayBeShort a page that looks through texts may end before it is full.
 * @throws Error when a cursor comes twice or leads to nothing, a page before the last is not full, or there is no end.
 */
export async function walk(
  page: (paging: { limit: number; cursor?: string }) => Promise<ListAnswer>,
  limit: number,
  mayBeShort = false,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  while (cursors.size < mostPages) {
    const answer = await page(cursor === undefined ? { limit } : { limit, cursor });
    if (cursor !== undefined && answer.data.length === 0 && !mayBeShort)
      throw new Error('a cursor led to an empty page');
    items.push(...answer.data);
    if (answer.page.nextCursor === null) return items;
    if (answer.data.length !== limit && !mayBeShort) throw new Error('a page that is not the last one is not full');
    cursor = answer.page.nextCursor;
    if (cursors.has(cursor)) throw new Error('a cursor leads back to itself');
    cursors.add(cursor);
  }
  throw new Error(`the list has not ended after ${mostPages} pages`);
}
