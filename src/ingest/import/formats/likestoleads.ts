/** LikesToLeads: people by signal, with title and company. */
import { namesComment } from '../urn';
import { putEngagement, putPerson } from '../build';
import { refuse } from '../context';
import { parseEngagementType, parseReaction } from '../fields';
import { flatFormat, type Format } from '../format';

export const likesToLeads: Format = flatFormat({
  name: 'likestoleads',
  label: 'LikesToLeads',
  brings: 'who reacted, commented or reposted, with title, company, industry and size',
  columns: {
    urn: ['urn'],
    link: ['linkedin_url'],
    name: ['full_name'],
    headline: ['headline'],
    title: ['job_title'],
    companyName: ['company_name'],
    location: ['location'],
    type: ['engagement_type'],
    signal: ['signal_name'],
    reaction: ['reaction_type'],
    comment: ['comment_text'],
    connections: ['connections'],
    followers: ['followers'],
    industry: ['industry'],
    companySize: ['company_size'],
    post: ['post_id', 'post_url'],
  },
  detect: (has) => (has('type') && has('link') && (has('signal') || has('post')) ? (has('signal') ? 95 : 60) : 0),
  open: (context) => (get, at, out, raw) => {
    const person = context.person({
      links: [get('urn'), get('link')],
      name: get('name'),
      headline: get('headline'),
      followers: context.count(get('followers')),
    });
    if ('reason' in person) return refuse(out, at, person.reason, raw());
    putPerson(out, at, context, person, {
      title: get('title'),
      companyName: get('companyName'),
      companySize: get('companySize'),
      industry: get('industry'),
      location: get('location'),
    });
    const type = parseEngagementType(get('type'));
    if (type === null) {
      out.push({ kind: 'skipped', at, reason: 'other_signal' });
      return;
    }
    if (type === 'LIKE' && namesComment(get('post'))) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return;
    }
    const post = context.post(get('post'));
    if (!post.ok) return refuse(out, at, post.reason, raw());
    putEngagement(out, at, {
      post,
      actor: person,
      type,
      reaction: type === 'LIKE' ? parseReaction(get('reaction') ?? get('type')) : null,
      commentText: type === 'LIKE' ? null : get('comment'),
      observedAt: context.observedAt,
    });
  },
});
