/** The sources against servers built from the vendors' documents, faults included. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { HttpClient } from '../../../src/shared/http-client/client';
import { OutgoingError } from '../../../src/shared/http-client/exchange';
import { apifySource } from '../../../src/ingest/sources/apify';
import { unipileSource } from '../../../src/ingest/sources/unipile';
import { SourceFailure, type Source, type SourcePage } from '../../../src/ingest/sources/source';
import { startApify, startUnipile, type Vendor } from '../../sources/support/vendors';

const postId = '7402746946853253120';
const post = {
  urn: `urn:li:activity:${postId}`,
  url: `https://www.linkedin.com/feed/update/urn:li:activity:${postId}/`,
  urns: [`urn:li:activity:${postId}`],
};
const people = 730;
const quick = { attempts: 4, baseMs: 2, capMs: 8, patienceMs: 100 };

/** So long that no busy machine meets it; less where nothing is ever answered. */
let timeoutMs = 60_000;
const clientOf = (vendor: Vendor, headers: Record<string, string>) => {
  const client = new HttpClient({ baseUrl: vendor.url, namedBy: 'operator', headers, retries: quick, timeoutMs });
  return (signal: AbortSignal) => client.stoppedBy(signal);
};
const unipile = (vendor: Vendor): Source =>
  unipileSource({
    client: clientOf(vendor, { 'X-API-KEY': 'the-unipile-key' }),
    accountId: 'acc_1',
    version: null,
  });
const kinds = {
  'Unipile v1': {
    start: () => startUnipile(1, postId, people),
    source: unipile,
    actors: people + 2,
    requests: 1 + 8 + 1 + 1,
  },
  'Unipile v2': {
    start: () => startUnipile(2, postId, people),
    source: unipile,
    actors: people + 2,
    // One to find out that version 1 is not there.
    requests: 1 + 1 + 8 + 1 + 1,
  },
  'Unipile v2 by offsets, in pages shorter than asked for': {
    start: () => startUnipile(2, postId, people, 60),
    source: unipile,
    actors: people + 2,
    requests: 1 + 1 + 13 + 1 + 1,
  },
  Apify: {
    start: () => startApify(postId, people),
    source: (vendor: Vendor): Source =>
      apifySource({
        client: clientOf(vendor, { Authorization: 'Bearer the-apify-token' }),
        reactionsActor: 'harvestapi~linkedin-post-reactions',
        commentsActor: 'harvestapi~linkedin-post-comments',
        postsActor: 'harvestapi~linkedin-profile-posts',
        maxChargeUsd: 5,
      }),
    actors: people,
    requests: 2 * (1 + 2 + 1),
  },
} as const;

/** Collects as a discovery does; `until` stops after so many pages, as a crash would. */
async function collect(source: Source, state: unknown = null, until = Infinity) {
  const actors = new Set<string>();
  const pages: SourcePage[] = [];
  const options = {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now: () => Date.now(),
    mostPeople: 5_000,
    signal: new AbortController().signal,
  };
  for await (const page of source.collect(post, state, options)) {
    pages.push(page);
    for (const record of page.records) if (record.kind === 'engagement') actors.add(record.actor.memberId ?? '');
    if (pages.length >= until) break;
  }
  return { actors, pages };
}

const failureOf = async (work: Promise<unknown>): Promise<OutgoingError | SourceFailure> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof OutgoingError || error instanceof SourceFailure) return error;
  throw new Error(`expected a failure, got ${String(error)}`);
};

