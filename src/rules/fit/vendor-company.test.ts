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

const words =
  'agency agencies agence agencia agenzia agencja agentura byra reklambyra consulting consultancy consultants conseil consultoria consulenza konsult konsulting advisory recruiting recruitment recruiters staffing headhunting designagentur unternehmensberatung jobvermittlung';

test.each(words.split(' '))('%s is read beside any name', (word) => {
  expect(sellerWord(`Falk ${word.toUpperCase()}`)).toBe(word);
  expect(sellerWord(`${word}, Brandt`)).toBe(word);
});
