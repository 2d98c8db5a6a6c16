/** What the lists say of each token: one table per family, with the code of each token that has one. */
import { evidenceOf } from './evidence';
import { readable, tokensIn } from './tokens';

const read = (headline: string) => {
  const text = readable(headline);
  const tokens = tokensIn(text);
  return { tokens, evidence: evidenceOf(tokens, text) };
};
type Family = 'rank' | 'job' | 'join' | 'house' | 'state' | 'other' | 'barred' | 'edge' | 'brand' | 'part';
/** The codes of a family, one for each token. */
const codesIn = (headline: string, family: Family) => [...read(headline).evidence[family]].join(' ');

/** 0 none; beside a rank: 1 done beside a job, 2 somebody else's, 3 wished for; 4 owner to 13 unpaid, 14 a rank without a level. */
test.each([
  ['Founder', '4'],
  ['CEO', '5'],
  ['Managing Partner', '6 6'],
  ['VP Sales', '7 0'],
  ['Sales Director', '0 8'],
  ['Manager', '9'],
  ['Senior Engineer', '10 0'],
  ['Junior Engineer', '11 0'],
  ['Intern', '12'],
  ['Volunteer', '13'],
  ['Product Owner', '14 14'],
  ['Board Member', '1 1'],
  ['Assistant to the CEO', '2 2 0 5'],
  ['Aspiring Manager', '3 9'],
  ['Primary Care', '0 0'],
  ['Acme', '0'],
  // The end of a compound, in words of five letters and more; a word grown of several signs.
  ['Vertriebsleiter', '8'],
  ['xychef', '9'],
  ['営業部長', '0 0 8 8'],
  ['영업팀장', '9'],
])('ranks of "%s": %s', (headline, codes) => expect(codesIn(headline, 'rank')).toBe(codes));

/** 0 none, 1 a weak word, from 2 a function in the order of their list: management, sales, marketing … */
test.each([
  ['Sales', '3'],
  ['Head of Marketing', '0 0 4'],
  ['Einkauf', '12'],
  ['Softwareentwickler', '6'],
  ['CEO', '1'],
  ['Acme', '0'],
  ['営業部長', '3 3 3 3'],
  ['営業', '3 3'],
])('work of "%s": %s', (headline, codes) => expect(codesIn(headline, 'job')).toBe(codes));

/** 1 "at", 2 joins before what looks like a company, 3 within names, 4 a small word, 5 an assistant behind whom they assist. */
test.each([
  ['CEO at Acme', '0 1 0'],
  ['Leiter bei der Muster', '0 1 1 0'],
  ['Working with Acme', '0 2 0'],
  ['Bank of Acme', '0 3 0'],
  ['Acme and Sons', '0 3 0'],
  ['CEO EMEA', '0 4'],
  ['CEO assistant', '0 5'],
  ['Toimitusjohtajan assistentti', '0 5'],
  ['R&D', '0'],
  ['| at', '0 1'],
])('what joins in "%s": %s', (headline, codes) => expect(codesIn(headline, 'join')).toBe(codes));

/** 1 a company, 2 a public body, 3 a legal form, 4 a country in front of one. */
test.each([
  ['Northwind Bank', '0 1'],
  ['Landesbank', '1'],
  ['Consell comarcal', '2 2'],
  ['Skatteverket', '2'],
  ['Acme GmbH', '0 3'],
  ['Acme Sp. z o.o.', '0 3 3 3'],
  ['Svenska', '4'],
  ['Acme', '0'],
  ['株式会社例', '1 1 1 1 0'],
  ['例銀行', '0 1 1'],
])('houses of "%s": %s', (headline, codes) => expect(codesIn(headline, 'house')).toBe(codes));

/** 1 past, 2 sought, 3 offered, 4 a slogan, 5 resting, 6 now. */
test.each([
  ['Former CEO', '1 0'],
  ['Looking for work', '2 2 0'],
  ['Hiring', '3'],
  ['Empowering teams', '4 0'],
  ['Retired CEO', '5 0'],
  ['Currently CEO', '6 0'],
  // A single sign says nothing, two do.
  ['前職', '1 1'],
  ['前', '0'],
  ['元', '0'],
])('standings of "%s": %s', (headline, codes) => expect(codesIn(headline, 'state')).toBe(codes));

/** 1 a topic, 2 a tool, 3 a place: of the lists, or a name of three letters and more with a capital. */
test.each([
  ['Machine Learning', '1 1'],
  ['Kotlin', '2'],
  ['DACH', '3'],
  ['Germany', '3'],
  ['germany', '0'],
  ['Lyon', '3'],
  ['Acme', '0'],
])('topics and places of "%s": %s', (headline, codes) => expect(codesIn(headline, 'other')).toBe(codes));