describe.each(Object.entries(kinds))('%s', (_name, { start, source, actors, requests }) => {
  let vendor: Vendor;
  beforeEach(async () => {
    vendor = await start();
    timeoutMs = 60_000;
  });
  afterEach(() => vendor.close());

  const broken = (write: (req: IncomingMessage, res: ServerResponse) => void) => {
    vendor.fault = (req, res) => {
      write(req, res);
      return true;
    };
  };
  const answer = (status: number, headers: Record<string, string> = {}, body = '{}') =>
    broken((_req, res) => res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body));

  test('positive control: everybody, with as few requests as it takes', async () => {
    const { actors: found } = await collect(source(vendor));
    expect(found.size).toBe(actors);
    expect(vendor.requests).toHaveLength(requests);
  });

  test('an interruption after any page fetches nothing twice that was stored', async () => {
    const whole = await collect(source(vendor));
    for (let stop = 1; stop < whole.pages.length; stop += 1) {
      const fresh = await start();
      try {
        const first = await collect(source(fresh), null, stop);
        const state: unknown = JSON.parse(JSON.stringify(first.pages.at(-1)?.state ?? null));
        const second = await collect(source(fresh), state);
        expect(new Set([...first.actors, ...second.actors]).size).toBe(actors);
        // Status may be asked again; pages of people are not, and no run is started twice.
        const lists = fresh.requests.filter((request) => /items|reactions\?|comments\?|replies|POST/.test(request));
        expect(new Set(lists).size).toBe(lists.length);
      } finally {
        await fresh.close();
      }
    }
  });

  test.each([
    ['a storm of 429', () => answer(429), 4],
    ['429 until later', () => answer(429, { 'Retry-After': '600' }), 1],
    ['500 for ever', () => answer(500), 4],
    ['JSON that breaks off', () => answer(200, {}, '{"items":[{"object"'), 4],
    [
      'a hang',
      () => {
        timeoutMs = 400;
        broken(() => undefined);
      },
      4,
    ],
    ['resets', () => broken((req) => req.socket.resetAndDestroy()), 4],
  ])('%s: an error that passes, after a bounded number of requests', async (_fault, arrange, most) => {
    arrange();
    const error = await failureOf(collect(source(vendor)));
    expect(error).toBeInstanceOf(OutgoingError);
    expect(error).toMatchObject({ temporary: true });
    expect(vendor.requests.length).toBeLessThanOrEqual(most);
    expect(String(error.stack)).not.toMatch(/the-(unipile-key|apify-token)/);
  });

  test.each([
    ['a redirect to a private address', () => answer(302, { Location: 'http://169.254.169.254/latest/meta-data' })],
    ['a refused credential', () => answer(401)],
  ])('%s: a failure that says what to do, after one request', async (_fault, arrange) => {
    arrange();
    const error = await failureOf(collect(source(vendor)));
    expect(error).toBeInstanceOf(SourceFailure);
    expect(vendor.requests).toHaveLength(1);
  });

  test('one request in four fails, and everybody is found all the same', async () => {
    vendor.fault = (req, res, count) => {
      if (count % 4 !== 0 || req.method === 'POST') return false;
      res.writeHead(count % 8 === 0 ? 500 : 429, { 'Content-Type': 'application/json' }).end('{}');
      return true;
    };
    expect((await collect(source(vendor))).actors.size).toBe(actors);
  });

  test('a page repeated for ever ends', async () => {
    let first: string | undefined;
    vendor.fault = (req, res) => {
      const { pathname } = new URL(req.url ?? '', 'http://vendor');
      if (!/reactions$|items$/.test(pathname)) return false;
      first ??= JSON.stringify(
        pathname.endsWith('items')
          ? Array.from({ length: 1_000 }, () => ({
              reactionType: 'LIKE',
              postId,
              actor: { id: 'ACoAAB00000001xYz', name: 'One', linkedinUrl: 'https://www.linkedin.com/in/one' },
            }))
          : { items: [], cursor: 'again', next_cursor: 'again' },
      );
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(first);
      return true;
    };
    await collect(source(vendor));
    expect(vendor.requests.length).toBeLessThan(20);
  });
});

test.each(['Unipile v1', 'Unipile v2', 'Apify'] as const)(
  '%s: an object in place of a list is no empty list',
  async (kind) => {
    const vendor = await kinds[kind].start();
    vendor.fault = (req, res) => {
      if (!/\/(reactions|items)\?/.test(req.url ?? '')) return false;
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"error":"quota"}');
      return true;
    };
    const error = await failureOf(collect(kinds[kind].source(vendor)));
    expect(error).toBeInstanceOf(SourceFailure);
    expect(error.message).toMatch(/answered in a form that its documents do not show/);
    await vendor.close();
  },
);

