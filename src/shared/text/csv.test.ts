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
