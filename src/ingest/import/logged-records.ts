/**
 * Records as the log keeps them: only what the product stores (docs/internals/decisions/0003-what-is-kept.md). A comment is
 * kept as excerpt, class and digest. People and posts that many records name are kept once per chunk.
 */
import type { ChunkText } from '../../store/log/chunks';
import type { Decision } from '../../store/log/decisions';
import type { StoredBefore } from '../../store/log/store-before';
import { saidToday, wordsOf } from './comment-words';
import type { StorableRecord } from './observations';
import type { CommentWords, EngagementRecord, EngagementType, PersonRef, PostRef, Reaction } from './records';

type LoggedPost = [urn: string, kind: PostRef['kind'], id: string, url: string];

/** People, as one list per property. A few lists of texts are written and compressed faster than thousands of small lists. */
interface PeopleColumns {
  readonly memberId: readonly (string | null)[];
  readonly slug: readonly (string | null)[];
  readonly name: readonly (string | null)[];
  readonly headline: readonly (string | null)[];
  readonly profileUrl: readonly (string | null)[];
  readonly isCompany: readonly (0 | 1)[];
  readonly followers: readonly (number | null)[];
}

/** People as version 1 wrote them. */
type PeopleRows = readonly [
  memberId: string | null,
  slug: string | null,
  name: string | null,
  headline: string | null,
  profileUrl: string | null,
  isCompany: 0 | 1,
  followers: number | null,
][];

/**
 * An engagement, or several in a row that differ only in position and person, as in a list of likers. `at` and `person` are
 * lists then. `at` holds the first position and the distance of each next one.
 */
type LoggedEngagements = [
  at: number | readonly number[],
  person: number | readonly number[],
  post: number,
  type: EngagementType,
  reaction: Reaction | null,
  commentId: string | null,
  occurredAt: number | null,
  observedAt: number,
  isPostAuthor: 0 | 1,
  ...words: [] | WordsOf,
];
/** The chance of the class is missing in logs of older releases. */
type WordsOf = [
  excerpt: CommentWords['excerpt'],
  said: CommentWords['said'],
  discriminator: CommentWords['discriminator'],
  confidence?: CommentWords['confidence'],
];

/** What people set by hand. `at` is the time, epoch ms. */
export type LoggedDecision = Decision & { readonly at: number };

/** Everything that the log holds. */
export type LoggedRecord = StorableRecord | LoggedDecision | StoredBefore;

const storableKinds: readonly LoggedRecord['kind'][] = ['engagement', 'post', 'person', 'company', 'lead', 'trace'];
/** Whether a record came from a source. Decisions and rows of people who were there before the log did not. */
export const isStorable = (record: LoggedRecord): record is StorableRecord => storableKinds.includes(record.kind);

/** Engagements as lists, any other record as it is. */
type Written = LoggedEngagements | Exclude<LoggedRecord, EngagementRecord>;

interface Content {
  readonly version: 1 | 2;
  readonly people: PeopleColumns | PeopleRows;
  readonly posts: readonly LoggedPost[];
  readonly records: readonly Written[];
}

