/**
 * Records as the log keeps them: what the product keeps of them and nothing more (docs/decisions/0003-what-is-kept.md), so of a
 * comment the excerpt, what it is and its digest. People and posts that many records name stand once in a chunk.
 */
import type { ChunkText } from '../store/batches/chunks';
import type { Decision } from '../store/batches/decisions';
import type { StoredBefore } from '../store/undo/store-before';
import type { CommentWords } from './comment-words';
import { wordsOf } from './comment-words';
import type { StorableRecord } from './observations';
import type { EngagementRecord, EngagementType, PersonRef, PostRef, Reaction } from './records';

type KeptPerson = [
  memberId: string | null,
  slug: string | null,
  name: string | null,
  headline: string | null,
  profileUrl: string | null,
  isCompany: 0 | 1,
  followers: number | null,
];
type KeptPost = [urn: string, kind: PostRef['kind'], id: string, url: string];
type KeptEngagement = [
  at: number,
  person: number,
  post: number,
  type: EngagementType,
  reaction: Reaction | null,
  commentId: string | null,
  occurredAt: number | null,
  observedAt: number,
  isPostAuthor: 0 | 1,
  ...words: [] | [CommentWords['excerpt'], CommentWords['said'], CommentWords['discriminator']],
];
/** What people set by hand; `at` is when, epoch ms. */
export type KeptDecision = Decision & { readonly at: number };

/** Everything that the log holds. */
export type KeptRecord = StorableRecord | KeptDecision | StoredBefore;

/** An engagement as a list, any other record as it is. */
type Written = KeptEngagement | Exclude<KeptRecord, EngagementRecord>;

interface Content {
  readonly version: 1;
  readonly people: readonly KeptPerson[];
  readonly posts: readonly KeptPost[];
  readonly records: readonly Written[];
}

/** Records as text, in their order. */
export function encodeRecords(records: readonly KeptRecord[]): ChunkText {
  const people: KeptPerson[] = [];
  const posts: KeptPost[] = [];
  const personAt = new Map<string, number>();
  const postAt = new Map<string, number>();
  let latestAt: number | null = null;

  const personIndex = (ref: PersonRef): number => {
    const key = ref.memberId ?? ref.slug ?? '';
    const known = personAt.get(key);
    if (known !== undefined && isSame(people[known], ref)) return known;
    personAt.set(key, people.length);
    const { memberId, slug, name, headline, profileUrl, followers } = ref;
    return people.push([memberId, slug, name, headline, profileUrl, ref.isCompany ? 1 : 0, followers]) - 1;
  };
  const postIndex = ({ urn, kind, id, url }: PostRef): number => {
    let index = postAt.get(urn);
    if (index === undefined) postAt.set(urn, (index = posts.push([urn, kind, id, url]) - 1));
    return index;
  };
  const engagement = (record: EngagementRecord): KeptEngagement => {
    const at = record.occurredAt ?? record.observedAt;
    if (latestAt === null || at > latestAt) latestAt = at;
    const { excerpt, said, discriminator } = wordsOf(record);
    const kept = [
      record.at,
      personIndex(record.actor),
      postIndex(record.post),
      record.type,
      record.reaction,
      record.commentId,
      record.occurredAt,
      record.observedAt,
      record.isPostAuthor ? 1 : 0,
    ] as const;
    return excerpt === null && discriminator === '' ? [...kept] : [...kept, excerpt, said, discriminator];
  };
  const kept = records.map((record) => (record.kind === 'engagement' ? engagement(record) : record));
  const content: Content = { version: 1, people, posts, records: kept };
  return { text: JSON.stringify(content), records: records.length, latestAt };
}

const isSame = (kept: KeptPerson | undefined, ref: PersonRef): boolean =>
  kept !== undefined &&
  kept[0] === ref.memberId &&
  kept[1] === ref.slug &&
  kept[2] === ref.name &&
  kept[3] === ref.headline &&
  kept[4] === ref.profileUrl &&
  kept[5] === (ref.isCompany ? 1 : 0) &&
  kept[6] === ref.followers;

/** The records of a chunk, in their order. */
export function decodeRecords(text: string): KeptRecord[] {
  // Written by `encodeRecords`, and by `keepDecision` in its form.
  const content = JSON.parse(text) as Content;
  const people = content.people.map(
    ([memberId, slug, name, headline, profileUrl, isCompany, followers]): PersonRef => ({
      memberId,
      slug,
      name,
      headline,
      profileUrl,
      isCompany: isCompany === 1,
      followers,
    }),
  );
  const posts = content.posts.map(([urn, kind, id, url]): PostRef => ({ urn, kind, id, url }));
  return content.records.map((record) => (isEngagement(record) ? engagementOf(record, people, posts) : record));
}

const isEngagement = (record: Written): record is KeptEngagement => Array.isArray(record);

function engagementOf(kept: KeptEngagement, people: readonly PersonRef[], posts: readonly PostRef[]): EngagementRecord {
  const [at, person, post, type, reaction, commentId, occurredAt, observedAt, isPostAuthor] = kept;
  const [excerpt = null, said = null, discriminator = ''] = kept.slice(9) as Partial<WordsOf>;
  const [actor, about] = [people[person], posts[post]];
  if (!actor || !about) throw new Error('a chunk of the log names somebody it does not hold');
  return {
    kind: 'engagement',
    at,
    post: about,
    actor,
    type,
    reaction,
    commentText: null,
    words: { excerpt, said, discriminator },
    commentId,
    occurredAt,
    observedAt,
    isPostAuthor: isPostAuthor === 1,
  };
}

type WordsOf = [CommentWords['excerpt'], CommentWords['said'], CommentWords['discriminator']];
