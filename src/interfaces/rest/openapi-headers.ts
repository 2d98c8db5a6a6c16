/** The OpenAPI document's text about headers of changes and single reads, and about lists as CSV. */
import { contentOf, headersOf, parameter, type Json, type RouteDescription } from '../../http/openapi';
import { csvLeavesOut, csvLists } from '../../http/csv-list';
import { isTagged, type Route } from './routes';

/** Without an example: programs that fill examples in would send one key with every change. */
const idempotencyKey = parameter(
  'header',
  'Idempotency-Key',
  'A request repeated with the same key and parameters within 24 hours gets the first answer again and changes nothing.',
  { schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' } },
);

const ifMatch = parameter(
  'header',
  'If-Match',
  'The `ETag` of the single read: the change is made only if the object has not changed since. Or a list of them, or `*` for any. A weak tag never fits.',
  { example: '*' },
);

/** Headers of a request, in addition to those of every request. */
export function headerParametersOf({ operation }: Route): Json[] {
  if (operation.effect === 'read') return [];
  return operation.takesIfMatch ? [idempotencyKey, ifMatch] : [idempotencyKey];
}

/** Codes of refusals because of those headers. For a change that refuses with `conflict`, the code with the same status. */
export function conditionRefusals({ operation, address }: Route): ('idempotency_conflict' | 'precondition_failed')[] {
  if (operation.effect === 'read') return [];
  return [
    ...(address.refuses?.includes('conflict') ? [] : (['idempotency_conflict'] as const)),
    ...(operation.takesIfMatch ? (['precondition_failed'] as const) : []),
  ];
}

/** Headers of a successful answer, in addition to those of every answer. */
export function answerHeadersOf(route: Route): Json {
  if (isTagged(route)) return headersOf('ETag');
  return Object.hasOwn(route.operation.output.shape, 'page') ? headersOf('Link') : {};
}

/** The lists that are streamed as CSV. @param describe the document's description of a list. */
export function csvRoutes(routes: readonly Route[], describe: (route: Route) => RouteDescription): RouteDescription[] {
  return Object.entries(csvLists).flatMap(([path, name]) => {
    const route = routes.find(({ operation }) => operation.name === name);
    return route ? [asCsv(path, describe(route))] : [];
  });
}

function asCsv(path: string, list: RouteDescription): RouteDescription {
  const ok = list.responses['200'];
  return {
    ...list,
    path,
    id: `${list.id}_csv`,
    summary: `${list.summary} as CSV`,
    text: `All pages of the list with the same filters, streamed as CSV (RFC 4180, UTF-8, \`id\` first). Cells that a spreadsheet would run begin with \`'\`. An answer that ends early is cut off with its connection.`,
    parameters: (list.parameters ?? []).filter(({ name }) => !csvLeavesOut.includes(String(name))),
    responses: {
      ...list.responses,
      200: {
        ...(typeof ok === 'object' ? ok : {}),
        description: 'The rows, the names of the columns first.',
        content: contentOf({ type: 'string' }, {}, ['text/csv']),
      },
    },
  };
}
