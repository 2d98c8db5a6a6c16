/** Questions that answer with a page: the envelope, the limits of paging and the cursor are the same for all of them. */
import { z } from 'zod';
import type { Workspace } from '../src/access/workspace';
import type { Page, PageRequest } from '../src/store/reads/keyset';
import { listIdentity, readCursor, writeCursor } from './cursor';
import { defineQuery, type Query, type QueryDefinition } from './define';
import { invalid } from './errors';
import { input, paging } from './fields';

const pageSchema = z
  .strictObject({
    limit: z.int().describe('Page size used.'),
    nextCursor: z.string().nullable().describe('Cursor of the next page; null on the last one.'),
    cursor: z.string().nullable().describe('Cursor that produced this page; null for the first one.'),
  })
  .describe('Where this page stands.');

interface ListDefinition<Filters extends z.ZodRawShape, Item extends z.ZodObject, Row> extends Pick<
  QueryDefinition<z.ZodObject, z.ZodObject>,
  'name' | 'title' | 'description' | 'scope' | 'dataAccess'
> {
  /** Parameters besides limit and cursor. */
  readonly filters: Filters;
  readonly item: Item;
  /** One page of rows. `filters` never holds limit and cursor. */
  load(workspace: Workspace, filters: z.output<z.ZodObject<Filters>>, page: PageRequest): Promise<Page<Row>>;
  /** A row as the answer shows it. */
  show(row: Row, workspace: Workspace): z.input<Item>;
}

/** Makes a Query that answers `{data: [...], page: {limit, nextCursor, cursor}}`. */
export function defineList<Filters extends z.ZodRawShape, Item extends z.ZodObject, Row>(
  definition: ListDefinition<Filters, Item, Row>,
): Query {
  const { name, title, description, scope, dataAccess, item } = definition;
  type ReadFilters = z.output<z.ZodObject<Filters>>;
  const pagingSchema = z.object(paging);
  return defineQuery({
    name,
    title,
    description,
    scope,
    dataAccess,
    input: input({ ...definition.filters, ...paging }),
    output: z.strictObject({ data: z.array(item).describe('The items of this page.'), page: pageSchema }),
    async run(workspace, values) {
      const { limit: givenLimit, cursor: givenCursor, ...filters }: Record<string, unknown> = values;
      const { limit, cursor } = pagingSchema.parse({ limit: givenLimit, cursor: givenCursor });
      const list = listIdentity(workspace.organizationId, name, filters);
      const after = cursor === undefined ? null : readCursor(workspace.cursorKey, list, cursor);
      if (after === undefined) {
        throw invalid({
          path: 'cursor',
          message: 'does not belong to this list with these filters and this sort; start again without it',
        });
      }
      // Already checked as part of the whole input: its own schema would transform the dates a second time.
      const page = await definition.load(workspace, filters as ReadFilters, { limit, after });
      return {
        data: page.rows.map((row) => definition.show(row, workspace)),
        page: {
          limit,
          nextCursor: page.next === null ? null : writeCursor(workspace.cursorKey, list, page.next),
          cursor: cursor ?? null,
        },
      };
    },
  });
}
