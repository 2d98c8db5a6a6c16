/** A server in the form of Unipile, version 1, that answers about each post as its row says: a good post, and hostile ones. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is asked for about a post. `turn` counts the questions of this kind about this post, from 1. */
export interface Asked {
  readonly what: 'post' | 'reactions' | 'comments';
  readonly postId: string;
  readonly turn: number;
  readonly cursor: string | null;
}

/** Answers a question; false leaves it to the good answer. */
export type Hostile = (asked: Asked, res: ServerResponse) => boolean;

export interface HostileVendor {
  readonly url: string;
  /** Questions about each post so far. */
  readonly asked: ReadonlyMap<string, number>;
  readonly rows: Map<string, Hostile>;
  close(): Promise<void>;
}

/** A reaction by a person with these names. */
export const reaction = (postId: string, author: Readonly<Record<string, unknown>>) => ({
  object: 'PostReaction',
  value: 'LIKE',
  post_id: `urn:li:activity:${postId}`,
  author: { type: 'INDIVIDUAL', headline: 'Sales Director at Example', ...author },
});

export const memberId = (at: number) => `ACoAAB${String(at).padStart(8, '0')}xYz`;
export const person = (at: number) => ({
  id: memberId(at),
  name: `Person ${at}`,
  profile_url: `https://www.linkedin.com/in/${memberId(at)}`,
});

export function reply(res: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): true {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(typeof body === 'string' ? body : JSON.stringify(body));
  return true;
}

/** @param people who reacted to a good post. */
export async function startHostileVendor(people: number): Promise<HostileVendor> {
  const asked = new Map<string, number>();
  const turns = new Map<string, number>();
  const rows = new Map<string, Hostile>();
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://vendor');
    const path = decodeURIComponent(pathname);
    const [, postId = '', list] =
      /^\/api\/v1\/posts\/(?:urn:li:activity:)?(\d+)(?:\/(reactions|comments))?$/.exec(path) ?? [];
    const what = list === 'reactions' || list === 'comments' ? list : 'post';
    const turn = (turns.get(`${what} ${postId}`) ?? 0) + 1;
    turns.set(`${what} ${postId}`, turn);
    asked.set(postId, (asked.get(postId) ?? 0) + 1);
    if (rows.get(postId)?.({ what, postId, turn, cursor: searchParams.get('cursor') }, res)) return;
    if (what === 'post') reply(res, { object: 'Post', id: postId, social_id: `urn:li:activity:${postId}` });
    else if (what === 'comments') reply(res, { object: 'List', items: [], cursor: null });
    else {
      const items = Array.from({ length: people }, (_, at) => reaction(postId, person(at)));
      reply(res, { object: 'List', items, cursor: null });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    rows,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
