import { assistantNames, assistantOf, assistants, type Assistant } from './assistants';
import { isAllowedRedirectUri, isListable, parseRedirectUri } from './redirect-uri';

const policy = { origins: [], uris: ['myapp.example://host/oauth/callback'], assistants: assistantNames };

test.each(assistantNames)('%s may register what its vendor says', (name) => {
  const { uris, perConnector, loopback }: Assistant = assistants[name];
  const all = [...uris, ...perConnector.map((prefix) => `${prefix}abc_DEF-123`), ...loopback];
  expect(all.length).toBeGreaterThan(0);
  for (const uri of all) expect([uri, isAllowedRedirectUri(uri, policy)]).toEqual([uri, true]);
  for (const uri of [...uris, ...perConnector.map((prefix) => `${prefix}abc`)]) {
    expect(assistantOf(uri, [name])).toBe(name);
    expect([uri, isAllowedRedirectUri(uri, { origins: [], uris: [], assistants: [] })]).toEqual([uri, false]);
  }
});

const nearMisses = assistantNames.flatMap((name) => {
  const { uris, perConnector }: Assistant = assistants[name];
  return [
    ...uris.flatMap((uri) => [
      `${uri}/`,
      `${uri}x`,
      `${uri}/..`,
      `${uri}?a=b`,
      `${uri}#`,
      uri.toUpperCase(),
      uri.replace('://', ':/'),
      uri.replace('://', '://evil.example/'),
      uri.replace('://', '://evil.example@'),
      uri.replace('://', 'x://'),
      uri.replace('://', '-evil://'),
      uri.replace(/^https:/, 'http:').replace(/^(cursor|windsurf):/, 'x-$1:'),
      uri.replace(/^([a-z]+):\/\/([^/]+)/, '$1://$2.evil.example'),
      uri.replace(/^([a-z]+):\/\/([^/]+)/, '$1://$2:8443'),
      uri.slice(0, -1),
    ]),
    ...perConnector.flatMap((prefix) => [
      `${prefix}a/b`,
      `${prefix}../x`,
      `${prefix}%2e%2e`,
      `${prefix}a?b=c`,
      `${prefix}a#`,
      `${prefix}a.b`,
      `${prefix}${'a'.repeat(201)}`,
      prefix.replace('https:', 'http:') + 'abc',
    ]),
  ];
});

test.each(nearMisses)('%s is nobody’s', (uri) => {
  const known = assistantNames.some((name) => (assistants[name].uris as readonly string[]).includes(uri));
  expect([uri, isAllowedRedirectUri(uri, policy)]).toEqual([uri, known]);
});

const neverListable = [
  'javascript:alert(1)',
  'javascript://cursor/%0aalert(1)',
  'JavaScript://host/path',
  'data:text/html,x',
  'data://host/path',
  'vbscript://host/x',
  'file:///etc/passwd',
  'file://host/etc',
  'blob:https://claude.ai/x',
  'intent://host/path#Intent;scheme=cursor;end',
  'intent://host/path',
  'view-source://host/path',
  'about:blank',
  'ms-msdt://host/x',
  'search-ms://host/x',
  'ws://host/x',
  'wss://host/x',
  'ftp://host/x',
  'tel://123/x',
  'http://example.com/callback',
  'http://127.1/callback',
  'cursor:anysphere',
  'cursor:/anysphere/x',
  'cursor:///path',
  'cursor://user@host/path',
  'cursor://host:80/path',
  'cursor://host/a b',
  'cursor://host/%6a',
  'cursor://host/path#x',
  'CURSOR://host/path',
  'cursоr://host/path',
  'cursor://hоst/path',
  'cursor://host//path',
  'cursor://host/../path',
  'cursor://host/path?code=x',
  'ab://host/x',
  '',
];
test.each(neverListable)('%s can be listed by nobody', (uri) => {
  expect(isListable(uri)).toBe(false);
  expect(isAllowedRedirectUri(uri, { origins: ['https://claude.ai'], uris: [uri], assistants: assistantNames })).toBe(
    false,
  );
});

test.each([
  'cursor://host/path',
  'com.example.app://host/path',
  'https://app.example.com/callback',
  'http://localhost:1/x',
])('%s can be listed', (uri) => expect(isListable(uri)).toBe(true));

test('a listed private-use URI is matched letter by letter', () => {
  expect(isAllowedRedirectUri('myapp.example://host/oauth/callback', policy)).toBe(true);
  expect(isAllowedRedirectUri('myapp.example://host/oauth/callback2', policy)).toBe(false);
  expect(isAllowedRedirectUri('myapp.example://host/oauth', policy)).toBe(false);
  expect(parseRedirectUri('myapp.example://host/oauth/callback')?.host).toBe('host');
});
