/** Figures of a post for callers who may not see people: worked examples with exact numbers. */
import { leadsIn, meanStep, publishFigures, publishMean, tierTable, type LeadFigures } from './figures';
import { weakestRules } from './privacy';

const rules = weakestRules;
const leads = (UNQUALIFIED: number, NURTURE: number, QUALIFIED: number, PRIORITY: number, icpSum = 0): LeadFigures => ({
  tiers: { UNQUALIFIED, NURTURE, QUALIFIED, PRIORITY },
  icpSum,
});
const post = { people: 43, likes: 27, comments: 14, reposts: 4, leads: leads(11, 7, 9, 6, 33 * 62) };
const nothing = {
  people: null,
  likes: null,
  comments: null,
  reposts: null,
  leads: null,
  qualified: null,
  tiers: { UNQUALIFIED: null, NURTURE: null, QUALIFIED: null, PRIORITY: null },
  averageIcp: null,
};

test('each count in whole groups, each sum of its exact parts, the mean in steps', () => {
  expect(publishFigures(post, rules)).toEqual({
    people: 40,
    likes: 25,
    comments: 10,
    reposts: 0,
    leads: 30,
    qualified: 15,
    tiers: { UNQUALIFIED: 10, NURTURE: 5, QUALIFIED: 5, PRIORITY: 5 },
    averageIcp: 64,
  });
});

test('of few people, and of a post that was not counted, nothing; of one that was not scored, its counts', () => {
  expect(publishFigures({ ...post, people: 19 }, rules)).toEqual(nothing);
  expect(publishFigures({ ...post, people: 20 }, rules).people).toBe(20);
  expect(publishFigures(undefined, rules)).toEqual(nothing);
  expect(publishFigures({ ...post, leads: null }, rules)).toEqual({
    ...nothing,
    people: 40,
    likes: 25,
    comments: 10,
    reposts: 0,
  });
});

test.each<readonly [sum: number, count: number, mean: number | null]>([
  [400, 4, null],
  [500, 5, 100],
  [0, 5, 0],
  // Of five people, in steps of 20.
  [5 * 49, 5, 40],
  [5 * 50, 5, 60],
  [9 * 29, 9, 20],
  // Of ten to fourteen people in steps of 10, of twenty in steps of 5, of fifty in steps of 2, of many in steps of 1.
  [10 * 44, 10, 40],
  [14 * 46, 14, 50],
  [20 * 43, 20, 45],
  [50 * 43, 50, 44],
  [100 * 43, 100, 43],
  [1_000 * 43, 1_000, 43],
])('a sum of %d over %d people is a mean of %d', (sum, count, mean) => {
  expect(publishMean(sum, count, rules)).toBe(mean);
});

test('a mean is 100 at the most, whatever the step', () => {
  const thirteen = { ...rules, minimumGroup: 13 };
  expect([meanStep(13, thirteen), publishMean(1_300, 13, thirteen)]).toEqual([8, 100]);
  expect([5, 9, 10, 15, 20, 99, 100, 500].map((count) => meanStep(count, rules))).toEqual([20, 20, 10, 7, 5, 2, 1, 1]);
});

test('everybody by tier: who is no lead is in a group too', () => {
  expect(leadsIn(post.leads.tiers)).toBe(33);
  expect([...tierTable(43, post.leads)]).toEqual([
    ['UNQUALIFIED', 11],
    ['NURTURE', 7],
    ['QUALIFIED', 9],
    ['PRIORITY', 6],
    ['none', 10],
  ]);
});
