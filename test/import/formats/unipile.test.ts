/** Pages of Unipile's API, both versions. */
import { readPage } from '../../../src/ingest/import';
import { network } from '../../support/network';
import { activity, bySlug, company, engagement, member, observedAt, postUrl, read, readItems } from './reading';

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
    const posts = await readPage({ data: page }, 'unipile-posts', { network, now: observedAt });
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
