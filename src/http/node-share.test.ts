import { shareOf, sharesOf } from './node-share';

test.each([
  [600, 1, 600],
  [600, 3, 200],
  [5, 2, 2],
  // A limit never becomes a ban.
  [5, 10, 1],
])('of %d points among %d processes each grants %d', (points, nodes, share) => {
  expect(shareOf(points, nodes)).toBe(share);
});

test('a table of limits keeps what is not a number of points', () => {
  const limits = { address: { points: 50, duration: 900 }, person: { points: 5, duration: 60 } };
  expect(sharesOf(limits, 2)).toEqual({
    address: { points: 25, duration: 900 },
    person: { points: 2, duration: 60 },
  });
});
