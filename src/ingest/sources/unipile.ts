/**
 * Unipile, versions 1 and 2: the connected account reads a post's reactions, comments and replies. Sources:
 * developer.unipile.com (retrieve a post, list reactions, list comments) and developer.unipile.com/v2.0/reference/api-usage.
 */
import { z } from 'zod';
import { parsePostReference } from '../import';
import type { JsonAnswer } from '../../shared/http-client/client';
import { digestOf, digestOfItems } from './digest';
import { readAnswer } from './read-answer';
import { SourceFailure, type CollectOptions, type Source, type SourcePage, type SourcePost } from './source';
import { nextOf, readList, UnipileApi, type UnipileOptions } from './unipile-api';
import { postsOfProfile } from './unipile-posts';

export type { UnipileOptions };

const position = z.object({
  version: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** The id from 'get post'. The number in the address may be another one. */
  socialId: z.string().nullable(),
  step: z.enum(['reactions', 'comments', 'replies']),
  cursor: z.string().nullable(),
  offset: z.number(),
  /** The list of this step has been read to its end. */
  done: z.boolean(),
  /** Digests of the cursors and pages of this step, so that none is read twice. */
  seen: z.array(z.string()),
  /** Comments whose replies have not been read yet. */
  replied: z.array(z.string()),
  /** Pages read of all lists. */
  asked: z.number().catch(0),
});
type Position = z.infer<typeof position>;

const post = z.object({ social_id: z.string().max(200).optional(), id: z.string().max(200).optional() });
const listStart = { cursor: null, offset: 0, done: false, seen: [] };

const pageSize = 100;
/** Pages of one step. No post has more within the limit of people. */
const mostPages = 1_000;
const mostReplied = 500;
/** Pages of all lists of one post. Every list of replies could go on for as long as one of reactions. */
const mostPagesInAll = 3_000;

export function unipileSource(unipile: UnipileOptions): Source {
  return {
    name: 'unipile',
    brings: 'reactions, comments and replies that the connected account may see, and the posts of a profile',
    costs: 'per connected account; about 100 actions a day are advised for each',
    cannot: 'It cannot look for posts by their words.',
    collect: (wanted, state, options) => new Collection(unipile, wanted, options, state).pages(),
    postsOf: (profile, state, options) => postsOfProfile(unipile, profile, state, options),
  };
}

class Collection {
  private at: Position;
  private readonly api: UnipileApi;

  constructor(
    unipile: UnipileOptions,
    private readonly post: SourcePost,
    private readonly options: CollectOptions,
    state: unknown,
  ) {
    this.api = new UnipileApi(unipile.client(options.signal), unipile.accountId, 'post');
    this.at = position.nullable().catch(null).parse(state) ?? {
      version: unipile.version,
      socialId: null,
      step: 'reactions',
      ...listStart,
      replied: [],
      asked: 0,
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

  /** Gets the API's own id of the post, with its counts. */
  private async findPost(): Promise<SourcePage> {
    const number = /^urn:[^:]+:activity:(\d+)$/.exec(this.post.urn)?.[1];
    const asked = encodeURIComponent(number ?? this.post.urn);
    const { version, answer } = await this.api.askEither(this.at.version, (candidate) =>
      this.api.path(candidate, `/posts/${asked}`),
    );
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
      if (this.at.asked >= mostPagesInAll) {
        throw new SourceFailure('source_failed', `Unipile still had more pages after ${mostPagesInAll}.`);
      }
      const answer = await this.api.get(this.listPath(what, replyTo));
      const { version, offset } = this.at;
      const { items, cursor, byOffset } = nextOf(readList(answer), { version, offset, limit: pageSize });
      const body = await digestOfItems(items);
      const again = this.at.seen.includes(body);
      const loops = cursor !== null && (cursor === this.at.cursor || this.at.seen.includes(digestOf(cursor)));
      const records = items.length === 0 || again ? [] : await this.read(answer, format, this.socialPost());
      const replied = what === 'comments' && replyTo === undefined ? repliedIn(items) : [];
      yield {
        ...this.note(
          {
            cursor,
            asked: this.at.asked + 1,
            done: again || loops || (cursor === null && !byOffset),
            offset: offset + items.length,
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
    const query: Record<string, string> = { limit: String(pageSize) };
    if (cursor !== null) query['cursor'] = cursor;
    else if (version === 2 && offset > 0) query['offset'] = String(offset);
    if (replyTo !== undefined && version === 2) {
      return this.api.path(2, `/posts/${id}/comments/${encodeURIComponent(replyTo)}/replies`, query);
    }
    if (replyTo !== undefined) query['comment_id'] = replyTo;
    return this.api.path(version ?? 1, `/posts/${id}/${what}`, query);
  }

  private read(answer: JsonAnswer, format: string, about: string) {
    const { network, now } = this.options;
    return readAnswer('Unipile', answer.value, format, { network, now: now(), post: about });
  }

  /** The post as the API names it, if that is a valid name of a post. */
  private socialPost(): string {
    const { socialId } = this.at;
    return socialId !== null && parsePostReference(socialId, this.options.network).ok ? socialId : this.post.urn;
  }

  private note(changes: Partial<Position>, percent: number): SourcePage {
    this.at = { ...this.at, ...changes };
    return { records: [], state: this.at, percent };
  }
}

const commentId = /^[\x21-\x7e]{1,200}$/;

/** Comments that have replies. */
function repliedIn(items: readonly Record<string, unknown>[]): string[] {
  return items.flatMap((item) => {
    const [id, replies] = [item['id'], item['reply_counter']];
    return typeof id === 'string' && commentId.test(id) && typeof replies === 'number' && replies > 0 ? [id] : [];
  });
}
