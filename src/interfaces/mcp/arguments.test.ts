import fc from 'fast-check';
import { z } from 'zod';
import { argumentsAsSent, withoutNulls } from './arguments';
import { argumentSchema } from './schema';

const input = z.strictObject({
  limit: z.int().describe('a'),
  open: z.boolean().describe('b'),
  search: z.string().describe('c'),
  tiers: z.array(z.enum(['A', 'B'])).describe('d'),
  numbers: z.array(z.int()).describe('e'),
});
const schema = argumentSchema(input);

test.each<readonly [string, unknown, unknown]>([
  [
    'as it is',
    { limit: 5, open: true, search: 'x', tiers: ['A'] },
    { limit: 5, open: true, search: 'x', tiers: ['A'] },
  ],
  ['null', { limit: null, tiers: null, search: null }, {}],
  ['no arguments', undefined, {}],
  ['null for all', null, {}],
  ['numbers as text', { limit: '5', numbers: ['1', 2, '-3'] }, { limit: 5, numbers: [1, 2, -3] }],
  ['a boolean as text', { open: 'false' }, { open: false }],
  ['a list as JSON text', { tiers: '["A","B"]', numbers: ' [1, "2"] ' }, { tiers: ['A', 'B'], numbers: [1, 2] }],
  ['a lone value for a list', { tiers: 'A', numbers: 3 }, { tiers: ['A'], numbers: [3] }],
  ['text stays text', { search: '5' }, { search: '5' }],
  ['text that begins like a list', { search: '["A"]' }, { search: '["A"]' }],
  ['unknown ones stay', { colour: null, other: '5' }, { colour: null, other: '5' }],
  [
    'names of the prototype stay',
    JSON.parse('{"__proto__":null,"constructor":"5"}'),
    JSON.parse('{"__proto__":null,"constructor":"5"}'),
  ],
])('%s', (_name, sent, read) => expect(argumentsAsSent(sent, schema)).toEqual(read));

test.each(['five', '5e3', '0x5', '', ' 5', '5 ', '1'.repeat(16), '007', 'NaN', '١'])('%j is no number', (text) => {
  expect(argumentsAsSent({ limit: text }, schema)).toEqual({ limit: text });
});
test.each(['True', '1', 'yes', ''])('%j is no boolean', (text) => {
  expect(argumentsAsSent({ open: text }, schema)).toEqual({ open: text });
});
test('a text that is no JSON list is a lone value, also if it is deep', () => {
  for (const text of ['[A', '{"a":1}', `${'['.repeat(50)}${']'.repeat(50)}`]) {
    expect(argumentsAsSent({ tiers: text }, schema)).toEqual({ tiers: [text] });
  }
});

test('what fits the schema stays as it is, and is read back from its text forms', () => {
  const values = fc.record(
    {
      limit: fc.integer(),
      open: fc.boolean(),
      search: fc.string(),
      tiers: fc.array(fc.constantFrom('A', 'B'), { minLength: 1 }),
      numbers: fc.array(fc.integer(), { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(values, (sent) => {
      expect(argumentsAsSent(sent, schema)).toEqual(sent);
      const texts = Object.entries(sent).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]);
      expect(argumentsAsSent(Object.fromEntries(texts), schema)).toEqual(sent);
    }),
  );
});

test.each<readonly [string, unknown, unknown]>([
  ['params', { method: 'tools/list', params: null }, { method: 'tools/list' }],
  ['a cursor', { method: 'tools/list', params: { cursor: null } }, { method: 'tools/list', params: {} }],
  [
    'arguments and _meta of a call',
    { id: null, method: 'tools/call', params: { name: 'a', arguments: null, _meta: null } },
    { id: null, method: 'tools/call', params: { name: 'a' } },
  ],
  [
    'an argument of a prompt',
    { method: 'prompts/get', params: { name: 'a', arguments: { post: 'x', author: null } } },
    { method: 'prompts/get', params: { name: 'a', arguments: { post: 'x' } } },
  ],
])('null for %s is absent', (_name, sent, read) => expect(withoutNulls(sent)).toEqual(read));

test('every other message stays as it is', () => {
  const call = { id: 1, method: 'tools/call', params: { name: 'a', arguments: { limit: null } } };
  for (const other of [
    call,
    { ...call, method: null },
    { ...call, params: [null] },
    { method: 'prompts/get', params: { name: 'a', arguments: [null] } },
    { result: { a: null } },
    [call],
    null,
    5,
  ])
    expect(withoutNulls(other)).toBe(other);
});
