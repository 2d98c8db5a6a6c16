/** PhantomBuster's CSV exports. Their headers have changed over the years, and rows of errors are mixed with the others. */
import { putEngagement, putPerson } from '../build';
import { refuse } from '../context';
import { parseFlag, parseReaction } from '../fields';
import { flatFormat, type Format } from '../format';
import { isPlaceholder } from '../placeholders';
import { namesComment, parseCommentId } from '../urn';
import { isFigure, kindsNamed, sayWhatHappened } from './row-kind';

const link = ['profileLink', 'profileUrl', 'linkedInProfileUrl'] as const;

/** Whether the cell of the reaction names something other than a like, such as a comment. */
const isOtherDeed = (reaction: string): boolean => kindsNamed(reaction)?.includes('like') === false;

/** Likers: `profileLink,name,job,degree,postUrl,timestamp`, later `profileUrl` and `occupation`. */
export const phantombusterLikers: Format = flatFormat({
  name: 'phantombuster-likers',
  label: 'PhantomBuster post likers',
  brings: 'who reacted to which post',
  columns: {
    link,
    name: ['name', 'fullName'],
    headline: ['job', 'occupation', 'headline'],
    degree: ['degree'],
    reaction: ['reactionType', 'reaction'],
    post: ['postUrl'],
    comment: ['comment', 'commentUrl'],
    seenAt: ['timestamp'],
    error: ['error'],
  },
  // Many tables have a post and a profile. Likers are known by the degree, or by the kind of reaction.
  detect: (has) =>
    has('link') && has('post') && !has('comment') && has('headline') && (has('degree') || has('reaction')) ? 80 : 0,
  open: (context) => (get, at, out, raw, has) => {
    if (get('error')) {
      out.push({ kind: 'skipped', at, reason: 'error_row' });
      return;
    }
    const actor = context.person({ links: [get('link')], name: get('name'), headline: get('headline') });
    if ('reason' in actor) return refuse(out, at, actor.reason, raw());
    // Tables of one's own have these columns, too, and say there who commented, or nothing.
    const reaction = get('reaction');
    const isSaid = reaction !== null && !isPlaceholder(reaction);
    if (isSaid ? isOtherDeed(reaction) : has('reaction') && !has('degree'))
      return refuse(out, at, sayWhatHappened, raw());
    if (namesComment(get('post'))) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return;
    }
    const post = context.post(get('post'));
    if (!post.ok) return refuse(out, at, post.reason, raw());
    const observedAt = context.observed(get('seenAt'));
    putEngagement(out, at, { post, actor, type: 'LIKE', reaction: parseReaction(reaction), observedAt });
  },
});

/** Commenters: `profileLink,firstName,lastName,fullName,occupation,comment,postUrl,timestamp` and later forms. */
export const phantombusterCommenters: Format = flatFormat({
  name: 'phantombuster-commenters',
  label: 'PhantomBuster post commenters',
  brings: 'who commented on which post, with the comment',
  columns: {
    link,
    name: ['fullName', 'name'],
    firstName: ['firstName'],
    lastName: ['lastName'],
    headline: ['occupation', 'job', 'headline'],
    comment: ['comment', 'commentText'],
    commentUrl: ['commentUrl'],
    commentedAt: ['commentDate'],
    likes: ['likesCount'],
    degree: ['degree'],
    isPostAuthor: ['isFromPostAuthor'],
    postAuthor: ['postAuthorUrl', 'postAuthorProfileUrl', 'postAuthorLink'],
    query: ['query'],
    post: ['postUrl'],
    seenAt: ['timestamp'],
    error: ['error'],
  },
  detect: (has) => (has('link') && has('comment') && (has('post') || has('commentUrl')) ? 80 : 0),
  open: (context) => (get, at, out, raw) => {
    if (get('error')) {
      out.push({ kind: 'skipped', at, reason: 'error_row' });
      return;
    }
    const name = get('name') ?? [get('firstName'), get('lastName')].filter((part) => part !== null).join(' ');
    const actor = context.person({ links: [get('link')], name, headline: get('headline') });
    if ('reason' in actor) return refuse(out, at, actor.reason, raw());
    // A comment may be a picture alone. Then its address or its date is there.
    const comment = get('comment');
    // Lists of posts have a count in such a column, and lists of people yes or no.
    if ((comment === null || isFigure(comment)) && get('commentUrl') === null && get('commentedAt') === null)
      return refuse(out, at, sayWhatHappened, raw());
    const post = context.post(get('post'), get('commentUrl'));
    if (!post.ok) return refuse(out, at, post.reason, raw());
    const observedAt = context.observed(get('seenAt'));
    putEngagement(out, at, {
      post,
      actor,
      type: 'COMMENT',
      commentText: comment,
      commentId: parseCommentId(get('commentUrl') ?? ''),
      occurredAt: context.time(get('commentedAt'), observedAt),
      observedAt,
      isPostAuthor: parseFlag(get('isPostAuthor')) || context.isSame(actor, get('postAuthor')),
    });
  },
});

/** Search and Sales Navigator exports: people with title and company. */
export const phantombusterSearch: Format = flatFormat({
  name: 'phantombuster-search',
  label: 'PhantomBuster search or Sales Navigator export',
  brings: 'people with title, company, industry and location',
  columns: {
    profileUrl: ['profileUrl'],
    defaultProfileUrl: ['defaultProfileUrl'],
    linkedInProfileUrl: ['linkedInProfileUrl'],
    vmid: ['vmid'],
    name: ['fullName', 'name'],
    firstName: ['firstName'],
    lastName: ['lastName'],
    headline: ['headline', 'job', 'occupation'],
    title: ['title', 'jobTitle', 'currentJob'],
    companyName: ['companyName', 'company'],
    companyId: ['companyId'],
    companyUrl: ['regularCompanyUrl', 'companyUrl'],
    industry: ['industry'],
    location: ['location'],
    companyLocation: ['companyLocation'],
    degree: ['connectionDegree'],
    query: ['query'],
    seenAt: ['timestamp'],
    post: ['postUrl', 'commentUrl'],
    error: ['error'],
  },
  detect(has) {
    if (!has('profileUrl') && !has('defaultProfileUrl') && !has('linkedInProfileUrl')) return 0;
    if (has('post')) return 0;
    const known = [
      has('vmid'),
      has('query'),
      has('companyId'),
      has('degree'),
      has('title') && has('companyName'),
      has('defaultProfileUrl'),
    ];
    const count = known.filter(Boolean).length;
    return count >= 2 ? 60 + count * 4 : 0;
  },
  open: (context) => (get, at, out, raw) => {
    if (get('error')) {
      out.push({ kind: 'skipped', at, reason: 'error_row' });
      return;
    }
    const name = get('name') ?? [get('firstName'), get('lastName')].filter((part) => part !== null).join(' ');
    const links = [get('defaultProfileUrl'), get('vmid'), get('linkedInProfileUrl'), get('profileUrl')];
    const person = context.person({ links, name, headline: get('headline') });
    if ('reason' in person) return refuse(out, at, person.reason, raw());
    putPerson(
      out,
      at,
      context,
      person,
      {
        title: get('title'),
        companyName: get('companyName'),
        companyUrl: get('companyUrl'),
        industry: get('industry'),
        location: get('location'),
      },
      context.observed(get('seenAt')),
    );
  },
});
