/** Titles as they are compared: long forms, without small words and gender. */
import { titlePhrase } from './names';

test.each([
  ['VP of Sales', 'Vice President Sales'],
  ['SVP Sales', 'Senior Vice President of Sales'],
  ['EVP', 'Executive Vice President'],
  ['Sr. Mgr', 'Senior Manager'],
  ['Jr Dir', 'Junior Director'],
  ['CEO', 'Chief Executive Officer'],
  ['CFO', 'Chief Financial Officer'],
  ['CTO', 'Chief Technology Officer'],
  ['COO', 'Chief Operating Officer'],
  ['CMO', 'Chief Marketing Officer'],
  ['CIO', 'Chief Information Officer'],
  ['CRO', 'Chief Revenue Officer'],
  ['CISO', 'Chief Information Security Officer'],
  ['CHRO', 'Chief Human Resources Officer'],
  ['CDO', 'Chief Data Officer'],
  ['Head of Ops', 'Head Operations'],
  ['RevOps Lead', 'Revenue Operations Lead'],
  ['BizDev', 'Business Development'],
  ['HR Lead', 'Human Resources Lead'],
  ['Head of the Team for Data and Sales', 'Head Team Data Sales'],
  ['Leiter der IT und des Einkaufs', 'Leiter IT Einkaufs'],
  ['Leiter die Technik', 'Leiter Technik'],
  ['Directeur de la Production et du Stock', 'Directeur Production Stock'],
  ['Jefe del Taller y Compras', 'Jefe Taller Compras'],
  ['Capo di Cucina', 'Capo Cucina'],
  ['Hoofd van Inkoop', 'Hoofd Inkoop'],
])('%j and %j are one title', (one, other) => {
  expect(titlePhrase(one)).toBe(titlePhrase(other));
});

test.each([
  ['', ' '],
  ['of', ' '],
  ['VP Sales', ' vic president sal'],
])('%j begins %j', (title, start) => expect(titlePhrase(title).startsWith(start)).toBe(true));

/** Each small word between two others. */
test.each('of the for and der die des und de du la del di van et y'.split(' '))('%s does not count', (word) => {
  expect(titlePhrase(`Head ${word} Stock`)).toBe(titlePhrase('Head Stock'));
});
test.each(['on', 'with', 'ofthe'])('%s does', (word) => {
  expect(titlePhrase(`Head ${word} Stock`)).not.toBe(titlePhrase('Head Stock'));
});