test.each([
  ['Apify', [1, 2, 3]],
  ['Apify', Array.from({ length: 20_001 }, () => ({ postId }))],
  ['Apify', [{ nothing: 'that any reader knows' }]],
  ['Unipile v1', { items: [{ object: 'PostReaction' }], cursor: 7 }],
  ['Unipile v1', { items: [{ object: 'PostReaction' }], cursor: 'c'.repeat(100_000) }],
  ['Unipile v1', { items: Array.from({ length: 20_001 }, () => ({ object: 'PostReaction' })), cursor: null }],
] as const)('%s: a page that cannot be read is a failure of the source, not ours', async (kind, page) => {
  const vendor = await kinds[kind].start();
  vendor.fault = (req, res) => {
    if (!/\/(reactions|items)\?/.test(req.url ?? '')) return false;
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page));
    return true;
  };
  const error = await failureOf(collect(kinds[kind].source(vendor)));
  expect(error).toMatchObject({ code: 'source_failed', message: expect.stringContaining('answered') });
  await vendor.close();
});

test('Unipile: an id that holds half a character is asked for, and not found', async () => {
  const vendor = await kinds['Unipile v1'].start();
  vendor.fault = (req, res) => {
    if (!/\/posts\/\d+\?/.test(req.url ?? '')) return false;
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"social_id":"urn:\\ud800"}');
    return true;
  };
  expect(await failureOf(collect(kinds['Unipile v1'].source(vendor)))).toBeInstanceOf(SourceFailure);
  await vendor.close();
});

test('Unipile: lists that never end are left after a number of pages for all of them, also when it goes on later', async () => {
  const vendor = await kinds['Unipile v1'].start();
  let pages = 0;
  vendor.fault = (req, res) => {
    if (!(req.url ?? '').includes('/comments')) return false;
    pages += 1;
    const items = [{ object: 'Comment', id: `c${pages}`, reply_counter: 3 }];
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ items, cursor: `c-${pages}` }));
    return true;
  };
  const source = kinds['Unipile v1'].source(vendor);
  const first = await collect(source, null, 20);
  const state = { ...z.record(z.string(), z.unknown()).parse(first.pages.at(-1)?.state), asked: 2_990 };
  const error = await failureOf(collect(source, state));
  expect(error).toBeInstanceOf(SourceFailure);
  expect(error.message).toBe('Unipile still had more pages after 3000.');
  expect(pages).toBeLessThan(40);
  await vendor.close();
});

test('Unipile: a loop of cursors ends', async () => {
  const vendor = await kinds['Unipile v1'].start();
  let turn = 0;
  vendor.fault = (req, res) => {
    if (!(req.url ?? '').includes('/reactions')) return false;
    turn += 1;
    const items = [
      { object: 'PostReaction', value: 'LIKE', post_id: post.urn, author: { id: `ACoAAB0000000${turn}xYz` } },
    ];
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify({ items, cursor: turn % 2 === 0 ? 'even' : 'odd' }));
    return true;
  };
  await collect(kinds['Unipile v1'].source(vendor));
  expect(turn).toBeLessThanOrEqual(4);
  await vendor.close();
});

test('Apify: a run whose start could not be noted is found again, not started again', async () => {
  const vendor = await kinds.Apify.start();
  const before = await collect(kinds.Apify.source(vendor), null, 1);
  // The run starts, and the process dies before it stores that.
  await collect(kinds.Apify.source(vendor), before.pages[0]?.state, 1);
  const { actors } = await collect(kinds.Apify.source(vendor), before.pages[0]?.state);
  expect(actors.size).toBe(people);
  const starts = vendor.requests.filter((request) => request.startsWith('POST') && request.includes('reactions'));
  expect(starts).toHaveLength(1);
  await vendor.close();
});
