/** What the log keeps of records: all of them, in their order, in any combination. */
import fc from 'fast-check';
import { decodeRecords, encodeRecords, type LoggedRecord } from './logged-records';
import type { EngagementRecord, PersonRef } from './records';

const person = (number: number, headline: string | null): PersonRef => ({
  memberId: number % 3 === 0 ? null : `ACoAA${number}`,
  slug: number % 3 === 0 || number % 2 === 0 ? `slug-${number}` : null,
  name: number % 5 === 0 ? null : `Name ${number}`,
  headline,
  profileUrl: number % 4 === 0 ? null : `https://www.linkedin.com/in/${number}/`,
  isCompany: number % 7 === 0,
  followers: number % 6 === 0 ? 12 : null,
});

const engagement = (at: number, who: PersonRef, post: number, facts: Partial<EngagementRecord>): EngagementRecord => ({
  kind: 'engagement',
  at,
  post: { urn: `urn:li:activity:${post}`, kind: 'activity', id: String(post), url: `https://www.linkedin.com/${post}` },
  actor: who,
  type: 'LIKE',
  reaction: null,
  commentText: null,
  commentId: null,
  occurredAt: null,
  observedAt: 1_790_000_000_000,
  isPostAuthor: false,
  ...facts,
});

const someFacts: fc.Arbitrary<Partial<EngagementRecord>> = fc.constantFrom<Partial<EngagementRecord>>(
  {},
  {},
  { reaction: 'PRAISE' },
  { occurredAt: 1_780_000_000_000 },
  { observedAt: 1_790_000_000_001 },
  { isPostAuthor: true },
  { type: 'REPOST' },
  {
    type: 'COMMENT',
    commentId: '7',
    words: { excerpt: 'Hello', said: 'question', confidence: 912, discriminator: 'abc' },
  },
  { type: 'COMMENT', commentId: '8', words: { excerpt: null, said: null, confidence: null, discriminator: '#8' } },
);
const someEngagement = fc
  .tuple(fc.nat(9), fc.nat(20), fc.nat(3), fc.constantFrom(null, 'CEO', 'CTO'), someFacts)
  .map(([at, who, post, headline, facts]): LoggedRecord => engagement(at, person(who, headline), post, facts));
const somethingElse = fc.nat(5).map((at): LoggedRecord => ({ kind: 'unwatch', at, entryId: `entry-${at}` }));
const someRecords = fc.array(fc.oneof({ weight: 8, arbitrary: someEngagement }, somethingElse), { maxLength: 60 });

/** A record as it is read back: without words it has none, and never the full text. */
const logged = (record: LoggedRecord): LoggedRecord =>
  record.kind === 'engagement'
    ? { ...record, words: record.words ?? { excerpt: null, said: null, confidence: null, discriminator: '' } }
    : record;

it('gives back what it was given, and again when that is written once more', () => {
  fc.assert(
    fc.property(someRecords, (records) => {
      const once = encodeRecords(records);
      expect(decodeRecords(once.text)).toEqual(records.map(logged));
      expect(encodeRecords(decodeRecords(once.text))).toEqual(once);
      const times = records.flatMap((one) => (one.kind === 'engagement' ? [one.occurredAt ?? one.observedAt] : []));
      expect(once).toMatchObject({ records: records.length, latestAt: times.length === 0 ? null : Math.max(...times) });
    }),
    { numRuns: 300 },
  );
});

it('writes a list of likers as one, and the people once', () => {
  const people = Array.from({ length: 100 }, (_, number) => person(number, null));
  const records = [...people, ...people].map((who, at) => engagement(at, who, 1, {}));
  const content = JSON.parse(encodeRecords(records).text) as { records: unknown[]; people: { name: unknown[] } };
  expect(content.records).toHaveLength(1);
  expect(content.people.name).toHaveLength(100);
});

it('reads what earlier versions wrote', () => {
  const text =
    '{"version":1,"people":[["ACoAA1",null,"Ana","CEO","https://www.linkedin.com/in/ACoAA1/",0,null],[null,"acme","Acme",null,null,1,7]],' +
    '"posts":[["urn:li:activity:1","activity","1","https://www.linkedin.com/1"]],' +
    '"records":[[2,0,0,"LIKE","PRAISE",null,null,5,0],[3,1,0,"COMMENT",null,"9",4,5,1,"Hi","question","abc"],{"kind":"unwatch","at":1,"entryId":"e"}]}';
  expect(decodeRecords(text)).toMatchObject([
    { kind: 'engagement', at: 2, actor: { memberId: 'ACoAA1', name: 'Ana', isCompany: false }, reaction: 'PRAISE' },
    {
      kind: 'engagement',
      at: 3,
      actor: { slug: 'acme', isCompany: true, followers: 7 },
      type: 'COMMENT',
      commentId: '9',
      occurredAt: 4,
      isPostAuthor: true,
      words: { excerpt: 'Hi', said: 'question', confidence: null, discriminator: 'abc' },
    },
    { kind: 'unwatch', at: 1, entryId: 'e' },
  ]);
});
