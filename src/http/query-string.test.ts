import fc from 'fast-check';
import { z } from 'zod';
import { OperationError } from '../shared/errors';
import { parameterForms } from '../../tools/forms';
import { readPathSegment, readQueryString } from './query-string';

const forms = parameterForms(
  z.strictObject({
    leadId: z.string(),
    limit: z.int().min(1).max(100).default(50),
    open: z.boolean().optional(),
    search: z.string().min(1).optional(),
    dateFrom: z
      .string()
      .transform((text) => Date.parse(text))
      .optional(),
    sortBy: z.enum(['a', 'b']).default('a'),
    names: z.array(z.string()).max(3).optional(),
    ids: z.array(z.guid().transform((id) => id.toLowerCase())).optional(),
  }),
  ['leadId'],
);

describe('parameterForms', () => {
  it('reads each form off the schema, and leaves out what the path gives', () => {
    expect(Object.fromEntries(forms)).toEqual({
      limit: { kind: 'integer', list: false },
      open: { kind: 'boolean', list: false },
      search: { kind: 'text', list: false },
      dateFrom: { kind: 'text', list: false },
      sortBy: { kind: 'text', list: false, values: ['a', 'b'] },
      names: { kind: 'text', list: true },
      ids: { kind: 'text', list: true },
    });
  });

  it('refuses a type that no query string can carry', () => {
    expect(() => parameterForms(z.strictObject({ a: z.object({}) }), [])).toThrow(TypeError);
  });
});

const good: readonly [raw: string, values: Record<string, unknown>][] = [
  ['', {}],
  ['&', {}],
  ['limit=10&', { limit: 10 }],
  ['limit=0', { limit: 0 }],
  ['limit=-1', { limit: -1 }],
  ['open=true', { open: true }],
  ['search=a+b', { search: 'a b' }],
  ['search=a%2Bb', { search: 'a+b' }],
  ['search=a%20b', { search: 'a b' }],
  ['search=a=b', { search: 'a=b' }],
  ['search=%E2%82%AC', { search: '€' }],
  ['search=%F0%9F%98%80', { search: '😀' }],
  ['s%65arch=x', { search: 'x' }],
  ['search=x,y', { search: 'x,y' }],
  ['search="x"', { search: '"x"' }],
  ['names=Acme', { names: ['Acme'] }],
  ['names=Acme,Globex', { names: ['Acme', 'Globex'] }],
  ['names=Acme%2CGlobex', { names: ['Acme', 'Globex'] }],
  ['names=Acme,%20Globex+', { names: ['Acme', 'Globex'] }],
  ['names="Acme,%20Inc."', { names: ['Acme, Inc.'] }],
  ['names=%22Acme%2C%20Inc.%22', { names: ['Acme, Inc.'] }],
  ['names=Acme%2C%20Inc.,Globex', { names: ['Acme, Inc.', 'Globex'] }],
  ['names=Acme%2C%20Inc.,%22Globex%2C%20Ltd,%20B%22', { names: ['Acme, Inc.', 'Globex, Ltd, B'] }],
  ['names=a%2Cb,c%2cd&names=e%2Cf', { names: ['a,b,c,d', 'e,f'] }],
  ['names="Acme, Inc.",Globex'.replace(' ', '+'), { names: ['Acme, Inc.', 'Globex'] }],
  ['names=Globex,"a""b"', { names: ['Globex', 'a"b'] }],
  ['names=5%22+Pipes', { names: ['5" Pipes'] }],
  ['names=Acme%2C%20Inc.&names=Globex', { names: ['Acme, Inc.', 'Globex'] }],
  ['names="Acme,+Inc."&names=Globex', { names: ['Acme, Inc.', 'Globex'] }],
  ['names=Acme,Acme,Globex', { names: ['Acme', 'Globex'] }],
  ['names=Acme&names=Acme', { names: ['Acme'] }],
  ['names[]=Acme&names[]=Globex', { names: ['Acme', 'Globex'] }],
  ['names%5B%5D=Acme', { names: ['Acme'] }],
  ['names[0]=Acme&names[1]=Globex', { names: ['Acme', 'Globex'] }],
  ['names%5B1%5D=Globex&names%5B0%5D=Acme', { names: ['Globex', 'Acme'] }],
  ['names[]=Acme%2C%20Inc.', { names: ['Acme, Inc.'] }],
  ['names[]="Acme,%20Inc."&names=Globex', { names: ['Acme, Inc.', 'Globex'] }],
];

