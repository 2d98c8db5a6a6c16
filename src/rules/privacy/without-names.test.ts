import { saysSomething, withoutNames } from './without-names';

const of = {
  people: ['Dr. Ines Haddad', 'Bea Lindqvist', null],
  companies: ['Staalbouw Noord B.V.', 'Müller & Söhne GmbH', 'Helder Water Zuivering', null],
};

test.each([
  ['What does it cost for ten trucks?', 'What does it cost for ten trucks?'],
  ['Great post, Bea! What does it cost?', 'Great post, …! What does it cost?'],
  ['Ines here: please call me on +31 6 1234 5678', '… here: please call me on …'],
  ['Haddad, Ines', '…'],
  ['@Nora Berg Olsen @tim what do you think', '… … what do you think'],
  ['@Nora  Berg  Olsen what do you think', '… what do you think'],
  ['Mail ines@staalbouw.example or see https://staalbouw.example/offer', 'Mail … or see …'],
  ['We at Staalbouw Noord look for another vendor', 'We at … look for another vendor'],
  ['Bei Müller und Söhne läuft der Vertrag aus', 'Bei … läuft der Vertrag aus'],
  ['Bei MÜLLER & SÖHNE läuft der Vertrag aus', 'Bei … läuft der Vertrag aus'],
  ['Helder Water Zuivering pays 120 a month', '… pays 120 a month'],
  ['From 1 May we pay 120 000 a year', 'From 1 May we pay 120 000 a year'],
])('%j is sent as %j', (text, sent) => {
  expect(withoutNames(text, of)).toBe(sent);
});

test('a text that was names alone says nothing', () => {
  expect(saysSomething(withoutNames('Bea', of))).toBe(false);
  expect(saysSomething('Price?')).toBe(true);
});
