/** Expected of `test/import/cases`: from bytes to values (encodings, lines, sheets, numbers, dates, placeholders). */
import type { ImportCase } from '../cases.test';

const post = '7402746946853253120';
const like = (name: string, slug: string) => `LIKE ${name} <${slug}> on ${post}`;
const likes = { format: 'phantombuster-likers' };
/** Comments of `09-dates.csv` have the text of their date as their words. */
const dated = (at: number, text: string, moment: string) =>
  `COMMENT Dt ${at} <dt-${at}> on ${post}: ${text}${moment === '' ? '' : ` at ${moment}`}`;

export const valueCases: readonly ImportCase[] = [
  // Encodings: of the whole file, with damage that costs one letter.
  {
    file: '04a-fixed.csv',
    ...likes,
    records: [...Array.from({ length: 20 }, () => /^LIKE Renée Müller/), like('Zoë Brandt', 'cut-emoji')],
  },
  { file: '04b-early-cp1252.csv', ...likes, records: [0, 1, 2].map((at) => like(`Jürgen Groß ${at}`, `jurgen-${at}`)) },
  { file: '04b-utf8.csv', ...likes, records: [0, 1, 2].map((at) => like(`Jürgen Groß ${at}`, `jurgen-${at}`)) },
  {
    file: '04b-late-cp1252.csv',
    ...likes,
    records: [
      ...Array.from({ length: 1_200 }, () => /^LIKE Plain Person/),
      ...Array.from({ length: 3 }, () => /^LIKE Jürgen Groß/),
    ],
  },
  { file: '04c-shiftjis.csv', ...likes, records: [/^LIKE 山田太郎 /, /^LIKE 佐藤花子 /] },
  { file: '04f-cp1251.csv', ...likes, records: [like('Иван Петров', 'ivan-p')] },
  { file: '04g-utf16le-bom.csv', ...likes, records: [/^LIKE Jürgen Groß/] },
  { file: '04h-double-bom.csv', ...likes, records: [/^LIKE Jürgen Groß/] },
  { file: '04i-double-mojibake.csv', ...likes, records: [like('Jürgen Groß 0', 'jurgen-0')] },
  { file: '04j-gbk.csv', ...likes, records: [like('王伟', 'wang-w')] },
  // Rows: line ends, blank and title rows, rows in quotes, sheets.
  { file: '05-cr-only.csv', ...likes, records: [/^LIKE Ada One/, /^LIKE Ben Two/] },
  { file: '23-sep.csv', ...likes, records: [/^LIKE Sp One/] },
  { file: '23c-blank-lines-first.csv', ...likes, records: [like('Bl One', 'bl-1')] },
  { file: '23d-title-row.csv', ...likes, records: [like('Ti One', 'ti-1')] },
  { file: '23h-row-quoted-whole.csv', ...likes, records: [like('Qw One', 'qw-1'), like('Qw Two', 'qw-2')] },
  { file: '30a-title-merged.xlsx', ...likes, records: [/^LIKE Ex One/] },
  { file: '30e-summary-first.xlsx', ...likes, records: [/^LIKE Ex Eight/] },
  {
    file: '10-commas.csv',
    ...likes,
    records: [/refused: 7 cells/, /Xe Two/, /refused: 8 cells/, /^refused: /, /Xe Five/, /Xe "The Six" S/],
  },
  // Numbers.
  {
    file: '06-pandas-floats.csv',
    records: [/ 12\/3\/-: Pricing is hard/, / 1234\/250\/7: Second/],
  },
  // Dates.
  {
    file: '09-dates.csv',
    undated: 2,
    records: [
      dated(0, '2026-11-14 9:05', '2026-11-14T09:05:00.000Z'),
      dated(1, '2026-11-14 09:00:00 +0000 UTC', '2026-11-14T09:00:00.000Z'),
      dated(2, '2026/1/5', '2026-01-05T00:00:00.000Z'),
      dated(3, '2026年11月14日', '2026-11-14T00:00:00.000Z'),
      dated(4, 'Nov 14, 2026', '2026-11-14T00:00:00.000Z'),
      dated(5, '14 Nov 2026', '2026-11-14T00:00:00.000Z'),
      /^COMMENT Dt 6 .* at 2026-11-13T09:00:00.000Z$/,
      dated(7, '45975.4375', '2025-11-14T10:30:00.000Z'),
      dated(8, '45975', '2025-11-14T00:00:00.000Z'),
      /^refused: the date "14\/11\/26" can be read in two ways/,
      dated(10, '2026.11.14', '2026-11-14T00:00:00.000Z'),
      dated(11, '20261114', '2026-11-14T00:00:00.000Z'),
      dated(12, '1763110800', '2025-11-14T09:00:00.000Z'),
      dated(13, '1763110800000', '2025-11-14T09:00:00.000Z'),
      dated(14, '1763110800000000', '2025-11-14T09:00:00.000Z'),
      dated(15, '2026-11-14T10:00:00.000+0100', '2026-11-14T09:00:00.000Z'),
      dated(16, 'Saturday, November 14, 2026', '2026-11-14T00:00:00.000Z'),
      dated(17, '2026-11-14T10:00:00Z[UTC]', '2026-11-14T10:00:00.000Z'),
      dated(18, '14-11-2026', '2026-11-14T00:00:00.000Z'),
      dated(19, '2026-11-14 10:00 AM', '2026-11-14T10:00:00.000Z'),
      dated(20, '1.7631108E+12', '2025-11-14T09:00:00.000Z'),
      dated(21, '2026-11-14T25:00:00Z', ''),
      dated(22, 'Nov 14, 2026, 9:05 AM', '2026-11-14T09:05:00.000Z'),
    ],
  },
  { file: '22b-2digit.csv', ...likes, records: [/two ways.*--date-order/, /two ways.*--date-order/] },
  {
    file: '22b-2digit.csv',
    ...likes,
    options: { dateOrder: 'mdy' },
    undated: 0,
    records: [like('Us Three', 'us-3'), like('Us Four', 'us-4')],
  },
  { file: '40-1904.csv', ...likes, undated: 3 },
  // Placeholders and entities.
  { file: '34-entities.csv', ...likes, records: [like("Ana O'Hara", 'he-1'), like('João Bragça', 'he-2')] },
  { file: '52-null-strings.json', records: [`LIKE ? <ns-1> on ${post}`, /^PERSON \? <ns-1> -/] },
  // What is no table is named for what it is.
  { file: '24a-report.xls', problem: /web page/ },
  { file: '24b-spreadsheetml.xls', problem: /SpreadsheetML/ },
  { file: '24c.ods', problem: /not an .xlsx/ },
  { file: '24d.numbers', problem: /Numbers/ },
  { file: '24e.pdf', problem: /PDF/ },
  { file: '24f.parquet', problem: /Parquet/ },
  { file: '24g.tar.gz', problem: /tar archive/ },
  { file: '24h-two-members.csv.gz', ...likes, records: [/Gz One/, /Gz Two/] },
];