/** Records as text, in their order. */
export function encodeRecords(records: readonly LoggedRecord[]): ChunkText {
  const people = new Numbered<PersonRef>(({ memberId, slug }) => memberId ?? slug ?? '', isSame);
  const posts = new Numbered<PostRef>(
    ({ urn }) => urn,
    () => true,
  );
  const written: Written[] = [];
  let latestAt: number | null = null;
  for (let from = 0; from < records.length;) {
    const alike = alikeFrom(records, from);
    const [first] = alike;
    if (first === undefined) {
      const record = records[from];
      if (record && record.kind !== 'engagement') written.push(record);
      from += 1;
      continue;
    }
    from += alike.length;
    const { post, type, reaction, commentId, occurredAt, observedAt } = first;
    const when = occurredAt ?? observedAt;
    if (latestAt === null || when > latestAt) latestAt = when;
    const { excerpt, said, confidence, discriminator } = wordsOf(first);
    const places = alike.map(({ at }, number) => at - (alike[number - 1]?.at ?? 0));
    const actors = alike.map(({ actor }) => people.of(actor));
    written.push([
      oneOrList(places),
      oneOrList(actors),
      posts.of(post),
      type,
      reaction,
      commentId,
      occurredAt,
      observedAt,
      first.isPostAuthor ? 1 : 0,
      ...(excerpt === null && discriminator === ''
        ? ([] as const)
        : ([
            excerpt,
            said,
            discriminator,
            ...(confidence === null ? ([] as const) : ([confidence] as const)),
          ] as const)),
    ]);
  }
  const content: Content = {
    version: 2,
    people: columnsOf(people.all),
    posts: posts.all.map(({ urn, kind, id, url }) => [urn, kind, id, url]),
    records: written,
  };
  return { text: JSON.stringify(content), records: records.length, latestAt };
}

const oneOrList = ([first = 0, ...more]: readonly number[]): number | readonly number[] =>
  more.length === 0 ? first : [first, ...more];

/** Things numbered in the order in which they are first named. */
class Numbered<Thing> {
  readonly all: Thing[] = [];
  private readonly numbers = new Map<string, number>();

  /** @param isSame whether two things with one key are equal. If not, the second gets a number of its own. */
  constructor(
    private readonly keyOfThing: (thing: Thing) => string,
    private readonly isSame: (a: Thing, b: Thing) => boolean,
  ) {}

  of(thing: Thing): number {
    const key = this.keyOfThing(thing);
    const number = this.numbers.get(key);
    const known = number === undefined ? undefined : this.all[number];
    if (number !== undefined && known !== undefined && this.isSame(known, thing)) return number;
    this.numbers.set(key, this.all.length);
    return this.all.push(thing) - 1;
  }
}

const isSame = (a: PersonRef, b: PersonRef): boolean =>
  a === b ||
  (a.memberId === b.memberId &&
    a.slug === b.slug &&
    a.name === b.name &&
    a.headline === b.headline &&
    a.profileUrl === b.profileUrl &&
    a.isCompany === b.isCompany &&
    a.followers === b.followers);

const columnsOf = (people: readonly PersonRef[]): PeopleColumns => ({
  memberId: people.map(({ memberId }) => memberId),
  slug: people.map(({ slug }) => slug),
  name: people.map(({ name }) => name),
  headline: people.map(({ headline }) => headline),
  profileUrl: people.map(({ profileUrl }) => profileUrl),
  isCompany: people.map(({ isCompany }) => (isCompany ? 1 : 0)),
  followers: people.map(({ followers }) => followers),
});

/** The engagements from there on that differ only in position and person. Empty when the record is of another kind. */
function alikeFrom(records: readonly LoggedRecord[], from: number): EngagementRecord[] {
  const alike: EngagementRecord[] = [];
  for (let at = from; at < records.length; at += 1) {
    const record = records[at];
    if (record?.kind !== 'engagement' || (alike[0] && !isAlike(alike[0], record))) break;
    alike.push(record);
  }
  return alike;
}

const isAlike = (a: EngagementRecord, b: EngagementRecord): boolean =>
  a.post.urn === b.post.urn &&
  a.type === b.type &&
  a.reaction === b.reaction &&
  a.commentId === b.commentId &&
  a.occurredAt === b.occurredAt &&
  a.observedAt === b.observedAt &&
  a.isPostAuthor === b.isPostAuthor &&
  // Engagements without words are equal in this.
  wordsOf(a) === wordsOf(b);

/** Which engagements of a chunk are read, by their person and post. */
export type WantsEngagement = (person: PersonRef, post: PostRef) => boolean;

/**
 * The records of a chunk, in their order.
 * @param wants leaves out engagements without making a record of them. Default: all are read.
 */
