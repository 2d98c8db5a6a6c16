/** JSON of exporters and APIs, on literal items with their field names. */
import { readPage } from '../../src/intake';
import { network } from '../support/network';
import {
  activity,
  byMember,
  bySlug,
  company,
  day,
  engagement,
  member,
  observedAt,
  post,
  postUrl,
  read,
  readItems,
  ugc,
} from './reading';

describe('Apify harvestapi', () => {
  test('reactions', async () => {
    const { format, records } = await readItems([
      {
        reactionType: 'PRAISE',
        actor: {
          id: member,
          name: 'Inès Haddad',
          linkedinUrl: `https://www.linkedin.com/in/${member}`,
          position: 'VP Sales at Bluefern',
        },
        postId: activity,
      },
      {
        reactionType: 'LIKE',
        actor: {
          id: '90001',
          name: 'Bluefern',
          linkedinUrl: 'https://www.linkedin.com/company/bluefern-example/',
          position: null,
        },
        postId: activity,
      },
      { reactionType: 'LIKE', actor: { id: null, name: 'Nobody', linkedinUrl: '', position: null }, postId: activity },
    ]);
    expect(format).toBe('apify-harvestapi-reactions');
    expect(records).toEqual([
      engagement(byMember, { reaction: 'PRAISE' }),
      engagement(company, { at: 2, reaction: 'LIKE' }),
      { kind: 'refused', at: 3, reason: 'no profile link', raw: expect.stringContaining('Nobody') },
    ]);
  });

  test('comments hold their replies', async () => {
    const actor = { id: member, name: 'Inès Haddad', linkedinUrl: `https://www.linkedin.com/in/${member}` };
    const reply = { id: '7402800000000000001', commentary: 'So do I', actor, createdAt: '2026-11-12T07:00:00Z' };
    const { records } = await readItems([
      {
        type: 'comment',
        id: '7402800000000000000',
        commentary: 'I agree',
        actor: { id: null, name: 'Nobody', linkedinUrl: 'https://example.org/nobody', position: null },
        postId: activity,
        replies: [reply],
      },
    ]);
    expect(records).toMatchObject([
      { kind: 'refused' },
      { kind: 'engagement', type: 'COMMENT', commentText: 'So do I', commentId: reply.id, actor: { memberId: member } },
    ]);
  });

  test('comments; the post may have to be named', async () => {
    const items = [
      {
        commentary: 'How much?',
        actor: {
          id: null,
          type: 'profile',
          name: 'Inès Haddad',
          linkedinUrl: 'https://www.linkedin.com/in/ines-haddad',
          position: 'VP Sales at Bluefern',
          author: false,
        },
      },
      {
        commentary: 'Thanks!',
        actor: {
          id: member,
          type: 'profile',
          name: 'Inès Haddad',
          linkedinUrl: 'https://www.linkedin.com/in/ines-haddad',
          position: 'VP Sales at Bluefern',
          author: true,
        },
      },
    ];
    const refused = await readItems(items);
    expect(refused.format).toBe('apify-harvestapi-comments');
    expect(refused.records).toEqual(
      [1, 2].map((at) => ({ kind: 'refused', at, reason: expect.stringContaining('--post'), raw: expect.any(String) })),
    );
    const { records } = await readItems(items, { post: postUrl });
    const author = { ...bySlug, memberId: member };
    expect(records).toEqual([
      engagement(bySlug, { type: 'COMMENT', commentText: 'How much?' }),
      {
        kind: 'post',
        at: 2,
        post,
        urns: [post.urn],
        text: null,
        author: engagement(author).actor,
        authorName: 'Inès Haddad',
        publishedAt: null,
        likes: null,
        comments: null,
        reposts: null,
        observedAt,
      },
      engagement(author, { at: 2, type: 'COMMENT', commentText: 'Thanks!', isPostAuthor: true }),
    ]);
  });
});

describe('Apify apimaestro', () => {
  test('reactions', async () => {
    const { format, records } = await readItems([
      {
        reaction_type: 'INTEREST',
        reactor: { urn: member, name: 'Inès Haddad', headline: 'VP Sales at Bluefern' },
        _metadata: { post_url: postUrl, page_number: 1, reaction_type: 'ALL' },
      },
      {
        reaction_type: 'LIKE',
        reactor: {
          urn: 'urn:li:company:90001',
          name: 'Bluefern',
          headline: null,
          profile_url: 'https://www.linkedin.com/company/bluefern-example/',
        },
        _metadata: { post_url: postUrl },
      },
    ]);
    expect(format).toBe('apify-apimaestro-reactions');
    expect(records).toEqual([
      engagement(byMember, { reaction: 'INTEREST' }),
      engagement(
        { ...company, slug: '90001', profileUrl: 'https://www.linkedin.com/company/90001/' },
        { at: 2, reaction: 'LIKE' },
      ),
    ]);
  });

  test('comments', async () => {
    const { format, records } = await readItems(
      [
        {
          text: 'Yes',
          comment_type: 'comment',
          author: {
            name: 'Inès Haddad',
            headline: 'VP Sales at Bluefern',
            profile_url: 'https://www.linkedin.com/in/ines-haddad',
          },
        },
      ],
      { post: activity },
    );
    expect(format).toBe('apify-apimaestro-comments');
    expect(records).toEqual([engagement(bySlug, { type: 'COMMENT', commentText: 'Yes' })]);
  });
});

