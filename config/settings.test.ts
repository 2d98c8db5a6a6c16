import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, ownSessionSecret } from './settings';

test.each([
  ['https://leads.example.com', 'https://leads.example.com'],
  ['https://leads.example.com/', 'https://leads.example.com'],
  ['https://Leads.Example.com:443', 'https://leads.example.com'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://example.com/leadlight', 'https://example.com/leadlight'],
  ['https://example.com/tools/../leadlight//', 'https://example.com/leadlight'],
  ['https://example.com/our leads', 'https://example.com/our%20leads'],
])('PUBLIC_URL %s is %s', (given, stored) => {
  expect(loadSettings({ PUBLIC_URL: given }).PUBLIC_URL).toBe(stored);
});

test.each([
  'leads.example.com',
  'ftp://leads.example.com',
  'https://leads.example.com/?a=b',
  'https://leads.example.com/#a',
  'https://ada@leads.example.com',
  // The address of the interface. The service derives it from the public one.
  'https://leads.example.com/api/v1',
  'https://leads.example.com/api/v1/',
])('PUBLIC_URL %s is refused, and the message says what is allowed', (given) => {
  expect(() => loadSettings({ PUBLIC_URL: given })).toThrow(
    `PUBLIC_URL is "${given}"; allowed: an http(s) URL without query, fragment, credentials or /api/v1 at its end; ` +
      'default http://HOST:PORT, with localhost where HOST is 0.0.0.0 or ::.',
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

describe('a secret from a file', () => {
  const secret = 'a-secret-of-forty-characters-that-no-message-may-show';
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-secret-'));
  const path = join(folder, 'secret');
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is what the file holds, without the line break at its end', () => {
    expect(loadSettings({ SESSION_TOKEN_SECRET_FILE: path }).SESSION_TOKEN_SECRET).toBe(secret);
    expect(loadSettings({ SESSION_TOKEN_SECRET_FILE: '' }).SESSION_TOKEN_SECRET).toBeUndefined();
  });

  test.each([
    [
      'given twice',
      { SESSION_TOKEN_SECRET: secret, SESSION_TOKEN_SECRET_FILE: path },
      'SESSION_TOKEN_SECRET and SESSION_TOKEN_SECRET_FILE are both set; allowed: one of them.',
    ],
    [
      'in a file that is not there',
      { SESSION_TOKEN_SECRET_FILE: join(folder, 'none') },
      `SESSION_TOKEN_SECRET_FILE is "${join(folder, 'none')}"; allowed: the path of a file that can be read.`,
    ],
    ['in a folder', { SESSION_TOKEN_SECRET_FILE: folder }, 'allowed: the path of a file that can be read.'],
  ])('%s is refused by name, and not shown', (_how, env, message) => {
    let said = '';
    try {
      loadSettings(env);
    } catch (error) {
      said = String(error);
    }
    expect(said).toContain(message);
    expect(said).not.toContain(secret);
  });
});

test.each([
  ['mysql://db.example.com/leadlight', {}, true],
  ['mysql://db.example.com/leadlight', { SESSION_TOKEN_SECRET: 'a secret of at least thirty-two characters' }, false],
  ['sqlite:leadlight.db', {}, false],
])(
  'a database at %s with settings %p warns of sessions that other machines refuse: %s',
  (DATABASE_URL, more, warned) => {
    expect(ownSessionSecret(loadSettings({ DATABASE_URL, ...more })) !== undefined).toBe(warned);
  },
);

test.each([
  ['READER_URL', 'https://u:p@ss/w:rd@x.example'],
  ['READER_URL', 'https://u:p@x.example'],
  ['READER_URL', 'https:u:p ss@x.example'],
  ['PUBLIC_URL', 'https://me@corp.example:p@ss#w/@leads.example.com'],
])('%s %j shows no piece of the password in the refusal', (name, given) => {
  const refused = () => loadSettings({ [name]: given });
  expect(refused).toThrow(`${name} is `);
  expect(refused).toThrow('(hidden)@');
  expect(refused).not.toThrow(/ss|:p|w:rd|#w/);
});

describe('a password inside the address of the database', () => {
  test.each(['plain', 'p@q7', 'p:w', 'p%40q7%2Fw%3Ard'])('%j is taken', (password) => {
    const DATABASE_URL = `mysql://ll:${password}@host:3306/name`;
    expect(loadSettings({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  test.each(['p@q7/w:9d', '12/34', '12?34', '12#34', '100%', 'p@q7?x', 'p@q7#x'])(
    '%j is refused whole, with what to do and no piece of it',
    (password) => {
      const said = refusal({ DATABASE_URL: `mysql://ll:${password}@host:3306/name` });
      expect(said).toMatch(
        /^DATABASE_URL is \(hidden\); allowed: .*percent-encoded or the password is in DATABASE_PASSWORD/,
      );
      for (const piece of password.split(/[@/?#%]/)) if (piece.length > 1) expect(said).not.toContain(piece);
    },
  );
});

describe('a password beside the address of the database', () => {
  const url = 'mysql://leadlight@mysql:3306/leadlight';

  test.each(['plain', 'p@ss/w:rd', 'ä%40 #?&+', '$&`"'])('%j arrives as it is', (password) => {
    const { DATABASE_URL } = loadSettings({ DATABASE_URL: url, DATABASE_PASSWORD: password });
    const parsed = new URL(DATABASE_URL);
    expect(decodeURIComponent(parsed.password)).toBe(password);
    expect(parsed).toMatchObject({ username: 'leadlight', host: 'mysql:3306', pathname: '/leadlight' });
  });

  test.each([
    ['two passwords', 'mysql://leadlight:other@mysql/leadlight'],
    ['no user', 'mysql://mysql/leadlight'],
    ['no server', 'sqlite:leadlight.db'],
  ])('is refused with %s, and not shown', (_why, DATABASE_URL) => {
    const said = refusal({ DATABASE_URL, DATABASE_PASSWORD: 'p@ss/w:rd' });
    expect(said).toMatch(/^DATABASE_PASSWORD is \(hidden\); allowed: the password of the user/);
    expect(said).not.toContain('p@ss');
  });
});

function refusal(env: Record<string, string>): string {
  try {
    loadSettings(env);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
