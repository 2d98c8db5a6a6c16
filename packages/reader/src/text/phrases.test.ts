/** The machine under every word table, with phrases of its own. */
import { PhraseTable } from './phrases';
import { wordsOf, wordsOfOne } from './words';

interface Row {
  readonly name: string;
}
/** A table of phrases, each with itself as its row; "-" in front makes an ending. */
function tableOf(...phrases: string[]): PhraseTable<Row> {
  const table = new PhraseTable<Row>();
  phrases.forEach((phrase, n) => {
    const row = { name: `${String(n)} ${phrase}` };
    if (phrase.startsWith('-')) table.addEnding(phrase.slice(1), row);
    else table.add(phrase, row);
  });
  return table;
}
const foundIn = (table: PhraseTable<Row>, text: string, at = 0) => {
  const found = table.at(wordsOf(text), at);
  return found === undefined ? null : `${found.row.name} (${String(found.length)})`;
};

describe('the phrase at a word', () => {
  test.each<readonly [phrases: readonly string[], text: string, found: string | null]>([
    // Whole words, whatever their case and accents.
    [['manager'], 'Manager', '0 manager (1)'],
    [['manager'], 'Managers', null],
    [['manager'], 'Manage', null],
    [['Señor'], 'SENOR', '0 Señor (1)'],
    [['head of'], 'Head of Sales', '0 head of (2)'],
    [['head of'], 'Head', null],
    [['head of'], 'Head office', null],
    [['head of'], 'Head up', null],
    // Of two rows with the same phrase the first stays.
    [['manager', 'manager'], 'manager', '0 manager (1)'],
    [['Máster', 'master'], 'master', '0 Máster (1)'],
    [['head of', 'head of'], 'head of', '0 head of (2)'],
    [['manag*', 'manag*'], 'managers', '0 manag* (1)'],
    [['manag* of', 'manag* of'], 'managers of', '0 manag* of (2)'],
    // The longest, in whatever order they are listed.
    [['head', 'head of', 'head of sales'], 'head of sales', '2 head of sales (3)'],
    [['head of sales', 'head of', 'head'], 'head of sales', '0 head of sales (3)'],
    [['head', 'head of', 'head of sales'], 'head of people', '1 head of (2)'],
    [['head', 'head of', 'head of sales'], 'head on', '0 head (1)'],
    [['head of', 'head on'], 'head on', '1 head on (2)'],
    // Beginnings of words of three letters and more; the longest.
    [['manag*'], 'management', '0 manag* (1)'],
    [['manag*'], 'manag', '0 manag* (1)'],
    [['manag*'], 'mana', null],
    [['abc*'], 'abcd', '0 abc* (1)'],
    [['abc*'], 'ab', null],
    [['ab*'], 'abc', null],
    [['ab*'], 'ab', '0 ab* (1)'],
    [['manag*', 'managem*'], 'management', '1 managem* (1)'],
    [['managem*', 'manag*'], 'management', '0 managem* (1)'],
    [['manag*', 'managem*'], 'manager', '0 manag* (1)'],
    [['manag*', 'verkaufsleit*'], 'management', '0 manag* (1)'],
    [['manage*', 'verkaufsleit*'], 'management', '0 manage* (1)'],
    [['manag* of'], 'managers of', '0 manag* of (2)'],
    [['manag* of'], 'managers', null],
    [['manag* of'], 'man of', null],
    [['manag* of'], 'manual of', null],
    [['manag* of', 'manag*'], 'managers of', '0 manag* of (2)'],
    [['manag* of', 'manag*'], 'managers at', '1 manag* (1)'],
    [['manag* of', 'manag* of sales'], 'managers of sales', '1 manag* of sales (3)'],
    [['manag* of', 'managem* of'], 'management of', '1 managem* of (2)'],
    [['head of sal*'], 'head of salespeople', '0 head of sal* (3)'],
    [['head of sal*'], 'head of sa', null],
    [['head of sa*'], 'head of sales', null],
    [['head of sa*'], 'head of sa', '0 head of sa* (3)'],
    // A longer phrase before an exact word, an exact word before a beginning as long.
    [['manager', 'manag*'], 'manager', '0 manager (1)'],
    [['manag*', 'manager'], 'manager', '1 manager (1)'],
    [['manag* of', 'manager'], 'manager of', '0 manag* of (2)'],
    [['manag* of', 'manager of'], 'manager of', '1 manager of (2)'],
    [['manag*', 'manager of'], 'manager of', '1 manager of (2)'],
    // "*" stands for one to four words, as few as there are before the next.
    [['chief * officer'], 'chief officer', null],
    [['chief * officer'], 'chief sales officer', '0 chief * officer (3)'],
    [['chief * officer'], 'chief a b c d officer', '0 chief * officer (6)'],
    [['chief * officer'], 'chief a b c d e officer', null],
    [['chief * officer'], 'chief a officer officer', '0 chief * officer (3)'],
    [['chief * officer'], 'chief sales', null],
    [['chief * officer'], 'chief', null],
    [['chief * officer of'], 'chief sales officer of', '0 chief * officer of (4)'],
    // Umlauts are typed in two ways.
    [['Geschäftsführer'], 'Geschäftsführer', '0 Geschäftsführer (1)'],
    [['Geschäftsführer'], 'Geschaeftsfuehrer', '0 Geschäftsführer (1)'],
    [['Ärztin'], 'Aerztin', '0 Ärztin (1)'],
    [['Öl'], 'oel', '0 Öl (1)'],
    [['Übersetzer'], 'uebersetzer', '0 Übersetzer (1)'],
    [['höher als'], 'hoeher als', '0 höher als (2)'],
    [['Zoë'], 'Zoee', null],
    // Nothing is listed, or a phrase without a word.
    [[], 'manager', null],
    [['!'], '!', null],
  ])('of %j in "%s" is %j', (phrases, text, found) => expect(foundIn(tableOf(...phrases), text)).toBe(found));

  test('is looked for where it is asked, and nowhere behind the last word', () => {
    const table = tableOf('head of', 'sales');
    expect([0, 1, 2, 3].map((at) => foundIn(table, 'Head of Sales', at))).toEqual([
      '0 head of (2)',
      null,
      '1 sales (1)',
      null,
    ]);
  });

  test.each([
    ['head of', 'the Head of Sales', '0 head of (2)'],
    ['head of sal*', 'the Head of Sales', '0 head of sal* (3)'],
    ['chief * officer', 'our Chief Sales Officer', '0 chief * officer (3)'],
  ])('"%s" is found within "%s", and is as long as its words', (phrase, text, found) => {
    expect(foundIn(tableOf(phrase), text, 1)).toBe(found);
  });

  test('is found in a table that was filled after it was asked', () => {
    const table = tableOf('head');
    const words = wordsOf('chiefly');
    expect(table.at(words, 0)).toBeUndefined();
    table.add('chief*', { name: 'chief' });
    expect(table.at(words, 0)).toEqual({ row: { name: 'chief' }, length: 1 });
  });
});