describe('Unipile', () => {
  const reaction = (facts: object = {}) => ({
    object: 'PostReaction',
    value: 'EMPATHY',
    post_id: `urn:li:activity:${activity}`,
    author: {
      id: member,
      type: 'INDIVIDUAL',
      name: 'Inès Haddad',
      headline: 'VP Sales at Bluefern',
      profile_url: 'https://www.linkedin.com/in/ines-haddad',
      profile_picture_url: null,
      network_distance: 'SECOND_DEGREE',
    },
    ...facts,
  });
  const page = {
    object: 'PostReactionList',
    items: [reaction(), reaction({ comment_id: '12' })],
    cursor: 'abc',
    paging: { page_count: 2 },
  };
  const last = {
    object: 'PostReactionList',
    cursor: null,
    items: [
      reaction({
        value: 'LIKE',
        author: {
          id: '90001',
          type: 'COMPANY',
          name: 'Bluefern',
          headline: null,
          profile_url: 'https://www.linkedin.com/company/bluefern-example/',
        },
      }),
    ],
  };
  const expected = (at: readonly [number, number, number]) => [
    engagement({ ...bySlug, memberId: member }, { at: at[0], reaction: 'EMPATHY' }),
    { kind: 'skipped', at: at[1], reason: 'comment_reaction' },
    engagement(company, { at: at[2], reaction: 'LIKE' }),
  ];

  test.each([
    ['an array of pages', JSON.stringify([page, last], null, 2), [1, 2, 3]],
    ['an array of pages on one line', JSON.stringify([page, last]), [1, 2, 3]],
    ['a page to a line', `${JSON.stringify(page)}\n${JSON.stringify(last)}\n`, [1, 1, 2]],
    ['one page', JSON.stringify({ ...page, items: [...page.items, ...last.items] }, null, 2), [1, 2, 3]],
    ['one page on one line', JSON.stringify({ ...page, items: [...page.items, ...last.items] }), [1, 1, 1]],
    [
      'a page of the second version',
      JSON.stringify({ data: { items: [...page.items, ...last.items] }, next_cursor: null }, null, 2),
      [1, 2, 3],
    ],
  ] as const)('reactions as %s', async (_name, text, at) => {
    const { format, records } = await read(text);
    expect(format).toBe('unipile-reactions');
    expect(records).toEqual(expected(at));
  });

  test('version 2: who reacted is the sender, with a display name; the reaction may be a picture', async () => {
    const sender = {
      object: 'User',
      type: 'individual',
      display_name: 'Inès Haddad',
      description: 'VP Sales at Bluefern',
    };
    const { format, records } = await readItems(
      [
        {
          object: 'Reaction',
          value: '\u2764\ufe0f',
          sender: { ...sender, id: member, public_identifier: 'ines-haddad' },
        },
        {
          object: 'Reaction',
          value: 'LIKE',
          sender: {
            object: 'User',
            type: 'organization',
            id: '90001',
            display_name: 'Bluefern',
            public_identifier: 'bluefern-example',
          },
        },
      ],
      { post: postUrl },
    );
    expect(format).toBe('unipile-reactions');
    expect(records).toEqual([
      engagement({ ...bySlug, memberId: member }, { reaction: 'EMPATHY' }),
      engagement(company, { at: 2, reaction: 'LIKE' }),
    ]);
  });

  test('version 2: comments and posts', async () => {
    const author = {
      object: 'User',
      type: 'individual',
      id: member,
      display_name: 'Inès Haddad',
      description: 'VP Sales at Bluefern',
      profile_url: 'https://www.linkedin.com/in/ines-haddad',
    };
    const comment = {
      object: 'Comment',
      id: '7402800000000000000',
      author,
      created_at: '2026-11-12T07:00:00Z',
      text: 'Yes',
    };
    const comments = await readItems([{ data: [comment], next_cursor: null }], { post: postUrl });
    expect(comments.format).toBe('unipile-comments');
    expect(comments.records).toEqual([
      engagement(
        { ...bySlug, memberId: member },
        {
          type: 'COMMENT',
          commentText: 'Yes',
          commentId: '7402800000000000000',
          occurredAt: Date.parse('2026-11-12T07:00:00Z'),
        },
      ),
    ]);
    const page = [
      {
        object: 'Post',
        id: `urn:li:activity:${activity}`,
        share_url: postUrl,
        created_at: '2026-11-10T07:00:00Z',
        text: 'Words',
        author,
        reactions_counter: [
          { reaction: '👍', count: 3 },
          { reaction: '👏', count: 2 },
        ],
        comments_counter: null,
        reposts_counter: 1,
      },
    ];
    const posts = await readPage(JSON.stringify({ data: page }), 'unipile-posts', { network, now: observedAt });
    expect(posts).toMatchObject([
      {
        kind: 'post',
        text: 'Words',
        publishedAt: Date.parse('2026-11-10T07:00:00Z'),
        likes: 5,
        comments: null,
        reposts: 1,
        author: { memberId: member, slug: 'ines-haddad' },
      },
    ]);
  });

  test('comments: the author is a name, the details stand beside it', async () => {
    const { format, records } = await readItems([
      {
        items: [
          {
            object: 'Comment',
            id: '7402800000000000000',
            post_id: activity,
            author: 'Inès Haddad',
            author_details: {
              id: member,
              headline: 'VP Sales at Bluefern',
              profile_url: 'https://www.linkedin.com/in/ines-haddad',
            },
            text: 'Yes',
            date: '2026-11-12T07:00:00.000Z',
            reaction_counter: 1,
          },
        ],
        next_cursor: null,
      },
    ]);
    expect(format).toBe('unipile-comments');
    expect(records).toEqual([
      engagement(
        { ...bySlug, memberId: member },
        {
          type: 'COMMENT',
          commentText: 'Yes',
          commentId: '7402800000000000000',
          occurredAt: Date.parse('2026-11-12T07:00:00Z'),
        },
      ),
    ]);
  });
});

