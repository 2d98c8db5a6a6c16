/** Posts of a profile from the sources, against servers built from the vendors' documents. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from '../../src/shared/http-client/client';
import { apifySource } from '../../src/ingest/sources/apify';
import type { FoundPosts, Source } from '../../src/ingest/sources/source';
import { unipileSource } from '../../src/ingest/sources/unipile';
import { network } from '../support/network';

const profile = { url: 'https://www.linkedin.com/in/ada', memberId: null, slug: 'ada', isCompany: false };
const memberId = 'ACoAAB3xExampleMember01234567890abcdefg';
const idOf = (at: number) => String(7_500_000_000_000_000_000n + BigInt(at));
const posts = 70;

const ofUnipile = (at: number) => ({
  object: 'Post',
  social_id: `urn:li:activity:${idOf(at)}`,
  text: `Words ${at}`,
  parsed_datetime: '2026-11-20T10:00:00.000Z',
  // The last one is another's, shared.
  author: { id: at === posts - 1 ? 'ACoAABsomebodyElse' : memberId, name: 'Ada' },
  reaction_counter: at,
  comment_counter: 1,
  repost_counter: 0,
});
const ofUnipile2 = (at: number) => ({
  object: 'Post',
  id: `urn:li:activity:${idOf(at)}`,
  share_url: `https://www.linkedin.com/posts/ada_words-activity-${idOf(at)}-AbCd`,
  created_at: '2026-11-20T10:00:00.000Z',
  text: `Words ${at}`,
  author: {
    id: at === posts - 1 ? 'ACoAABsomebodyElse' : memberId,
    object: 'User',
    type: 'individual',
    display_name: 'Ada',
  },
  reactions_counter:
    at === 0
      ? []
      : [
          { reaction: '👍', count: at - 1 },
          { reaction: '👏', count: 1 },
        ],
  comments_counter: 1,
  reposts_counter: 0,
  is_repost: false,
});
const ofApify = (at: number) => ({
  type: 'post',
  id: idOf(at),
  linkedinUrl: `https://www.linkedin.com/posts/ada_words-activity-${idOf(at)}-AbCd`,
  content: `Words ${at}`,
  author: { publicIdentifier: 'ada', name: 'Ada', linkedinUrl: profile.url },
  postedAt: { timestamp: 1_763_632_800_000, date: '2026-11-20T10:00:00.000Z' },
  engagement: { likes: at, comments: 1, shares: 0 },
});

/** Answers of the vendors; undefined is 404. */
function answer(path: string, query: URLSearchParams, method: string): unknown {
  const page = (version: 1 | 2) => {
    const from = Number(query.get('cursor') ?? query.get('offset') ?? 0);
    const items = Array.from({ length: posts }, (_, at) => (version === 1 ? ofUnipile : ofUnipile2)(at)).slice(
      from,
      from + Number(query.get('limit')),
    );
    const next = from + items.length < posts ? String(from + items.length) : null;
    return version === 1 ? { object: 'List', items, cursor: next } : { data: items, next_cursor: next };
  };
  if (path === '/api/v1/users/ada' && query.get('account_id') === 'acc_1')
    return { object: 'UserProfile', provider_id: memberId, follower_count: 4_321 };
  if (path === `/api/v1/users/${memberId}/posts` && query.get('account_id') === 'acc_1') return page(1);
  if (path === '/two/v2/acc_1/users/ada') return { object: 'User', id: memberId, followers_count: 4_321 };
  if (path === `/two/v2/acc_1/users/${memberId}/posts`) return page(2);
  const run = { id: 'run1', status: 'SUCCEEDED', defaultDatasetId: 'data1' };
  if (method === 'POST' && path === '/v2/acts/harvestapi~linkedin-profile-posts/runs') return { data: run };
  if (path === '/v2/acts/harvestapi~linkedin-profile-posts/runs') return { data: { items: [] } };
  if (path === '/v2/actor-runs/run1') return { data: run };
  if (path === '/v2/datasets/data1/items') {
    return Number(query.get('offset')) > 0 ? [] : Array.from({ length: posts }, (_, at) => ofApify(at));
  }
  return undefined;
}

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://vendor');
    const body = answer(decodeURIComponent(pathname), searchParams, req.method ?? '');
    req.resume();
    res.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(body ?? { type: 'errors/resource_not_found', title: 'Not found', status: 404 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const client = (path = '') => {
  const http = new HttpClient({ baseUrl: `${url}${path}`, namedBy: 'operator', headers: {} });
  return (signal: AbortSignal) => http.stoppedBy(signal);
};
const sources: readonly (readonly [string, () => Source])[] = [
  ['Unipile v1', () => unipileSource({ client: client(), accountId: 'acc_1', version: null })],
  ['Unipile v2', () => unipileSource({ client: client('/two'), accountId: 'acc_1', version: 2 })],
  [
    'Apify',
    () =>
      apifySource({
        client: client(),
        reactionsActor: 'a~reactions',
        commentsActor: 'a~comments',
        postsActor: 'harvestapi~linkedin-profile-posts',
        maxChargeUsd: 5,
      }),
  ],
];

/** Asks on from a state; `until` stops after so many pages, as a crash would. */
async function ask(source: Source, who = profile, state: unknown = null, until = Infinity) {
  const pages: FoundPosts[] = [];
  const options = { network, now: () => Date.now(), since: 0, mostPosts: 200, signal: new AbortController().signal };
  for await (const page of source.postsOf?.(who, state, options) ?? []) {
    pages.push(page);
    if (pages.length === until) break;
  }
  return pages;
}

describe.each(sources)('%s', (name, make) => {
  const urns = (pages: readonly FoundPosts[]) => pages.flatMap((page) => page.posts.map((post) => post.urn));

  test('names the posts of a profile, marked by their counts, with author and followers', async () => {
    const pages = await ask(make());
    expect(new Set(urns(pages)).size).toBe(posts);
    const found = pages.flatMap((page) => page.posts);
    expect(found.find((post) => post.urn.endsWith(idOf(7)))?.mark).toBe('7:1:0');
    const records = pages.flatMap((page) => page.records);
    const mine = records.filter((one) => one.kind === 'post' && one.author?.slug === 'ada');
    expect(mine).toHaveLength(name === 'Apify' ? posts : posts - 1);
    expect(pages.map((page) => page.followers).find((count) => count !== undefined)).toBe(
      name === 'Apify' ? undefined : 4_321,
    );
  });

  test('goes on after any page', async () => {
    const whole = await ask(make());
    for (let at = 1; at < whole.length; at += 1) {
      const first = await ask(make(), profile, null, at);
      const rest = await ask(make(), profile, JSON.parse(JSON.stringify(first.at(-1)?.state ?? null)));
      expect(new Set([...urns(first), ...urns(rest)])).toEqual(new Set(urns(whole)));
    }
  });

  test('says what it cannot', () => {
    expect(make()).toMatchObject({ cannot: expect.stringMatching(/words/) });
    expect(make().postsWith).toBeUndefined();
  });
});

test('Unipile says that there is no such profile', async () => {
  const [, make] = sources[0] ?? [];
  if (!make) throw new Error('no source');
  await expect(ask(make(), { ...profile, slug: 'nobody' })).rejects.toThrow('Unipile finds no such profile.');
});
