/** The `Link` header of a page: where the next one is (RFC 8288), for clients that follow links instead of reading cursors. */
import { z } from 'zod';

/** What a page says of the next one. Where the cursor is never null, as in the feed of changes, `hasMore` tells whether there is one. */
const page = z.looseObject({
  page: z.looseObject({ nextCursor: z.string().nullable() }),
  hasMore: z.boolean().optional(),
});

/**
 * @param answer what an operation answered.
 * @param address absolute address of the list, without a query string.
 * @param query the query string that was asked, as it was sent, without `?`.
 * @param cursorParameter the parameter that takes `page.nextCursor`.
 * @returns the value of `Link`, or undefined if the answer is no page or the last one. The link has the request's own parameters.
 */
export function linkToNextPage(
  answer: Readonly<Record<string, unknown>>,
  address: string,
  query: string,
  cursorParameter: string,
): string | undefined {
  const read = page.safeParse(answer);
  const cursor = read.success && read.data.hasMore !== false ? read.data.page.nextCursor : null;
  if (cursor === null) return undefined;
  const others = query.split('&').filter((pair) => pair !== '' && !isParameter(pair, cursorParameter));
  const target = `${address}?${[...others, `${cursorParameter}=${encodeURIComponent(cursor)}`].join('&')}`;
  // Characters that clients send unencoded and that an address may not have (RFC 3986, appendix A), such as those of `leadTier[]`.
  return `<${target.replace(/[<>"\s[\]{}|\\^`]/g, encodeURIComponent)}>; rel="next"`;
}

/** Whether a pair of a query string that was accepted gives this parameter. */
function isParameter(pair: string, name: string): boolean {
  return decodeURIComponent(pair.replace(/=.*/s, '')) === name;
}
