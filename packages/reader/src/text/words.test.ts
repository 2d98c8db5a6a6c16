/** The words of a title: without notes on gender, with or without spaces in them, and what is joined or parted. */
import { foldWord, isFolded, tokensOf, Word } from './words';

test.each([
  ['Sales Manager (m/w/d)', ['sales', 'manager']],
  ['Sales Manager (m / w / d)', ['sales', 'manager']],
  ['Co-Founder', ['co', 'founder']],
  ["Founder's Associate", ['founders', 'associate']],
  ['IT Manager', ['infotech', 'manager']],
  ['it manager', ['it', 'manager']],
  ['Directeur  Général', ['directeur', 'general']],
  ['C.E.O., Q.A. and H.R', ['ceo', 'qa', 'and', 'hr']],
  ['Head of I.T.', ['head', 'of', 'infotech']],
  ['A.B.C.E.O., S.L., Q.A.L.', ['a', 'b', 'c', 'e', 'o', 's', 'l', 'q', 'a', 'l']],
  ['', []],
])('%j is %j', (text, words) => {
  expect(tokensOf(text)).toEqual(words);
});

test.each([
  ['Geschäftsführer:in', ['geschaftsfuhrer']],
  ['Leiter*in', ['leiter']],
  ['Leiter_in', ['leiter']],
  ['Leiter/in', ['leiter']],
  ['Leiter(in)', ['leiter']],
  ['GründerIn', ['grunder']],
  ['Mitarbeiter:innen', ['mitarbeiter']],
  ['directeur·rice', ['directeur']],
  ['directeur.trice', ['directeur']],
  ['vendeur/euse', ['vendeur']],
  ['étudiant(e)', ['etudiant']],
  ['étudiant.e', ['etudiant']],
  ['Autor/a', ['autor']],
  // Three letters stand before it, and nothing behind.
  ['abc:in', ['abc']],
  ['ab:in', ['ab', 'in']],
  ['abc:inx', ['abc', 'inx']],
  ['Leiterinnen', ['leiterinnen']],
  ['Berlin', ['berlin']],
  ['m/w', []],
  ['d/m/w Manager', ['manager']],
  ['Manager (f/m/x)', ['manager']],
  ['Manager m | w', ['manager', 'm', 'w']],
  ['Lead/Head', ['lead', 'head']],
  ['Sales|Marketing', ['sales', 'marketing']],
  ['a.b', ['a', 'b']],
  ['C++', ['c']],
  ['3D', ['3d']],
  ['IT', ['infotech']],
  ['IT/OT', ['infotech', 'ot']],
  ['ITs', ['its']],
  ['R&D', ['research', 'and', 'development']],
  ['r&d Lead', ['research', 'and', 'development', 'lead']],
  ['R & D', ['r', 'd']],
  ["d'agence", ['d', 'agence']],
  ['founder’s', ['founders']],
  ['founders’ club', ['founders', 'club']],
  // Articles and conjunctions that are written together with the word.
  ['مدير', ['مدير']],
  ['المدير', ['مدير']],
  ['والمدير', ['مدير']],
  ['بالمدير', ['مدير']],
  ['مديرة', ['مديره']],
  ['מנהל', ['מנהל']],
  ['המנהל', ['מנהל']],
  ['והמנהל', ['המנהל']],
  ['סמנכ"ל', ['סמנכל']],
  ['エンジニア', ['エンジニア']],
  ['AIエンジニア', ['ai', 'エンジニア']],
  ['營業2部', ['營業', '2', '部']],
])('%j is %j', (text, words) => {
  expect(tokensOf(text)).toEqual(words);
});

test.each([
  ['sales', true],
  ['123', true],
  ['з', true],
  ['Sales', false],
  ['münchen', false],
  ['ß', false],
  ['中', false],
  ['a b', false],
  ['a-b', false],
  ['', false],
])('%j is folded already: %s', (text, folded) => expect(isFolded(text)).toBe(folded));

test.each([
  ['Über', 'uber'],
  ['エンジニア', 'エンジニア'],
  ['AI開発', ' ai 開発'],
  ['한국IT', '한국 it '],
  ['กทม', 'กทม'],
  ['ABCか1', ' abc か 1 '],
])('%j is folded to %j', (text, folded) => expect(foldWord(text)).toBe(folded));

test('a word knows its first and last three letters, and whether it is read without spaces', () => {
  const of = ({ text, start, end, runsOn }: Word) => [text, start, end, runsOn];
  expect([of(new Word('manager')), of(new Word('vp')), of(new Word('部長'))]).toEqual([
    ['manager', 'man', 'ger', false],
    ['vp', 'vp', 'vp', false],
    ['部長', '部長', '部長', true],
  ]);
  expect(new Word('a').slot).not.toBe(new Word('a').slot);
});
