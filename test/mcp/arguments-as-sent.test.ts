/**
 * Arguments as clients send them, over every argument of every tool. The oracle reads nothing: it writes each value that the
 * operation takes in all the forms that clients use, and looks up which value a form was written from.
 */
import { z } from 'zod';
import { queries } from '../../tools/catalogue';
import { prepareTools } from '../../src/interfaces/mcp/tools';

/** Values and texts that are no value of some argument, and look like one of another. */
const uuid = '0a0b0c0d-0000-4000-8000-000000000001';
const scalars: readonly unknown[] = [
  ...[0, 1, 5, 25, 400, -1, 1.5, 2_000_000_000, true, false, 'true', 'false', 'True', 'no', '', ' ', '5', ' 5', '007'],
  ...['-1', '1.5', '5e3', '0x5', 'NaN', 'null', 'me', 'DE', 'Zoé', '2026-05-01', '[24]7.ai', '[', '{"a":1}', '"me"'],
  ...[uuid, 'a\u0000b', '🦜', {}, { a: 1 }],
];

/** The texts that stand for a scalar. */
const textsOf = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []);

/** All forms in which clients send a value, the surest first. */
function formsOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value, ...textsOf(value)];
  const lists: readonly unknown[][] = [value, value.map((item) => textsOf(item)[0] ?? item)];
  const lone = value.length === 1 && value[0] !== null ? lists.flat() : [];
  return [...lists, ...lists.map((list) => JSON.stringify(list)), ...lone.flatMap(formsOf)];
}

const choices = (schema: z.core.JSONSchema.BaseSchema): readonly unknown[] => {
  const { items } = schema;
  return schema.enum ?? (typeof items === 'object' && !Array.isArray(items) ? (items.enum ?? []) : []);
};

const rows = [...prepareTools(queries, 'svc_').byName.values()].flatMap(({ name, config, query }) =>
  Object.entries(query.input.shape).map(
    ([argument, schema]) => [`${name} ${argument}`, argument, schema, config] as const,
  ),
);
const read = ({ inputSchema }: (typeof rows)[number][3], sent: object) => {
  const result = inputSchema['~standard'].validate(sent);
  if (result instanceof Promise || result.issues) throw new Error('arguments are read at once and refused by nobody');
  return result.value;
};

test('every tool has arguments to look at', () => expect(rows.length).toBeGreaterThan(150));

test.each(rows)('%s', (_name, argument, schema, config) => {
  const takes = (value: unknown) => z.safeParse(schema, value).success;
  const values = [
    ...scalars,
    ...scalars.flatMap(textsOf),
    ...choices(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  ];
  const lists = [[], ...values.map((value) => [value]), values.slice(-2), ['me', 'DE'], ['a', 5], ['a', '5'], [null]];
  const all = [...values, ...lists];
  // Of two values with one form it is the one for which the form is surer.
  const written = all.filter(takes).map(formsOf);
  const meant = new Map(
    [...Array(8).keys()]
      .flatMap((n) =>
        written.flatMap((forms) => forms.slice(n, n + 1).map((form) => [JSON.stringify(form), forms[0]] as const)),
      )
      .reverse(),
  );

  expect(read(config, { [argument]: null })).toEqual({});
  const wrong = all.flatMap(formsOf).filter((form) => {
    const got = read(config, { [argument]: form })[argument];
    const value = takes(form) ? form : meant.get(JSON.stringify(form));
    return value === undefined ? takes(got) : JSON.stringify(got) !== JSON.stringify(value);
  });
  expect([...new Set(wrong.map((form) => JSON.stringify(form)))]).toEqual([]);
});

test('unknown arguments stay, so that they are refused by name', () => {
  for (const [, , , config] of rows)
    expect(read(config, { colour: null, other: '5' })).toEqual({ colour: null, other: '5' });
});
