/** The mails with a one-time link: no name adds another. */
import { mailOf } from './link-mail';

test.each(['https://evil.example/join', 'Acme” evil.example/join', 'evil.exam\u200bple/join', 'security@evil.example'])(
  'a workspace called %j adds no link to its invitation',
  (workspace) => {
    const {
      subject,
      text,
      html = '',
    } = mailOf({ kind: 'invitation', link: 'https://leads.example.com/app/link#x', workspace });
    expect(subject).toContain('(address left out)');
    expect(text.replaceAll('https://leads.example.com/app/link#x', '')).not.toMatch(/\/|@|evil\.example/);
    expect(text).toContain('(address left out)');
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link]) => link);
    expect([...new Set(links)]).toEqual(['https://leads.example.com/app/link#x']);
    expect(html).not.toContain('evil.example');
  },
);

test.each([
  ['en', 'a new password', /^Use this link/, 'Mit diesem Link'],
  ['de', 'ein neues Passwort', /^Mit diesem Link/, 'Use this link'],
] as const)(
  'who asks for a new password in %s gets a mail in that language alone',
  (language, about, begins, other) => {
    const { subject, text, html } = mailOf({ kind: 'reset', link: 'https://leads.example.com/x', language });
    expect(subject).toBe(`Leadlight: ${about}`);
    expect(text).toMatch(begins);
    expect(text).not.toContain(other);
    expect(html).toContain(`lang="${language}"`);
  },
);

test('the control: an ordinary name stands as it is', () => {
  const given = { kind: 'invitation', link: 'https://leads.example.com/x', workspace: 'Acme & Co. (EU)' } as const;
  expect(mailOf(given).subject).toBe('Leadlight: Acme & Co. (EU)');
  const { subject, html } = mailOf(given, 'Radar <b>');
  expect(subject).toBe('Radar <b>: Acme & Co. (EU)');
  expect(html).toContain('Radar &lt;b&gt;</p>');
  expect(html).not.toContain('Leadlight');
});

test('a name is text in the mail, whatever it holds', () => {
  const { html } = mailOf({
    kind: 'invitation',
    link: 'https://leads.example.com/x',
    workspace: 'A <img src=x> & "B"',
  });
  expect(html).toContain('A &lt;img src=x&gt; &amp;');
  expect(html).not.toContain('<img');
});
