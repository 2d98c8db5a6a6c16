import { sameCompanyAs } from './same-company';

test.each([
  ['KarmikSoft', 'KarmikSoft Technologies Pvt Ltd'],
  ['KarmikSoft Technologies', 'KarmikSoft'],
  ['KarmikSoft', 'KarmikSoft India'],
  ['PowerLeaf', 'PowerLeaf Energy Ltd'],
  ['BekuExpress', 'BekuExpress Indonesia'],
  ['Odontec', 'Odontec Deutschland GmbH'],
  ['Tallywise Software', 'Tallywise Software Solutions'],
])('%s and %s are one house', (watched, employer) => {
  expect(sameCompanyAs([watched])(employer)).not.toBeNull();
});

test.each([
  ['Apollo', 'Apollo Hospitals'],
  ['Delta', 'Delta Bank'],
  ['Target', 'Target Technologies'],
  ['Nordbro Bank', 'Nordbro Bakery'],
  ['KarmikSoft', 'KarmikPay Technologies'],
  ['Acme', 'Acme & Sons Bakery'],
])('%s and %s are two', (watched, employer) => {
  expect(sameCompanyAs([watched])(employer)).toBeNull();
});

test.each([
  ['Hebemax Gabelstapler GmbH', 'Hebemax Rental', 'first word'],
  ['AgroPulso', 'Agro Pulso Sensores', 'first word'],
  // A name may be written with a capital inside whatever its letters.
  ['FjärilSoft', 'FjärilSoft Blommor', 'first word'],
  // A sign on a letter is of an ordinary word.
  ['Słonecznik', 'Słonecznik Przedszkole', null],
  ['Löwenherz', 'Löwenherz Brauerei', null],
  ['Löwenherz', 'Löwenherz GmbH', 'name'],
] as const)('%s and %s: by %s', (watched, employer, likeness) => {
  expect(sameCompanyAs([watched])(employer)).toBe(likeness);
});
