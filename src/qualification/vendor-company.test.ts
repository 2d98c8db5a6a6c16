import { sellerWord } from './vendor-company';

test.each([
  ['Brandt Consulting GmbH', 'consulting'],
  ['Northlight Marketing Agency', 'agency'],
  ['Werbeagentur Kranich', 'werbeagentur'],
  ['Falk Personalberatung', 'personalberatung'],
  ['Kestrel Recruitment Ltd', 'recruitment'],
  ['Agence Lumière', 'agence'],
  ['Consultoría Ribera', 'consultoria'],
  ['Agencia de Marketing Alba', 'agencia'],
  ['Agencia Tributaria', null],
  ['European Space Agency', null],
  ['Bundesagentur für Arbeit', null],
  ['Hartley Insurance Agency', null],
  ['Sunrise Travel Agency', null],
  ['Northwind Robotics', null],
  ['Consulta Bank', null],
  ['', null],
])('%s: %s', (name, word) => {
  expect(sellerWord(name)).toBe(word);
});
