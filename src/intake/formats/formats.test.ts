/** Every format on literal rows with the field names that its exporter writes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openExport, type ExportOptions } from '../open';
import type { EngagementRecord, IntakeRecord, PersonRecord } from '../records';

const folder = mkdtempSync(join(tmpdir(), 'formats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const now = Date.parse('2026-11-15T12:00:00Z');
const observedAt = Date.parse('2026-11-14T12:00:00Z');
const day = 24 * 60 * 60 * 1000;
const member = 'ACoAAB3xExampleMember01234567890abcdefg';
const activity = '7402746946853253120';
const ugc = '7402746945318146049';
const postUrl = `https://www.linkedin.com/posts/ines-haddad_why-we-moved-activity-${activity}-AbCd`;

/** Reads a text as an export file; the format is told by content. */
async function read(
  text: string,
  options: Partial<ExportOptions> = {},
): Promise<{ format: string; records: IntakeRecord[] }> {
  const path = join(folder, 'export');
  writeFileSync(path, text);
  const opened = await openExport(path, {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now,
    observedAt,
    ...options,
  });
  const records: IntakeRecord[] = [];
  for await (const batch of opened.records) records.push(...batch);
  return { format: opened.format, records };
}

const readItems = (items: readonly unknown[], options?: Partial<ExportOptions>) => read(JSON.stringify(items), options);
const readRows = (rows: readonly string[], options?: Partial<ExportOptions>) => read(rows.join('\n'), options);

const post = {
  urn: `urn:li:activity:${activity}`,
  kind: 'activity',
  id: activity,
  url: `https://www.linkedin.com/feed/update/urn:li:activity:${activity}/`,
} as const;

const byMember = { memberId: member, slug: null, profileUrl: `https://www.linkedin.com/in/${member}/` };
const bySlug = { memberId: null, slug: 'ines-haddad', profileUrl: 'https://www.linkedin.com/in/ines-haddad/' };

function engagement(
  actor: Partial<EngagementRecord['actor']>,
  facts: Partial<Omit<EngagementRecord, 'actor'>> = {},
): EngagementRecord {
  const person = {
    memberId: null,
    slug: null,
    profileUrl: null,
    name: 'Inès Haddad',
    headline: 'VP Sales at Bluefern',
    isCompany: false,
    followers: null,
  };
  return {
    kind: 'engagement',
    at: 1,
    post,
    actor: { ...person, ...actor },
    type: 'LIKE',
    reaction: null,
    commentText: null,
    commentId: null,
    occurredAt: null,
    observedAt,
    isPostAuthor: false,
    ...facts,
  };
}

const company = {
  memberId: null,
  slug: 'bluefern-example',
  profileUrl: 'https://www.linkedin.com/company/bluefern-example/',
  isCompany: true,
  name: 'Bluefern',
  headline: null,
};

