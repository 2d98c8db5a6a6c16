/** The constants of the intent score, and each of its bounds just within, at and just beyond. */
import { storedClasses } from '../../shared/values';
import {
  halfLifeMs,
  intentAfter,
  intentOfSum,
  intentRules,
  scoreIntent,
  timeOf,
  type IntentEngagement,
} from './intent';

const now = Date.UTC(2026, 10, 1);
const day = 86_400_000;
const base: IntentEngagement = {
  id: 'e',
  postId: 'p',
  type: 'COMMENT',
  occurredAt: now,
  earliestAt: null,
  dated: true,
  commentClass: null,
  hasText: false,
  words: null,
  profileType: null,
};
const score = (...changes: Partial<IntentEngagement>[]) =>
  scoreIntent(
    changes.map((change, n) => ({ ...base, id: `e${n}`, ...change })),
    now,
  );

test.each([
  ['request', 5],
  ['price', 5],
  ['leaving', 5],
  ['question', 4],
  ['objection', 3],
  ['refusal', 0],
  ['plain', 3],
  ['congratulation', 1],
  ['joke', 1],
  ['tag', 1],
  ['self_promotion', 0],
  ['job_hunting', 0],
] as const)('a comment that is %s is worth %i', (commentClass, worth) => {
  expect(score({ commentClass }).sum).toBe(worth);
});
test('each class of comment has its weight', () => {
  expect(Object.keys(intentRules.commentWeights).sort()).toEqual([...storedClasses].sort());
});
test.each([
  ['COMPETITOR', 1.3],
  ['TEAMMATE', 1.2],
  ['CUSTOM', 1],
  ['INFLUENCER', 0.8],
  ['INVESTOR', 0.6],
  [null, 1],
] as const)('a like of a post of %s is worth %d', (profileType, worth) => {
  expect(score({ type: 'LIKE', profileType }).sum).toBe(worth);
});

test.each([
  [-1, 0],
  [0, 0],
  [0.04, 0],
  [0.05, 1],
  [8, 63],
  [40, 99],
  [1e9, 100],
])('the score of the sum %d is %i', (sum, expected) => expect(intentOfSum(sum)).toBe(expected));

test('a sum is halved in fourteen days, or in as many as are named', () => {
  expect(halfLifeMs).toBe(1_209_600_000);
  expect(intentAfter(8, 14 * day)).toEqual({ score: 39, sum: 4 });
  expect(intentAfter(8, 7 * day, { halfLifeDays: 7 })).toEqual({ score: 39, sum: 4 });
  expect(intentAfter(8, -day)).toEqual({ score: 63, sum: 8 });
  expect(scoreIntent([{ ...base, occurredAt: now - 7 * day }], now, { halfLifeDays: 7 }).sum).toBe(1.5);
});

test.each([
  [
    { dated: true, earliestAt: now - 99 * day },
    { timing: 'exact', at: now },
  ],
  [
    { dated: false, earliestAt: null },
    { timing: 'observed', at: now },
  ],
  [
    { dated: false, earliestAt: now - 14 * day },
    { timing: 'bounded', at: now - 14 * day },
  ],
  [
    { dated: false, earliestAt: now - 14 * day - 1 },
    { timing: 'observed', at: now - 14 * day - 1 },
  ],
  [
    { dated: false, earliestAt: now + day },
    { timing: 'bounded', at: now },
  ],
])('%j counts as %j', (change, time) => expect(timeOf({ occurredAt: now, ...change })).toEqual(time));

