/**
 * Lists as CSV, streamed page by page, for REST (`/customer/leads.csv`) and for the console (`list_leads.csv`). Each page is the
 * list's own answer, with the list's rights, filters and hidden fields. The next page is not read before the client has taken
 * this one.
 */
import { once } from 'node:events';
import { z } from 'zod';
import { presentIn, type Query } from '../../tools/define';
import { parameterForms } from '../../tools/forms';
import { csvLine, type CsvCell } from '../shared/text/csv';
import { readQueryString } from './query-string';
import type { TracedResponse } from './traced-response';
import type { Workspace } from '../workspace/workspace';

/** Lists that are also offered as CSV, by their REST address. */
export const csvLists = {
  '/customer/leads.csv': 'list_leads',
  '/customer/leads/signals.csv': 'list_signals',
} as const;

/** Parameters of these lists that concern pages. */
export const csvLeavesOut: readonly string[] = ['limit', 'cursor', 'view'];

/** The filters of a list, read from the query string of an address when called. @throws OperationError `validation_failed` */
export function csvFilters(list: Query): (url: string) => () => Record<string, unknown> {
  const forms = parameterForms(list.input, csvLeavesOut);
  return (url) => () => {
    const mark = url.indexOf('?');
    return readQueryString(mark < 0 ? '' : url.slice(mark + 1), forms);
  };
}

/** The value at a path of an item, `profile.displayName`. Lists are joined. */
function valueAt(item: unknown, path: string): CsvCell {
  let at = item;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return null;
    at = Object.entries(at).find(([key]) => key === name)?.[1];
  }
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? at : null;
}

/** Paths of the plain values of a schema, in its order. Unions and lists are left out. */
function columnsOf(schema: z.ZodType, before = ''): string[] {
  const plain = bare(schema);
  if (!(plain instanceof z.ZodObject))
    return plain instanceof z.ZodArray || plain instanceof z.ZodUnion ? [] : [before];
  return Object.entries<unknown>(plain.shape).flatMap(([name, part]) =>
    part instanceof z.ZodType ? columnsOf(part, before === '' ? name : `${before}.${name}`) : [],
  );
}

/** The columns of a list's items. A list that also has a compact form gives the columns of the whole form. */
function columnsOfList(list: Query): string[] {
  const data: unknown = list.output.shape['data'];
  const item: unknown = data instanceof z.ZodArray ? data.element : undefined;
  return wholeForms(item).flatMap((form) => (form instanceof z.ZodType ? columnsOf(form) : []));
}

/** The first form of a union is the whole form. */
const wholeForms = (item: unknown): unknown[] => (item instanceof z.ZodUnion ? [...item.options].slice(0, 1) : [item]);

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema;
}

const page = z.looseObject({
  data: z.array(z.unknown()),
  page: z.looseObject({ nextCursor: z.string().nullable() }),
});

/**
 * Answers with all pages of a list. Ends silently if the client has gone. Each page is read in a turn of its own: a client that
 * reads slowly, or not at all, takes no turn from others. Each page also asks whether the caller may still read the list; if not,
 * the connection is cut, so that nobody takes the part for the whole. A `HEAD` gets the headers and reads nothing.
 * @param enter waits for a turn; its result gives the turn back.
 * @throws OperationError of the first page, before anything is sent.
 */
export async function streamCsv(
  res: TracedResponse,
  list: Query,
  workspace: Workspace,
  filters: () => Record<string, unknown>,
  enter: () => Promise<() => void>,
): Promise<void> {
  const givenAt = (cursor: string | null) => () => ({
    ...filters(),
    limit: 100,
    ...(cursor === null ? {} : { cursor }),
  });
  const read = async (cursor: string | null) => {
    const leave = await enter();
    try {
      const present = cursor === null ? workspace : await presentIn(workspace, list.right);
      return page.parse(await list.ask(present, givenAt(cursor)));
    } finally {
      leave();
    }
  };
  const isHead = res.req.method === 'HEAD';
  if (isHead) await list.check(workspace, givenAt(null));
  let answer = isHead ? undefined : await read(null);
  const columns = columnsOfList(list);
  res.writeHead(200, [
    ...res.head,
    ...['Content-Type', 'text/csv; charset=utf-8'],
    ...['Cache-Control', 'private, no-store'],
    ...['Content-Disposition', `attachment; filename="${list.name.replace('list_', '')}.csv"`],
  ]);
  if (!answer) return void res.end();
  const gone = new AbortController();
  const { signal } = gone;
  res.once('close', () => gone.abort());
  res.write(`${csvLine(columns)}\r\n`);
  for (;;) {
    const lines = answer.data.map((item) => `${csvLine(columns.map((path) => valueAt(item, path)))}\r\n`);
    if (!res.write(lines.join('')) && !res.destroyed) await once(res, 'drain', { signal }).catch(() => undefined);
    const nextCursor: string | null = answer.page.nextCursor;
    if (nextCursor === null || res.destroyed) break;
    answer = await read(nextCursor).catch((error: unknown) => {
      res.destroy();
      throw error;
    });
  }
  res.end();
}
