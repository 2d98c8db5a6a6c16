/**
 * Unipile, versions 1 and 2: the connected account reads a post's reactions, comments and replies. Sources:
 * developer.unipile.com (retrieve a post, list reactions, list comments) and developer.unipile.com/v2.0/reference/api-usage.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parsePostReference, readPage } from '../intake';
import type { HttpClient, JsonAnswer } from '../net/client';
import { OutgoingError } from '../net/exchange';
import { SourceFailure, type CollectOptions, type Source, type SourcePage, type SourcePost } from './source';

export interface UnipileOptions {
  readonly client: (signal: AbortSignal) => HttpClient;
  readonly accountId: string;
  /** Null: found out by asking; an address with a path says it. */
  readonly version: 1 | 2 | null;
}

const position = z.object({
  version: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** What 'get post' calls it; the number in the address may be another one. */
  socialId: z.string().nullable(),
  step: z.enum(['reactions', 'comments', 'replies']),
  cursor: z.string().nullable(),
  offset: z.number(),
  /** The list of this step was read to its end. */
  done: z.boolean(),
  /** Digests of the cursors and pages of this step: none is read twice. */
  seen: z.array(z.string()),
  /** Comments whose replies are still to be read. */
  replied: z.array(z.string()),
});
type Position = z.infer<typeof position>;

const post = z.object({ social_id: z.string().max(200).optional(), id: z.string().max(200).optional() });
const listPage = z.object({
  items: z.array(z.looseObject({})).optional(),
  data: z.array(z.looseObject({})).optional(),
  cursor: z.unknown().optional(),
  next_cursor: z.unknown().optional(),
});

const listStart = { cursor: null, offset: 0, done: false, seen: [] };

const pageSize = 100;
/** Pages of one step; more than any post has at the limit of people. */
const mostPages = 1_000;
const mostReplied = 500;

export function unipileSource(unipile: UnipileOptions): Source {
  return {
    name: 'unipile',
    brings: 'reactions, comments and replies that the connected account may see',
    costs: 'per connected account; about 100 actions a day are advised for each',
    collect: (wanted, state, options) => new Collection(unipile, wanted, options, state).pages(),
  };
}

class Collection {
  private at: Position;
  private readonly client: HttpClient;

  constructor(
    private readonly unipile: UnipileOptions,
    private readonly post: SourcePost,
    private readonly options: CollectOptions,
    state: unknown,
  ) {
    this.client = unipile.client(options.signal);
    this.at = position.nullable().catch(null).parse(state) ?? {
      version: unipile.version,
      socialId: null,
      step: 'reactions',
      ...listStart,
      replied: [],
    };
  }

  async *pages(): AsyncGenerator<SourcePage, void, undefined> {
    if (this.at.socialId === null) yield await this.findPost();
    if (this.at.step === 'reactions') {
      yield* this.list('reactions', 'unipile-reactions', 0);
      yield this.note({ step: 'comments', ...listStart }, 50);
    }
    if (this.at.step === 'comments') {
      yield* this.list('comments', 'unipile-comments', 50);
      yield this.note({ step: 'replies', ...listStart }, 75);
    }
    for (let comment = this.at.replied[0]; comment !== undefined; comment = this.at.replied[0]) {
      yield* this.list('comments', 'unipile-comments', 75, comment);
      yield this.note({ replied: this.at.replied.slice(1), ...listStart }, 75);
    }
  }

  /** The post's own id at the API, with its counts. */
  private async findPost(): Promise<SourcePage> {
    const number = /^urn:[^:]+:activity:(\d+)$/.exec(this.post.urn)?.[1];
    const asked = encodeURIComponent(number ?? this.post.urn);
    const { version, answer } = await this.askEither((candidate) => this.path(candidate, `/posts/${asked}`));
    const found = post.safeParse(answer.value);
    const socialId = found.data?.social_id ?? found.data?.id;
    if (socialId === undefined) throw new SourceFailure('source_failed', 'Unipile names no post in its answer.');
    const records = await this.read(answer, 'unipile-posts', this.post.urn);
    return { ...this.note({ version, socialId }, 1), records };
  }

