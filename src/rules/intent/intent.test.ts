import fc from 'fast-check';
import { commentClasses } from '../../shared/values';
import { intentAfter, intentOfSum, intentRules, scoreIntent, type IntentEngagement } from './intent';

const now = Date.UTC(2026, 10, 1);
const day = 86_400_000;
let made = 0;
function engagement(change: Partial<IntentEngagement> = {}): IntentEngagement {
  made += 1;
  return {
    id: `e${made}`,
    postId: 'p1',
    type: 'LIKE',
    occurredAt: now,
    earliestAt: null,
    dated: true,
    commentClass: null,
    hasText: false,
    words: null,
    profileType: null,
    ...change,
  };
}

const like = {} as const;
const comment = { type: 'COMMENT' } as const;
const asked = { type: 'COMMENT', commentClass: 'question' } as const;
const repost = { type: 'REPOST' } as const;

test.each<readonly [string, readonly Partial<IntentEngagement>[], number, number]>([
  ['nothing', [], 0, 0],
  ['a like', [like], 1, 12],
  ['a comment', [comment], 3, 31],
  ['a question', [asked], 4, 39],
  ['a repost', [repost], 2, 22],
  ['a repost with text', [{ ...repost, hasText: true }], 4, 39],
  ['a like of an old post', [{ ...like, occurredAt: now - 14 * day }], 0.5, 6],
  ['the same like under two names', [like, like], 1, 12],
  ['a quarrel under one post', [comment, comment, comment, asked], 4, 39],
  ['a like and a comment of one post', [like, comment], 4, 39],
  ['a like and praise of one post', [like, { ...comment, commentClass: 'congratulation' }], 1, 12],
  ['a like and a joke under one post', [like, { ...comment, commentClass: 'joke' }], 1, 12],
  ['likes of two posts', [like, { ...like, postId: 'p2' }], 1 + 2 / 3, 19],
  ['reposts of two posts', [repost, { ...repost, postId: 'p2' }], 2 + 4 / 3 + 0.5, 38],
  ['questions under two posts', [asked, { ...asked, postId: 'p2' }], 8.5, 65],
  ['a like of a competitor’s post', [{ ...like, profileType: 'COMPETITOR' }], 1.3, 15],
  ['a refusal', [{ ...comment, commentClass: 'refusal' }], 0, 0],
  ['a refusal of a competitor', [{ ...comment, commentClass: 'refusal', profileType: 'COMPETITOR' }], 0, 0],
  ['a like of a teammate’s post', [{ ...like, profileType: 'TEAMMATE' }], 1.2, 14],
  ['a like of an investor’s post', [{ ...like, profileType: 'INVESTOR' }], 0.6, 7],
  ['a like of tomorrow', [{ ...like, occurredAt: now + day }], 1, 12],
])('%s', (_name, changes, sum, score) => {
  const scored = scoreIntent(changes.map(engagement), now);
  expect(scored.score).toBe(score);
  expect(scored.sum).toBeCloseTo(sum, 10);
});

test('points are what each engagement adds: after factor, decay and discount, newest first', () => {
  const { points } = scoreIntent(
    [
      engagement({ id: 'old', type: 'COMMENT', occurredAt: now - 14 * day }),
      engagement({ id: 'new', type: 'COMMENT', occurredAt: now, commentClass: 'question' }),
      engagement({ id: 'like', type: 'LIKE', occurredAt: now - 28 * day }),
      engagement({ id: 'other', postId: 'p2', type: 'LIKE', occurredAt: now - 14 * day, profileType: 'COMPETITOR' }),
      engagement({ id: 'shared', postId: 'p2', type: 'REPOST', occurredAt: now - 28 * day }),
    ],
    now,
  );
  expect(points).toEqual([
    { engagementId: 'new', type: 'COMMENT', points: 4, occurredAt: now, timing: 'exact', said: 'question' },
    // Under the same post the question says more.
    { engagementId: 'old', type: 'COMMENT', points: 0, occurredAt: now - 14 * day, timing: 'exact' },
    // 1 · 1.3 · ½.
    { engagementId: 'other', type: 'LIKE', points: 0.65, occurredAt: now - 14 * day, timing: 'exact' },
    // ¼ · ⅔: the second like.
    { engagementId: 'like', type: 'LIKE', points: 0.17, occurredAt: now - 28 * day, timing: 'exact' },
    // (2 + 0.5 for a second post with words) · ¼.
    { engagementId: 'shared', type: 'REPOST', points: 0.63, occurredAt: now - 28 * day, timing: 'exact' },
  ]);
});