export function decodeRecords(text: string, wants: WantsEngagement = () => true): LoggedRecord[] {
  // Written by `encodeRecords`, and by `keepDecision` in the same form.
  const content = JSON.parse(text) as Content;
  const people = peopleOf(content.people);
  const posts = content.posts.map(([urn, kind, id, url]): PostRef => ({ urn, kind, id, url }));
  return content.records.flatMap<LoggedRecord>((record) =>
    isEngagement(record) ? engagementsOf(record, people, posts, wants) : record,
  );
}

function peopleOf(people: Content['people']): PersonRef[] {
  if ('memberId' in people) {
    const { memberId, slug, name, headline, profileUrl, isCompany, followers } = people;
    return memberId.map((id, at) => ({
      memberId: id,
      slug: slug[at] ?? null,
      name: name[at] ?? null,
      headline: headline[at] ?? null,
      profileUrl: profileUrl[at] ?? null,
      isCompany: isCompany[at] === 1,
      followers: followers[at] ?? null,
    }));
  }
  return people.map(([memberId, slug, name, headline, profileUrl, isCompany, followers]) => ({
    ...{ memberId, slug, name, headline, profileUrl },
    isCompany: isCompany === 1,
    followers,
  }));
}

const isEngagement = (record: Written): record is LoggedEngagements => Array.isArray(record);
const numbersOf = (one: number | readonly number[]): readonly number[] => (typeof one === 'number' ? [one] : one);

function engagementsOf(
  engagements: LoggedEngagements,
  people: readonly PersonRef[],
  posts: readonly PostRef[],
  wants: WantsEngagement,
): EngagementRecord[] {
  const [places, persons, post, type, reaction, commentId, occurredAt, observedAt, isPostAuthor] = engagements;
  const [excerpt = null, said = null, discriminator = '', confidence = null] = engagements.slice(9) as Partial<WordsOf>;
  const words = { excerpt, said: saidToday(said, excerpt), confidence, discriminator };
  const steps = numbersOf(places);
  let at = 0;
  const records: EngagementRecord[] = [];
  for (const [number, person] of numbersOf(persons).entries()) {
    const [actor, about] = [people[person], posts[post]];
    if (!actor || !about) throw new Error('a chunk of the log names a person or post that it does not hold');
    at += steps[number] ?? 0;
    if (!wants(actor, about)) continue;
    records.push({
      kind: 'engagement',
      at,
      post: about,
      actor,
      type,
      reaction,
      commentText: null,
      words,
      commentId,
      occurredAt,
      observedAt,
      isPostAuthor: isPostAuthor === 1,
    });
  }
  return records;
}

/** What a chunk links: read without making a record of each engagement, because a search for links reads the whole log. */
export interface ChunkLinks {
  /** The people whom engagements name. An engagement refers to them by their place here. */
  readonly people: readonly PersonRef[];
  /** The URNs of posts, likewise. */
  readonly urns: readonly string[];
  /** Who engaged with which post: the people of a list of likers together. */
  readonly engaged: readonly {
    readonly persons: readonly number[];
    readonly post: number;
    readonly isPostAuthor: boolean;
  }[];
  readonly others: readonly Exclude<LoggedRecord, EngagementRecord>[];
}

/** The links of a chunk. Takes the chunk's text. */
export function decodeLinks(text: string): ChunkLinks {
  // Written by `encodeRecords`, and by `keepDecision` in the same form.
  const content = JSON.parse(text) as Content;
  const engaged: { persons: readonly number[]; post: number; isPostAuthor: boolean }[] = [];
  const others: Exclude<LoggedRecord, EngagementRecord>[] = [];
  for (const record of content.records) {
    if (!isEngagement(record)) {
      others.push(record);
      continue;
    }
    const [, persons, post, , , , , , isPostAuthor] = record;
    engaged.push({ persons: numbersOf(persons), post, isPostAuthor: isPostAuthor === 1 });
  }
  return { people: peopleOf(content.people), urns: content.posts.map(([urn]) => urn), engaged, others };
}
