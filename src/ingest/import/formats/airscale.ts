/** Airscale: people who engaged, with company and title. */
import { namesComment } from '../urn';
import { putEngagement, putPerson } from '../build';
import { refuse } from '../context';
import { parseReaction } from '../fields';
import { flatFormat, type Format } from '../format';

export const airscale: Format = flatFormat({
  name: 'airscale',
  label: 'Airscale post engagers',
  brings: 'who reacted or commented, with title, company and location',
  columns: {
    status: ['profile_status'],
    link: ['linkedin_url'],
    name: ['full_name'],
    firstName: ['first_name'],
    lastName: ['last_name'],
    headline: ['headline'],
    title: ['job_title'],
    companyName: ['company_name'],
    companyUrl: ['linkedin_company_url'],
    companyDomain: ['domain'],
    location: ['location'],
    reaction: ['reaction_type'],
    comment: ['comment'],
    post: ['post_url'],
  },
  detect(has) {
    if (!has('link')) return 0;
    if (has('status') && (has('reaction') || has('comment'))) return 95;
    return has('post') && (has('companyUrl') || has('companyDomain')) ? 70 : 0;
  },
  open: (context) => (get, at, out, raw) => {
    const name = get('name') ?? [get('firstName'), get('lastName')].filter((part) => part !== null).join(' ');
    const person = context.person({ links: [get('link')], name, headline: get('headline') });
    if ('reason' in person) return refuse(out, at, person.reason, raw());
    const reaction = get('reaction');
    const comment = get('comment');
    const { observedAt } = context;
    putPerson(out, at, context, person, {
      title: get('title'),
      companyName: get('companyName'),
      companyUrl: get('companyUrl'),
      companyDomain: get('companyDomain'),
      location: get('location'),
    });
    if (reaction === null && comment === null) return;
    const post = context.post(get('post'));
    if (!post.ok) return refuse(out, at, post.reason, raw());
    if (comment !== null)
      putEngagement(out, at, { post, actor: person, type: 'COMMENT', commentText: comment, observedAt });
    const liked = parseReaction(reaction);
    if (liked === null && comment !== null) return;
    if (namesComment(get('post'))) out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
    else putEngagement(out, at, { post, actor: person, type: 'LIKE', reaction: liked, observedAt });
  },
});
