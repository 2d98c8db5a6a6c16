import { namedIn, withNames } from './names';
import { catalogue } from './catalogue';

test('an interface puts its own name in place of each operation, and leaves other braces alone', () => {
  const text = '{list_leads} and {get_lead}, not {leadId} or {}.';
  expect(namedIn(text)).toEqual(['list_leads', 'get_lead']);
  expect(withNames(text, (name) => `svc_${name}`)).toBe('svc_list_leads and svc_get_lead, not {leadId} or {}.');
});

test.each(catalogue.map((operation) => [operation.name, operation] as const))(
  '%s names other operations in braces, and only ones that exist',
  (_name, { description }) => {
    const names = catalogue.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(namedIn(description)));
    const bare = withNames(description, () => '');
    expect(names.filter((name) => bare.includes(name))).toEqual([]);
  },
);
