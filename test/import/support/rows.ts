/** Random rows of the generic format. */
import type { Random } from '../../store/support/random';
import { activity, memberId, slugUrl, ugcPost } from './site';

const day = (n: number) => new Date(Date.UTC(2026, 7, 1 + n, 12)).toISOString();
const companies = ['Globex', 'Initech', 'Nörd & Søn'];
const industries = ['Banking', 'Software Development', 'Software Development'];
/** Names that only some workspaces know: by staff, by a page, by a file; and one that nobody's is. */
const mentioned = [...companies, 'Hooli', 'Pied Piper Systems', 'Target'];
const titles = ['VP Sales', 'Chief Executive Officer', 'Software Engineer', 'Head of Marketing'];

/** Every other one says where somebody works; the others name a company that they, by themselves, do not say to be one. */
function headlineOf(n: number): string {
  const [title, company] = [titles[n % titles.length], companies[n % companies.length]];
  if (n % 2 === 0) return `${title} at ${company}`;
  const named = mentioned[(n * 5) % mentioned.length];
  return n % 3 === 0 ? `${title} | Growth | Data | ${named}` : `${title} ${named} Europe`;
}

/**
 * Rows about a few people and posts. What would depend on the order is left out: two headlines of a person at one time, two
 * enrichments of a person, two CRM rows, one engagement with two times.
 */
export function makeRows(random: Random): object[] {
  const rows: object[] = [];
  const people = 9;
  const posts = 5;
  const seenDays = Array.from({ length: people }, () => random.shuffled(Array.from({ length: 60 }, (_, n) => n)));
  /** Somebody as one row names them: by one identity or both, with the headline of that day. */
  const named = (n: number) => {
    const by = random.pick(['member', 'slug', 'both']);
    const seen = seenDays[n]?.pop() ?? 0;
    return {
      ...(by === 'slug' ? {} : { memberId: memberId(n) }),
      ...(by === 'member' ? {} : { profileUrl: slugUrl(`person-${n}`) }),
      name: `Person ${n} the ${seen}th`,
      headline: headlineOf(n + seen),
      observedAt: day(seen),
    };
  };
  for (const [n, name] of companies.entries()) {
    if (random.chance(0.7))
      rows.push({
        kind: 'company',
        name,
        industry: industries[n],
        companySize: '51-200',
      });
  }
  if (random.chance(0.3))
    rows.push({
      kind: 'like',
      profileUrl: 'https://www.linkedin.com/company/hooli/',
      observedAt: day(1),
      name: 'Hooli',
      postUrl: activity(0),
      occurredAt: day(-20),
    });
  const authors = Array.from({ length: posts }, () => random.below(people));
  for (const [n, author] of authors.entries()) {
    // Two halves of one author, never seen together, would be two authors of one post.
    rows.push({
      kind: 'lead',
      memberId: memberId(author),
      profileUrl: slugUrl(`person-${author}`),
      disposition: 'ACTIVE',
    });
    if (random.chance(0.3)) continue;
    const {
      memberId: authorMemberId,
      profileUrl: authorProfileUrl,
      observedAt,
    } = { memberId: undefined, profileUrl: undefined, ...named(author) };
    rows.push({
      kind: 'post',
      postUrl: activity(n),
      postUrns: ugcPost(n),
      text: `Post ${n}`,
      authorMemberId,
      authorProfileUrl,
      observedAt,
    });
  }
  for (let n = 0; n < people; n += 1) {
    if (random.chance(0.4)) {
      const company = random.below(companies.length);
      rows.push({
        kind: 'person',
        ...named(n),
        companyName: companies[company],
        industry: random.chance(0.5) ? industries[company] : undefined,
        country: random.chance(0.5) ? 'SE' : undefined,
      });
    }
    if (random.chance(0.3) && !authors.includes(n)) {
      const who = { ...named(n), name: undefined, headline: undefined, observedAt: undefined };
      rows.push({ kind: 'lead', ...who, disposition: random.pick(['CLIENT', 'BAD_LEAD', 'ACTIVE']) });
    }
  }
  for (let count = 0; count < 40; count += 1) {
    const [n, p] = [random.below(people), random.below(posts)];
    const kind = random.pick(['like', 'comment', 'repost']);
    const words = kind === 'like' ? undefined : random.pick(['What does it cost?', 'Nice', 'Well said']);
    rows.push({
      kind,
      ...named(n),
      postUrl: random.chance(0.5) ? activity(p) : ugcPost(p),
      commentText: words,
      // Before anything was observed: a time after that is not believed.
      occurredAt: day(((n * 7 + p * 3 + (words?.length ?? 0)) % 50) - 60),
      isPostAuthor: authors[p] === n && random.chance(0.5) ? 'true' : undefined,
    });
  }
  return rows;
}
