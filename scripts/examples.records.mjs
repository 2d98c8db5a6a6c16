// Writes posts, people, companies, leads and the watchlist in the formats of real exporters.
import {
  byMember,
  bySlug,
  comments,
  compact,
  csv,
  headlineOf,
  home,
  iso,
  json,
  likes,
  ndjson,
  reposts,
} from './examples.write.mjs';

export const recordFormats = {
  'bright-data-posts': ({ posts }) =>
    compact(
      posts.map((post) => ({
        url: post.url,
        id: post.id,
        user_id: post.author.slug,
        use_url: bySlug(post.author),
        title: `${post.author.name} on the network`,
        headline: post.text.slice(0, 60),
        post_text: post.text,
        date_posted: iso(post.publishedAt),
        hashtags: [],
        num_likes: likes([post]).length + 3,
        num_comments: comments([post]).length + 1,
        user_followers: post.author.followers,
        account_type: post.author.isCompany ? 'Organization' : 'Person',
        tagged_people: [],
        top_visible_comments: comments([post])
          .filter(({ actor, own }) => own || actor.enrichedBy)
          .slice(0, 2)
          .map(({ actor, text, at }) => ({
            use_url: bySlug(actor),
            user_id: actor.slug,
            user_name: actor.name,
            user_title: headlineOf(actor),
            comment: text,
            comment_date: iso(at),
            num_reactions: 2,
          })),
      })),
    ),
  'generic-posts': ({ posts }) =>
    csv(
      [
        'kind',
        'postUrl',
        'postUrns',
        'text',
        'authorProfileUrl',
        'authorMemberId',
        'authorName',
        'publishedAt',
        'likes',
        'comments',
        'reposts',
      ],
      posts.map((post) => ({
        kind: 'post',
        postUrl: `urn:li:activity:${post.id}`,
        postUrns: `urn:li:ugcPost:${post.ugcId}`,
        text: post.text,
        authorProfileUrl: bySlug(post.author),
        authorMemberId: post.author.memberId,
        authorName: post.author.name,
        publishedAt: iso(post.publishedAt),
        likes: likes([post]).length + 3,
        comments: comments([post]).length + 1,
        reposts: reposts([post]).length,
      })),
    ),
  'generic-reposts': ({ posts }) =>
    ndjson(
      reposts(posts).map(({ actor, post, text, at }) => ({
        kind: 'repost',
        postUrl: `urn:li:activity:${post.id}`,
        profileUrl: bySlug(actor),
        memberId: actor.memberId,
        name: actor.name,
        headline: actor.headline,
        commentText: text,
        occurredAt: iso(at),
      })),
    ),
  'generic-people': ({ people }) =>
    csv(
      [
        'kind',
        'profileUrl',
        'memberId',
        'name',
        'headline',
        'title',
        'seniority',
        'function',
        'companyName',
        'companyUrl',
        'companyDomain',
        'companySize',
        'industry',
        'location',
        'country',
        'email',
        'emailStatus',
        'followers',
      ],
      // For people whom People Data Labs enriches, this file only links member id and slug.
      people
        .filter(({ enrichedBy }) => enrichedBy !== 'nobody')
        .map((person, n) => ({
          kind: 'person',
          profileUrl: bySlug(person),
          memberId: person.memberId,
          name: person.name,
          headline: person.headline,
          ...(person.enrichedBy === 'people' && {
            title: person.title,
            seniority: person.seniority,
            function: person.jobFunction,
            companyName: person.company.name,
            companyUrl: bySlug({ ...person.company, isCompany: true }),
            companyDomain: person.company.domain,
            companySize: person.company.size,
            industry: person.company.industry,
            location: `${person.place}, ${person.countryName}`,
            country: person.country,
            email: n % 29 === 3 ? `${person.slug}@gmail.com` : n % 4 === 0 ? '' : person.email,
            emailStatus: n % 4 === 0 ? '' : ['verified', 'catch-all', 'verified', 'invalid', 'verified'][n % 5],
            followers: person.followers,
          }),
        })),
    ),
  'people-data-labs': ({ people }) =>
    ndjson(
      people
        .filter(({ enrichedBy }) => enrichedBy === 'pdl')
        .map((person) => ({
          full_name: person.name.toLowerCase(),
          linkedin_url: `linkedin.com/in/${person.slug}`,
          linkedin_username: person.slug,
          headline: person.headline,
          industry: person.company.industry.toLowerCase(),
          job_title: person.title.toLowerCase(),
          job_title_role: person.jobFunction,
          job_title_sub_role: null,
          job_title_levels: [person.seniority],
          job_company_name: person.company.name.toLowerCase(),
          job_company_website: person.company.domain,
          job_company_size: person.company.size,
          job_company_linkedin_url: `linkedin.com/company/${person.company.slug}`,
          location_country: person.countryName.toLowerCase(),
          location_region: null,
        })),
    ),
  proxycurl: ({ people }) =>
    json(
      people
        .filter(({ enrichedBy }) => enrichedBy === 'pdl')
        .slice(0, 12)
        .map((person) => ({
          public_identifier: person.slug,
          full_name: person.name,
          occupation: `${person.title} at ${person.company.name}`,
          headline: person.headline,
          country: person.country,
          country_full_name: person.countryName,
          city: person.place.split(', ')[0],
          state: person.place.split(', ')[1] ?? null,
          experiences: [
            {
              company: person.company.name,
              title: person.title,
              company_linkedin_profile_url: bySlug({ ...person.company, isCompany: true }),
              starts_at: { day: 1, month: 4, year: 2023 },
              ends_at: null,
            },
            {
              company: 'Quillmere',
              title: 'Analyst',
              company_linkedin_profile_url: `${home}/company/quillmere-example`,
              starts_at: { day: 1, month: 2, year: 2019 },
              ends_at: { day: 31, month: 3, year: 2023 },
            },
          ],
        })),
    ),
  'phantombuster-search': ({ people }) =>
    csv(
      [
        'profileUrl',
        'fullName',
        'firstName',
        'lastName',
        'companyName',
        'title',
        'companyId',
        'companyUrl',
        'regularCompanyUrl',
        'summary',
        'industry',
        'companyLocation',
        'location',
        'durationInRole',
        'connectionDegree',
        'vmid',
        'linkedInProfileUrl',
        'defaultProfileUrl',
        'query',
        'timestamp',
      ],
      people
        .filter(({ enrichedBy }) => enrichedBy === 'people')
        .slice(0, 40)
        .map((person, n) => ({
          profileUrl: `${home}/sales/lead/${person.memberId},NAME_SEARCH,x${n}`,
          fullName: person.name,
          firstName: person.given,
          lastName: person.family,
          companyName: person.company.name,
          title: person.title,
          companyId: person.company.number,
          companyUrl: `${home}/sales/company/${person.company.number}`,
          regularCompanyUrl: bySlug({ ...person.company, isCompany: true }),
          summary: '',
          industry: person.company.industry,
          companyLocation: person.company.country,
          location: `${person.place}, ${person.countryName}`,
          durationInRole: '2 years in role',
          connectionDegree: '3rd',
          vmid: person.memberId,
          linkedInProfileUrl: byMember(person),
          defaultProfileUrl: bySlug(person),
          query: `${home}/sales/search/people?query=logistics`,
          timestamp: '2026-11-10T08:00:00.000Z',
        })),
    ),
  'generic-companies': ({ companies }) =>
    csv(
      ['kind', 'name', 'profileUrl', 'companyDomain', 'industry', 'companySize'],
      companies.map((company) => ({
        kind: 'company',
        name: company.name,
        profileUrl: bySlug({ ...company, isCompany: true }),
        companyDomain: company.domain,
        industry: company.industry,
        companySize: company.size,
      })),
    ),
  'generic-crm': ({ leads }) =>
    csv(
      ['kind', 'profileUrl', 'memberId', 'name', 'disposition', 'ownerEmail'],
      leads.map(({ person, disposition, ownerEmail }) => ({
        kind: 'lead',
        profileUrl: bySlug(person),
        memberId: person.memberId,
        name: person.name,
        disposition,
        ownerEmail,
      })),
    ),
};

/** The watchlist in the format of `leadlight watchlist import`. */
export const watchlist = (profiles) =>
  csv(
    ['profileUrl', 'displayName', 'headline', 'profileType', 'source', 'relationship', 'status', 'label', 'followers'],
    profiles.map((profile) => ({ ...profile, profileUrl: bySlug(profile), displayName: profile.name })),
  );