  private async *list(
    what: 'reactions' | 'comments',
    format: string,
    base: number,
    replyTo?: string,
  ): AsyncGenerator<SourcePage, void, undefined> {
    for (let pages = 0; pages < mostPages && !this.at.done; pages += 1) {
      const answer = await this.ask(() => this.client.get(this.listPath(what, replyTo)));
      const page = listPage.safeParse(answer.value);
      if (!page.success) {
        throw new SourceFailure('source_failed', 'Unipile answered in a form that its documents do not show.');
      }
      const items = page.data.items ?? page.data.data ?? [];
      const said = page.data.next_cursor ?? page.data.cursor;
      const cursor = typeof said === 'string' && said !== '' ? said : null;
      const body = digestOf(JSON.stringify(items));
      const again = this.at.seen.includes(body);
      const loops = cursor !== null && (cursor === this.at.cursor || this.at.seen.includes(digestOf(cursor)));
      const records = items.length === 0 || again ? [] : await this.read(answer, format, this.socialPost());
      const replied = what === 'comments' && replyTo === undefined ? repliedIn(items) : [];
      // Version 2 goes on by offset where it gives no cursor, until a page is empty.
      const byOffset = this.at.version === 2 && cursor === null && !('next_cursor' in page.data) && items.length > 0;
      yield {
        ...this.note(
          {
            cursor,
            done: again || loops || (cursor === null && !byOffset),
            offset: this.at.offset + pageSize,
            seen: [...this.at.seen, body, ...(cursor === null ? [] : [digestOf(cursor)])].slice(-2 * mostPages),
            replied: [...this.at.replied, ...replied].slice(0, mostReplied),
          },
          Math.min(base + 45, base + pages),
        ),
        records,
      };
    }
  }

  private listPath(what: 'reactions' | 'comments', replyTo: string | undefined): string {
    const { version, cursor, offset } = this.at;
    const id = encodeURIComponent(this.at.socialId ?? '');
    const query = new URLSearchParams({ limit: String(pageSize) });
    if (cursor !== null) query.set('cursor', cursor);
    else if (version === 2 && offset > 0) query.set('offset', String(offset));
    if (replyTo !== undefined && version === 2) {
      return `${this.path(2, `/posts/${id}/comments/${encodeURIComponent(replyTo)}/replies`)}?${query.toString()}`;
    }
    if (replyTo !== undefined) query.set('comment_id', replyTo);
    if (version !== 2) query.set('account_id', this.unipile.accountId);
    const path = version === 2 ? this.path(2, `/posts/${id}/${what}`) : `/api/v1/posts/${id}/${what}`;
    return `${path}?${query.toString()}`;
  }

  /** Version 1 names the account in the query, version 2 in the path. */
  private path(version: 1 | 2, rest: string): string {
    const account = encodeURIComponent(this.unipile.accountId);
    return version === 2 ? `/v2/${account}${rest}` : `/api/v1${rest}?account_id=${account}`;
  }

  /** Asks in the version that is known; else in 1, and where that does not exist in 2. */
  private async askEither(pathOf: (version: 1 | 2) => string): Promise<{ version: 1 | 2; answer: JsonAnswer }> {
    const { version } = this.at;
    if (version !== null) return { version, answer: await this.ask(() => this.client.get(pathOf(version))) };
    try {
      return { version: 1, answer: await this.client.get(pathOf(1)) };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.status !== 404) return { version: 1, answer: await this.ask(() => Promise.reject(error)) };
    }
    return { version: 2, answer: await this.ask(() => this.client.get(pathOf(2))) };
  }

  /** Refusals in words that help whoever reads the failure of a discovery. */
  private async ask(send: () => Promise<JsonAnswer>): Promise<JsonAnswer> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.temporary) throw error;
      if (error.status === 404) throw new SourceFailure('post_not_found', 'Unipile finds no such post.');
      if (error.status === 401 || error.status === 403) {
        throw new SourceFailure(
          'source_refused',
          'Unipile refuses UNIPILE_API_KEY, or the account must be connected again.',
        );
      }
      throw new SourceFailure('source_failed', `Unipile answered with ${error.reason}.`);
    }
  }

  private read(answer: JsonAnswer, format: string, about: string) {
    const { network, now } = this.options;
    return readPage(answer.text, format, { network, now: now(), post: about });
  }

  /** The post as the API names it, where that is a name of a post at all. */
  private socialPost(): string {
    const { socialId } = this.at;
    return socialId !== null && parsePostReference(socialId, this.options.network).ok ? socialId : this.post.urn;
  }

  private note(changes: Partial<Position>, percent: number): SourcePage {
    this.at = { ...this.at, ...changes };
    return { records: [], state: this.at, percent };
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** Comments that have replies. */
function repliedIn(items: readonly Record<string, unknown>[]): string[] {
  return items.flatMap((item) => {
    const [id, replies] = [item['id'], item['reply_counter']];
    return typeof id === 'string' && id.length <= 200 && typeof replies === 'number' && replies > 0 ? [id] : [];
  });
}
