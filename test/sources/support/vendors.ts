/**
 * Loopback servers built from the vendors' documents: Apify (Run Actor, Get run, Get dataset items) and Unipile, version 1 by its
 * reference and version 2 by the models of the vendor's own client, github.com/unipile/unipile-python (get a post, list reactions
 * and comments, replies). Each request can be made to go wrong.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reactionItems } from '../../discovery/support/exports';

export interface Vendor {
  readonly url: string;
  /** Method and path with query of every request, in order. */
  readonly requests: string[];
  /** Handles a request in another way; true when it did. */
  fault: (req: IncomingMessage, res: ServerResponse, count: number) => boolean;
  close(): Promise<void>;
}

type Routes = (path: string, query: URLSearchParams, req: IncomingMessage) => unknown;

async function serve(routes: Routes, authorised: (req: IncomingMessage) => boolean): Promise<Vendor> {
  const requests: string[] = [];
  const vendor = { fault: (_req: IncomingMessage, _res: ServerResponse, _count: number) => false };
  const server = createServer((req, res) => {
    requests.push(`${req.method ?? ''} ${req.url ?? ''}`);
    req.resume();
    if (vendor.fault(req, res, requests.length)) return;
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://vendor');
    const body = authorised(req) ? routes(decodeURIComponent(pathname), searchParams, req) : undefined;
    const status = !authorised(req) ? 401 : body === undefined ? 404 : req.method === 'POST' ? 201 : 200;
    res.writeHead(status, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(body ?? { type: 'errors/resource_not_found', title: 'Not found', status }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(vendor, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type Item = Record<string, unknown>;

/** A user as version 2 shows one. */
const user = (id: string, name: string, description: string, slug?: string) => ({
  id,
  object: 'User',
  type: 'individual',
  display_name: name,
  description,
  ...(slug === undefined ? {} : { public_identifier: slug, profile_url: `https://www.linkedin.com/in/${slug}` }),
});

const inForm: Record<
  1 | 2,
  { reaction(item: Item, post: string): Item; comment(at: number, replies: number, post: string): Item }
> = {
  1: {
    reaction: (item, post) => ({ ...item, post_id: post }),
    comment: (at, replies, post) => ({
      object: 'Comment',
      id: String(7_500_000_000_000_000_000n + BigInt(at)),
      post_id: post,
      author: `Person ${at}`,
      author_details: {
        id: `ACoAAB${String(at).padStart(8, '0')}xYz`,
        headline: 'Engineer',
        profile_url: `https://www.linkedin.com/in/person-${at}`,
      },
      text: `Comment ${at}`,
      date: '2026-11-20T10:00:00.000Z',
      reaction_counter: 0,
      reply_counter: replies,
    }),
  },
  2: {
    reaction({ author }) {
      const { id, name, headline } = author as { id: string; name: string; headline: string };
      return { object: 'Reaction', value: '👍', sender: user(id, name, headline), is_sender: false };
    },
    comment: (at, replies) => ({
      object: 'Comment',
      id: String(7_500_000_000_000_000_000n + BigInt(at)),
      author: user(`ACoAAB${String(at).padStart(8, '0')}xYz`, `Person ${at}`, 'Engineer', `person-${at}`),
      created_at: '2026-11-20T10:00:00.000Z',
      text: `Comment ${at}`,
      is_sender: false,
      can_reply: true,
      can_react: true,
      reply_counter: replies,
      reactions_counter: [],
    }),
  },
};

/**
 * A post of which the API knows that many reactions, and 30 comments of which the first has two replies.
 * @param cappedAt version 2 without cursors: pages hold no more than this, whatever was asked for.
 */
export function startUnipile(version: 1 | 2, postId: string, people: number, cappedAt?: number): Promise<Vendor> {
  const social = `urn:li:ugcPost:${BigInt(postId) + 1n}`;
  const { reaction, comment } = inForm[version];
  const reactions = reactionItems(postId, people).map((item) => reaction(item, social));
  const comments = Array.from({ length: 30 }, (_, at) => comment(at, at === 0 ? 2 : 0, social));
  const replies = [comment(5_000, 0, social), comment(5_001, 0, social)];
  const page = (all: readonly unknown[], query: URLSearchParams) => {
    const limit = Math.min(Number(query.get('limit') ?? 20), cappedAt ?? Infinity);
    const from = Number(query.get('cursor')?.replace('c-', '') ?? query.get('offset') ?? 0);
    const items = all.slice(from, from + limit);
    const next = from + limit < all.length ? `c-${from + limit}` : null;
    if (version === 1) return { object: 'List', items, cursor: next, paging: { page_count: items.length } };
    return { data: items, ...(cappedAt === undefined ? { next_cursor: next } : { total_count: all.length }) };
  };
  const base = version === 1 ? '/api/v1/posts' : '/v2/acc_1/posts';
  const found =
    version === 1
      ? { object: 'Post', id: postId, social_id: social, reaction_counter: people, comment_counter: 32 }
      : {
          object: 'Post',
          id: social,
          share_url: `https://www.linkedin.com/posts/ada_words-activity-${postId}-AbCd`,
          created_at: '2026-11-20T09:00:00.000Z',
          text: 'Words',
          author: user('ACoAABexampleAuthor00xYz', 'Ada', 'Founder', 'ada'),
          reactions_counter: [{ reaction: '👍', count: people }],
          comments_counter: 32,
          reposts_counter: 0,
          is_repost: false,
        };
  return serve(
    (path, query) => {
      if (version === 1 && query.get('account_id') !== 'acc_1') return undefined;
      if (path === `${base}/${postId}` || path === `${base}/urn:li:activity:${postId}`) return found;
      if (path === `${base}/${social}/reactions`) return page(reactions, query);
      if (path === `${base}/${social}/comments`) return page(query.get('comment_id') ? replies : comments, query);
      if (path === `${base}/${social}/comments/${String(comments[0]?.['id'])}/replies`) return page(replies, query);
      return undefined;
    },
    (req) => req.headers['x-api-key'] === 'the-unipile-key',
  );
}

/** An actor that lists that many reactions; the comments' actor finds none. Runs are done after two polls. */
export function startApify(postId: string, people: number): Promise<Vendor> {
  const items = reactionItems(postId, people).map((item) => {
    const author = item['author'] as { id: string; name: string; headline: string; profile_url: string };
    return {
      reactionType: item['value'],
      actor: { id: author.id, name: author.name, linkedinUrl: author.profile_url, position: author.headline },
      postId,
    };
  });
  const runs: { id: string; actor: string; polls: number; input: unknown }[] = [];
  const shown = (run: (typeof runs)[number]) => ({
    id: run.id,
    status: run.polls > 1 ? 'SUCCEEDED' : 'RUNNING',
    startedAt: new Date().toISOString(),
    defaultDatasetId: `data-${run.id}`,
    defaultKeyValueStoreId: `store-${run.id}`,
  });
  return serve(
    (path, query, req) => {
      const [, actor = ''] = /^\/v2\/acts\/([^/]+)\/runs$/.exec(path) ?? [];
      if (actor !== '' && req.method === 'POST') {
        const run = {
          id: `run${runs.length + 1}`,
          actor,
          polls: 0,
          input: { posts: [`https://www.linkedin.com/feed/update/urn:li:activity:${postId}/`] },
        };
        runs.push(run);
        return { data: shown(run) };
      }
      if (actor !== '') return { data: { items: runs.filter((run) => run.actor === actor).map(shown) } };
      const polled = runs.find(({ id }) => path === `/v2/actor-runs/${id}`);
      if (polled) {
        polled.polls += 1;
        return { data: shown(polled) };
      }
      const stored = runs.find(({ id }) => path === `/v2/key-value-stores/store-${id}/records/INPUT`);
      if (stored) return stored.input;
      const read = runs.find(({ id }) => path === `/v2/datasets/data-${id}/items`);
      if (!read) return undefined;
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      return read.actor.includes('comments') ? [] : items.slice(offset, offset + limit);
    },
    (req) => req.headers.authorization === 'Bearer the-apify-token',
  );
}
