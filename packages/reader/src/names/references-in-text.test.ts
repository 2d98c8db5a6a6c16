/** Finds everybody a text links, by name or id, and nobody where it only looks like a link. */
import { referencesIn } from './references-in-text';

const id = 'ACoAAB1234567890';
const named = (...slugs: string[]) => slugs.map((value) => ({ kind: 'slug', value }));
const member = (value: string) => [{ kind: 'member', value }];

test.each<readonly [text: string, expected: readonly object[]]>([
  ['see https://www.linkedin.com/in/ines-haddad for more', named('ines-haddad')],
  ['see HTTPS://WWW.LINKEDIN.COM/IN/INES-HADDAD', named('ines-haddad')],
  ['linkedin.com/in//ines-haddad/', named('ines-haddad')],
  ['<a href="/in/ines-haddad">', named('ines-haddad')],
  ["'/in/ines-haddad'", named('ines-haddad')],
  ['/in/ines-haddad?trk=x', named('ines-haddad')],
  ['/in/ines-haddad#about', named('ines-haddad')],
  ['/in/ines-haddad, and others', named('ines-haddad')],
  ['/in/a-1 and /in/b-2; /in/a-1', named('a-1', 'b-2')],
  ['{"url":"https:\\/\\/www.linkedin.com\\/in\\/ines-haddad"}', named('ines-haddad')],
  ['https%3A%2F%2Fwww.linkedin.com%2Fin%2Fines-haddad', named('ines-haddad')],
  ['https%253A%252F%252Fwww.linkedin.com%252Fin%252Fines-haddad', named('ines-haddad')],
  ['/in/ines\u200b-haddad', named('ines-haddad')],
  ['www.linkedin.com&#47;in&#x2F;ines-haddad', named('ines-haddad')],
  ['/in/ines-h\u0430ddad\u0000x', named('ines-h\u0430ddad')],
  [`/in/${id}`, member(id)],
  [`id ${id}.`, member(id)],
  [`id ${id.replace('ACo', 'ACw')}`, member(id)],
  [`id ${id.toLowerCase()}`, member(id.toLowerCase())],
  ['urn:li:member:12345', member('12345')],
  ['URN:LI:PERSON:abc-1', member('abc-1')],
  [`urn:li:person:${id}`, member(id)],
  // These link nobody.
  ['', []],
  ['in /in/ there is nobody', []],
  ['/in/. and /in/%20 and /in/\u200b', []],
  ['urn:li:activity:12345', []],
  [`x${id}`, []],
  ['ACoAA', []],
  ['a coat, an ACoABx', []],
])('%j', (text, expected) => {
  const found = referencesIn(text);
  expect(found).toEqual(expect.arrayContaining([...expected]));
  expect(found).toHaveLength(expected.length);
});
