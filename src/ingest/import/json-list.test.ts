import fc from 'fast-check';
import { longIntegersAsText } from './json';
import { findList, ListSplitter } from './json-list';
import { growth } from '../../../test/support/growth';

/** Splits the list of a document, which arrives in pieces of `size`, into its elements. */
function split(text: string, size: number) {
  const start = findList(text);
  if (!start) throw new Error('no list');
  const splitter = new ListSplitter(start);
  const elements: string[] = [];
  for (let at = 0; at < text.length; at += size)
    splitter.push(text.slice(at, at + size), (element) => elements.push(element));
  return { elements, end: splitter.end() };
}

const value = fc.jsonValue({ maxDepth: 3 });
const spaced = (json: unknown, spaces: number) => JSON.stringify(json, null, spaces);

test('the elements of any document, however it arrives', () => {
  const document = fc.oneof(
    fc.array(value).map((list) => ({ list, document: list })),
    fc
      .tuple(fc.array(value), value)
      .map(([list, other]) => ({ list, document: { note: 'a [ "b', items: list, other } })),
    fc
      .array(value)
      .map((list) => ({ list, document: { ok: true, data: { total: [1], items: list }, text: '\\" ] }' } })),
  );
  fc.assert(
    fc.property(document, fc.nat(2), fc.integer({ min: 1, max: 50 }), ({ list, document: whole }, spaces, size) => {
      // An object of the third form can have two lists, with another name first. The list with the known name counts.
      const { elements, end } = split(spaced(whole, spaces), size);
      expect(end).toBeNull();
      expect(elements.map((element): unknown => JSON.parse(element))).toEqual(JSON.parse(JSON.stringify(list)));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['[1, 2', ['1'], { reason: 'the list is never closed', rest: ' 2' }],
  ['[1, {"a": "x', ['1'], { reason: 'the list is never closed', rest: ' {"a": "x' }],
  ['[1]]', ['1'], { reason: 'text after the end of the JSON document', rest: '' }],
  ['[1] [2]', ['1'], { reason: 'text after the end of the JSON document', rest: '' }],
  ['{"items":[1]}\n{"items":[2]}', ['1'], { reason: 'text after the end of the JSON document', rest: '' }],
  ['[1,,2]', ['1', '', '2'], null],
  ['[]', [], null],
  [' [ ] ', [], null],
])('%s', (text, elements, end) => {
  for (const size of [1, 3, 100]) expect(split(text, size)).toEqual({ elements, end });
});

test.each(['{}', '{"a":{"items":[]}}', '{"reactions":[]}', '"items"', ''])('no list in %s', (text) => {
  expect(findList(text)).toBeNull();
});

test('a very long text before the list is no trouble', () => {
  const text = `{"note":"${'x\\"'.repeat(400_000)}","items":[1]}`;
  expect(findList(text)).toEqual({ index: text.length - 4, around: 1 });
});

test.each([
  ['{"items" : [1]}', 11, 1],
  ['{"a":{"items":[]},"x":"items","data":{"a":"}","results":[1]}}', 56, 2],
  ['{"a":[{"items":[1]}],"elements":[1]}', 32, 1],
])('the list in %s', (text, index, around) => {
  expect(findList(text)).toEqual({ index, around });
});

test.each([
  ['[1234567890123456]', '["1234567890123456"]'],
  ['{"a":-12345678901234567, "b":1}', '{"a":"-12345678901234567", "b":1}'],
  ['[1234567890123456,"x: 1234567890123456, \\" 1234567890123456"]', null],
  ['[1234567890123456,0.12345678901234567,1234567890123456e2]', null],
  ['[12345678901234567.5, 7.40275e18, 1.5e3]', '["12345678901234567.5", "7.40275e18", 1.5e3]'],
])('long integers of %s', (json, expected) => {
  const written = longIntegersAsText(json);
  expect(written).toBe(expected ?? json.replace('1234567890123456', '"1234567890123456"'));
  expect(() => void JSON.parse(written)).not.toThrow();
});

describe('a hostile text of eight times the length', () => {
  test.each<[string, (n: number) => string, (text: string) => unknown]>([
    ['a string of escapes that is never closed', (n) => `{"a":"${'\\"'.repeat(n)}`, findList],
    ['backslashes without end', (n) => `{"a":"${'\\'.repeat(n)}`, findList],
    ['brackets opened in brackets', (n) => '{[]'.repeat(n), findList],
    ['names and blanks', (n) => `{${'"a" '.repeat(n)}${' '.repeat(n)}`, findList],
    ['a long integer and an open string', (n) => `[1234567890123456,"${'\\"'.repeat(n)}`, longIntegersAsText],
    ['a number of very many digits', (n) => `[1234567890123456,${'1'.repeat(n)}.5]`, longIntegersAsText],
  ])('takes about eight times as long: %s', (_name, text, read) => {
    // Quadratic work would take 64 times as long.
    expect(growth(read, text, 40_000, 8)).toBeLessThan(30);
  });
});