test('likes without end stay below one comment, and well below one who asks to buy', () => {
  const likes = Array.from({ length: 500 }, (_, n) => engagement({ postId: `liked${n}` }));
  expect(scoreIntent(likes, now).sum).toBeCloseTo(3, 6);
  const buying = scoreIntent([engagement({ type: 'COMMENT', commentClass: 'request' })], now);
  expect(buying.score - scoreIntent(likes, now).score).toBeGreaterThanOrEqual(15);
});

test('words pasted under several posts count under one: where they weigh most', () => {
  const pasted = (postId: string, days: number) =>
    engagement({ ...asked, postId, words: 'the same', occurredAt: now - days * day });
  const scored = scoreIntent([pasted('p1', 0), pasted('p2', 3), pasted('p3', 6)], now);
  expect(scored.sum).toBe(4);
  expect(scored.points.map(({ points }) => points)).toEqual([4, 0, 0]);
});

describe('for any engagements', () => {
  const engagements = fc.uniqueArray(
    fc.record<IntentEngagement>({
      id: fc.uuid(),
      postId: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
      type: fc.constantFrom('LIKE', 'COMMENT', 'REPOST'),
      occurredAt: fc.integer({ min: now - 120 * day, max: now }),
      earliestAt: fc.option(fc.integer({ min: now - 200 * day, max: now })),
      dated: fc.boolean(),
      commentClass: fc.option(fc.constantFrom(...commentClasses)),
      hasText: fc.boolean(),
      words: fc.constant(null),
      profileType: fc.constantFrom('TEAMMATE', 'COMPETITOR', 'INFLUENCER', 'INVESTOR', 'CUSTOM', null),
    }),
    { maxLength: 25, selector: ({ id }) => id },
  );

  test('the score is a whole number from 0 to 100 and the points add up to its sum', () => {
    fc.assert(
      fc.property(engagements, (list) => {
        const { score, sum, points } = scoreIntent(list, now);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect(points).toHaveLength(list.length);
        expect(Math.abs(points.reduce((total, point) => total + point.points, 0) - sum)).toBeLessThanOrEqual(
          0.005 * list.length + 1e-9,
        );
        expect(intentOfSum(sum)).toBe(score);
      }),
    );
  });

  test('their order does not matter, to the last bit', () => {
    fc.assert(
      fc.property(
        engagements.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(scoreIntent(shuffled, now)).toEqual(scoreIntent(list, now));
        },
      ),
    );
  });

  test('one more never lowers the sum', () => {
    fc.assert(
      fc.property(engagements, (list) => {
        expect(scoreIntent(list, now).sum).toBeGreaterThanOrEqual(scoreIntent(list.slice(1), now).sum - 1e-9);
      }),
    );
  });

  test('a later time of one never lowers the sum', () => {
    fc.assert(
      fc.property(engagements, fc.integer({ min: 0, max: 30 }), (list, days) => {
        const [first, ...rest] = list;
        if (first === undefined) return fc.pre(false);
        const dated = { ...first, dated: true };
        const later = { ...dated, occurredAt: Math.min(now, first.occurredAt + days * day) };
        expect(scoreIntent([later, ...rest], now).sum).toBeGreaterThanOrEqual(
          scoreIntent([dated, ...rest], now).sum - 1e-9,
        );
      }),
    );
  });

  test('one post gives at most the best of each kind and the largest factor', () => {
    const { commentWeights, weights, distinctPostBonus, watchlistFactors } = intentRules;
    const posts = 4;
    const best = commentWeights.request + weights.repostWithText + weights.like;
    const most = Math.max(...Object.values(watchlistFactors)) * (posts * best + (posts - 1) * distinctPostBonus);
    fc.assert(
      fc.property(engagements, (list) => {
        expect(scoreIntent(list, now).sum).toBeLessThanOrEqual(most + 1e-9);
      }),
    );
  });

  test('time fades the sum as a whole, so an old sum gives the score of a later day', () => {
    fc.assert(
      fc.property(engagements, fc.integer({ min: 0, max: 90 }), (list, days) => {
        const scored = scoreIntent(list, now);
        const later = scoreIntent(list, now + days * day);
        const faded = intentAfter(scored.sum, days * day);
        expect(faded.sum).toBeCloseTo(later.sum, 8);
        expect(Math.abs(faded.score - later.score)).toBeLessThanOrEqual(1);
        expect(later.score).toBeLessThanOrEqual(scored.score);
      }),
    );
  });
});

