/** Compared with `JSON.parse`: the same values, and the same documents refused. Bounds and slices are counted. */
import fc from 'fast-check';
import { JsonRefused, parseInSlices, type JsonBounds } from './json-in-slices';

const wide: JsonBounds = { members: 1_000_000, depth: 1_000 };
const parse = (text: string, bounds = wide, rest?: () => Promise<unknown>) =>
  parseInSlices(Buffer.from(text), bounds, rest);
const problem = async (text: string, bounds = wide) =>
  parse(text, bounds).then(
    () => undefined,
    (error: unknown) => (error instanceof JsonRefused ? error.problem : error),
  );
const oracle = (text: string): unknown => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'not JSON';
  }
};
const ours = async (text: string): Promise<unknown> => {
  try {
    return { value: await parse(text) };
  } catch (error) {
    return error instanceof JsonRefused ? error.problem : error;
  }
};

test('any value comes back as it is, in any layout', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom('', '\t', 2), async (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      // Integers of 16 digits and more are texts here.
      fc.pre(!/\d{16,}/.test(text));
      expect(await parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '"\\u0041"',
  '"\\x"',
  '"\n"',
  '0',
  '-1.5e3',
  '01',
  '1.',
  '-',
  ' ',
  'true',
  'nul',
  '"__proto__"',
  '\\',
  '\u00e9',
];

test('any text made of pieces of JSON is taken or refused as JSON.parse does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), async (parts) => {
      const text = parts.join('');
      expect(await ours(text)).toEqual(oracle(text));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1},"constructor":2}',
  '[[],{},[{}]]',
  ' [1 , 2 ]\n',
  '"\\\\\\""',
  '-0',
  '1e400',
  '[1,]',
  '{"a":1,}',
  '',
  ' ',
  '[',
  '{"a"',
  '[1 2]',
  '1 1',
  '"a',
  '{1:2}',
  '\ufeff[]',
])('%s', async (text) => {
  // A byte-order mark is dropped, which RFC 8259, section 8.1 permits.
  expect(await ours(text)).toEqual(oracle(text.replace(/^\ufeff/, '')));
});

test('an object with the name __proto__ has that member, and no other prototype', async () => {
  const value = await parse('{"__proto__":{"admin":true}}');
  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('ids of sixteen digits and more keep their digits', async () => {
  expect(await parse('[7402746946853253120, -1234567890123456, 123456789012345, 7402746946853253120.5]')).toEqual([
    '7402746946853253120',
    '-1234567890123456',
    123456789012345,
    7402746946853253000,
  ]);
});

test('not UTF-8', async () => {
  await expect(parseInSlices(Buffer.from([0x22, 0xff, 0x22]), wide)).rejects.toThrow('not JSON');
});

test.each([
  ['members, just as many', '[1,[],{"a":2}]', { members: 5, depth: 9 }, undefined],
  ['members, one too many', '[1,[],{"a":2},3]', { members: 5, depth: 9 }, 'too many members'],
  ['levels, just as many', '[[{"a":1}]]', { members: 9, depth: 3 }, undefined],
  ['levels, one too many', '[[{"a":[]}]]', { members: 9, depth: 3 }, 'nested too deep'],
  ['14 MB of brackets', '['.repeat(14_000_000), { members: 300_000, depth: 64 }, 'nested too deep'],
  ['14 MB of empty arrays', `[${'[],'.repeat(4_600_000)}1]`, { members: 300_000, depth: 64 }, 'too many members'],
  ['one string of 2 MB', `["${'x'.repeat(2_000_000)}"]`, wide, 'a string that is too long'],
  ['one number of 2 MB', `[${'1'.repeat(2_000_000)}]`, wide, 'a string that is too long'],
])('%s', async (_name, text, bounds, wanted) => {
  expect(await problem(text, bounds)).toBe(wanted);
});

test.each([
  ['members', `[${'0,'.repeat(500_000)}0]`],
  ['blanks', `${' '.repeat(1_000_000)}1`],
  ['strings', `[${'"0123456789",'.repeat(80_000)}0]`],
])('a megabyte of %s is read in slices of 16 KB, and others have their turn between', async (_name, text) => {
  let turns = 0;
  await parse(text, wide, async () => void (turns += 1));
  expect(turns).toBe(Math.ceil(text.length / (16 * 1024)) - 1);
});

test('a short document is read at once', async () => {
  let turns = 0;
  await parse('{"a":[1,2,3]}', wide, async () => void (turns += 1));
  expect(turns).toBe(0);
});