describe('PhantomBuster', () => {
  test('likers, the first headers, with error rows', async () => {
    const { format, records } = await readRows([
      'profileLink,name,job,degree,postUrl,timestamp,error',
      `https://www.linkedin.com/in/${member},Inès Haddad,VP Sales at Bluefern,2nd,${postUrl},2026-11-01T10:00:00.000Z,`,
      `,,,,${postUrl},2026-11-01T10:00:00.000Z,No likers found`,
      `https://www.linkedin.com/company/bluefern-example/,Bluefern,,,${postUrl},2026-11-01T10:00:00.000Z,`,
      `,A member of the network,,3rd,${postUrl},2026-11-01T10:00:00.000Z,`,
      `https://www.linkedin.com/in/x,X,,,https://lnkd.in/eAbC,2026-11-01T10:00:00.000Z,`,
    ]);
    const seen = Date.parse('2026-11-01T10:00:00Z');
    expect(format).toBe('phantombuster-likers');
    expect(records).toEqual([
      engagement(byMember, { at: 2, observedAt: seen }),
      { kind: 'skipped', at: 3, reason: 'error_row' },
      engagement(company, { at: 4, observedAt: seen }),
      { kind: 'refused', at: 5, reason: 'no profile link', raw: expect.stringContaining('A member of the network') },
      {
        kind: 'refused',
        at: 6,
        reason: expect.stringMatching(/^post: lnkd\.in is a short link/),
        raw: expect.any(String),
      },
    ]);
  });

  test('likers, later headers', async () => {
    const { format, records } = await readRows([
      'profileUrl,name,occupation,degree,postUrl,timestamp',
      `https://www.linkedin.com/in/ines-haddad,Inès Haddad,VP Sales at Bluefern,2nd,${postUrl},`,
    ]);
    expect(format).toBe('phantombuster-likers');
    expect(records).toEqual([engagement(bySlug, { at: 2 })]);
  });

  test('commenters, the first headers', async () => {
    const { format, records } = await readRows([
      'profileLink,firstName,lastName,fullName,occupation,comment,postUrl,timestamp',
      `https://www.linkedin.com/in/ines-haddad,Inès,Haddad,Inès Haddad,VP Sales at Bluefern,"How much, please?\nThanks",${postUrl},2026-11-01T10:00:00.000Z`,
      `https://www.linkedin.com/in/ines-haddad,Inès,Haddad,,VP Sales at Bluefern,Yes,${postUrl},2026-11-01T10:00:00.000Z`,
    ]);
    const seen = Date.parse('2026-11-01T10:00:00Z');
    expect(format).toBe('phantombuster-commenters');
    expect(records).toEqual([
      engagement(bySlug, { at: 2, type: 'COMMENT', commentText: 'How much, please?\nThanks', observedAt: seen }),
      engagement(bySlug, { at: 4, type: 'COMMENT', commentText: 'Yes', observedAt: seen }),
    ]);
  });

  test('commenters, later headers: the comment has a number and a time', async () => {
    const comment = `https://www.linkedin.com/feed/update/urn:li:activity:${activity}/?commentUrn=${encodeURIComponent(`urn:li:comment:(activity:${activity},7402800000000000000)`)}`;
    const { format, records } = await readRows([
      'name,occupation,profileUrl,postUrl,comment,commentUrl,commentDate,likesCount',
      `Inès Haddad,VP Sales at Bluefern,https://www.linkedin.com/in/ines-haddad,,Yes,"${comment}",2026-11-03 08:30:00,4`,
      `Inès Haddad,VP Sales at Bluefern,https://www.linkedin.com/in/ines-haddad,${postUrl},Yes,,2d,4`,
    ]);
    expect(format).toBe('phantombuster-commenters');
    expect(records).toEqual([
      engagement(bySlug, {
        at: 2,
        type: 'COMMENT',
        commentText: 'Yes',
        commentId: '7402800000000000000',
        occurredAt: Date.parse('2026-11-03T08:30:00Z'),
      }),
      engagement(bySlug, { at: 3, type: 'COMMENT', commentText: 'Yes', occurredAt: observedAt - 2 * day }),
    ]);
  });

  test('search and Sales Navigator', async () => {
    const { format, records } = await readRows([
      'profileUrl,fullName,firstName,lastName,companyName,title,companyId,companyUrl,regularCompanyUrl,summary,industry,companyLocation,location,durationInRole,connectionDegree,vmid,linkedInProfileUrl,defaultProfileUrl,query,timestamp',
      `"https://www.linkedin.com/sales/lead/${member},NAME_SEARCH,x1",Inès Haddad,Inès,Haddad,Bluefern,VP Sales,123,https://www.linkedin.com/sales/company/123,https://www.linkedin.com/company/bluefern-example,,Software Development,Germany,"Hamburg, Germany",1 year,2nd,${member},https://www.linkedin.com/in/${member},https://www.linkedin.com/in/ines-haddad,q,`,
    ]);
    expect(format).toBe('phantombuster-search');
    expect(records).toEqual([
      personOf({
        at: 2,
        person: { ...bySlug, memberId: member, name: 'Inès Haddad', headline: null, isCompany: false, followers: null },
        title: 'VP Sales',
        companyName: 'Bluefern',
        companySlug: 'bluefern-example',
        industry: 'Software Development',
        location: 'Hamburg, Germany',
      }),
    ]);
  });
});

function personOf(facts: Partial<PersonRecord>): PersonRecord {
  return {
    kind: 'person',
    at: 1,
    person: { ...bySlug, name: 'Inès Haddad', headline: 'VP Sales at Bluefern', isCompany: false, followers: null },
    title: null,
    seniority: null,
    function: null,
    companyName: null,
    companySlug: null,
    companyDomain: null,
    companySize: null,
    industry: null,
    location: null,
    country: null,
    region: null,
    email: null,
    emailStatus: null,
    observedAt,
    ...facts,
  };
}

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

