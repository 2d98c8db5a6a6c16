import fc from 'fast-check';
import { timeOfPostId } from '../../shared/post-time';
import { parsePostReference, postShapes } from './urn';
import { anyLetter } from '../../../test/support/any-letter';

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const activity = '7402746946853253120';

describe('parsePostReference', () => {
  test.each(postShapes.flatMap(({ name, examples }) => examples.map((example) => [name, example] as const)))(
    '%s: %s',
    (_name, example) => {
      const found = parsePostReference(example, network);
      const decoded = decodeURIComponent(decodeURIComponent(example));
      const kind = /groupPost/.test(decoded)
        ? 'groupPost'
        : /ugcPost/.test(decoded)
          ? 'ugcPost'
          : /share[:-]/.test(decoded)
            ? 'share'
            : 'activity';
      const id = { activity, share: activity, ugcPost: '7402746945318146049', groupPost: `1976445-${activity}` }[kind];
      expect(found).toEqual({
        ok: true,
        kind,
        id,
        urn: `urn:li:${kind}:${id}`,
        url: `https://www.linkedin.com/feed/update/urn:li:${kind}:${id}/`,
      });
    },
  );

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['hello', 'neither a URN nor a link'],
    ['https://lnkd.in/eAbCd', /short link/],
    ['lnkd.in/eAbCd', /short link/],
    ['https://www.linkedin.com/pulse/why-we-moved-ines-haddad', /article/],
    ['https://www.linkedin.com/in/ines-haddad', /names no post/],
    ['https://evil.example/feed/update/urn:li:activity:1', /not a link of this network/],
    ['https://linkedin.com.evil.example/feed/update/urn:li:activity:1', /not a link of this network/],
    ['https://notlinkedin.com/feed/update/urn:li:activity:1', /not a link of this network/],
    ['https://linkedin.com@evil.example/feed/update/urn:li:activity:1', /not a link of this network/],
    ['https://evil.example\\.linkedin.com/feed/update/urn:li:activity:1', /not a link of this network/],
    ['https://evil.example/?u=https://www.linkedin.com/feed/update/urn:li:activity:1', /not a link of this network/],
    ['urn:xx:activity:1', /another network/],
    ['https://www.linkedin.com/feed/update/urn:xx:activity:1', /another network/],
    ['urn:li:activity:abc', /not the URN/],
    ['urn:li:activity:0123', /not the URN/],
    ['urn:li:activity:1-2', /not the number/],
    ['urn:li:groupPost:12', /not the number/],
    ['urn:li:person:Abc', /not the URN/],
    ['0', /not the URN/],
    ['123456789012345678901', /not the URN/],
    ['https://www.linkedin.com/feed/update/urn%3Ali%ZZactivity%3A1/', /names no post/],
  ])('refuses %j', (text, reason) => {
    const found = parsePostReference(text, network);
    expect(found).toEqual({ ok: false, reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) });
  });

  test('a broken escape elsewhere does not hide the post', () => {
    expect(
      parsePostReference('https://www.linkedin.com/feed/update/urn%3Ali%3Aactivity%3A12/%E0%A4%A?x=%', network),
    ).toMatchObject({ urn: 'urn:li:activity:12' });
  });

  test('the path beats the query', () => {
    const url = 'https://www.linkedin.com/feed/update/urn:li:activity:12/?updateEntityUrn=urn:li:activity:34';
    expect(parsePostReference(url, network)).toMatchObject({ urn: 'urn:li:activity:12' });
  });

  test('another namespace and host by settings', () => {
    const other = { namespace: 'nw', hosts: ['network.example', 'alias.example'] };
    expect(parsePostReference('https://m.alias.example/feed/update/urn:nw:share:12', other)).toEqual({
      ok: true,
      kind: 'share',
      id: '12',
      urn: 'urn:nw:share:12',
      url: 'https://www.network.example/feed/update/urn:nw:share:12/',
    });
    expect(parsePostReference('urn:li:share:12', other)).toMatchObject({ ok: false });
  });

  test('what it returns, it reads again; it never throws', () => {
    const bits = fc.constantFrom(
      'urn:li:',
      'activity',
      ':',
      '12',
      '%',
      '%3A',
      '/feed/update/',
      'https://www.linkedin.com',
      '/posts/a_b-',
      '-',
      '?',
      'updateEntityUrn=',
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
          const found = parsePostReference(text, network);
          if (!found.ok) return;
          expect(parsePostReference(found.urn, network)).toEqual(found);
          expect(parsePostReference(found.url, network)).toEqual(found);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

test('the number of a post tells its time', () => {
  expect(new Date(timeOfPostId(activity) ?? 0).toISOString().slice(0, 10)).toBe('2025-12-05');
  expect(timeOfPostId(`1976445-${activity}`)).toBe(timeOfPostId(activity));
  expect(timeOfPostId('12')).toBeNull();
  expect(timeOfPostId('x')).toBeNull();
});
