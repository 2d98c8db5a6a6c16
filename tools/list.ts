/** Queries that answer with a page. Envelope, paging limits and cursor are the same for all of them. */
import { z } from 'zod';
import type { Workspace } from '../src/workspace/workspace';
import { invalid } from '../src/shared/errors';
import type { Page, PageRequest } from '../src/store/statements/keyset';
import { firstPage, listIdentity, readCursor, writeCursor } from '../src/workspace/cursor';
import { defineQuery, type Query, type QueryDefinition } from './define';
import { input, pageSize, paging } from './fields';

const pageSchema = z
  .strictObject({
    limit: pageSize.describe('Page size used.'),
    nextCursor: z.string().nullable().describe('Cursor of the next page. Null on the last one.'),
    cursor: z.string().nullable().describe('Cursor that produced this page. Null for the first one.'),
  })
  .describe('The cursor of this page.');

type Paging = z.output<z.ZodObject<typeof paging>>;
type View = { readonly view?: 'full' | 'compact' };

/** A short form of each item, for long lists. */
interface CompactForm<Row> {
  readonly item: z.ZodObject;
  show(row: Row): Readonly<Record<string, unknown>>;
}

/** The parameter of lists that have a short form. */
const view = z.enum(['full', 'compact']).default('full').describe('compact: a few fields of each, for long lists.');

const hint = z.string().optional().describe('Why the list is empty, if the service knows. Left out otherwise.');

interface ListDefinition<Filters extends z.ZodRawShape, Item extends z.ZodObject, Row> extends Omit<
  QueryDefinition<z.ZodObject, z.ZodObject>,
  'input' | 'output' | 'run'
> {
  /** Parameters besides limit and cursor. */
  readonly filters: Filters;
  readonly item: Item;
  /** One page of rows. `filters` never contains limit and cursor. */
  load(workspace: Workspace, filters: z.output<z.ZodObject<Filters>>, page: PageRequest): Promise<Page<Row>>;
  /** A row as the answer shows it. */
  show(row: Row, workspace: Workspace): z.input<Item>;
  /** Adds the parameter `view` to the list. */
  readonly compact?: CompactForm<Row>;
  /** What to say about a list without any item. Undefined: nothing. */
  readonly whenEmpty?: (workspace: Workspace, filters: z.output<z.ZodObject<Filters>>) => Promise<string | undefined>;
}

/** Makes a query that answers `{data: [...], page: {limit, nextCursor, cursor}}`. */
export function defineList<Filters extends z.ZodRawShape, Item extends z.ZodObject, Row>({
  filters: filterSchemas,
  item,
  load,
  show,
  compact,
  whenEmpty,
  ...description
}: ListDefinition<Filters, Item, Row>): Query {
  return defineQuery({
    ...description,
    input: input({ ...filterSchemas, ...(compact ? { view } : {}), ...paging }),
    output: z.strictObject({
      data: z.array(compact ? z.union([item, compact.item]) : item).describe('The items of this page.'),
      page: pageSchema,
      ...(whenEmpty ? { hint } : {}),
    }),
    async run(workspace, values) {
      // The input was parsed with both shapes joined, which the compiler cannot separate again.
      const { limit, cursor, view: form, ...filters } = values as Paging & View & z.output<z.ZodObject<Filters>>;
      const list = listIdentity(workspace.organizationId, description.name, filters);
      const isFirst = cursor === undefined || cursor === firstPage;
      const after = isFirst ? null : readCursor(workspace.cursorKey, list, cursor);
      if (after === undefined) {
        throw invalid({
          path: 'cursor',
          message: 'does not belong to this list with these filters and this sort; start again without it',
        });
      }
      const given = filters as z.output<z.ZodObject<Filters>>;
      const page = await load(workspace, given, { limit, after });
      const isEmpty = page.rows.length === 0 && after === null && page.next === null;
      const said = isEmpty ? await whenEmpty?.(workspace, given) : undefined;
      return {
        data: page.rows.map((row) => (compact && form === 'compact' ? compact.show(row) : show(row, workspace))),
        page: {
          limit,
          nextCursor: page.next === null ? null : writeCursor(workspace.cursorKey, list, page.next),
          cursor: isFirst ? null : cursor,
        },
        ...(said === undefined ? {} : { hint: said }),
      };
    },
  });
}