/** Parts between marks, and -1 for a mark. */
test.each([
  ['CEO', '0'],
  ['CEO | Acme', '0 -1 1'],
  ['| CEO || Acme |', '-1 0 -1 -1 1 -1'],
  ['CEO @ Acme', '0 0 0'],
  ['CEO (Acme)', '0 -1 1 -1'],
  ['', ''],
])('parts of "%s": %s', (headline, codes) => expect(codesIn(headline, 'part')).toBe(codes));

test('a part knows its bounds, and whether it names a rank or work', () => {
  const parts = (headline: string) =>
    read(headline).evidence.parts.map(({ from, to, hasRank, hasJob }) => [from, to, hasRank, hasJob]);
  expect(parts('VP Sales | Acme GmbH | Sales | CEO | Board Member | Volunteer')).toEqual([
    [0, 2, true, true],
    [3, 5, false, false],
    [6, 7, false, true],
    [8, 9, true, false],
    [10, 12, false, false],
    [13, 14, true, false],
  ]);
  expect(parts('| |')).toEqual([]);
});

/** Bits: 1 a phrase of rank or work begins, 2 ends; 4 a phrase of a house begins, 8 ends. */
test.each([
  ['CEO', '3'],
  ['Vice President Acme', '1 2 0'],
  ['Acme GmbH', '0 12'],
  ['Northwind Consell comarcal', '0 4 8'],
  ['CEO at Acme', '3 0 0'],
  ['株式会社例', '4 0 0 8 0'],
  ['営業部長', '1 0 1 2'],
])('edges of "%s": %s', (headline, codes) => expect(codesIn(headline, 'edge')).toBe(codes));

/** 1 a listed name begins, 2 it goes on: the longest of at most four tokens, with a capital, within one part. */
test.each([
  ['CEO at 3M', '0 0 1'],
  ['CEO at 1Life Healthcare Quillmere', '0 0 1 2 0'],
  ['1Life | Healthcare', '0 0 0'],
  ['3M 3M', '1 1'],
  ['siemens', '0'],
  ['Siemens', '1'],
  ['Siemens Energy', '1 2'],
  ['Siemens, Berlin', '1 0 0'],
  ['Quillmere', '0'],
])('listed names in "%s": %s', (headline, codes) => expect(codesIn(headline, 'brand')).toBe(codes));

/** 1 for what belongs to no job of now. */
test.each([
  ['CEO at Acme', '0 0 0'],
  ['Former CEO at Acme', '1 1 1 1'],
  ['Seeking work at Acme', '1 1 1 1'],
  ['Hiring engineers', '1 1'],
  ['Retired CEO', '1 1'],
  ['Aspiring CEO', '1 1'],
  // Slogans and words for now bar nothing.
  ['Empowering CEO', '0 0'],
  ['Currently CEO', '0 0'],
  ['CEO former CTO', '0 1 1'],
  // To the next bar, dash, full stop or word for now; not to a comma.
  ['Former CEO | CTO', '1 1 0 0'],
  ['Former CEO - CTO', '1 1 0 0'],
  ['Former CEO. CTO', '1 1 0 0'],
  ['Former CEO, CTO', '1 1 1 1'],
  ['Former CEO, now CTO', '1 1 1 0 0'],
  // A hashtag bars nothing.
  ['#hiring CEO', '0 0 0'],
  ['#OpenToWork CEO', '0 0 0'],
  // Said behind it: the part up to the word, and nothing behind.
  ['CEO سابق', '1 1'],
  ['Acme | CEO سابق | CTO', '0 0 1 1 0 0'],
  ['CEO לשעבר', '1 1'],
  ['삼성 출신', '1 1'],
  // In front, the same word bars what follows.
  ['سابق CEO', '1 1'],
  // By itself in brackets it speaks of what stands before them.
  ['Major (Retd) | CEO', '1 1 1 0 0 0'],
  ['Major (Retired) | CEO', '1 1 1 0 0 0'],
  ['Acme | Major (Retired), CEO', '0 0 1 1 1 0 0 0'],
  ['Major (Former CEO) CTO', '0 0 1 1 0 0'],
  ['Major [former] CTO', '1 1 1 0 0'],
  ['Major (hiring) CTO', '0 0 1 0 0'],
])('what is not of now in "%s": %s', (headline, codes) => expect(codesIn(headline, 'barred')).toBe(codes));
