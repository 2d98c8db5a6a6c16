/** JSON of exporters and APIs, on literal items with their field names. */
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
