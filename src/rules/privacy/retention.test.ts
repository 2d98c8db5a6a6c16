/** Calendar months back, by UTC, to the millisecond; where the month lacks the day, its last one. */
import { retentionCutoff } from './retention';

test.each([
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-20', 1, '2026-10-20'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2026-03-29', 1, '2026-02-28'],
  ['2026-03-28', 1, '2026-02-28'],
  ['2028-03-31', 1, '2028-02-29'],
  ['2026-05-31', 1, '2026-04-30'],
  ['2026-12-31', 1, '2026-11-30'],
  ['2026-01-31', 1, '2025-12-31'],
  ['2026-01-15', 13, '2024-12-15'],
  ['2026-11-20', 24, '2024-11-20'],
])('%s less %d months is %s', (from, months, to) => {
  expect(retentionCutoff(Date.parse(`${from}T23:59:59.999Z`), months)).toBe(Date.parse(`${to}T23:59:59.999Z`));
  expect(retentionCutoff(Date.parse(`${from}T00:00:00Z`), months)).toBe(Date.parse(`${to}T00:00:00Z`));
});