describe('the end of a compound', () => {
  test.each<readonly [phrases: readonly string[], word: string, found: string | null]>([
    [['-leiter'], 'Teamleiter', '0 -leiter'],
    [['-leiter'], 'xleiter', '0 -leiter'],
    [['-leiter'], 'Leiter', null],
    [['-leiter'], 'Teamleiterin', null],
    [['-leiter'], 'Zweiter', null],
    [['-leiter', '-teamleiter'], 'Hauptteamleiter', '1 -teamleiter'],
    [['-teamleiter', '-leiter'], 'Hauptteamleiter', '0 -teamleiter'],
    [['-teamleiter', '-leiter'], 'Teamleiter', '1 -leiter'],
    [['-leiter', '-leiter'], 'Teamleiter', '0 -leiter'],
    [['-händler'], 'Buchhändler', '0 -händler'],
    [['-händler'], 'Buchhaendler', '0 -händler'],
    [['-LEITER'], 'teamleiter', '0 -LEITER'],
    // A whole word is no end.
    [['leiter'], 'Teamleiter', null],
  ])('of %j in %s is %j', (phrases, text, found) => {
    const table = tableOf(...phrases);
    const [word] = wordsOfOne(text);
    expect(word && (table.endOf(word)?.name ?? null)).toBe(found);
    expect(word && (table.atEnd(word.text)?.name ?? null)).toBe(found);
    // And again, as remembered.
    expect(word && (table.endOf(word)?.name ?? null)).toBe(found);
  });
});

