/** Counts, moments, relative times, letters and placeholders: the tables, one row for each kind of form. */
import { countOf } from './counts';
import { parseTime } from './fields';
import { betterText, isGarbled } from './garbled';
import { mendLetters } from './mend-letters';
import { isPlaceholder, namesNobody, withoutEntities } from './placeholders';
import { agoOf } from './relative-times';
import { sizeText } from './company-sizes';
import { ByteSurvey, decide, encodingNamed } from './encoding';
import { judgeColumns } from './judge-columns';

const day = 86_400_000;

test.each([
  ['12', 12],
  ['12.0', 12],
  ['1234.0', 1_234],
  ['1,234', 1_234],
  ['1.234', 1_234],
  ['1 234', 1_234],
  ['1\u202f234\u202f567', 1_234_567],
  ["1'234", 1_234],
  ['1,234.00', 1_234],
  ['1.234,00', 1_234],
  ['12,34,567', 1_234_567],
  ['1.2K followers', 1_200],
  ['1,5 Tsd.', 1_500],
  ['2,3 mil', 2_300],
  ['1,2 Mio.', 1_200_000],
  ['3.4万', 34_000],
  ['1.2만', 12_000],
  ['500+ connections', 500],
  ['12 345 abonnés', 12_345],
  ['120 jobs', 120],
  ['1,200 fans', 1_200],
  ['500人', 500],
  ['85 名', 85],
  ['3万人', 30_000],
  ['4 ezer', 4_000],
  // Words for multiples in languages of which nobody made a list.
  ['12 tysięcy', 12_000],
  ['12 тис.', 12_000],
  ['1,5 tisíce', 1_500],
  ['12 nghìn', 12_000],
  ['١٢ ألف', 12_000],
  ['12 हज़ार', 12_000],
  ['2 miljoner', 2_000_000],
  // A million in Czech and Romanian, where Spanish writes no full stop.
  ['1,23 mil.', null],
  ['12 thsd', null],
  ['2 Milliarden', 2_000_000_000],
  ['5 Milliarden', null],
  // What is counted may be a short word.
  ['1 like', 1],
  ['3 vote', 3],
  ['12 osób', 12],
  ['12 হা', null],
  ['1.234 seguidores', 1_234],
  ['12 t', null],
  ['5百人', null],
  ['1.5', null],
  ['1,5', null],
  ['2-10', null],
  ['many', null],
  ['-5', null],
  ['9999999999', null],
])('%j counts %p', (text, count) => expect(countOf(text)).toBe(count));

test.each([
  ['2d', 2],
  ['3 weeks ago', 21],
  ['2w • Edited', 14],
  ['1 mês', 30],
  ['3 mån', 90],
  ['il y a 2 sem.', 14],
  ['vor 3 Tagen', 3],
  ['hace 2 semanas', 14],
  ['2 u', 2 / 24],
  ['1 j', 1],
  ['2 дня назад', 2],
  ['3 周前', 21],
  ['2 か月前', 60],
  ['5 min', 5 / 1440],
  ['gestern', 1],
  ['just now', 0],
])('%j is %p days ago', (text, days) => expect(agoOf(text)).toBe(days * day));

test.each(['3 foo', '2 t', 'soon', '5', '2d 3h', 'in 3 days', '3 mpls', 'hace 2 m', 'il y a 1 m.', 'for 2 u. siden'])(
  '%j is no relative time',
  (text) => {
    expect(agoOf(text)).toBeNull();
  },
);

