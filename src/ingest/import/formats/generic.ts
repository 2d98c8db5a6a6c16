/** Our own format: one row shape for everything, as CSV or NDJSON. `genericColumns` is also its documentation. */
import { companySlug, domainOf, putEngagement, putPerson, putPost } from '../build';
import { refuse, type Out, type ReadContext } from '../context';
import { cleanText, lengths, parseCount, parseDisposition, parseFlag, parseReaction } from '../fields';
import { flatFormat, type Format, type Get } from '../format';
import type { EngagementType, Position } from '../records';
import { namesComment, parseCommentId } from '../urn';
import { columnWords } from './column-words';
import { genericKinds, kindsOf, type GenericKind as Kind } from './row-kind';
import { joinedName } from '../names';

export { genericKinds } from './row-kind';

const engagement = ['like', 'comment', 'repost'] as const;
const somebody = [...engagement, 'person', 'lead'] as const;
/** Rows that may say where somebody works. */
const somebodyDescribed = [...engagement, 'person'] as const;

/** A column of the generic format: the kinds of rows that have it, those in which it is `required`, and what it says. */
interface GenericColumn {
  readonly kinds: readonly Kind[];
  readonly required?: readonly Kind[];
  readonly meaning: string;
}

/** Every column of the generic format. Names are also understood in `snake_case` and as words. */
export const genericColumns = {
  kind: {
    kinds: genericKinds,
    required: engagement,
    meaning: `what the row is: ${genericKinds.join(', ')}; without it, a row that names no post is a person`,
  },
  postUrl: {
    kinds: [...engagement, 'post'],
    required: ['post'],
    meaning: 'URN or address of the post; for engagements `--post` can stand in',
  },
  profileUrl: {
    kinds: [...somebody, 'company'],
    meaning: 'address of the profile or company page; a person needs this or `memberId`',
  },
  memberId: { kinds: somebody, meaning: 'the stable id (`ACoAA…`) of the person, as reactions carry it' },
  name: { kinds: [...somebody, 'company'], meaning: 'display name' },
  firstName: { kinds: somebody, meaning: 'first name, when the name stands in two columns' },
  lastName: { kinds: somebody, meaning: 'last name' },
  headline: { kinds: somebody, meaning: "the person's headline" },
  followers: { kinds: somebody, meaning: 'number of followers' },
  reaction: {
    kinds: ['like'],
    meaning: 'LIKE, PRAISE, EMPATHY, APPRECIATION, INTEREST, ENTERTAINMENT, MAYBE (or celebrate, love, …)',
  },
  commentText: {
    kinds: ['comment', 'repost'],
    meaning: 'the comment, or the words of the repost; only an excerpt is kept',
  },
  commentId: { kinds: ['comment', 'repost'], meaning: 'number, URN or address of the comment' },
  occurredAt: { kinds: engagement, meaning: 'when it happened: RFC 3339, epoch, or relative to `observedAt` (`2d`)' },
  observedAt: { kinds: genericKinds, meaning: 'when the exporter saw it' },
  isPostAuthor: { kinds: engagement, meaning: '`true` when the author of the post acted: no signal' },
  postUrns: { kinds: ['post'], meaning: 'other URNs of the same post (activity, share, ugcPost), separated by spaces' },
  text: { kinds: ['post'], meaning: 'text of the post' },
  publishedAt: { kinds: ['post'], meaning: 'when it was published' },
  authorProfileUrl: { kinds: ['post'], meaning: "address of the author's profile or company page" },
  authorMemberId: { kinds: ['post'], meaning: 'stable id of the author' },
  authorName: { kinds: ['post'], meaning: 'name of the author' },
  authorHeadline: { kinds: ['post'], meaning: 'headline of the author' },
  likes: { kinds: ['post'], meaning: 'reactions as the network counts them' },
  comments: { kinds: ['post'], meaning: 'comments as the network counts them' },
  reposts: { kinds: ['post'], meaning: 'reposts as the network counts them' },
  title: { kinds: somebodyDescribed, meaning: 'job title' },
  seniority: {
    kinds: somebodyDescribed,
    meaning: 'owner, cxo, partner, vp, director, manager, senior, entry, training, unpaid',
  },
  function: { kinds: somebodyDescribed, meaning: 'department: sales, marketing, engineering, …' },
  companyName: { kinds: somebodyDescribed, meaning: 'employer' },
  companyUrl: { kinds: somebodyDescribed, meaning: "address of the employer's page" },
  companyDomain: { kinds: [...somebodyDescribed, 'company'], meaning: 'domain or web address of the company' },
  companySize: {
    kinds: [...somebodyDescribed, 'company'],
    meaning: 'number of employees or a range: `51-200`, `10,001+`',
  },
  industry: { kinds: [...somebodyDescribed, 'company'], meaning: "the network's industry label" },
  location: { kinds: somebodyDescribed, meaning: 'place as text' },
  country: { kinds: somebodyDescribed, meaning: 'country: ISO code or name' },
  region: { kinds: somebodyDescribed, meaning: 'region or state' },
  email: { kinds: somebodyDescribed, meaning: 'work e-mail address; addresses at private mail services are left out' },
  emailStatus: { kinds: somebodyDescribed, meaning: 'verified, invalid, anything else is unverified' },
  disposition: { kinds: ['lead'], required: ['lead'], meaning: 'ACTIVE, CLIENT or BAD_LEAD' },
  ownerEmail: { kinds: ['lead'], meaning: 'e-mail address of the member of the workspace who owns the lead' },
} as const satisfies Record<string, GenericColumn>;

