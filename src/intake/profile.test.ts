import fc from 'fast-check';
import { parseProfileReference, profileShapes } from './profile';

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
    ['https://www.linkedin.com/in/jane%E2%80%AE', 'not a profile name'],
    ['urn:xx:member:1', 'a URN of another network'],
    ['urn:li:activity:1', 'not the URN of a profile'],
  ])('refuses %j', (text, reason) => {
    expect(parseProfileReference(text, network)).toEqual({ ok: false, reason });
  });

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
          fc.string({ unit: 'binary' }),
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
