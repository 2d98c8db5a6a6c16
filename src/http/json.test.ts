/** Bounds of JSON from strangers, and names that readers of JSON understand differently. */
import fc from 'fast-check';
import { parseJson } from './json';

const bounds = { members: 50, depth: 8 };
const parsed = (text: string) => parseJson(Buffer.from(text), bounds);

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}'],
  ['{"a":"a","b":"a"}'],
  ['["a","a"]'],
  ['{"A":1,"a":2}'],
  ['{"proto":1,"constructor":2}'],
  [' \t\r\n{ "a" \n: 1 } '],
  ['"a\\"b"'],
])('%s is taken', (text) => {
  expect(parsed(text)).toEqual({ value: JSON.parse(text) });
});

test.each([
  ['{"a":1,"a":2}', 'repeated_name'],
  ['{"a":1,"\\u0061":2}', 'repeated_name'],
  ['{"approved" : false , "approved"\n:\ttrue}', 'repeated_name'],
  ['[{"b":[{"c":1,"d":2,"c":3}]}]', 'repeated_name'],
  ['{"a":{"a":1},"a":2}', 'repeated_name'],
  ['{"":1,"":2}', 'repeated_name'],
  [`[${'1,'.repeat(60)}1]`, 'too_many_members'],
  ['['.repeat(9), 'too_deep'],
  ['{"a":', 'not_json'],
  ['{"a" "a":1}', 'not_json'],
  ['"', 'not_json'],
  ['\\', 'not_json'],
  ['', 'not_json'],
])('%s is refused: %s', (text, problem) => {
  expect(parsed(text)).toEqual({ problem });
});

test('whatever JSON.stringify writes is taken as it is, within the bounds', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), (text) => {
      const answer = parseJson(Buffer.from(text), { members: 10_000, depth: 100 });
      expect(answer).toEqual({ value: JSON.parse(text) });
    }),
  );
});
