import fc from 'fast-check';
import {
  buyingWords,
  hasIntentHint,
  intentAfter,
  intentOfSum,
  intentRules,
  scoreIntent,
  type IntentEngagement,
} from './intent';

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
    intentHint: false,
    hasText: false,
    profileType: null,
    ...change,
  };
}

const like = {} as const;
const comment = { type: 'COMMENT' } as const;
const asked = { type: 'COMMENT', intentHint: true } as const;
const repost = { type: 'REPOST' } as const;

test.each<readonly [string, readonly Partial<IntentEngagement>[], number, number]>([
  ['nothing', [], 0, 0],
  ['a like', [like], 1, 12],
  ['a comment', [comment], 3, 31],
  ['a question', [asked], 4, 39],
  ['a repost', [repost], 3, 31],
  ['a repost with text', [{ ...repost, hasText: true }], 4, 39],
  ['a like of an old post', [{ ...like, occurredAt: now - 14 * day }], 0.5, 6],
  ['the same like under two names', [like, like], 1, 12],
  ['a quarrel under one post', [comment, comment, comment, asked], 5, 46],
  ['likes of two posts', [like, { ...like, postId: 'p2' }], 2.5, 27],
  ['questions under two posts', [asked, { ...asked, postId: 'p2' }], 8.5, 65],
  ['a like of a competitor’s post', [{ ...like, profileType: 'COMPETITOR' }], 1.3, 15],
  ['a like of a teammate’s post', [{ ...like, profileType: 'TEAMMATE' }], 1.2, 14],
  ['a like of an investor’s post', [{ ...like, profileType: 'INVESTOR' }], 0.6, 7],
  ['a like of tomorrow', [{ ...like, occurredAt: now + day }], 1, 12],
])('%s', (_name, changes, sum, score) => {
  const scored = scoreIntent(changes.map(engagement), now);
  expect(scored.score).toBe(score);
  expect(scored.sum).toBeCloseTo(sum, 10);
});

test('points are what each engagement adds: after cap, factor and decay, newest first', () => {
  const { points } = scoreIntent(
    [
      engagement({ id: 'old', type: 'COMMENT', occurredAt: now - 14 * day }),
      engagement({ id: 'new', type: 'COMMENT', occurredAt: now, intentHint: true }),
      engagement({ id: 'like', type: 'LIKE', occurredAt: now - 28 * day }),
      engagement({ id: 'other', postId: 'p2', type: 'LIKE', occurredAt: now - 14 * day, profileType: 'COMPETITOR' }),
    ],
    now,
  );
  expect(points).toEqual([
    { engagementId: 'new', type: 'COMMENT', points: 4, occurredAt: now },
    // 1 of 3 is left under the cap of 5, at half its worth.
    { engagementId: 'old', type: 'COMMENT', points: 0.5, occurredAt: now - 14 * day },
    // (1 + 0.5 for a second post) · 1.3 · ½.
    { engagementId: 'other', type: 'LIKE', points: 0.98, occurredAt: now - 14 * day },
    { engagementId: 'like', type: 'LIKE', points: 0, occurredAt: now - 28 * day },
  ]);
});

describe('for any engagements', () => {
  const engagements = fc.uniqueArray(
    fc.record<IntentEngagement>({
      id: fc.uuid(),
      postId: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
      type: fc.constantFrom('LIKE', 'COMMENT', 'REPOST'),
      occurredAt: fc.integer({ min: now - 120 * day, max: now }),
      intentHint: fc.boolean(),
      hasText: fc.boolean(),
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
        fc.pre(first !== undefined);
        if (first === undefined) return;
        const later = { ...first, occurredAt: Math.min(now, first.occurredAt + days * day) };
        expect(scoreIntent([later, ...rest], now).sum).toBeGreaterThanOrEqual(scoreIntent(list, now).sum - 1e-9);
      }),
    );
  });

  test('one post gives at most its cap and the largest factor', () => {
    const { capPerPost, distinctPostBonus, watchlistFactors } = intentRules;
    const posts = 4;
    const most = Math.max(...Object.values(watchlistFactors)) * (posts * capPerPost + (posts - 1) * distinctPostBonus);
    fc.assert(fc.property(engagements, (list) => scoreIntent(list, now).sum <= most + 1e-9));
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

test.each([
  ['How does this compare with a CRM?', true],
  ['これはいくらですか？', true],
  ['What is the price', true],
  ['pricing please', true],
  ['I’m interested in this', true],
  ['Could you send me the details', true],
  ['We are looking for something like that', true],
  ['Was kostet das', true],
  ['Wir hätten Interesse an einer Vorführung', true],
  ['Ça m’intéresse', true],
  ['Un devis svp', true],
  ['Me interesa', true],
  ['Quanto costa', true],
  ['Graag een offerte', true],
  ['Tenho interesse', true],
  ['Great post!', false],
  ['Interesting read, thanks for sharing', false],
  ['Congrats on the launch 🎉', false],
  ['Priceless advice', false],
  ['Democracy matters', false],
  ['Danke, sehr interessant', false],
  ['I am not interested in this', false],
  ['Kein Interesse an sowas', false],
  ['More at https://example.com/page?id=1', false],
  ['', false],
])('a comment %j hints at intent: %s', (text, hint) => {
  expect(hasIntentHint(text)).toBe(hint);
});

test('every buying word hints, inside a sentence and in capitals', () => {
  for (const list of Object.values(buyingWords)) {
    for (const phrase of list.split(' | ')) {
      expect([phrase, hasIntentHint(`hey ${phrase} thanks`)]).toEqual([phrase, true]);
      expect([phrase, hasIntentHint(phrase.toUpperCase())]).toEqual([phrase, true]);
    }
  }
});

test('any comment is read without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => typeof hasIntentHint(text) === 'boolean'),
  );
});
