/** Saved views: what is shown of one, and who may change it. */
import { z } from 'zod';
import type { SavedView } from '../../src/store/access/saved-views';
import { viewedPages } from '../../src/store/tables/saved-views';
import type { Caller } from '../../src/workspace/workspace';
import { uuid } from '../schemas/values';

export const viewPage = z.enum(viewedPages).describe('The list.');

export const viewSchema = z.strictObject({
  id: uuid('View id.'),
  page: viewPage,
  name: z.string().describe('Its name.'),
  query: z.string().describe('Filters and order, as in the address of the list.'),
  savedBy: z.string().nullable().describe('Who saved it. Null if they are no member any more.'),
  mayChange: z.boolean().describe('Whether the caller may replace or remove it.'),
});

/** Who saved a view changes it, and owners and admins change every one. */
export const mayChange = (caller: Caller, { created_by: maker }: Pick<SavedView, 'created_by'>): boolean =>
  caller.kind !== 'session' || caller.role !== 'MEMBER' || caller.userId === maker;

/** @param query of an address. */
export const filtersText = (query: string) => JSON.stringify([...new URLSearchParams(query)]);

const pairs = z.array(z.tuple([z.string(), z.string()]));

export const showView = (caller: Caller, view: SavedView): z.input<typeof viewSchema> => ({
  id: view.id,
  page: view.page,
  name: view.name,
  query: new URLSearchParams(pairs.parse(JSON.parse(view.filters))).toString(),
  savedBy: view.maker,
  mayChange: mayChange(caller, view),
});
