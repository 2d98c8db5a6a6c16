// Writes engagement with posts in the formats of real exporters.
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
  pages,
} from './examples.write.mjs';

export const engagementFormats = {
  'phantombuster-likers': ({ posts, exportedAt }) => {
    const columns = ['profileLink', 'name', 'job', 'degree', 'postUrl', 'timestamp', 'error'];
    const rows = likes(posts).map(({ actor, post }, n) => ({
      profileLink: byMember(actor),
      name: actor.name,
      job: headlineOf(actor),
      degree: ['1st', '2nd', '3rd'][n % 3],
      postUrl: post.url,
      timestamp: iso(exportedAt - 900_000 + n * 37),
    }));
    const error = {
      postUrl: 'https://www.linkedin.com/feed/update/urn:li:activity:7000000000000000001/',
      timestamp: iso(exportedAt),
      error: "Can't access post: it may have been deleted",
    };
    rows.splice(Math.floor(rows.length / 2), 0, error, { ...error, error: 'No likers found' });
    return csv(columns, rows);
  },
  'phantombuster-likers-later': ({ posts, exportedAt }) => {
    const rows = likes(posts).map(({ actor, post, reaction }, n) => ({
      profileUrl: byMember(actor),
      name: actor.name,
      occupation: headlineOf(actor),
      degree: '2nd',
      reactionType: reaction,
      postUrl: `${home}/feed/update/urn%3Ali%3Aactivity%3A${post.id}/`,
      timestamp: iso(exportedAt - 900_000 + n * 41),
    }));
    // A person who hides from strangers: nobody can be stored, so the row is refused.
    rows.splice(10, 0, { ...rows[10], profileUrl: '', name: 'Member of the network', occupation: '' });
    return csv(['profileUrl', 'name', 'occupation', 'degree', 'reactionType', 'postUrl', 'timestamp'], rows, {
      newline: '\r\n',
    });
  },
  'phantombuster-commenters': ({ posts, exportedAt }) =>
    csv(
      ['profileLink', 'firstName', 'lastName', 'fullName', 'occupation', 'comment', 'postUrl', 'timestamp'],
      comments(posts).map(({ actor, post, text }) => ({
        profileLink: bySlug(actor),
        firstName: actor.given,
        lastName: actor.family,
        fullName: actor.name,
        occupation: headlineOf(actor),
        comment: text,
        postUrl: post.url,
        timestamp: iso(exportedAt),
      })),
    ),
  'phantombuster-commenters-later': ({ posts }) =>
    csv(
      ['name', 'occupation', 'profileUrl', 'postUrl', 'comment', 'commentUrl', 'commentDate', 'likesCount'],
      comments(posts).map(({ actor, post, text, id, at }, n) => ({
        name: actor.name,
        occupation: headlineOf(actor),
        profileUrl: bySlug(actor),
        postUrl: post.url,
        comment: text,
        commentUrl: `${home}/feed/update/urn:li:activity:${post.id}/?commentUrn=${encodeURIComponent(`urn:li:comment:(activity:${post.id},${id})`)}`,
        commentDate: iso(at),
        likesCount: n % 7,
      })),
      { newline: '\r\n', bom: true },
    ),
  'apify-harvestapi-reactions': ({ posts }) =>
    compact(
      likes(posts).map(({ actor, post, reaction }) => ({
        reactionType: reaction,
        actor: {
          id: actor.isCompany ? (actor.number ?? '91000001') : actor.memberId,
          name: actor.name,
          linkedinUrl: byMember(actor),
          position: headlineOf(actor),
        },
        postId: post.id,
      })),
    ),
  'apify-harvestapi-comments': ({ posts }) =>
    compact(
      comments(posts).map(({ actor, post, text, own, id, at }) => ({
        id,
        commentary: text,
        createdAt: iso(at),
        actor: {
          id: null,
          type: actor.isCompany ? 'company' : 'profile',
          name: actor.name,
          linkedinUrl: bySlug(actor),
          position: headlineOf(actor),
          author: own === true,
        },
        postId: post.id,
      })),
    ),
  'apify-apimaestro-reactions': ({ posts }) =>
    compact(
      likes(posts).map(({ actor, post, reaction }, n) => ({
        reaction_type: reaction,
        reactor: {
          urn: actor.isCompany ? `urn:li:company:${actor.number ?? '91000001'}` : actor.memberId,
          name: actor.name,
          headline: headlineOf(actor),
          profile_url: byMember(actor),
        },
        _metadata: { post_url: post.url, page_number: 1 + Math.floor(n / 100), reaction_type: 'ALL' },
      })),
    ),
  'apify-apimaestro-comments': ({ posts }) =>
    compact(
      comments(posts).map(({ actor, post, text, id, at }) => ({
        comment_id: id,
        text,
        comment_type: 'comment',
        posted_at: { timestamp: at, date: iso(at).slice(0, 19).replace('T', ' ') },
        author: { name: actor.name, headline: headlineOf(actor), profile_url: bySlug(actor) },
        post_input: post.url,
      })),
    ),
  'unipile-reactions': ({ posts }) =>
    json(
      pages(
        'PostReactionList',
        likes(posts).map(({ actor, post, reaction }) => ({
          object: 'PostReaction',
          value: reaction,
          post_id: `urn:li:ugcPost:${post.ugcId}`,
          author: {
            id: actor.isCompany ? (actor.number ?? '91000001') : actor.memberId,
            type: actor.isCompany ? 'COMPANY' : 'INDIVIDUAL',
            name: actor.name,
            headline: headlineOf(actor),
            profile_url: byMember(actor),
            profile_picture_url: null,
            network_distance: 'SECOND_DEGREE',
          },
        })),
      ),
    ),
  // The pages of the second version, one per line.
  'unipile-comments': ({ posts }) =>
    ndjson(
      pages(
        'CommentList',
        comments(posts).map(({ actor, post, text, id, at }) => ({
          object: 'Comment',
          id,
          post_id: post.id,
          author: actor.name,
          author_details: {
            id: actor.isCompany ? (actor.number ?? '91000001') : actor.memberId,
            headline: headlineOf(actor),
            profile_url: bySlug(actor),
          },
          text,
          date: iso(at),
          reaction_counter: 0,
        })),
        'next_cursor',
      ),
    ),
  'linkup-reactions': ({ posts, exportedAt }) =>
    compact(
      likes(posts).map(({ actor, post, reaction, at }) => {
        const days = Math.floor((exportedAt - at) / 86_400_000);
        return {
          reaction_type: reaction,
          reaction_target: 'post',
          reaction_time: days === 0 ? `${Math.max(1, Math.floor((exportedAt - at) / 3_600_000))}h` : `${days}d`,
          reaction_time_days: days,
          reactor: {
            name: actor.name,
            profile_url: byMember(actor),
            profile_picture: null,
            entity_urn: actor.isCompany ? null : actor.memberId,
            headline: headlineOf(actor),
          },
          post: { urn: `urn:li:ugcPost:${post.ugcId}`, url: post.url, content: post.text, author: post.author.name },
        };
      }),
    ),
  airscale: ({ posts }) =>
    csv(
      [
        'profile_status',
        'linkedin_url',
        'first_name',
        'last_name',
        'full_name',
        'company_name',
        'job_title',
        'location',
        'domain',
        'linkedin_company_url',
        'headline',
        'reaction_type',
        'comment',
        'post_url',
      ],
      likes(posts)
        .filter(({ actor }) => actor.company && actor.enrichedBy !== 'nobody')
        .map(({ actor, post, reaction }) => ({
          profile_status: 'found',
          linkedin_url: bySlug(actor),
          first_name: actor.given,
          last_name: actor.family,
          full_name: actor.name,
          company_name: actor.company.name,
          job_title: actor.title,
          location: `${actor.place}, ${actor.countryName}`,
          domain: actor.company.domain,
          linkedin_company_url: bySlug({ ...actor.company, isCompany: true }),
          headline: actor.headline,
          reaction_type: reaction,
          comment: '',
          post_url: post.url,
        })),
    ),
  likestoleads: ({ posts }) =>
    csv(
      [
        'urn',
        'full_name',
        'headline',
        'company_name',
        'job_title',
        'location',
        'linkedin_url',
        'engagement_type',
        'signal_name',
        'reaction_type',
        'comment_text',
        'connections',
        'followers',
        'industry',
        'company_size',
        'post_id',
      ],
      [...likes(posts), ...comments(posts)]
        .filter(({ actor }) => !actor.isCompany)
        .map(({ type, actor, post, reaction, text }) => ({
          urn: actor.memberId,
          full_name: actor.name,
          headline: actor.headline,
          company_name: actor.company?.name,
          job_title: actor.title,
          location: actor.place && `${actor.place}, ${actor.countryName}`,
          linkedin_url: bySlug(actor),
          engagement_type: type.toLowerCase(),
          signal_name: `Posts by ${post.author.name}`,
          reaction_type: reaction,
          comment_text: text,
          connections: 500,
          followers: actor.followers,
          industry: actor.company?.industry,
          company_size: actor.company?.size,
          post_id: `urn:li:activity:${post.id}`,
        })),
      { delimiter: ';', bom: true },
    ),
  'official-api-reactions': ({ posts }) =>
    json({
      paging: { start: 0, count: 100, total: likes(posts).length },
      elements: likes(posts).map(({ actor, post, reaction, at }) => {
        const urn = actor.isCompany
          ? `urn:li:organization:${actor.number ?? '91000001'}`
          : `urn:li:person:${actor.memberId}`;
        return {
          id: `urn:li:reaction:(${urn},urn:li:activity:${post.id})`,
          reactionType: reaction,
          created: { actor: urn, time: at },
          root: `urn:li:activity:${post.id}`,
        };
      }),
    }),
};
