/** A client of the Unipile API, version 1 or 2. Source: developer.unipile.com/v2.0/reference/api-usage. */
import { z } from 'zod';
import type { HttpClient, JsonAnswer } from '../../shared/http-client/client';
import { OutgoingError } from '../../shared/http-client/exchange';
import { SourceFailure } from './source';

export interface UnipileOptions {
  readonly client: (signal: AbortSignal) => HttpClient;
  readonly accountId: string;
  /** Null: found out by asking, unless the address has a path, which names the version. */
  readonly version: 1 | 2 | null;
}

export type Version = 1 | 2;

/** Goes into the address of the next request, and is stored. */
const cursor = z.string().max(4_000).nullish();

/** A page of any list. */
const listPage = z.object({
  items: z.array(z.looseObject({})).optional(),
  data: z.array(z.looseObject({})).optional(),
  cursor,
  next_cursor: cursor,
  total_count: z.unknown().optional(),
});

/**
 * What a page says about the next one: its cursor, or whether the next offset may hold more. Version 2 has cursors for some
 * lists, offsets for others, and a total for some.
 * @param offset of this page.
 * @param limit items asked for.
 */
export function nextOf(
  page: z.infer<typeof listPage>,
  { version, offset, limit }: { readonly version: Version | null; readonly offset: number; readonly limit: number },
) {
  const items = page.items ?? page.data ?? [];
  const said = page.next_cursor ?? page.cursor ?? '';
  const cursor = said === '' ? null : said;
  const total = typeof page.total_count === 'number' ? page.total_count : null;
  // An empty cursor ends a list whose page was not full. A list without cursors is read until a page is empty.
  const mayGoOn = total !== null ? offset + items.length < total : !('next_cursor' in page) || items.length >= limit;
  return { items, cursor, byOffset: version === 2 && cursor === null && items.length > 0 && mayGoOn };
}

/** Sends requests as one account. */
export class UnipileApi {
  constructor(
    private readonly client: HttpClient,
    private readonly accountId: string,
    /** What is being looked for, for the message when it is not found. */
    private readonly wanted: string,
  ) {}

  get(path: string): Promise<JsonAnswer> {
    return this.ask(() => this.client.get(path));
  }

  /** Version 1 names the account in the query, version 2 in the path. */
  path(version: Version, rest: string, more: Readonly<Record<string, string>> = {}): string {
    const query = new URLSearchParams(more);
    if (version === 1) query.set('account_id', this.accountId);
    const text = query.toString();
    const base = version === 2 ? `/v2/${encodeURIComponent(this.accountId)}` : '/api/v1';
    return `${base}${rest}${text === '' ? '' : `?${text}`}`;
  }

  /** Asks in the version that is known. Otherwise asks in version 1, and in version 2 if that does not exist. */
  async askEither(
    version: Version | null,
    pathOf: (version: Version) => string,
  ): Promise<{ version: Version; answer: JsonAnswer }> {
    if (version !== null) return { version, answer: await this.get(pathOf(version)) };
    try {
      return { version: 1, answer: await this.client.get(pathOf(1)) };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.status !== 404) return { version: 1, answer: await this.ask(() => Promise.reject(error)) };
    }
    return { version: 2, answer: await this.get(pathOf(2)) };
  }

  /** Turns refusals into messages that help the person who reads the failure. */
  private async ask(send: () => Promise<JsonAnswer>): Promise<JsonAnswer> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.temporary) throw error;
      if (error.status === 404) throw new SourceFailure('post_not_found', `Unipile finds no such ${this.wanted}.`);
      if (error.status === 401 || error.status === 403) {
        throw new SourceFailure(
          'source_refused',
          'Unipile refuses UNIPILE_API_KEY, or the account must be connected again.',
        );
      }
      throw new SourceFailure('source_failed', `A request to Unipile failed: ${error.reason}.`);
    }
  }
}

export function readList(answer: JsonAnswer): z.infer<typeof listPage> {
  const page = listPage.safeParse(answer.value);
  // An object without a list is no empty list: a proxy's message, or an error with status 200.
  if (page.success && (page.data.items ?? page.data.data) !== undefined) return page.data;
  throw new SourceFailure('source_failed', 'Unipile answered in a form that its documents do not show.');
}
