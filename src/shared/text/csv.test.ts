import { csvLine } from './csv';

test('cells are quoted where they must be, and none can run in a spreadsheet', () => {
  const cells = [
    'plain',
    'Acme, Inc.',
    'a "b"',
    'two\nlines',
    null,
    undefined,
    5,
    -5,
    true,
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\tx',
  ];
  expect(csvLine(cells)).toBe(`plain,"Acme, Inc.","a ""b""","two\nlines",,,5,-5,true,'=1+1,'+1,'-1,'@x,'\tx`);
});

// A spreadsheet that expects another separator reads the second half as a cell of its own.
test.each([
  ['control: a plain list', 'CFO; Finance', 'CFO; Finance'],
  ['a semicolon', 'CFO;=cmd|1', "CFO;'=cmd|1"],
  ['a semicolon and blanks', 'CFO; =cmd', "CFO;' =cmd"],
  ['a tab', 'CFO\t@SUM(1)', "CFO\t'@SUM(1)"],
  ['a bar and a quotation mark', 'CFO|"+1', `"CFO|'""+1"`],
  ['a line of its own', 'CFO\n=1+1', `"CFO\n'=1+1"`],
  ['several', '=1;=2;-3', "'=1;'=2;'-3"],
  ['a separator of lines', 'CFO\u2028=1\u0085@x', "CFO\u2028'=1\u0085'@x"],
  ['a row of a file, as it was refused', 'Ana;"=cmd|1";x', `"Ana;'""=cmd|1"";x"`],
  ['a blank first', ' =1', "' =1"],
  ['something invisible first', '\u200b=1;\u2060=2;\u202e-3', "'\u200b=1;'\u2060=2;'\u202e-3"],
  ['a control first', '\u0000=1;\u001b@x', "'\u0000=1;'\u001b@x"],
  ['small forms and the minus of mathematics', '﹦1;﹢1;﹣1;﹫x;−1', "'﹦1;'﹢1;'﹣1;'﹫x;'−1"],
  ['several breaks', 'a\v\f =1', "a\v\f' =1"],
])('formulas are escaped whatever separates cells: %s', (_, cell, written) => {
  expect(csvLine([cell])).toBe(written);
});
