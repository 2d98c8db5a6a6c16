import { sameHouseAs } from './same-house';

test.each([
  ['KarmikSoft', 'KarmikSoft Technologies Pvt Ltd'],
  ['KarmikSoft Technologies', 'KarmikSoft'],
  ['KarmikSoft', 'KarmikSoft India'],
  ['PowerLeaf', 'PowerLeaf Energy Ltd'],
  ['BekuExpress', 'BekuExpress Indonesia'],
  ['Odontec', 'Odontec Deutschland GmbH'],
  ['Tallywise Software', 'Tallywise Software Solutions'],
])('%s and %s are one house', (watched, employer) => {
  expect(sameHouseAs([watched])(employer)).toBe(true);
});

test.each([
  ['Apollo', 'Apollo Hospitals'],
  ['Delta', 'Delta Bank'],
  ['Target', 'Target Technologies'],
  ['Nordbro Bank', 'Nordbro Bakery'],
  ['KarmikSoft', 'KarmikPay Technologies'],
  ['Acme', 'Acme & Sons Bakery'],
])('%s and %s are two', (watched, employer) => {
  expect(sameHouseAs([watched])(employer)).toBe(false);
});