describe('how sure the time is', () => {
  test.each([
    ['the source says it', { dated: true, earliestAt: now - 400 * day }, 'exact', 1],
    ['seen a day after the post', { dated: false, earliestAt: now - day }, 'bounded', 2 ** (-1 / 14)],
    ['seen first under an old post', { dated: false, earliestAt: now - 400 * day }, 'observed', 0],
    ['nothing but when it was seen', { dated: false, earliestAt: null }, 'observed', 0.5],
  ] as const)('%s', (_name, change, timing, worth) => {
    const { points, sum } = scoreIntent([engagement({ type: 'LIKE', ...change })], now);
    expect(points[0]?.timing).toBe(timing);
    expect(sum).toBeCloseTo(worth, 4);
  });

  test('six undated likes seen today under posts of last year are next to nothing', () => {
    const list = [1, 2, 3, 4, 5, 6].map((n) =>
      engagement({ postId: `old${n}`, dated: false, earliestAt: now - 660 * day }),
    );
    expect(scoreIntent(list, now).score).toBe(0);
  });
});

describe('stated interest', () => {
  const statedInterest = (...changes: Partial<IntentEngagement>[]) =>
    scoreIntent(changes.map(engagement), now).statedInterest;
  const refusal = { type: 'COMMENT', commentClass: 'refusal' } as const;
  const request = { type: 'COMMENT', commentClass: 'request' } as const;
  const price = { type: 'COMMENT', commentClass: 'price' } as const;
  const leaving = { type: 'COMMENT', commentClass: 'leaving' } as const;
  const ago = (days: number) => ({ occurredAt: now - days * day });
  const elsewhere = { postId: 'p2' } as const;

  test.each<readonly [string, readonly Partial<IntentEngagement>[], string]>([
    ['a question', [asked], 'question'],
    ['a request', [asked, request], 'asking'],
    ['a request three weeks ago', [{ ...request, ...ago(21) }], 'asking'],
    ['a request four weeks ago, nothing since', [{ ...request, ...ago(28) }], 'considering'],
    [
      'a request four weeks ago, likes since',
      [{ ...request, ...ago(28) }, like, { ...like, ...elsewhere }],
      'considering',
    ],
    [
      'a request four weeks ago, words since',
      [
        { ...request, ...ago(28) },
        { ...comment, ...elsewhere },
      ],
      'asking',
    ],
    [
      'a request six weeks ago, words since',
      [
        { ...request, ...ago(46) },
        { ...comment, ...elsewhere },
      ],
      'quiet',
    ],
    ['a request of nobody knows when', [{ ...request, dated: false }], 'quiet'],
    ['a price', [price], 'considering'],
    ['a price under a competitor’s post', [{ ...price, profileType: 'COMPETITOR' }], 'asking'],
    ['leaving a vendor', [leaving], 'considering'],
    ['leaving a vendor under an own post', [{ ...leaving, profileType: 'TEAMMATE' }], 'asking'],
    ['leaving a vendor under an influencer’s post', [{ ...leaving, profileType: 'INFLUENCER' }], 'considering'],
    [
      'the same words under two posts',
      [
        { ...comment, words: 'w' },
        { ...comment, ...elsewhere, words: 'w' },
      ],
      'quiet',
    ],
    [
      'other words under two posts',
      [
        { ...comment, words: 'v' },
        { ...comment, ...elsewhere, words: 'w' },
      ],
      'words',
    ],
    ['a question four weeks old', [{ ...asked, occurredAt: now - 28 * day }], 'quiet'],
    ['a question of nobody knows when', [{ ...asked, dated: false }], 'quiet'],
    ['a like', [like], 'quiet'],
    [
      'praise of two posts',
      [
        { ...comment, commentClass: 'congratulation' },
        { ...comment, ...elsewhere, commentClass: 'tag' },
      ],
      'quiet',
    ],
    [
      'jokes under two posts',
      [
        { ...comment, commentClass: 'joke' },
        { ...comment, ...elsewhere, commentClass: 'joke' },
      ],
      'quiet',
    ],
    ['a silent repost', [repost, { ...repost, ...elsewhere }], 'quiet'],
    ['one comment', [comment, comment], 'quiet'],
    ['comments under two posts', [comment, { ...comment, ...elsewhere }], 'words'],
    ['a comment, and a repost with words', [comment, { ...repost, ...elsewhere, hasText: true }], 'words'],
    ['a refusal', [refusal], 'refused'],
    ['a refusal of a competitor', [{ ...refusal, profileType: 'COMPETITOR' }], 'quiet'],
    ['a refusal under a third party’s post', [{ ...refusal, profileType: 'INFLUENCER' }], 'refused'],
    ['a question, then a refusal', [refusal, { ...asked, occurredAt: now - day }], 'refused'],
    ['a refusal, then a question', [{ ...refusal, occurredAt: now - day }, asked], 'question'],
    ['a refusal of long ago', [{ ...refusal, occurredAt: now - 91 * day }], 'quiet'],
  ])('%s', (_name, changes, heard) => {
    expect(statedInterest(...changes)).toBe(heard);
  });

  const theirs = { profileType: 'COMPETITOR' } as const;
  test.each<readonly [string, readonly Partial<IntentEngagement>[], string | null]>([
    ['a request', [request], 'request'],
    ['a price elsewhere', [price], 'price'],
    ['leaving a competitor', [{ ...leaving, ...theirs }], 'leaving'],
    [
      'a request, and leaving since',
      [
        { ...request, ...ago(9) },
        { ...leaving, ...theirs, ...elsewhere },
      ],
      'leaving',
    ],
    [
      'leaving, and a request since',
      [
        { ...leaving, ...theirs, ...ago(9) },
        { ...request, ...elsewhere },
      ],
      'request',
    ],
    [
      'a request, and a price elsewhere since',
      [
        { ...request, ...ago(9) },
        { ...price, ...elsewhere },
      ],
      'request',
    ],
    [
      'an old request, and a price elsewhere',
      [
        { ...request, ...ago(40) },
        { ...price, ...ago(39) },
      ],
      'request',
    ],
    [
      'a price, and leaving since, elsewhere',
      [
        { ...price, ...ago(9) },
        { ...leaving, ...elsewhere },
      ],
      'leaving',
    ],
    ['a question', [asked], null],
    ['a request, then a refusal', [{ ...request, ...ago(2) }, refusal], null],
    ['a request of long ago', [{ ...request, ...ago(46) }], null],
  ])('of %s is told what was asked', (_name, changes, asked) => {
    const list = changes.map(engagement);
    expect(scoreIntent(list, now).asked).toBe(asked);
    expect(scoreIntent([...list].reverse(), now).asked).toBe(asked);
  });

  test('of two things asked at one time the request is told, in any order', () => {
    const list = [price, leaving, request].map((one, n) => engagement({ ...one, ...theirs, postId: `p${n}` }));
    for (const order of [list, [...list].reverse()]) expect(scoreIntent(order, now).asked).toBe('request');
  });
});
