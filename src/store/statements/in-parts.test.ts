import { openTestDatabase } from '../../../test/support/databases';
import { insertInto } from '../../database/define';
import { postUrns } from '../tables/engagement';
import { cut, excerptOf } from '../../shared/text/cut';
import { inParts, padded, selectIn, sortKey } from './in-parts';

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3],
    [[1, 2], [3]],
  ],
  [
    [1, 2, 3, 4],
    [
      [1, 2],
      [3, 4],
    ],
  ],
])('%j in parts of two: %j', (items, parts) => expect([...inParts(items, 2)]).toEqual(parts));

it('rows of more values than one statement takes come once each', async () => {
  const { db, close } = await openTestDatabase();
  try {
    const urns = Array.from({ length: 4_001 }, (_, n) => `urn:${n}`);
    const rows = urns.map((urn) => ({ organization_id: 'here', urn, post_id: urn }));
    await insertInto(db, postUrns, [...rows, { organization_id: 'there', urn: 'urn:1', post_id: 'x' }]);
    const found = await selectIn<{ urn: string }>(db, 'SELECT urn FROM post_urns', 'here', 'urn', [...urns, 'none']);
    expect(found.map(({ urn }) => urn).sort()).toEqual(urns.sort());
  } finally {
    await close();
  }
});

it.each([
  [[], []],
  [[1], [1]],
  [
    [1, 2],
    [1, 2],
  ],
  [
    [1, 2, 3],
    [1, 2, 3, 3],
  ],
  [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 5, 5, 5],
  ],
])('%j is padded to %j', (values, longer) => expect(padded(values)).toEqual(longer));

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['a😀b', 3, 'a😀'],
])('%j cut to %d is %j', (text, max, short) => expect(cut(text, max)).toBe(short));

it.each([
  ['  some \n words ', 'some words'],
  ['x'.repeat(280), 'x'.repeat(280)],
  ['x'.repeat(281), `${'x'.repeat(279)}…`],
  [`${'x'.repeat(278)}😀xx`, `${'x'.repeat(278)}…`],
])('the excerpt of a text has at most 280 characters (%#)', (text, excerpt) => expect(excerptOf(text)).toBe(excerpt));

it.each([
  ['x'.repeat(90), 90],
  ['x'.repeat(91), 90],
  ['ä'.repeat(46), 45],
  ['😀'.repeat(23), 44],
])('a sort key has at most 90 bytes (%#)', (folded, length) => expect(sortKey(folded)).toHaveLength(length));
