import fc from 'fast-check';
import { companyKeys } from './company-key';
import { duplicatesOf, type NamedAccount } from './duplicates';

const account = (id: string, name: string, people = 1, pages: string[] = []): NamedAccount => ({
  id,
  name,
  people,
  pages,
});

test('names that share a key are proposed, the largest stays', () => {
  const accounts = [account('a', 'Zalando', 2), account('b', 'Zalando SE', 9), account('c', 'Quillmere')];
  expect(duplicatesOf(accounts).map(({ keep, other, key }) => [keep.id, other.id, key])).toEqual([
    ['b', 'a', 'zalando'],
  ]);
});

test('pages that are called otherwise are two companies', () => {
  expect(duplicatesOf([account('a', 'Acme', 1, ['acme']), account('b', 'Acme', 1, ['acme-foods'])])).toEqual([]);
  expect(duplicatesOf([account('a', 'Acme', 1, ['acme']), account('b', 'Acme', 1, ['acme-se'])])).toHaveLength(1);
  expect(duplicatesOf([account('a', 'Acme', 1, ['acme']), account('b', 'Acme')])).toHaveLength(1);
  expect(duplicatesOf([account('a', 'Acme', 1, ['foods']), account('b', 'Acme', 1, ['acme', 'foods'])])).toHaveLength(
    1,
  );
  // A hyphen of a page stands for a space: "acme-gmbh" is "Acme GmbH"; one key of several is enough.
  expect(duplicatesOf([account('a', 'Acme', 1, ['acme-gmbh']), account('b', 'Acme', 1, ['acme'])])).toHaveLength(1);
  expect(duplicatesOf([account('a', 'Acme', 1, ['the-acme']), account('b', 'Acme', 1, ['acme'])])).toHaveLength(1);
  expect(duplicatesOf([account('a', 'Bär', 1, ['bar']), account('b', 'Bär', 1, ['bär'])])).toHaveLength(1);
  expect(duplicatesOf([account('a', 'Bär', 1, ['baer']), account('b', 'Bär', 1, ['bär'])])).toHaveLength(1);
});

test('of equally large ones the first by its id stays, of three all go into one', () => {
  const pairs = (...accounts: NamedAccount[]) => duplicatesOf(accounts).map(({ keep, other }) => [keep.id, other.id]);
  expect(pairs(account('b', 'Acme'), account('a', 'ACME'))).toEqual([['a', 'b']]);
  expect(pairs(account('a', 'Acme', 1), account('b', 'ACME', 2), account('c', 'Acme SE', 3))).toEqual([
    ['c', 'b'],
    ['c', 'a'],
  ]);
  // The one with other pages is passed over.
  expect(
    pairs(account('a', 'Acme', 3, ['foods']), account('b', 'Acme', 2, ['acme']), account('c', 'Acme', 1, ['acme'])),
  ).toEqual([['b', 'c']]);
});

test('any order gives the same pairs, each with a key of both', () => {
  const name = fc.constantFrom('Acme', 'ACME GmbH', 'Acme Foods', 'Bär', 'Baer AG', 'Север', 'Sever', 'Confidential');
  const some = fc.uniqueArray(fc.record({ id: fc.uuid(), name, people: fc.nat(3), pages: fc.constant([]) }), {
    selector: ({ id }) => id,
    maxLength: 8,
  });
  fc.assert(
    fc.property(some, (accounts) => {
      const pairs = duplicatesOf(accounts);
      expect(duplicatesOf([...accounts].reverse())).toEqual(pairs);
      for (const { keep, other, key } of pairs) {
        expect(companyKeys(keep.name)).toContain(key);
        expect(companyKeys(other.name)).toContain(key);
      }
      expect(new Set(pairs.map(({ other }) => other.id)).size).toBe(pairs.length);
    }),
  );
});
