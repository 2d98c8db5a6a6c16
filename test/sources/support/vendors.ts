/**
 * Loopback servers built from the vendors' documents: Apify (Run Actor, Get run, Get dataset items) and Unipile, versions 1 and 2
 * (retrieve a post, list reactions and comments, replies). Each request can be made to go wrong.
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

/** A post of which the API knows that many reactions, and 30 comments of which the first has two replies. */
export function startUnipile(version: 1 | 2, postId: string, people: number): Promise<Vendor> {
  const social = `urn:li:ugcPost:${BigInt(postId) + 1n}`;
  const reactions = reactionItems(postId, people).map((item) => ({ ...item, post_id: social }));
  const comment = (at: number, from: number) => ({
    object: 'Comment',
    id: String(7_500_000_000_000_000_000n + BigInt(from + at)),
    post_id: social,
    author: `Person ${from + at}`,
    author_details: {
      id: `ACoAAB${String(from + at).padStart(8, '0')}xYz`,
      headline: 'Engineer',
      profile_url: `https://www.linkedin.com/in/person-${from + at}`,
    },
    text: `Comment ${at}`,
    date: '2026-11-20T10:00:00.000Z',
    reaction_counter: 0,
    reply_counter: at === 0 && from === 0 ? 2 : 0,
  });
  const comments = Array.from({ length: 30 }, (_, at) => comment(at, 0));
  const replies = [comment(0, 5_000), comment(1, 5_000)];
  const page = (all: readonly unknown[], query: URLSearchParams) => {
    const limit = Number(query.get('limit') ?? 20);
    const from = Number(query.get('cursor')?.replace('c-', '') ?? query.get('offset') ?? 0);
    const items = all.slice(from, from + limit);
    const next = from + limit < all.length ? `c-${from + limit}` : null;
    return version === 1
      ? { object: 'List', items, cursor: next, paging: { page_count: items.length } }
      : { object: 'List', data: items, next_cursor: next };
  };
  const base = version === 1 ? '/api/v1/posts' : '/v2/acc_1/posts';
  return serve(
    (path, query) => {
      if (version === 1 && query.get('account_id') !== 'acc_1') return undefined;
      if (path === `${base}/${postId}` || path === `${base}/urn:li:activity:${postId}`)
        return { object: 'Post', id: postId, social_id: social, reaction_counter: people, comment_counter: 32 };
      if (path === `${base}/${social}/reactions`) return page(reactions, query);
      if (path === `${base}/${social}/comments`) return page(query.get('comment_id') ? replies : comments, query);
      if (path === `${base}/${social}/comments/${comments[0]?.id ?? ''}/replies`) return page(replies, query);
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
