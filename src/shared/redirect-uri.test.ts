import fc from 'fast-check';
import { callbackUrl, isAllowedRedirectUri, isLoopback, matchesRegistered, parseRedirectUri } from './redirect-uri';

const allowed = { origins: ['https://app.example.com'], uris: [], assistants: [] };

test('whatever is accepted is what a browser opens, at an allowed origin or on loopback', () => {
  const piece = fc.constantFrom(
    'https://',
    'http://',
    'app.example.com',
    'evil.example',
    '127.0.0.1',
    'localhost',
    '[::1]',
    '@',
    ':',
    '/',
    '\\',
    '.',
    '#',
    '?',
    '%2e',
    '%00',
    '\t',
    '8443',
    'x',
    'blob:',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
      (text) => {
        if (!isAllowedRedirectUri(text, allowed)) return;
        const url = new URL(text);
        expect(url.href).toBe(text);
        expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
        const native = url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
        expect(native || url.origin === 'https://app.example.com').toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('any web URL in normal form parses to itself', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['https'] }), (text) => {
      const { href } = new URL(text);
      expect(parseRedirectUri(href)?.href).toBe(href);
    }),
  );
});

describe('matching a registered URI', () => {
  const registered = ['https://app.example.com/cb', 'http://127.0.0.1:8080/cb?a=1', 'http://localhost/'];
  test.each([
    ['https://app.example.com/cb', true],
    ['https://app.example.com/cb/', false],
    ['https://app.example.com/cb?x', false],
    ['http://127.0.0.1:1/cb?a=1', true],
    ['http://127.0.0.1/cb?a=1', true],
    ['http://127.0.0.1/cb?a=2', false],
    ['http://[::1]/cb?a=1', false],
    ['http://localhost:6274/', true],
    ['http://localhost:6274/x', false],
    ['https://localhost/', false],
    ['not a URL', false],
  ])('%s: %s', (uri, matches) => {
    expect(matchesRegistered(uri, registered)).toBe(matches);
  });
});

test('loopback is http on three hosts', () => {
  expect(isLoopback(new URL('http://[::1]:1/'))).toBe(true);
  expect(isLoopback(new URL('https://127.0.0.1/'))).toBe(false);
  expect(isLoopback(new URL('http://127.0.0.1:0/'))).toBe(false);
});

test("the callback keeps the redirect URI's own query as it was written", () => {
  expect(callbackUrl('https://a.example/cb?x=%7E+%20&y', { code: 'a b&c', state: undefined, iss: 'https://i' })).toBe(
    'https://a.example/cb?x=%7E+%20&y&code=a+b%26c&iss=https%3A%2F%2Fi',
  );
  expect(callbackUrl('https://a.example/cb', { error: 'access_denied' })).toBe(
    'https://a.example/cb?error=access_denied',
  );
});