type Column = keyof typeof genericColumns;
const names = Object.keys(genericColumns).filter((name): name is Column => name in genericColumns);
/** Columns that say what a row is, or hold what others hold, under names that mean something else elsewhere. */
const signs = {
  type: ['type', 'url type', 'signal'],
  hasLiked: ['hasLiked', 'liked', 'is liker', 'has reacted', 'reacted', 'is like', 'is liked'],
  hasCommented: ['hasCommented', 'commented', 'is commenter', 'is comment', 'is commented'],
  hasReposted: ['hasReposted', 'reposted', 'has shared', 'is reposter', 'is repost', 'is reposted'],
  content: ['content', 'message text'],
  state: ['state'],
  secondLastName: ['segundo apellido', 'apellido 2', 'apellido materno', 'second last name', 'second surname'],
} as const;
const titles = columnWords['title'] ?? [];
const isOfJob = (title: string) => /job/i.test(title);
/** Each column is found under its own name and under its names in other languages. */
const columns: Readonly<Partial<Record<Column | keyof typeof signs, readonly string[]>>> = {
  ...Object.fromEntries(names.map((name) => [name, [name, ...(columnWords[name] ?? [])]])),
  ...signs,
  // "Title" is a form of address where another column holds the job.
  title: [...titles.filter(isOfJob), 'title', ...titles.filter((title) => !isOfJob(title))],
};

export const generic: Format = flatFormat({
  name: 'generic',
  label: 'Generic rows (CSV or NDJSON)',
  brings: 'likes, comments, reposts, posts, people, companies and CRM state of leads',
  columns,
  detect(has) {
    const person = has('profileUrl') || has('memberId');
    if (has('kind')) return person || has('postUrl') ? 90 : 0;
    const named = has('name') || has('firstName') || has('lastName');
    const flags = has('hasLiked') || has('hasCommented') || has('hasReposted');
    if (person && has('postUrl') && flags) return 85;
    if (person && has('postUrl') && has('reaction')) return has('commentText') ? 85 : 65;
    if (person && has('postUrl') && (has('type') || has('commentText')) && named) return 60;
    const author = has('authorName') || has('authorProfileUrl');
    const posts = has('likes') || (has('text') && has('publishedAt'));
    if (has('postUrl') && !named && (author ? has('text') || has('likes') : !person && posts)) return 60;
    // What more is known of people outweighs columns that are not, of which tools for sales write dozens.
    const known = (['title', 'companyName', 'headline'] as const).filter(has).length;
    return person && named && !has('postUrl') ? 50 + 3 * known : 0;
  },
  open: (context) => (get, at, out, raw, has) => {
    const kinds = kindsOf({
      // An empty cell in a column of kinds is a gap, not a person.
      kind: get('kind') ?? (has('kind') ? '' : null),
      type: get('type'),
      hasLiked: get('hasLiked'),
      hasCommented: get('hasCommented'),
      hasReposted: get('hasReposted'),
      reaction: get('reaction'),
      comment: get('commentText'),
      post: get('postUrl') !== null || context.namesPost,
      person: get('profileUrl') !== null || get('memberId') !== null,
      named: get('name') !== null || get('firstName') !== null || get('headline') !== null,
      postFacts: get('text') !== null || get('likes') !== null,
    });
    if (typeof kinds === 'string') {
      out.push({ kind: 'skipped', at, reason: kinds });
      return;
    }
    if ('reason' in kinds) return refuse(out, at, kinds.reason, raw());
    const implied = !has('kind');
    for (const kind of kinds) {
      const problem = readGeneric(context, get, at, out, { kind, kinds: kinds.length, implied });
      if (problem !== null) return refuse(out, at, problem, raw());
    }
  },
});

