import { csvLines } from './csv';

test('cells are quoted where they must be, and none can run in a spreadsheet', () => {
  const rows = [['plain', 'Acme, Inc.', 'a "b"', 'two\nlines', null, 5, -5, '=1+1', '+1', '-1', '@x', '\tx']];
  expect(csvLines(['h'], rows)).toEqual([
    'h',
    `plain,"Acme, Inc.","a ""b""","two\nlines",,5,-5,'=1+1,'+1,'-1,'@x,'\tx`,
  ]);
});
