/** When an upload was made: what its name says, else when the file was last changed, which is never in the future. */
import { readingOf } from './reading';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;

test.each([
  ['likers-2026-10-26.csv', now - day, Date.parse('2026-10-26T12:00:00Z')],
  ['likers.csv', now - day, now - day],
  ['likers.csv', now + day, now],
  ['likers.csv', undefined, undefined],
])('%s, changed at %s', (fileName, modifiedAt, observedAt) => {
  const { observedAt: read } = readingOf({ fileName, modifiedAt }, { namespace: 'li', hosts: ['linkedin.com'] }, now);
  expect(read).toBe(observedAt);
});