describe('readQueryString', () => {
  it.each(good)('reads %s', (raw, values) => {
    expect(readQueryString(raw, forms)).toEqual(values);
  });

  const bad: readonly [raw: string, paths: string[]][] = [
    ['limit=', ['limit']],
    ['limit', ['limit']],
    ['limit=1&limit=1', ['limit']],
    ['limit=1.0', ['limit']],
    ['limit=1e1', ['limit']],
    ['limit=0x10', ['limit']],
    ['limit=010', ['limit']],
    ['limit=+1', ['limit']],
    ['limit=%201', ['limit']],
    ['limit=ten', ['limit']],
    ['limit=NaN', ['limit']],
    ['limit=99999999999999999999', ['limit']],
    ['limit=%D9%A1', ['limit']],
    ['open=1', ['open']],
    ['leadId=x', ['leadId']],
    ['Limit=1', ['Limit']],
    ['limit[]=1', ['limit[]']],
    ['limit[0]=1', ['limit[0]']],
    ['names[][]=a', ['names[][]']],
    ['names[0][a]=a', ['names[0][a]']],
    ['names[a]=a', ['names[a]']],
    ['names[-1]=a', ['names[-1]']],
    ['names[00000]=a', ['names[00000]']],
    ['[]=a', ['[]']],
    ['names[]=', ['names']],
    ['names[', ['names[']],
    ['__proto__=1', ['__proto__']],
    ['constructor=1', ['constructor']],
    ['=1', ['']],
    ['%zz=1', ['%zz']],
    ['search=%', ['search']],
    ['search=%4', ['search']],
    ['search=%zz', ['search']],
    ['search=%FF', ['search']],
    ['search=%C0%80', ['search']],
    ['search=%ED%A0%80', ['search']],
    ['search=%F5%80%80%80', ['search']],
    ['search=\u00e9', ['search']],
    ['search=%00', ['search']],
    ['search=a%0Ab', ['search']],
    ['search=%7F', ['search']],
    ['search=%C2%85', ['search']],
    ['names=', ['names']],
    ['names=,', ['names']],
    ['names=a,', ['names']],
    ['names=,a', ['names']],
    ['names=a,,b', ['names']],
    ['names=+', ['names']],
    ['names=""', ['names']],
    ['names="a', ['names']],
    ['names="a"b', ['names']],
    ['names=a&names=', ['names']],
    ['names=a&names="b', ['names']],
    ['names=a&names="b","c"', ['names']],
    ['unknown=1&limit=x&search=', ['unknown', 'search', 'limit']],
  ];

  it.each(bad)('refuses %s', (raw, paths) => {
    expect.assertions(2);
    try {
      readQueryString(raw, forms);
    } catch (error) {
      expect(error).toMatchObject({ code: 'validation_failed' });
      expect(error instanceof OperationError && error.details.map(({ path }) => path)).toEqual(paths);
    }
  });

  it('names the parameters there are, once', () => {
    const known = [...forms.keys()].join(', ');
    expect(() => readQueryString('other=1&more=1', forms)).toThrow(
      `other: unknown parameter; known: ${known}; more: unknown parameter`,
    );
    expect(() => readQueryString('other=1', new Map())).toThrow('other: unknown parameter');
  });

  it('gives back any list that is written in quotes, and any text that is encoded', () => {
    const printable = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));
    const visible = printable.filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(printable, fc.uniqueArray(visible, { minLength: 1 }), (search, names) => {
        const list = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
        const raw = `search=${encodeURIComponent(search)}&names=${encodeURIComponent(list)}`;
        expect(readQueryString(raw, forms)).toEqual({ search, names });
      }),
    );
  });

  it('answers anything at all with values or with validation_failed', () => {
    const anything = fc.array(
      fc.constantFrom('names', 'limit', 'search', '=', '&', '%', '"', ',', '+', '%22', 'a', '\u0000'),
    );
    fc.assert(
      fc.property(anything, (parts) => {
        try {
          readQueryString(parts.join(''), forms);
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation_failed' });
        }
      }),
    );
  });

  it('names at most twenty mistakes', () => {
    const raw = Array.from({ length: 500 }, (_, index) => `p${index}=1`).join('&');
    expect(() => readQueryString(raw, forms)).toThrow(
      expect.objectContaining({ details: Array.from({ length: 20 }, () => expect.anything()) }),
    );
  });
});

describe('readPathSegment', () => {
  it.each([
    ['abc', 'abc'],
    ['a%2Fb', 'a/b'],
    ['a+b', 'a+b'],
    ['%C3%A9', 'é'],
  ])('reads %s', (raw, text) => {
    expect(readPathSegment('accountId', raw)).toBe(text);
  });

  it.each(['%', '%zz', '%FF', '%00', '%0A', '\u00e9'])('refuses %j', (raw) => {
    expect(() => readPathSegment('accountId', raw)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: [expect.objectContaining({ path: 'accountId' })] }),
    );
  });
});
