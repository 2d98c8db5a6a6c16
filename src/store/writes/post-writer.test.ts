/** Posts while importing: one row for all URNs of a post, written with the batch, in its own workspace alone. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { ofNeighbours } from '../../../test/support/neighbours';
import { putRow, type Cells } from '../../../test/support/put-row';
import type { PostRow } from '../tables/engagement';
import { PostWriter } from './post-writer';

let open: OpenTestDatabase;
let [here, neighbour] = ['', ''];
let made = 0;
let writer: PostWriter;
beforeAll(async () => {
  open = await openTestDatabase('sqlite');
});
afterAll(() => open.close());
beforeEach(() => {
  made += 1;
  [here, neighbour] = [`here ${made}`, `neighbour ${made}`];
  writer = new PostWriter(open.db, here);
});

const { put, rows, pairs, everything } = ofNeighbours(() => ({ db: open.db, here, neighbour }));
const putPost = async (id: string, more: Cells = {}, ...urns: string[]) => {
  await put('posts', { id, urn: `u-${id}`, collected_at: 10, ...more });
  for (const urn of [`u-${id}`, ...urns]) await put('post_urns', { urn, post_id: id });
};
const whole = (...urns: string[]) => ({ urns, whole: true });

test('a post that nobody knows is made once, under all its URNs, and known by each of them afterwards', async () => {
  await writer.prepare([whole('a', 'b')]);
  const row = writer.resolve(['a', 'b'], 'https://x.example/a', 5);
  expect(writer.resolve(['b'], 'https://x.example/b', 6)).toBe(row);
  expect(writer.resolveOne('a', null, 7)).toBe(row);
  expect([writer.expected(), await rows('posts')]).toEqual([1, []]);
  expect(await writer.flush()).toEqual({ created: 1, relinked: [] });
  const facts = { id: row.id, urn: 'a', url: 'https://x.example/a', collected_at: 5, author_erased: 0 };
  expect(await rows('posts')).toEqual([{ ...row, ...facts, organization_id: here }]);
  expect(Object.entries(row).filter(([, value]) => value !== null)).toHaveLength(6);
  expect(await pairs('post_urns', 'urn', 'post_id')).toEqual([`a ${row.id}`, `b ${row.id}`]);
  expect(writer.expected()).toBe(0);
  // The next batch says nothing new.
  await writer.prepare([{ urns: ['a'], whole: false }, whole('b')]);
  expect(writer.resolveOne('a', null, 9)).toEqual({ id: row.id, author_person_id: null, monitored_profile_id: null });
  expect(writer.resolve(['a', 'b'], null, 9).id).toBe(row.id);
  expect(await writer.flush()).toEqual({ created: 0, relinked: [] });
  expect(await rows('posts')).toHaveLength(1);
});

test('a post with one URN is made by it, or found in another case of whose it is', async () => {
  await putPost('p', { author_person_id: 'ann', monitored_profile_id: 'm' });
  await putRow(open.db, 'post_urns', { organization_id: neighbour, urn: 'theirs', post_id: 'p' });
  await writer.prepare([{ urns: ['u-p', 'theirs'], whole: false }]);
  expect(writer.resolveOne('u-p', null, 1)).toEqual({ id: 'p', author_person_id: 'ann', monitored_profile_id: 'm' });
  expect(writer.owner('p')).toMatchObject({ author_person_id: 'ann' });
  // Only its owner was asked for, not the row.
  expect(() => writer.row('p')).toThrow('a known post has no row');
  expect(() => writer.owner('q')).toThrow('a known post has no row');
  const made = writer.resolveOne('theirs', 'https://x.example', 3);
  expect(made.id).not.toBe('p');
  expect(writer.row(made.id)).toMatchObject({ urn: 'theirs', url: 'https://x.example', collected_at: 3 });
  expect(writer.owner(made.id)).toBe(made);
});

test('another URN of a known post is added to it', async () => {
  await putPost('p');
  await writer.prepare([whole('u-p', 'second')]);
  expect(writer.resolve(['second', 'u-p'], 'https://x.example', 99)).toMatchObject({ id: 'p', urn: 'u-p', url: null });
  expect(writer.resolveOne('second', null, 99).id).toBe('p');
  expect(await writer.flush()).toEqual({ created: 0, relinked: [] });
  expect(await pairs('post_urns', 'urn', 'post_id')).toEqual(['second p', 'u-p p']);
});

test('what is touched is written with the batch: all but its id and URN; who wrote it is told if that changed', async () => {
  for (const id of ['p', 'q', 'r', 's']) await putPost(id, { author_person_id: 'ann', monitored_profile_id: 'm' });
  await writer.prepare([whole('u-p', 'u-q'), whole('u-r'), whole('u-s'), whole('new')]);
  const before = await everything();
  const change = (id: string, more: Partial<PostRow>) => writer.touch({ ...writer.row(id), ...more });
  const full = {
    url: 'https://x.example',
    content_text: 'text',
    excerpt: 'ex',
    author_name: 'Ann',
    author_profile_url: 'https://y.example',
    published_at: 1,
    collected_at: 2,
    reported_likes: 3,
    reported_comments: 4,
    reported_reposts: 5,
    author_erased: 1,
  } as const;
  change('p', { ...full, urn: 'another' });
  change('q', { author_person_id: 'bob' });
  change('r', { monitored_profile_id: null });
  change('s', { excerpt: 'first' });
  change('s', { content_text: 'second' });
  const made = writer.resolve(['new'], null, 1);
  writer.touch({ ...made, excerpt: 'of a new one', author_person_id: 'cid' });
  expect([writer.expected(), writer.row('q').author_person_id, writer.owner('q').author_person_id]).toEqual([
    1,
    'bob',
    'bob',
  ]);
  const { created, relinked } = await writer.flush();
  expect([created, relinked.sort()]).toEqual([1, ['q', 'r']]);
  const stored = new Map((await rows('posts')).map((row) => [row['id'], row]));
  const owned = { author_person_id: 'ann', monitored_profile_id: 'm' };
  expect(stored.get('p')).toEqual({ organization_id: here, id: 'p', urn: 'u-p', ...owned, ...full });
  expect(stored.get('s')).toMatchObject({ excerpt: 'first', content_text: 'second' });
  expect(stored.get(made.id)).toMatchObject({ excerpt: 'of a new one', author_person_id: 'cid' });
  // The owners are remembered as they are now.
  expect(['q', 'r', made.id].map((id) => writer.owner(id))).toEqual([
    { id: 'q', ...owned, author_person_id: 'bob' },
    { id: 'r', ...owned, monitored_profile_id: null },
    { id: made.id, author_person_id: 'cid', monitored_profile_id: null },
  ]);
  expect(() => writer.row('p')).toThrow();
  expect(await everything()).toEqual(before);
});

test('posts follow an author who was merged into another', async () => {
  for (const id of ['p', 'q', 'r']) await putPost(id, { author_person_id: id === 'r' ? null : `of ${id}` });
  await writer.prepare([whole('u-p', 'u-q', 'u-r')]);
  for (const id of ['p', 'q', 'r']) writer.touch(writer.row(id));
  const made = writer.resolve(['other'], null, 1);
  writer.touch({ ...made, author_person_id: 'of p' });
  writer.renameAuthors((id) => (id === 'of p' ? 'staying' : id));
  expect(['p', 'q', 'r', made.id].map((id) => writer.row(id).author_person_id)).toEqual([
    'staying',
    'of q',
    null,
    'staying',
  ]);
  expect(await writer.flush()).toEqual({ created: 1, relinked: ['p'] });
});

describe('two posts that are one', () => {
  const merge = async (one: Cells, other: Cells) => {
    await putPost('p', one);
    await putPost('q', other);
    await writer.prepare([whole('u-p', 'u-q')]);
    return writer.resolve(['u-q', 'u-p'], null, 1);
  };

  test('the one known first stays, with its URN; what was collected last is said of it, and gaps are filled', async () => {
    const of = (name: string) => ({
      author_name: name,
      excerpt: name,
      author_person_id: name,
      monitored_profile_id: name,
    });
    const row = await merge(
      { ...of('one'), collected_at: 20, content_text: null, url: null, published_at: 5 },
      { ...of('other'), collected_at: 30, content_text: 'text', url: 'https://q.example', published_at: null },
    );
    const merged = { id: 'p', urn: 'u-p', url: 'https://q.example', content_text: 'text', published_at: 5 };
    expect(row).toMatchObject({ ...of('other'), ...merged, collected_at: 30 });
    expect(writer.row('p')).toBe(row);
    expect([writer.staying('q'), writer.staying('p'), writer.resolveOne('u-q', null, 1).id]).toEqual(['p', 'p', 'p']);
  });

  test('the one that stays was collected last: its own facts and address stay', async () => {
    const row = await merge(
      {
        collected_at: 30,
        excerpt: 'one',
        url: 'https://p.example',
        author_person_id: 'one',
        monitored_profile_id: null,
      },
      {
        collected_at: 20,
        excerpt: 'other',
        url: 'https://q.example',
        author_person_id: 'x',
        monitored_profile_id: 'm',
      },
    );
    // The watchlist entry is that of the author who is kept.
    expect(row).toMatchObject({ excerpt: 'one', url: 'https://p.example', author_person_id: 'one', collected_at: 30 });
    expect(row.monitored_profile_id).toBeNull();
  });

  test('where the newer names no author, the older one gives author and entry', async () => {
    const row = await merge(
      { collected_at: 20, author_person_id: 'ann', monitored_profile_id: 'm' },
      { collected_at: 30, author_person_id: null, monitored_profile_id: 'n' },
    );
    expect(row).toMatchObject({ author_person_id: 'ann', monitored_profile_id: 'm' });
  });

  const erased = { author_erased: 1, author_person_id: null, author_name: null, content_text: null };
  const nobody = { author_name: null, author_profile_url: null };
  const byAnn = { author_person_id: 'ann', author_name: 'Ann', author_profile_url: 'https://ann.example' };
  test.each<readonly [string, Cells, Cells, object]>([
    // The control: a name that nobody else bears fills the gap.
    ['a name without a person', { author_person_id: 'ann' }, { author_name: 'Ann' }, { author_name: 'Ann' }],
    [
      'somebody else, without a name',
      { author_person_id: 'bob', ...nobody },
      byAnn,
      { author_person_id: 'bob', ...nobody },
    ],
    ['one who was erased', { ...byAnn, content_text: 'hers' }, erased, { ...erased, ...nobody }],
    ['one who was erased, said last', erased, { ...byAnn, content_text: 'hers' }, { ...erased, ...nobody }],
    [
      'one who objected',
      { author_name: 'Ann' },
      { author_erased: 1, author_person_id: 'ann' },
      { author_erased: 1, ...nobody },
    ],
    [
      'one who objected and one who was erased',
      { author_erased: 1, author_person_id: 'ann', content_text: 'hers' },
      erased,
      { ...erased, ...nobody },
    ],
  ])('the author is called by no name that is not theirs: %s', async (_, newer, older, expected) => {
    expect(await merge({ collected_at: 30, ...newer }, { collected_at: 20, ...older })).toMatchObject(expected);
  });

  test.each(['content_text', 'author_name', 'published_at'] as const)(
    'of two collected at one time their words decide, not which was known first: %s',
    async (name) => {
      const say = (text: string, value: number) => ({ [name]: name === 'published_at' ? value : text, excerpt: text });
      const one = await merge(say('a', 1), say('b', 2));
      expect(one.excerpt).toBe('b');
      made += 1;
      [here, neighbour] = [`here ${made}`, `neighbour ${made}`];
      writer = new PostWriter(open.db, here);
      expect((await merge(say('b', 2), say('a', 1))).excerpt).toBe('b');
    },
  );

  test('all that hangs on the one moves to the other, here alone', async () => {
    for (const [person_id, post_id, monitored_profile_id] of [
      ['ann', 'p', 'm'],
      ['ann', 'q', 'm'],
      ['bob', 'q', 'n'],
      ['cid', 'q', null],
      ['dan', 'else', 'o'],
    ] as const)
      await put('engagements', { person_id, post_id, monitored_profile_id, type: 'LIKE' });
    for (const [id, active_post] of [
      ['p', 'p'],
      ['q', null],
      ['else', 'else'],
    ] as const)
      await put('discoveries', { id, post_id: id, active_post });
    for (const post_id of ['p', 'q', 'else']) await put('post_audiences', { post_id });
    await putPost('else');
    await merge({}, {});
    const before = await everything();
    expect(await writer.flush()).toEqual({ created: 0, relinked: ['p'] });
    expect(await pairs('posts', 'id')).toEqual(['else', 'p']);
    expect(await pairs('post_urns', 'urn', 'post_id')).toEqual(['u-else else', 'u-p p', 'u-q p']);
    expect(await pairs('engagements', 'person_id', 'post_id')).toEqual(['ann p', 'bob p', 'cid p', 'dan else']);
    expect(await pairs('discoveries', 'id', 'post_id', 'active_post')).toEqual(['else else else', 'p p p', 'q p null']);
    expect(await pairs('post_audiences', 'post_id')).toEqual(['else', 'p']);
    expect(await pairs('audience_marks', 'post_id')).toEqual(['p']);
    expect(await pairs('stale_summaries', 'kind', 'target_id')).toEqual(['profile m', 'profile n']);
    expect(await everything()).toEqual(before);
    // The next batch finds the post by either URN.
    await writer.prepare([whole('u-q'), whole('u-p')]);
    expect([writer.resolveOne('u-q', null, 1).id, writer.resolve(['u-p'], null, 1).id]).toEqual(['p', 'p']);
  });

  test.each([
    ['the one that goes', null, 'q', 'p null|q p'],
    ['both', 'p', 'q', 'p p|q q'],
  ])('a discovery under way of %s', async (_, ofOne, ofOther, after) => {
    await put('discoveries', { id: 'p', post_id: 'p', active_post: ofOne });
    await put('discoveries', { id: 'q', post_id: 'q', active_post: ofOther });
    await merge({}, {});
    await writer.flush();
    expect((await pairs('discoveries', 'id', 'active_post')).join('|')).toBe(after);
    expect(await pairs('discoveries', 'post_id')).toEqual(['p', 'p']);
  });

  test('a new one goes without a trace; its URNs are those of the one that stays', async () => {
    await putPost('0', { excerpt: 'old' });
    await writer.prepare([whole('new'), whole('u-0')]);
    const made = writer.resolve(['new'], 'https://x.example', 99);
    expect(writer.resolve(['new', 'u-0', 'third'], null, 1)).toMatchObject({
      excerpt: 'old',
      url: 'https://x.example',
    });
    expect(await writer.flush()).toEqual({ created: 0, relinked: [] });
    expect(await pairs('posts', 'id', 'collected_at')).toEqual(['0 99']);
    expect(await pairs('post_urns', 'urn', 'post_id')).toEqual(['new 0', 'third 0', 'u-0 0']);
    expect(writer.staying(made.id)).toBe(made.id);
  });

  test('three are one: whatever was merged into what, one stays', async () => {
    for (const id of ['p', 'q', 'r']) await putPost(id);
    await writer.prepare([whole('u-q', 'u-r'), whole('u-p')]);
    expect(writer.resolve(['u-r', 'u-q'], null, 1).id).toBe('q');
    writer.touch({ ...writer.row('q'), excerpt: 'x', collected_at: 50 });
    expect(writer.resolve(['u-r', 'u-p'], null, 1)).toMatchObject({ id: 'p', excerpt: 'x' });
    expect(['p', 'q', 'r'].map((id) => writer.staying(id))).toEqual(['p', 'p', 'p']);
    await writer.flush();
    expect(await pairs('posts', 'id', 'excerpt')).toEqual(['p x']);
    expect(await pairs('post_urns', 'urn', 'post_id')).toEqual(['u-p p', 'u-q p', 'u-r p']);
  });
});

test('what was not committed is forgotten', async () => {
  await putPost('p', { author_person_id: 'ann' });
  await writer.prepare([whole('u-p', 'gone')]);
  writer.resolve(['u-p', 'gone'], null, 1);
  writer.touch({ ...writer.row('p'), author_person_id: 'bob' });
  await open.db.run("UPDATE posts SET author_person_id = 'cid' WHERE organization_id = ?", [here]);
  writer.reset();
  expect(writer.expected()).toBe(0);
  await writer.prepare([{ urns: ['u-p', 'gone'], whole: false }]);
  expect(writer.resolveOne('u-p', null, 1).author_person_id).toBe('cid');
  expect(writer.resolveOne('gone', null, 1).id).not.toBe('p');
  expect(await writer.flush()).toEqual({ created: 1, relinked: [] });
});

test('owners are read where they are not known; one that was changed meanwhile is as this import knows it', async () => {
  for (const id of ['p', 'q']) await putPost(id, { author_person_id: 'ann', monitored_profile_id: 'm' });
  await writer.prepareOwners(['p', 'nobody']);
  await open.db.run("UPDATE posts SET author_person_id = 'bob' WHERE organization_id = ?", [here]);
  await writer.prepareOwners(['p', 'q']);
  expect(['p', 'q'].map((id) => writer.owner(id))).toEqual([
    { id: 'p', author_person_id: 'ann', monitored_profile_id: 'm' },
    { id: 'q', author_person_id: 'bob', monitored_profile_id: 'm' },
  ]);
});