/** Reads a row. Returns the reason when it is refused, else null. */
function readGeneric(
  context: ReadContext,
  get: Get<typeof columns>,
  at: Position,
  out: Out,
  /** `kinds`: how many the row is of. `implied`: whether nobody said the kind. */
  { kind, kinds, implied }: { readonly kind: Kind; readonly kinds: number; readonly implied: boolean },
): string | null {
  const observedAt = context.observed(get('observedAt'));
  const somebodyOf = () =>
    context.person({
      links: [get('memberId'), get('profileUrl')],
      name: joinedName({ name: get('name'), first: get('firstName'), last: lastNames(get) }),
      headline: get('headline'),
      followers: context.count(get('followers')),
    });
  const facts = () => ({
    title: get('title'),
    seniority: get('seniority'),
    function: get('function'),
    companyName: get('companyName'),
    companyUrl: get('companyUrl'),
    companyDomain: get('companyDomain'),
    companySize: get('companySize'),
    industry: get('industry'),
    location: get('location'),
    country: get('country'),
    region: get('region') ?? stateOf(context, get),
    email: get('email'),
    emailStatus: get('emailStatus'),
  });
  const engaged = (type: EngagementType): string | null => {
    const actor = somebodyOf();
    if ('reason' in actor) return actor.reason;
    const post = context.post(get('postUrl'));
    if (!post.ok) return post.reason;
    // Who comments has the address of the comment beside its words.
    const ofComment =
      kinds === 1 && parseCommentId(get('commentId') ?? '') !== null && saidWords(get, context) === null;
    if (type === 'LIKE' && (ofComment || namesComment(get('postUrl')))) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return null;
    }
    putEngagement(out, at, {
      post,
      actor,
      type,
      reaction: type === 'LIKE' ? parseReaction(get('reaction')) : null,
      commentText: type === 'LIKE' ? null : saidWords(get, context),
      commentId: type === 'LIKE' ? null : parseCommentId(get('commentId') ?? ''),
      occurredAt: context.time(get('occurredAt'), observedAt),
      observedAt,
      isPostAuthor:
        parseFlag(get('isPostAuthor')) ||
        context.isSame(actor, get('authorMemberId')) ||
        context.isSame(actor, get('authorProfileUrl')),
    });
    // A table of one's own often says of who engaged where they work, too.
    const said = facts();
    if (Object.values(said).some((fact) => fact !== null)) putPerson(out, at, context, actor, said, observedAt);
    return null;
  };
  switch (kind) {
    case 'like':
      return engaged('LIKE');
    case 'comment':
      return engaged('COMMENT');
    case 'repost':
      return engaged('REPOST');
    case 'post': {
      const texts = [get('postUrl'), ...(get('postUrns')?.split(/[\s|,;]+/) ?? [])].flatMap((text) => text || []);
      if (texts.length === 0) return 'names no post';
      const found = texts.map((text) => context.post(text));
      const wrong = found.find((reference) => !reference.ok);
      if (wrong?.ok === false) return wrong.reason;
      const posts = found.flatMap((reference) => (reference.ok ? [reference] : []));
      const [post, ...others] = posts;
      if (!post) return 'names no post';
      const author = context.person({
        // A list of posts has one profile to each: its author's.
        links: [get('authorMemberId'), get('authorProfileUrl'), get('name') === null ? get('profileUrl') : null],
        name: get('authorName'),
        headline: get('authorHeadline'),
      });
      putPost(out, at, post, observedAt, {
        others,
        text: get('text') ?? get('content'),
        author: 'reason' in author ? null : author,
        authorName: get('authorName'),
        publishedAt: context.time(get('publishedAt') ?? get('occurredAt'), observedAt),
        likes: context.count(get('likes')),
        comments: context.count(get('comments')),
        reposts: context.count(get('reposts')),
      });
      return null;
    }
    case 'person': {
      const person = somebodyOf();
      if ('reason' in person) return person.reason;
      if (implied && person.isCompany) return 'a company page; say what each row is (--kind company)';
      putPerson(out, at, context, person, facts(), observedAt);
      return null;
    }
    case 'company': {
      const record = {
        kind: 'company',
        at,
        name: cleanText(get('name'), lengths.name),
        slug: companySlug(get('profileUrl'), context),
        domain: domainOf(get('companyDomain'), context.network),
        industry: cleanText(get('industry'), lengths.short),
        size: context.size(get('companySize')),
      } as const;
      if (record.name === null && record.slug === null && record.domain === null)
        return 'a company without page, domain or name';
      out.push(record);
      return null;
    }
    case 'lead': {
      const person = somebodyOf();
      if ('reason' in person) return person.reason;
      const disposition = parseDisposition(get('disposition'));
      if (disposition === null) return 'disposition: must be ACTIVE, CLIENT or BAD_LEAD';
      out.push({ kind: 'lead', at, person, disposition, ownerEmail: get('ownerEmail')?.trim().toLowerCase() ?? null });
      return null;
    }
  }
}

/** A state that is part of an address. */
const stateOf = ({ signs }: ReadContext, get: Get<typeof columns>): string | null =>
  !signs.stateIsPlace || (get('country') === null && get('location') === null) ? null : get('state');

/** Spanish names have two last ones, which may stand in two columns. */
const lastNames = (get: Get<typeof columns>): string | null =>
  [get('lastName'), get('secondLastName')].filter((name) => name !== null).join(' ') || null;

/** The words of a comment or repost. A column called comments holds figures in lists of posts, and words in lists of people. */
function saidWords(get: Get<typeof columns>, { signs }: ReadContext): string | null {
  const said = get('commentText') ?? get('content') ?? (signs.textIsSaid ? get('text') : null);
  if (said !== null) return said;
  const comments = get('comments');
  return comments === null || parseCount(comments) !== null ? null : comments;
}
