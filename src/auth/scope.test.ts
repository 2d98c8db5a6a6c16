import { scopes } from './rights';
import { formatScope, isSubset, askedScopes, storedScopes } from './scope';

test.each([
  [undefined, scopes],
  ['', scopes],
  ['agent:read', ['agent:read']],
  ['agent:read workspace:read', ['workspace:read', 'agent:read']],
  ['agent:read agent:read', ['agent:read']],
  ['agent:read admin:all', ['agent:read']],
  ['openid agent:read offline_access', ['agent:read']],
  ['openid profile email offline_access', scopes],
  ['offline_access', scopes],
  ['agent:read ', undefined],
  [' agent:read', undefined],
  ['agent:read  workspace:read', undefined],
  ['agent:read\u00a0workspace:read', undefined],
  ['x'.repeat(2000), undefined],
])('%j -> %j', (text, expected) => {
  expect(askedScopes(text)).toEqual(
    expected ? { scopes: expected } : { problem: 'scope must be names of scopes, separated by single spaces.' },
  );
});

test.each([
  ['admin:all', 'admin:all'],
  ['constructor openid', 'constructor'],
  ['a b c d e f', 'a, b, c, d, e'],
  ['x'.repeat(100), `${'x'.repeat(60)}...`],
])('unknown names alone are named: %s', (text, names) => {
  expect(askedScopes(text)).toHaveProperty('problem', expect.stringContaining(`the scope ${names}. It knows `));
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
  expect(askedScopes(times(93))).toEqual({ scopes: ['agent:read'] });
  expect(askedScopes(times(94))).toHaveProperty('problem');
});
