/** What may follow what. */
import { before, start, states } from './states';

/** All ways of so many steps, as labels. */
function* ways(steps: number, last = start): Generator<number[]> {
  if (steps === 0) {
    yield [];
    return;
  }
  for (const [state, { label }] of states.entries()) {
    if (before[state]?.includes(last) !== true) continue;
    for (const rest of ways(steps - 1, state)) yield [label, ...rest];
  }
}

/** Written out a second time: begins at most once, and goes on only behind itself. */
function isAllowed(labels: readonly number[]): boolean {
  const once = (label: number) => labels.filter((other) => other === label).length <= 1;
  return (
    once(1) &&
    once(3) &&
    labels.every((label, at) => (label !== 2 && label !== 4) || [label, label - 1].includes(labels[at - 1] ?? 0))
  );
}

test('every way names a title and a company at most once, in one piece, and no other way is missing', () => {
  const made = [...ways(5)].map((way) => way.join(''));
  expect(new Set(made).size).toBe(made.length);
  const all = Array.from({ length: 5 ** 5 }, (_, n) => Array.from(n.toString(5).padStart(5, '0'), Number));
  expect(made.sort()).toEqual(
    all
      .filter(isAllowed)
      .map((way) => way.join(''))
      .sort(),
  );
});
