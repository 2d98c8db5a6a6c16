/** The effect of each ledger entry, and when credits run low. */
import { balanceOf, becameLow, emptyBalance, lowCredits, type EntryKind } from './rules';

test.each<readonly [kind: EntryKind, available: number, held: number, consumed: number]>([
  ['GRANT', 7, 0, 0],
  ['ADJUST', 7, 0, 0],
  ['HOLD', -7, 7, 0],
  ['CONSUME', 0, -7, 7],
  ['RELEASE', 7, -7, 0],
  ['REFUND', 7, 0, -7],
])('%s of 7: %d available, %d held, %d consumed', (kind, available, held, consumed) => {
  expect(balanceOf([{ kind, amount: 7 }])).toEqual({ available, held, consumed });
});

test('entries add up, in any order; none is nothing', () => {
  const entries = [
    { kind: 'GRANT', amount: 500 },
    { kind: 'HOLD', amount: 100 },
    { kind: 'CONSUME', amount: 60 },
    { kind: 'RELEASE', amount: 40 },
    { kind: 'REFUND', amount: 10 },
    { kind: 'ADJUST', amount: -50 },
  ] as const;
  const expected = { available: 400, held: 0, consumed: 50 };
  expect(balanceOf(entries)).toEqual(expected);
  expect(balanceOf([...entries].reverse())).toEqual(expected);
  expect(balanceOf([])).toEqual({ available: 0, held: 0, consumed: 0 });
  expect(emptyBalance).toEqual({ available: 0, held: 0, consumed: 0 });
});

test('what ran out and came back moves the sum of all three by what was granted alone', () => {
  const sum = ({ available, held, consumed }: ReturnType<typeof balanceOf>) => available + held + consumed;
  for (const kind of ['HOLD', 'CONSUME', 'RELEASE', 'REFUND'] as const)
    expect(sum(balanceOf([{ kind, amount: 9 }]))).toBe(0);
  for (const kind of ['GRANT', 'ADJUST'] as const) expect(sum(balanceOf([{ kind, amount: 9 }]))).toBe(9);
});

test('credits become low once, below the usual hold of one discovery', () => {
  expect(lowCredits).toBe(100);
  const cases = [
    [101, 100],
    [100, 99],
    [100, 100],
    [99, 98],
    [500, 0],
    [99, 100],
    [99, 500],
    [100, -1],
  ] as const;
  expect(cases.map(([before, after]) => becameLow(before, after))).toEqual([
    false,
    true,
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
});