test('Bright Data posts: the post, its comments, and the repost it is', async () => {
  const original = '7402000000000000000';
  const { format, records } = await readItems([
    {
      url: postUrl,
      id: ugc,
      user_id: 'ines-haddad',
      use_url: 'https://www.linkedin.com/in/ines-haddad',
      title: 't',
      headline: 'h',
      post_text: 'Why we moved',
      date_posted: '2026-11-10T09:00:00.000Z',
      hashtags: [],
      num_likes: 12,
      num_comments: '1,204',
      user_followers: 900,
      account_type: 'Person',
      tagged_people: [],
      top_visible_comments: [
        {
          use_url: 'https://www.linkedin.com/in/jonas-ahren',
          user_id: 'jonas-ahren',
          user_name: 'Jonas',
          user_title: 'CRO',
          comment: 'How?',
          comment_date: '2026-11-11T09:00:00.000Z',
          num_reactions: 0,
        },
        {
          use_url: 'https://www.linkedin.com/in/ines-haddad',
          user_id: 'ines-haddad',
          user_name: 'Inès Haddad',
          user_title: '',
          comment: 'So',
          comment_date: '1d',
          num_reactions: 0,
        },
      ],
      repost: {
        repost_id: original,
        repost_url: null,
        repost_date: '2026-11-01T09:00:00.000Z',
        repost_text: 'First',
        repost_user_id: 'maker',
        repost_user_name: 'Maker',
      },
    },
  ]);
  expect(format).toBe('bright-data-posts');
  const author = { ...bySlug, name: null, headline: null, isCompany: false, followers: 900 };
  const published = Date.parse('2026-11-10T09:00:00Z');
  const first = {
    urn: `urn:li:activity:${original}`,
    kind: 'activity',
    id: original,
    url: `https://www.linkedin.com/feed/update/urn:li:activity:${original}/`,
  } as const;
  const maker = {
    memberId: null,
    slug: 'maker',
    name: 'Maker',
    headline: null,
    profileUrl: 'https://www.linkedin.com/in/maker/',
    isCompany: false,
    followers: null,
  };
  expect(records).toEqual([
    {
      kind: 'post',
      at: 1,
      post,
      urns: [post.urn, `urn:li:activity:${ugc}`],
      text: 'Why we moved',
      author,
      authorName: null,
      publishedAt: published,
      likes: 12,
      comments: 1204,
      reposts: null,
      observedAt,
    },
    {
      kind: 'post',
      at: 1,
      post: first,
      urns: [first.urn],
      text: 'First',
      author: maker,
      authorName: 'Maker',
      publishedAt: Date.parse('2026-11-01T09:00:00Z'),
      likes: null,
      comments: null,
      reposts: null,
      observedAt,
    },
    engagement(author, { post: first, type: 'REPOST', commentText: 'Why we moved', occurredAt: published }),
    engagement(
      { slug: 'jonas-ahren', profileUrl: 'https://www.linkedin.com/in/jonas-ahren/', name: 'Jonas', headline: 'CRO' },
      { type: 'COMMENT', commentText: 'How?', occurredAt: Date.parse('2026-11-11T09:00:00Z') },
    ),
    engagement(
      { ...bySlug, headline: null },
      { type: 'COMMENT', commentText: 'So', occurredAt: observedAt - day, isPostAuthor: true },
    ),
  ]);
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

test('Airscale', async () => {
  const { format, records } = await readRows([
    'profile_status,linkedin_url,first_name,last_name,full_name,company_name,job_title,location,domain,linkedin_company_url,headline,reaction_type,comment,post_url',
    `found,https://www.linkedin.com/in/ines-haddad,Inès,Haddad,Inès Haddad,Bluefern,VP Sales,Hamburg,https://www.Bluefern.example/x,https://www.linkedin.com/company/bluefern-example,VP Sales at Bluefern,LIKE,How much?,${postUrl}`,
  ]);
  expect(format).toBe('airscale');
  expect(records).toEqual([
    personOf({
      at: 2,
      title: 'VP Sales',
      companyName: 'Bluefern',
      companySlug: 'bluefern-example',
      companyDomain: 'bluefern.example',
      location: 'Hamburg',
    }),
    engagement(bySlug, { at: 2, type: 'COMMENT', commentText: 'How much?' }),
    engagement(bySlug, { at: 2, reaction: 'LIKE' }),
  ]);
});

test('LikesToLeads', async () => {
  const row = (type: string, reaction: string, comment: string) =>
    `${member},Inès Haddad,VP Sales at Bluefern,Bluefern,VP Sales,Hamburg,https://www.linkedin.com/in/ines-haddad,${type},Own posts,${reaction},${comment},500,1200,Software Development,51-200,${activity}`;
  const { format, records } = await readRows([
    'urn,full_name,headline,company_name,job_title,location,linkedin_url,engagement_type,signal_name,reaction_type,comment_text,connections,followers,industry,company_size,post_id',
    row('like', 'PRAISE', ''),
    row('comment', '', 'Yes'),
    row('repost', '', ''),
    row('profile_visit', '', ''),
  ]);
  const actor = { ...bySlug, memberId: member, followers: 1200 };
  const person = (at: number) =>
    personOf({
      at,
      person: engagement(actor).actor,
      title: 'VP Sales',
      companyName: 'Bluefern',
      companySize: '51-200',
      industry: 'Software Development',
      location: 'Hamburg',
    });
  expect(format).toBe('likestoleads');
  expect(records).toEqual([
    person(2),
    engagement(actor, { at: 2, reaction: 'PRAISE' }),
    person(3),
    engagement(actor, { at: 3, type: 'COMMENT', commentText: 'Yes' }),
    person(4),
    engagement(actor, { at: 4, type: 'REPOST' }),
    person(5),
    { kind: 'skipped', at: 5, reason: 'other_signal' },
  ]);
});

test('People Data Labs, as lines and as a table', async () => {
  const item = {
    full_name: 'inès haddad',
    linkedin_url: 'linkedin.com/in/ines-haddad',
    linkedin_username: 'ines-haddad',
    linkedin_id: '123456',
    headline: 'VP Sales at Bluefern',
    industry: 'computer software',
    job_title: 'vp sales',
    job_title_class: 'sales_and_marketing',
    job_title_role: 'sales',
    job_title_sub_role: null,
    job_title_levels: ['vp'],
    job_company_employee_count: 120,
  };
  const expected = personOf({
    person: { ...bySlug, name: 'inès haddad', headline: 'VP Sales at Bluefern', isCompany: false, followers: null },
    title: 'vp sales',
    seniority: 'vp',
    function: 'sales',
    companySize: '120',
    industry: 'computer software',
  });
  const lines = await read(
    `${JSON.stringify(item)}\n${JSON.stringify({ ...item, linkedin_url: null, linkedin_username: null })}\n`,
  );
  expect(lines.format).toBe('people-data-labs');
  expect(lines.records).toEqual([
    expected,
    { ...expected, at: 2, person: { ...expected.person, memberId: '123456', slug: null, profileUrl: null } },
  ]);
  const keys = Object.keys(item);
  const table = await readRows([
    keys.join(','),
    Object.values(item)
      .map((value) => (value === null ? '' : String(value)))
      .join(','),
  ]);
  expect(table).toEqual({ format: 'people-data-labs', records: [{ ...expected, at: 2 }] });
});

test('Proxycurl: the present job', async () => {
  const { format, records } = await readItems([
    {
      public_identifier: 'ines-haddad',
      full_name: 'Inès Haddad',
      occupation: 'VP Sales at Bluefern',
      headline: null,
      country: 'FR',
      country_full_name: 'France',
      city: 'Lyon',
      state: 'Rhône',
      experiences: [
        {
          company: 'Before',
          company_linkedin_profile_url: 'https://www.linkedin.com/company/before',
          starts_at: {},
          ends_at: { year: 2020 },
        },
        {
          company: 'Bluefern',
          title: 'VP Sales',
          company_linkedin_profile_url: 'https://www.linkedin.com/company/bluefern-example',
          starts_at: {},
          ends_at: null,
        },
      ],
    },
  ]);
  expect(format).toBe('proxycurl');
  expect(records).toEqual([
    personOf({
      title: 'VP Sales',
      companyName: 'Bluefern',
      companySlug: 'bluefern-example',
      location: 'Lyon, Rhône, France',
      country: 'FR',
      region: 'Rhône',
    }),
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
