import fc from 'fast-check';
import { findList, ListSplitter } from './json-list';

/** Cuts the list of a document, which arrives in pieces of `size`, into its elements. */
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
    fc.array(value).map((list) => ({ list, document: list as unknown })),
    fc
      .tuple(fc.array(value), value)
      .map(([list, other]) => ({ list, document: { note: 'a [ "b', items: list, other } as unknown })),
    fc
      .array(value)
      .map((list) => ({ list, document: { ok: true, data: { total: [1], items: list }, text: '\\" ] }' } as unknown })),
  );
  fc.assert(
    fc.property(document, fc.nat(2), fc.integer({ min: 1, max: 50 }), ({ list, document: whole }, spaces, size) => {
      // An object of the third form whose list comes first by another name has two lists: the one by the known name counts.
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
