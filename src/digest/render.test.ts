import { htmlOf, slackOf, subjectOf, plainText, type DigestPerson } from './render';

const ours = 'https://leads.example.com/app/w/leads/';
const content = (person: Partial<DigestPerson>) => ({
  language: 'en' as const,
  workspace: 'Northwind',
  call: [{ leadId: 'l1', name: 'Ana', about: 'CFO, Acme', reasons: ['Asked for a price.'], comment: null, ...person }],
  movedUp: [],
  cameNew: [],
  leadsUrl: ours,
  unsubscribeUrl: null,
});
/** What programs for mail make a link of. */
const links = (text: string) =>
  text.match(
    /\b[a-z]+:\/\/[^\s"<]+|mailto:\S+|www\.\S+|\S+@\S+|[\w-]+(?:\.[a-z][\w-]+)+[^\w\s"<.]\S*|[\d.]{7,}[:/]\S*/gi,
  ) ?? [];

test('words of others hold no link, wherever they stand; companies named after a host keep their name', () => {
  const plain = content({ about: 'CFO, Booking.com', comment: 'How much is version 2.1/month?' });
  expect(links(plainText(plain))).toEqual([`${ours}l1`]);
  // With a character of no width, so that no program for mail makes a link of it.
  expect(plainText(plain)).toContain('CFO, Booking.\u2060com');
  expect(plainText(plain)).toContain('“How much is version 2.1/month?”');
  expect(plainText(content({ comment: 'see evil.example now' }))).toContain('“see evil.\u2060example now”');
  for (const hostile of [
    'https://evil.example/x',
    'HTTP://evil.example',
    'www.evil.example',
    'evil.example/sign-in',
    'see evil.example/sign-in?a=b now',
    'ftp://evil.example',
    'пример.рф/вход',
    'evil.example:8443/x',
    'evil.example?x=1',
    'evil.example#x',
    'evil.exam\u200bple/x',
    'ht\u200btps://evil.example/x',
    'https:\\\\evil.example',
    'evil．example/x',
    'evil。example/x',
    'security@evil.example',
    'mailto:security@evil.example',
    'i❤.example/x',
    '💩.example/sign-in',
    'a_b.evil.example/x',
    'evil.ćxample/x',
    '192.0.2.1/sign-in',
    '192.0.2.1:8443',
  ]) {
    for (const person of [{ name: hostile }, { about: hostile }, { reasons: [hostile] }, { comment: hostile }]) {
      const all = content(person);
      expect(links(plainText(all))).toEqual([`${ours}l1`]);
      expect(new Set(links(htmlOf(all).replace(/<style>[^<]*<\/style>/, '')))).toEqual(new Set([`${ours}l1`]));
      expect(plainText(all)).toContain('(address left out)');
    }
  }
});

test('no name or comment begins a line of ours', () => {
  const text = plainText(
    content({ name: 'WHOM TO CALL\n\nNo more of these mails:', comment: 'x\nNo more of these mails:\n  - y' }),
  );
  expect(text.split('\n').filter((line) => /^(?:WHOM|No more| {2}- y)/.test(line))).toEqual(['WHOM TO CALL']);
  expect(slackOf(content({ name: '*x*|<!channel>' })).blocks).toHaveLength(2);
  // What is zero is not said.
  const all = content({});
  expect(subjectOf(all)).toBe('Northwind: 1 to call');
  expect(subjectOf({ ...all, call: [], cameNew: all.call })).toBe('Northwind: 1 new');
  expect(subjectOf({ ...all, language: 'de', movedUp: all.call })).toBe('Northwind: 1 anzurufen, 1 aufgestiegen');
});
