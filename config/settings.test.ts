import { loadSettings } from './settings';

test.each([
  ['https://leads.example.com', 'https://leads.example.com'],
  ['https://leads.example.com/', 'https://leads.example.com'],
  ['https://Leads.Example.com:443', 'https://leads.example.com'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://example.com/leadlight', 'https://example.com/leadlight'],
  ['https://example.com/tools/../leadlight//', 'https://example.com/leadlight'],
  ['https://example.com/our leads', 'https://example.com/our%20leads'],
])('PUBLIC_URL %s is %s', (given, kept) => {
  expect(loadSettings({ PUBLIC_URL: given }).PUBLIC_URL).toBe(kept);
});

test.each([
  'leads.example.com',
  'ftp://leads.example.com',
  'https://leads.example.com/?a=b',
  'https://leads.example.com/#a',
  'https://ada@leads.example.com',
  // The address of the interface, which follows from the public one.
  'https://leads.example.com/api/v1',
  'https://leads.example.com/api/v1/',
])('PUBLIC_URL %s is refused, and the message says what is allowed', (given) => {
  expect(() => loadSettings({ PUBLIC_URL: given })).toThrow(
    `PUBLIC_URL is "${given}"; allowed: an http(s) URL without query, fragment, credentials or /api/v1 at its end; ` +
      'default http://HOST:PORT.',
  );
});

test.each(['a b', '[::1]', 'host:80', '-x', 'a..b', '127.0.0.1 '])(
  'HOST %j is refused by name, with what is allowed',
  (given) => {
    expect(() => loadSettings({ HOST: given })).toThrow(/^HOST is .*; allowed: an IP address or host name/);
  },
);

test.each(['127.0.0.1', '::', '::1', '0.0.0.0', 'localhost', 'node-1.example.com'])('HOST %s is taken', (given) => {
  expect(loadSettings({ HOST: given }).HOST).toBe(given);
});