describe('parts of a word without spaces', () => {
  test.each<readonly [phrases: readonly string[], text: string, found: readonly string[]]>([
    [['営業', '部長'], '営業部長', ['0 営業 0-2', '1 部長 2-4']],
    [['営業', '営業部長', '部長'], '営業部長', ['1 営業部長 0-4']],
    [['営業', '部長'], '大阪営業の部長職', ['0 営業 2-4', '1 部長 5-7']],
    [['営業', '業部'], '営業部', ['0 営業 0-2']],
    [['社長', '社'], '社員社', ['1 社 0-1', '1 社 2-3']],
    [['営業', '営業'], '営業', ['0 営業 0-2']],
    [['営業 部長'], '営業部長', ['0 営業 部長 0-4']],
    [['ウェブ'], 'ウェブ', ['0 ウェブ 0-3']],
    [['web担当'], 'web担当者', ['0 web担当 0-5']],
    // Words of other scripts have none.
    [['manager'], 'manager', []],
    [['営業'], '営', []],
    [['営業'], '', []],
  ])('of %j in %s', (phrases, text, found) => {
    const parts = tableOf(...phrases).partsOf(text);
    expect(parts.map(({ row, from, to }) => `${row.name} ${String(from)}-${String(to)}`)).toEqual(found);
  });
});

test.each<readonly [phrases: readonly string[], word: string, known: boolean]>([
  [['manager'], 'manager', true],
  [['manager'], 'managers', false],
  [['manager of'], 'manager', false],
  // A beginning, and four letters more.
  [['manag*'], 'manag', true],
  [['manag*'], 'managabcd', true],
  [['manag*'], 'managabcde', false],
  [['manag*'], 'mana', false],
  [['abc*'], 'abc', true],
  [['abc*'], 'abcdefg', true],
  [['abc*'], 'abcdefgh', false],
  [['abc*'], 'ab', false],
  [['abc*', 'abcd*'], 'abcdefgh', true],
])('of %j a table knows "%s": %s', (phrases, word, known) => expect(tableOf(...phrases).knows(word)).toBe(known));

test('what is remembered of a word is not said of another', () => {
  // More words than a table remembers.
  const names = Array.from({ length: 1_100 }, (_, n) => `w${String(n)}`);
  const table = new PhraseTable<Row>();
  for (const name of names) table.add(name, { name });
  const read = () => names.map((name) => table.at(wordsOfOne(name), 0)?.row.name);
  expect(read()).toEqual(names);
  expect(read()).toEqual(names);
});

test('of many tables each has its own words, however many share a bit', () => {
  const tables = Array.from({ length: 40 }, (_, n) =>
    tableOf(`only${String(n)}`, `-end${String(n)}`, `stem${String(n)}x*`),
  );
  for (const [n, asked] of tables.entries()) {
    for (const [other] of tables.entries()) {
      const is = n === other;
      const [compound] = wordsOfOne(`compoundend${String(other)}`);
      expect(foundIn(asked, `only${String(other)}`)).toBe(is ? `0 only${String(n)} (1)` : null);
      expect(foundIn(asked, `stem${String(other)}xyz`)).toBe(is ? `2 stem${String(n)}x* (1)` : null);
      expect(compound && asked.endOf(compound)?.name).toBe(is ? `1 -end${String(n)}` : undefined);
    }
  }
});

test('what several tables list each of them knows, with its own row', () => {
  const tables = ['one', 'other', 'third'].map((name) => {
    const table = new PhraseTable<Row>();
    for (const phrase of ['manager', 'chief*']) table.add(phrase, { name: `${name} ${phrase}` });
    table.addEnding('leiter', { name: `${name} leiter` });
    return table;
  });
  const [leader] = wordsOfOne('Teamleiter');
  expect(
    tables.map((table) => [foundIn(table, 'manager'), foundIn(table, 'chiefs'), leader && table.endOf(leader)?.name]),
  ).toEqual([
    ['one manager (1)', 'one chief* (1)', 'one leiter'],
    ['other manager (1)', 'other chief* (1)', 'other leiter'],
    ['third manager (1)', 'third chief* (1)', 'third leiter'],
  ]);
});
