/** Formats that bring people or posts, on literal rows with their field names. */
import {
  activity,
  bySlug,
  day,
  engagement,
  member,
  observedAt,
  personOf,
  post,
  postUrl,
  read,
  readItems,
  readRows,
  ugc,
} from './reading';

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
    person: { ...bySlug, name: 'Inès Haddad', headline: 'VP Sales at Bluefern', isCompany: false, followers: null },
    title: 'VP Sales',
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
