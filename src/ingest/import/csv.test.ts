import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { CsvSplitter, guessDelimiter, headerOf, type BrokenRow, type Row } from './csv';
import { growth } from '../../../test/support/growth';

function split(
  text: string,
  { delimiter = ',', pieces = [text] }: { delimiter?: string; pieces?: readonly string[] } = {},
) {
  const splitter = new CsvSplitter(delimiter);
  const rows: Row[] = [];
  const broken: BrokenRow[] = [];
  for (const piece of pieces)
    splitter.push(
      piece,
      false,
      (row) => rows.push(row),
      (row) => broken.push(row),
    );
  splitter.push(
    '',
    true,
    (row) => rows.push(row),
    (row) => broken.push(row),
  );
  return { rows, broken };
}

/** Cuts a text at the given places. */
function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...sorted, text.length].map((end, index) => text.slice(index === 0 ? 0 : sorted[index - 1], end));
}

describe('CsvSplitter', () => {
  test('rows know their line, over line breaks in cells, blank lines and CRLF', () => {
    expect(split('a,b\r\n\r\n"x ""y""\r\nz",1\r\nlast,"2"').rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['x "y"\r\nz', '1'] },
      { line: 5, cells: ['last', '2'] },
    ]);
  });

  test('goes on after broken rows and says where they are', () => {
    expect(split('a,b\n"x"y,1\nc,d\n"never,closed\ne,f\n')).toEqual({
      rows: [
        { line: 1, cells: ['a', 'b'] },
        { line: 3, cells: ['c', 'd'] },
        { line: 5, cells: ['e', 'f'] },
      ],
      broken: [
        { line: 2, reason: 'text after a closing quote', raw: '"x"y,1' },
        { line: 4, reason: 'a quote that is never closed', raw: '"never,closed' },
      ],
    });
  });

  test.each([
    ['without a quote', 'x'.repeat(600_000)],
    ['with a quote', `"${'x'.repeat(600_000)}`],
  ])('an endless line %s is one broken row and holds no memory', (_name, line) => {
    const text = `a\n${line}\nb\n`;
    const { rows, broken } = split(text, {
      pieces: cut(
        text,
        Array.from({ length: 20 }, (_, index) => index * 32_768),
      ),
    });
    expect(rows).toEqual([
      { line: 1, cells: ['a'] },
      { line: 3, cells: ['b'] },
    ]);
    expect(broken.map(({ line, raw }) => [line, raw.length])).toEqual([[2, 200]]);
  });

  test('a quote inside a bare cell is text', () => {
    expect(split('5" disk,"a"\n').rows).toEqual([{ line: 1, cells: ['5" disk', 'a'] }]);
  });

  test('reads what csv-parse reads, however the text arrives', () => {
    const cell = fc
      .array(fc.constantFrom('a', 'é', '😀', '"', ',', '\n', '\r\n', ' ', ';'), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 5 }),
        (cells, newline, final, places) => {
          const quoted = (text: string) =>
            /[",\n\r]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
          const text =
            cells.map((row) => row.map(quoted).join(',')).join(newline) + (final && cells.length > 0 ? newline : '');
          const { rows, broken } = split(text, { pieces: cut(text, places) });
          expect(broken).toEqual([]);
          expect(rows.map((row) => row.cells)).toEqual(cells);
          expect(rows.map((row) => row.cells)).toEqual(
            parse(text, { relax_column_count: true, record_delimiter: [newline] }),
          );
          const starts = rows.map(
            (row) =>
              text
                .split('\n')
                .slice(0, row.line - 1)
                .join('\n').length,
          );
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('a long row over many lines is not read from its start with each of them', () => {
    const rowOf = (lines: number) => `"${',""\n'.repeat(lines)}",x\n`;
    const inPieces = (row: string) => {
      expect(split(row, { pieces: row.match(/[^]{1,500}/g) ?? [] }).rows).toHaveLength(1);
    };
    // It would be 64 times the work if each piece were read from the start of its row.
    expect(growth(inPieces, rowOf, 6_000, 8)).toBeLessThan(30);
  });

  test('a row of bare commas is not searched for its end at each of them', () => {
    const commas = (cells: number) => `"",${','.repeat(cells)}\n`;
    expect(growth((row: string) => split(row), commas, 20_000, 8)).toBeLessThan(30);
  });

  test.each([
    ['that opens with each line', '5","\n'],
    ['in bare cells, after one that is never closed', 'x""y\n'],
    ['that closes far away', '"a",""\n5","\n'],
  ])('the work is linear in the text, with a quote %s', (_name, line) => {
    const text = (lines: number) => `a,b\n"open,${line.repeat(lines)}`;
    const inPieces = (rows: string) => void split(rows, { pieces: rows.match(/[^]{1,2000}/g) ?? [] });
    expect(growth(inPieces, text, 5_000, 8)).toBeLessThan(30);
  });

  test('arbitrary text reads the same however it arrives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '"', ',', '\n', '\r'), { maxLength: 40 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (parts, places) => {
          const text = parts.join('');
          const whole = split(text);
          expect(split(text, { pieces: cut(text, places) })).toEqual(whole);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ['a,b;c,d', ','],
  ['a;b;c', ';'],
  ['a\tb\tc', '\t'],
  ['"a;b;c;d",e', ','],
  ['a', ','],
])('delimiter of %j', (header, expected) => {
  expect(guessDelimiter(header)).toBe(expected);
});

test("Excel's own hint names the delimiter", () => {
  expect(headerOf('sep=;\r\na;b\r\n')).toEqual({ delimiter: ';', hinted: true });
  expect(headerOf('\n\na;b\n')).toEqual({ delimiter: ';', hinted: false });
});
