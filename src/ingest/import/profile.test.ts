import fc from 'fast-check';
import { parseProfileReference, profileShapes } from './profile';
import { anyLetter } from '../../../test/support/any-letter';

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const member = 'ACoAAB3xExampleMember01234567890abcdefg';

describe('parseProfileReference', () => {
  test.each(
    profileShapes.flatMap(({ name, kind, examples }) => examples.map((example) => [name, example, kind] as const)),
  )('%s: %s', (_name, example, kind) => {
    const found = parseProfileReference(example, network);
    expect(found).toMatchObject({ ok: true, kind });
    expect(found).toMatchSnapshot();
  });

  test.each([
    ['', 'no profile link'],
    ['jane', 'neither a URN nor a link'],
    ['https://evil.example/in/jane', 'not a link of this network'],
    ['https://www.linkedin.com/feed/', 'a link that names no profile'],
    ['https://www.linkedin.com/in/', 'a link that names no profile'],
    ['https://www.linkedin.com/in/undefined', 'a placeholder instead of a profile'],
    ['https://www.linkedin.com/company/unavailable/', 'a placeholder instead of a profile'],
    ['https://www.linkedin.com/in/jane%20doe', 'not a profile name'],
    ['https://www.linkedin.com/in/\ud800x', 'not a profile name'],
    ['https://www.linkedin.com/in/jane%ZZdoe', 'not a profile name'],
    ['https://www.linkedin.com/in/%E2%80%AE', 'not a profile name'],
    ['urn:xx:member:1', 'a URN of another network'],
    ['urn:li:activity:1', 'not the URN of a profile'],
  ])('refuses %j', (text, reason) => {
    expect(parseProfileReference(text, network)).toEqual({ ok: false, reason });
  });

  /** Spellings of `/in/ines-haddad`, each after the first one, which is the control. */
  const spellings = [
    'https://www.linkedin.com/in/ines-haddad',
    'https://www.linkedin.com/in/ines-haddad.',
    'https://www.linkedin.com/in/ines-haddad;x=1',
    'https://www.linkedin.com/in/ines-haddad%3Bx=1/',
    'https://www.linkedin.com/in/ines-haddad,',
    'https://www.linkedin.com/in/ines-haddad%2C',
    'https://www.linkedin.com/in/ines-haddad%252C',
    'https://www.linkedin.com/in/ines-haddad%2Fde/',
    'https://www.linkedin.com/in/ines-haddad%3Ftrk=x',
    'https://www.linkedin.com/in/ines-haddad%23top',
    'https://www.linkedin.com/in/ines-haddad%20',
    'https://www.linkedin.com/in/ines-haddad%2',
    'https://www.linkedin.com/in/ines-haddad)',
    'https://www.linkedin.com/in/ines-haddad&trk=x',
    'https://www.linkedin.com/in/ines%2Dhaddad',
    'https://www.linkedin.com/in/%69nes-haddad',
    'https://www.linkedin.com/in/%2569nes-haddad',
    'https://www.linkedin.com/in/ines\u2010haddad',
    'https://www.linkedin.com/in/ines\u200b-haddad',
    'https://www.linkedin.com/in/ines%E2%80%8B-haddad%EF%BB%BF',
    'https://www.linkedin.com/in/ines\u00ad-haddad',
    'https://www.linkedin.com/in/ｉｎｅｓ－ｈａｄｄａｄ',
    'https://www.linkedin.com/in/INES-HADDAD?locale=de_DE#x',
    'https://de.linkedin.com/in/ines-haddad/de',
    'https://tr.linkedin.com/in/ines-haddad/en-us/',
    'https://m.linkedin.com./in/ines-haddad//',
    'https://www.linkedin.com//in//ines-haddad',
    'https://www.linkedin.com/./in/ines-haddad',
    'https:\\\\www.linkedin.com\\in\\ines-haddad',
    'https:\\/\\/www.linkedin.com\\/in\\/ines-haddad',
    '<https://www.linkedin.com/in/ines-haddad>',
    '\ufeffhttps://www.linkedin.com/in/ines-haddad',
    'HTTPS://WWW.LINKEDIN.COM:443/IN/Ines-Haddad',
    '/in/ines-haddad',
  ];
  test.each(spellings)('reads the name in %j', (spelling) => {
    expect(parseProfileReference(spelling, network)).toMatchObject({ ok: true, memberId: null, slug: 'ines-haddad' });
  });

  const ids = [
    `https://www.linkedin.com/in/${member}`,
    `https://www.linkedin.com/in/${member}.`,
    `https://www.linkedin.com/in/${member};x=1`,
    `https://www.linkedin.com/in/${member}%2C`,
    `https://www.linkedin.com/in/${member.replace('ACo', 'ACw')}`,
    `${member},`,
    `urn:li:fsd_profile:${member};x=1`,
    `https://www.linkedin.com/sales/lead/${member.replace('ACo', 'ACw')}%2CNAME_SEARCH%2Cx`,
  ];
  test.each(ids)('reads the id in %j', (spelling) => {
    expect(parseProfileReference(spelling, network)).toMatchObject({ ok: true, memberId: member, slug: null });
  });

  test.each([member.toLowerCase(), member.toUpperCase(), member.replace('ACo', 'ACw').toLowerCase()])(
    'an id without its case is an id that opens no page: %s',
    (spelling) => {
      const found = parseProfileReference(`https://www.linkedin.com/in/${spelling}/`, network);
      expect(found).toMatchObject({ ok: true, memberId: member.toLowerCase(), slug: null, url: null });
    },
  );

  test('one slug however it is written', () => {
    const written = ['in%C3%A8s', 'INÈS', 'ine%CC%80s', 'In%c3%a8s?trk=1', 'inès/'];
    const slugs = written.map((name) => parseProfileReference(`https://ch.linkedin.com/in/${name}`, network));
    expect(new Set(slugs.map((found) => (found.ok ? found.slug : found.reason)))).toEqual(new Set(['inès']));
  });

  test('member ids keep their case; a member id beside a slug is kept', () => {
    expect(parseProfileReference(`https://www.linkedin.com/in/${member}/`, network)).toMatchObject({
      memberId: member,
      slug: null,
    });
    const both = `https://www.linkedin.com/in/jane?miniProfileUrn=urn%3Ali%3Afs_miniProfile%3A${member}`;
    expect(parseProfileReference(both, network)).toMatchObject({ memberId: member, slug: 'jane' });
  });

  test('what it returns, it reads again; it never throws', () => {
    const bits = fc.constantFrom(
      'urn:li:',
      'member',
      ':',
      'ACoAAx',
      '%',
      '%C3',
      '%A8',
      '/in/',
      '/company/',
      'https://www.linkedin.com',
      'Jane',
      '?',
      'miniProfileUrn=',
      '(',
      ',',
      ')',
      '\ud800',
      '&',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyLetter }),
          fc.array(bits, { maxLength: 12 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const found = parseProfileReference(text, network);
          if (!found.ok || found.url === null || (found.memberId !== null && found.slug !== null)) return;
          expect(parseProfileReference(found.url, network)).toEqual(found);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