const base = Date.parse('2026-11-20T12:00:00Z');
test.each([
  ['14. November 2026', '2026-11-14'],
  ['14-Nov-2026', '2026-11-14'],
  ['14 de noviembre de 2026', '2026-11-14'],
  ['3 févr. 2026', '2026-02-03'],
  ['2 мая 2026', '2026-05-02'],
  ['Tue Nov 10 09:00:00 +0000 2026', '2026-11-10T09:00:00.000Z'],
  ['November 14th, 2026 at 9:05 PM', '2026-11-14T21:05:00.000Z'],
  // Months of languages of which nobody made a list, and how their programs write a time.
  ['14. novembra 2026 o 15:05', '2026-11-14T15:05:00.000Z'],
  ['14 лист. 2026 р., 15:05:00', '2026-11-14T15:05:00.000Z'],
  ['lauantai 14. marraskuuta 2026 klo 15.05.00 UTC', '2026-11-14T15:05:00.000Z'],
  ['2026年11月14日(土) 午後3時5分', '2026-11-14T15:05:00.000Z'],
  ['2026. 11. 14. 오전 9:30', '2026-11-14T09:30:00.000Z'],
  ['Nov 14, 2026 9:30 AM PST', '2026-11-14T17:30:00.000Z'],
  ['14. studenoga 2026.', '2026-11-14'],
  // October in Croatia, and November in Poland.
  ['14. listopada 2026.', null],
  ['14 listopada 2026', '2026-11-14'],
  // A word before the time may say which half of the day is meant.
  ['2026. 11. 14. du. 3:05', null],
  ['2026-02-30', null],
  ['Nov 31, 2026', null],
  ['Foo 14, 2026', null],
  ['1794600000000000.0', '2026-11-13T20:00:00.000Z'],
  ['1.7946e+15', '2026-11-13T20:00:00.000Z'],
  ['1.7946e+18', '2026-11-13T20:00:00.000Z'],
  ['12345', null],
  ['2030-01-01', null],
])('%j is %p', (text, moment) => {
  expect(parseTime(text, base)).toBe(moment === null ? null : Date.parse(moment));
});

test.each([
  ['JÃ¼rgen GroÃŸ', 'Jürgen Groß'],
  ['Câ€™est lâ€™Ã©tÃ©', 'C’est l’été'],
  ['ÐŸÑ€Ð¸Ð²ÐµÑ‚', 'Привет'],
  ['NÃO, „ENTRÜ“ «CAFÉ»', 'NÃO, „ENTRÜ“ «CAFÉ»'],
  ['Ångström Ñuñez', 'Ångström Ñuñez'],
  ['J√ºrgen', 'Jürgen'],
  ['√ñzlem', 'Özlem'],
  ['¬£5 a seat', '£5 a seat'],
  ['worth ≈£2m, ≈¥500 or ≈±5%', 'worth ≈£2m, ≈¥500 or ≈±5%'],
  ['√π r', '√π r'],
])('%j is mended to %j', (text, mended) => expect(mendLetters(text, () => undefined)).toBe(mended));

test('a right text replaces its garbled one, never the other way round', () => {
  expect(isGarbled('RenÃ©e MÃ¼ller', 'Renée Müller')).toBe(true);
  expect(isGarbled('Ren\ufffde M\ufffdller', 'Renée Müller')).toBe(true);
  expect(isGarbled('ŽR“c‘¾˜Y', '山田太郎')).toBe(true);
  expect(isGarbled('Jörg Müller', 'Jürgen Müller')).toBe(false);
  expect(betterText('RenÃ©e', 'Renée', false)).toBe('Renée');
  expect(betterText('Renée', 'RenÃ©e', true)).toBe('Renée');
  expect(betterText('Renée', 'Renate', true)).toBe('Renate');
  expect(betterText('Renée', 'Renate', false)).toBe('Renée');
});

test('placeholders are nothing, and entities are decoded once', () => {
  for (const text of ['N/A', ' n/a ', '#NAME?', '(blank)', 'NULL', 'NaN', 'LinkedIn Member', '—', 'NA']) {
    expect([text, isPlaceholder(text)]).toEqual([text, true]);
  }
  for (const text of ['Na', 'Nan Li', 'Anna', 'None Such Ltd', '0'])
    expect([text, isPlaceholder(text)]).toEqual([text, false]);
  for (const url of ['https://www.linkedin.com/in/hidden', '/in/N/A/', 'https://www.linkedin.com/in/']) {
    expect([url, namesNobody.test(url)]).toEqual([url, true]);
  }
  expect(namesNobody.test('https://www.linkedin.com/in/hidden-figures')).toBe(false);
  expect(withoutEntities('R&amp;amp;D &#x1F44B; AT&T')).toBe('R&amp;D 👋 AT&T');
});