const at = (ms: number) => ({ occurredAt: now - ms });
test.each<readonly [string, readonly Partial<IntentEngagement>[], string]>([
  ['a question 21 days old', [{ commentClass: 'question', ...at(21 * day) }], 'question'],
  ['a question older by a moment', [{ commentClass: 'question', ...at(21 * day + 1) }], 'quiet'],
  ['a price 45 days old', [{ commentClass: 'price', ...at(45 * day) }], 'considering'],
  ['a price older by a moment', [{ commentClass: 'price', ...at(45 * day + 1) }], 'quiet'],
  ['a request 21 days old', [{ commentClass: 'request', ...at(21 * day) }], 'asking'],
  ['a request older by a moment', [{ commentClass: 'request', ...at(21 * day + 1) }], 'considering'],
  ['a refusal 90 days old', [{ commentClass: 'refusal', ...at(90 * day) }], 'refused'],
  ['a refusal older by a moment', [{ commentClass: 'refusal', ...at(90 * day + 1) }], 'quiet'],
  [
    'a refusal and a question at one time',
    [{ commentClass: 'refusal' }, { commentClass: 'question', postId: 'q' }],
    'question',
  ],
  [
    'a refusal a moment after the question',
    [{ commentClass: 'refusal' }, { commentClass: 'question', postId: 'q', ...at(1) }],
    'refused',
  ],
  ['words under two posts', [{}, { postId: 'q' }], 'words'],
  ['words under two posts, one older than 21 days', [{}, { postId: 'q', ...at(21 * day + 1) }], 'quiet'],
  ['objections under two posts', [{ commentClass: 'objection' }, { commentClass: 'objection', postId: 'q' }], 'words'],
  [
    'promotions under two posts',
    [{ commentClass: 'self_promotion' }, { commentClass: 'self_promotion', postId: 'q' }],
    'quiet',
  ],
  ['words that were only seen', [{ dated: false }, { dated: false, postId: 'q' }], 'quiet'],
  [
    'a request of 30 days, words in the same moment',
    [
      { commentClass: 'request', ...at(30 * day) },
      { postId: 'q', ...at(30 * day) },
    ],
    'considering',
  ],
  [
    'a request of 30 days, words a moment later',
    [
      { commentClass: 'request', ...at(30 * day) },
      { postId: 'q', ...at(30 * day - 1) },
    ],
    'asking',
  ],
])('%s: %s', (_name, changes, statedInterest) => expect(score(...changes).statedInterest).toBe(statedInterest));

test.each<readonly [string, readonly Partial<IntentEngagement>[], number]>([
  ['empty words are not told from others', [{ words: '' }, { words: '', postId: 'q' }], 6.5],
  ['unknown words neither', [{ words: null }, { words: null, postId: 'q' }], 6.5],
  ['the same words twice count once', [{ words: 'w' }, { words: 'w', postId: 'q' }], 3],
  ['other words twice', [{ words: 'v' }, { words: 'w', postId: 'q' }], 6.5],
  ['one with words, one without', [{ words: 'w' }, { postId: 'q' }], 6.5],
  // A second post adds half a point as fresh as its newest words; what is worth nothing adds none.
  ['a second post two weeks old', [{}, { postId: 'q', ...at(14 * day) }], 4.75],
  ['a second post with a promotion', [{}, { postId: 'q', commentClass: 'self_promotion' }], 3],
  ['a second post with a like', [{}, { postId: 'q', type: 'LIKE' }], 4],
  ['a third post', [{}, { postId: 'q' }, { postId: 'r' }], 10],
  ['a repost and a comment of one post', [{}, { type: 'REPOST' }], 5],
  ['likes of three posts', [{ type: 'LIKE' }, { type: 'LIKE', postId: 'q' }, { type: 'LIKE', postId: 'r' }], 19 / 9],
])('%s', (_name, changes, sum) => expect(score(...changes).sum).toBeCloseTo(sum, 10));

test('points in order: newest first, at one time by id; in cents', () => {
  const { points } = score({ id: 'b' }, { id: 'a', postId: 'q' }, { id: 'c', type: 'LIKE', ...at(day) });
  expect(points.map(({ engagementId, points: worth }) => `${engagementId} ${worth}`)).toEqual([
    'a 3',
    'b 3.5',
    'c 0.95',
  ]);
});
