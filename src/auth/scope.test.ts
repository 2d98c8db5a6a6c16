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