test('one damaged byte costs one letter, whichever way the file arrives', () => {
  const bytes = Buffer.from('Renée Müller,Geschäftsführer\n'.repeat(50));
  bytes[3] = 0xff;
  for (const size of [1, 7, 64, bytes.length]) {
    const survey = new ByteSurvey();
    for (let at = 0; at < bytes.length; at += size) survey.add(bytes.subarray(at, at + size));
    survey.end();
    expect(decide(survey)).toEqual({ encoding: 'utf-8', guessed: false, damaged: 2 });
  }
  expect(encodingNamed('CP1251')).toBe('windows-1251');
  expect(() => encodingNamed('klingon')).toThrow(/use one of utf-8/);
});

test.each([
  ['macintosh', Buffer.from('name\nRen\x8ee M\x9fller,Directrice g\x8en\x8erale\n', 'latin1'), 'Renée Müller'],
  ['windows-1250', Buffer.from('\xa3ukasz Wi\x9cniewski,Dyrektor sprzeda\xbfy', 'latin1'), 'Łukasz Wiśniewski'],
])('%s is told from its letters', (encoding, bytes, name) => {
  const survey = new ByteSurvey();
  survey.add(bytes);
  survey.end();
  expect(decide(survey)).toMatchObject({ encoding, guessed: true });
  expect(new TextDecoder(encoding).decode(bytes)).toContain(name);
});

test('sizes that a spreadsheet took for dates, and those that say nothing', () => {
  const unread: string[] = [];
  const size = (text: string) => sizeText(text, 'ranges', (one) => unread.push(one));
  expect(['51-200', '120', 'Nov-50'].map(size)).toEqual(['51-200', '120', 'Nov-50']);
  for (const date of ['1950-11-01', '1950-11-01 00:00:00', '01/11/1950', '11/1/1950', 'Nov 50', 'nov. 50', '01-Nov-50'])
    expect([date, size(date)]).toEqual([date, '11-50']);
  for (const date of ['02-Oct', 'Oct-02', '02-Oct-26', '2026-10-02', '2026-02-10', '10/2/2026', '2. Okt', '10. Feb'])
    expect([date, size(date)]).toEqual([date, '2-10']);
  expect([size('1/10/2026'), size('N/A')]).toEqual(['1-10', null]);
  for (const [day, was] of [
    ['46297', '2-10'],
    ['46063.0', '2-10'],
    ['18568', '11-50'],
    ['46298', '46298'],
    ['12000', '12000'],
  ])
    expect([day, size(day ?? '')]).toEqual([day, was]);
  expect(unread).toEqual([]);
  expect(['SMB', '2026-03-04'].map(size)).toEqual(['SMB', '2026-03-04']);
  expect(unread).toEqual(['SMB', '2026-03-04']);
});

test.each([
  ['ranges', ['51-200', '46297']],
  ['ranges', ['46297', '10,001+']],
  ['counts', ['120', '46297']],
  [undefined, ['46297']],
  [undefined, ['51-200', '120', '46297']],
])('sizes are %s where the file has %j', (sizesAre, sizes) => {
  const rows = sizes.map((size) => [size]);
  expect(judgeColumns(['Size'], ['companySize'], rows).sizesAre).toBe(sizesAre);
});

test.each([
  ['counts', '46297', []],
  ['ranges', '2-10', []],
  [undefined, null, ['46297']],
] as const)(
  'a number that may be a date or a count, where the sizes of the file are %s',
  (sizesAre, expected, unread) => {
    const found: string[] = [];
    expect(sizeText('46297', sizesAre, (one) => found.push(one))).toBe(expected);
    expect(found).toEqual(unread);
  },
);
