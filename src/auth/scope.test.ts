import { scopes } from './rights';
import { formatScope, isSubset, parseScope, storedScopes } from './scope';

test.each([
  [undefined, scopes],
  ['', scopes],
  ['agent:read', ['agent:read']],
  ['agent:read workspace:read', ['workspace:read', 'agent:read']],
  ['agent:read agent:read', ['agent:read']],
  ['agent:read ', undefined],
  [' agent:read', undefined],
  ['agent:read  workspace:read', undefined],
  ['agent:read\u00a0workspace:read', undefined],
  ['admin:all', undefined],
  ['constructor', undefined],
  ['x'.repeat(2000), undefined],
])('%j -> %j', (text, expected) => {
  expect(parseScope(text)).toEqual(expected);
});

test('what was stored is read back; what is no longer known falls away', () => {
  expect(storedScopes(formatScope(scopes))).toEqual(scopes);
  expect(storedScopes('agent:read old:scope')).toEqual(['agent:read']);
});

test('subsets', () => {
  expect(isSubset(['agent:read'], scopes)).toBe(true);
  expect(isSubset(scopes, ['agent:read'])).toBe(false);
});

test('a text of at most 1,024 characters is read', () => {
  // One scope more is eleven characters more.
  const times = (count: number) => Array<string>(count).fill('agent:read').join(' ');
  expect([times(93).length, times(94).length]).toEqual([1_022, 1_033]);
  expect([parseScope(times(93)), parseScope(times(94))]).toEqual([['agent:read'], undefined]);
});