test('LinkUp reactions: relative times and the two numbers of the post', async () => {
  const item = {
    reaction_type: 'LIKE',
    reaction_target: 'post',
    reaction_time: '2d',
    reaction_time_days: 2,
    reactor: {
      name: 'Inès Haddad',
      profile_url: 'https://www.linkedin.com/in/ines-haddad',
      profile_picture: 'x',
      entity_urn: member,
      headline: 'VP Sales at Bluefern',
    },
    post: { urn: `urn:li:ugcPost:${ugc}`, url: postUrl, content: 'Why we moved', author: 'Maker' },
  };
  const { format, records } = await readItems([
    item,
    { ...item, reaction_time: null, reaction_time_days: 3 },
    { ...item, reaction_target: 'comment' },
  ]);
  const ugcPost = {
    urn: `urn:li:ugcPost:${ugc}`,
    kind: 'ugcPost',
    id: ugc,
    url: `https://www.linkedin.com/feed/update/urn:li:ugcPost:${ugc}/`,
  } as const;
  const actor = { ...bySlug, memberId: member };
  expect(format).toBe('linkup-reactions');
  expect(records).toEqual([
    {
      kind: 'post',
      at: 1,
      post: ugcPost,
      urns: [ugcPost.urn, post.urn],
      text: 'Why we moved',
      author: null,
      authorName: 'Maker',
      publishedAt: null,
      likes: null,
      comments: null,
      reposts: null,
      observedAt,
    },
    engagement(actor, { post: ugcPost, reaction: 'LIKE', occurredAt: observedAt - 2 * day }),
    engagement(actor, { at: 2, post: ugcPost, reaction: 'LIKE', occurredAt: observedAt - 3 * day }),
    { kind: 'skipped', at: 3, reason: 'comment_reaction' },
  ]);
});

test("the network's own API", async () => {
  const time = Date.parse('2026-11-12T07:00:00Z');
  const { format, records } = await read(
    JSON.stringify(
      {
        paging: { start: 0, count: 10, total: 2 },
        elements: [
          {
            id: `urn:li:reaction:(urn:li:person:Abc-12_x,urn:li:activity:${activity})`,
            reactionType: 'MAYBE',
            created: { time },
          },
          {
            id: `urn:li:reaction:(urn:li:organization:90001,urn:li:activity:${activity})`,
            reactionType: 'LIKE',
            created: { time },
          },
          {
            id: `urn:li:reaction:(urn:li:person:Abc-12_x,urn:li:comment:(activity:${activity},12))`,
            reactionType: 'LIKE',
            created: { time },
          },
        ],
      },
      null,
      1,
    ),
  );
  expect(format).toBe('official-api-reactions');
  expect(records).toEqual([
    engagement({ memberId: 'Abc-12_x', name: null, headline: null }, { reaction: 'MAYBE', occurredAt: time }),
    engagement(
      {
        slug: '90001',
        profileUrl: 'https://www.linkedin.com/company/90001/',
        isCompany: true,
        name: null,
        headline: null,
      },
      { at: 2, reaction: 'LIKE', occurredAt: time },
    ),
    { kind: 'skipped', at: 3, reason: 'comment_reaction' },
  ]);
});
