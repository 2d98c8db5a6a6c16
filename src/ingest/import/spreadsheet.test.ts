/** Spreadsheets: the meaning of cells, and what strangers put into them. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inline, partsOf, sheetOf, workbook, zipOf } from '../../../test/support/workbook';
import { headerNamesOf } from './header-names';
import { openExport, type ExportOptions } from './open';
import { openTable } from './open-table';
import { notesOf } from './reading-notes';
import type { IntakeRecord } from './records';
import { dateText, showsDate } from './sheet-cells';
import { Archive } from './archive';
import { sheetTail } from './sheet-tail';
import { openText } from './text-source';
import { filesAt } from './unpack';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (content: Buffer, name = 'export.xlsx') => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

async function read(content: Buffer, options: Partial<ExportOptions> = {}) {
  const opened = await openExport(written(content), {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now: Date.parse('2026-11-15T12:00:00Z'),
    ...options,
  });
  const records: IntakeRecord[] = [];
  for await (const batch of opened.records) records.push(...batch);
  return { opened, records };
}

const csvOf = async (content: Buffer) => (await (await openText(written(content))).sample(1e6)).text;

const header = ['profileLink', 'name', 'job', 'degree', 'postUrl', 'timestamp'].map(inline);
const liker = (name: string) =>
  ['https://www.linkedin.com/in/ines', name, 'VP', '2nd', 'urn:li:activity:7402746946853253120', ''].map(inline);

test('a spreadsheet is recognised and read like a table', async () => {
  const content = workbook([header, liker('Inès &amp; Co'), liker('=HYPERLINK("http://x")')]);
  const { opened, records } = await read(content);
  expect(opened).toMatchObject({ format: 'phantombuster-likers', unit: 'line', totalBytes: content.length });
  expect(
    records.map((record) => (record.kind === 'engagement' ? [record.at, record.actor.name] : record.kind)),
  ).toEqual([
    [2, 'Inès & Co'],
    [3, '=HYPERLINK("http://x")'],
  ]);
  expect(opened.bytesRead()).toBe(content.length);
});

test('sheets that hold as much and are not read are named', async () => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  const names = ['Summary', 'Likers', 'Second post', 'Notes'];
  const sheets = [[['Likes', '12'].map(inline)], [header, liker('Inès')], [header, liker('Bo')], [['x'].map(inline)]];
  const target = (at: number) => `worksheets/sheet${at}.xml`;
  const content = zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Type="${type}" Target="${target(at)}"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map((rows, at) => [`xl/${target(at)}`, sheetOf(rows)])),
  });
  const { opened } = await read(content);
  expect(opened.sheet).toEqual({ name: 'Likers', others: ['Second post'] });
  const how = {
    dates: opened.dates(),
    numbers: opened.numbers(),
    letters: opened.letters(),
    sheet: opened.sheet,
    withoutResult: 0,
  };
  expect(notesOf(how)).toEqual([
    'Of its sheets, "Likers" was read. Not read: "Second post". Save each as a file of its own, and import it too.',
  ]);
});

test('columns get our names', async () => {
  const content = workbook([['Wer', 'Adresse'].map(inline), ['Ines', 'https://www.linkedin.com/in/ines'].map(inline)]);
  const headerNames = headerNamesOf('Wer=name,Adresse=profileUrl', 'person');
  const { records } = await read(content, headerNames ? { headerNames } : {});
  expect(records).toMatchObject([{ kind: 'person', person: { name: 'Ines' } }]);
});

test('cells of every type', async () => {
  const sheet = `<x:worksheet xmlns:x="y"><x:sheetData>
    <x:row r="1"><x:c r="A1" t="s"><x:v>1</x:v></x:c><x:c r="C1" t="b"><x:v>1</x:v></x:c></x:row>
    <x:row r="4"><x:c r="B4"><x:v>7.5E2</x:v></x:c><x:c r="C4" s="1"><x:v>46335</x:v></x:c><x:c r="D4" s="2"><x:v>46335.75</x:v></x:c></x:row>
    <x:row r="5"><x:c t="str"><x:f>HYPERLINK("http://evil.example")</x:f><x:v>shown</x:v></x:c><x:c t="e"><x:v>#REF!</x:v></x:c>
      <x:c t="inlineStr"><x:is><x:r><x:t>a "b"</x:t></x:r><x:r><x:t>_x000D_c</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c></x:row>
    </x:sheetData></x:worksheet>`;
  const content = zipOf({
    ...partsOf(sheet),
    'xl/sharedStrings.xml':
      '<sst><si><t>zero</t></si><si><r><t>on</t></r><r><t>e</t></r><rPh><t>no</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-407]dd/mm/yyyy\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
  });
  expect(await csvOf(content)).toBe(
    ['"one",,"true"', '', '', ',"750","2026-11-09","2026-11-09T18:00:00Z"', '"shown",,"a ""b"" c"', ''].join('\n'),
  );
});

test.each([
  [14, undefined, true],
  [0, undefined, false],
  [20, undefined, false],
  [165, 'yyyy-mm-dd;@', true],
  [165, '#,##0.00 "days"', false],
  [165, '[Red]0.0', false],
  [165, 'General', false],
])('format %p %p shows a date: %p', (id, code, shows) => expect(showsDate(id, code)).toBe(shows));

test('days are counted from 1900, or from 1904', () => {
  expect([dateText('1', false), dateText('61', false), dateText('60000.5', true), dateText('-1', false)]).toEqual([
    '1899-12-31',
    '1900-03-01',
    '2068-04-09T12:00:00Z',
    '-1',
  ]);
});

const deep = `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`;
const relsOf = (inner: string) => ({ 'xl/_rels/workbook.xml.rels': `<Relationships>${inner}</Relationships>` });
const external =
  '<Relationship Id="r1" Type="x/worksheet" TargetMode="External" Target="http://evil.example/worksheets/sheet1.xml"/>';

const ada = 'https://www.linkedin.com/in/ada';
const post = 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120/';
const linkTo = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';
/** A workbook with what stands behind its rows, and the addresses that its links lead to. */
const withTail = (rows: readonly (readonly string[])[], tail: string, ...targets: readonly string[]) =>
  zipOf({
    ...partsOf(
      sheetOf(rows.map((row) => row.map((cell) => (cell.startsWith('<') ? cell : inline(cell))))).replace(
        '</worksheet>',
        `${tail}</worksheet>`,
      ),
    ),
    'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at}" Type="${linkTo}" Target="${target}" TargetMode="External"/>`).join('')}</Relationships>`,
  });
const linked = (...cells: readonly string[]) =>
  `<hyperlinks>${cells.map((cell, at) => `<hyperlink ref="${cell}" r:id="r${at}"/>`).join('')}</hyperlinks>`;
const formula = (said: string, result: string) => `<c t="str"><f>${said}</f><v>${result}</v></c>`;

test.each([
  [
    'cells merged over rows count for each of them',
    withTail(
      [
        ['Name', 'Company', 'Profile link'],
        ['A', 'Aro', 'x'],
        ['B', '', 'y'],
        ['C', '', 'z'],
      ],
      '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
    ),
    '"Name","Company","Profile link"\n"A","Aro","x"\n"B","Aro","y"\n"C",,"z"\n',
  ],
  [
    'a note below the table, merged over rows that hold nothing else, counts once',
    withTail(
      [['Name', 'Company'], ['A', 'Aro'], ['Note'], [''], ['']],
      '<mergeCells><mergeCell ref="A3:B5"/></mergeCells>',
    ),
    '"Name","Company"\n"A","Aro"\n"Note"\n\n\n',
  ],
  [
    'links of others than whom the row is about get no column',
    withTail(
      [
        ['Name', 'LinkedIn', 'Introduced by', 'Last post'],
        ['A', ada, 'Dora', 'View'],
      ],
      linked('A2', 'C2', 'D2'),
      'https://www.linkedin.com/sales/lead/ACwAAAAbcdEBx,NAME_SEARCH,abcd',
      'https://www.linkedin.com/in/dora',
      post,
    ),
    `"Name","LinkedIn","Introduced by","Last post"\n"A","${ada}","Dora","View"\n`,
  ],
  [
    'links of who introduced somebody say nothing about that person',
    withTail(
      [
        ['Name', 'Introduced by'],
        ['A', 'Dora'],
      ],
      linked('B2'),
      'https://www.linkedin.com/in/dora',
    ),
    '"Name","Introduced by"\n"A","Dora"\n',
  ],
  [
    'links of authors, and names that are those of companies',
    withTail(
      [
        ['Name', 'Author', 'Link', 'Type'],
        ['Aro', 'Dora', 'View', 'Comment'],
        ['A', 'Dora', 'View', 'Like'],
      ],
      linked('A2', 'B2', 'C2', 'A3'),
      'https://www.linkedin.com/company/aro',
      'https://www.linkedin.com/in/dora',
      post,
      ada,
    ),
    '"Name","Author","Link","Type","Profile URL","Author URL","Post URL"\n' +
      `"Aro","Dora","View","Comment","https://www.linkedin.com/company/aro","https://www.linkedin.com/in/dora","${post}"\n` +
      `"A","Dora","View","Like","${ada}"\n`,
  ],
  [
    'the post behind the time of a comment',
    withTail(
      [
        ['Name', 'Comment', 'Date'],
        ['A', 'Nice', '2d'],
      ],
      linked('A2', 'C2'),
      ada,
      post,
    ),
    `"Name","Comment","Date","Profile URL","Post URL"\n"A","Nice","2d","${ada}","${post}"\n`,
  ],
  [
    'words of the rows that are names of columns elsewhere',
    withTail(
      [
        ['Name', 'Type', 'City'],
        ['A', 'Comment', 'Bonn'],
        ['B', 'Comment', 'Ulm'],
        ['C', 'Like', 'Ulm'],
      ],
      linked('A2', 'A3', 'A4'),
      ada,
      ada,
      ada,
    ),
    `"Name","Type","City","Profile URL"\n"A","Comment","Bonn","${ada}"\n"B","Comment","Ulm","${ada}"\n"C","Like","Ulm","${ada}"\n`,
  ],
  [
    'links behind names get a column of their own',
    withTail([['Likers'], ['Name', 'Title'], ['A', 'CEO'], ['B', 'CFO']], linked('A3'), ada),
    `"Likers"\n"Name","Title","Profile URL"\n"A","CEO","${ada}"\n"B","CFO"\n`,
  ],
  [
    'links behind words in a column of addresses take their place',
    withTail(
      [
        ['Name', 'LinkedIn', 'Post'],
        ['A', 'View', 'Open'],
        ['B', ada, post],
      ],
      linked('B2', 'C2', 'B3'),
      ada,
      post,
      post,
    ),
    `"Name","LinkedIn","Post","Post URL"\n"A","${ada}","Open","${post}"\n"B","${ada}","${post}"\n`,
  ],
  [
    'links above the header are not those of its columns, and what they show may be the name of one',
    withTail(
      [['Aro'], ['Wer', 'Firma'], ['Profil', 'Aro']],
      linked('A1', 'A3', 'B3'),
      'https://www.linkedin.com/company/bel',
      ada,
      'https://www.linkedin.com/company/aro',
    ),
    `"Aro"\n"Wer","Firma","Profile URL","Company page"\n"Profil","Aro","${ada}","https://www.linkedin.com/company/aro"\n`,
  ],
  [
    'links by formula',
    withTail(
      [
        ['Name', 'Title'],
        [formula(`HYPERLINK("${ada}","A")`, 'A'), 'CEO'],
      ],
      '',
    ),
    `"Name","Title","Profile URL"\n"A","CEO","${ada}"\n`,
  ],
  [
    'links to other pages are left alone',
    withTail(
      [
        ['Name', 'Email'],
        ['A', 'a@aro.example'],
      ],
      linked('A2', 'B2'),
      'https://aro.example',
      'mailto:a@aro.example',
    ),
    '"Name","Email"\n"A","a@aro.example"\n',
  ],
])('%s', async (_name, content, expected) => {
  const source = await openTable(written(content), { network: { namespace: 'li', hosts: ['linkedin.com'] } });
  expect((await source.sample(1e6)).text).toBe(expected);
});

test('links and merged cells are kept up to a bound', async () => {
  const areas = Array.from({ length: 100_001 }, (_, at) => `<mergeCell ref="A${at + 1}:A${at + 2}"/>`).join('');
  const links = '<hyperlinks><hyperlink ref="A1:A1048576" r:id="r0"/></hyperlinks>';
  const archive = await Archive.open(written(withTail([['Name']], `<mergeCells>${areas}</mergeCells>${links}`, ada)));
  const tail = await sheetTail(archive, 'xl/worksheets/sheet1.xml');
  archive.close();
  expect([tail.merged.size, tail.links.size]).toEqual([100_000, 100_000]);
});

test('formulas without a result are counted', async () => {
  const cells = ['A', ada, '<c><f>B1</f><v></v></c>', formula('""', '')];
  const { opened, records } = await read(withTail([['Name', 'Profile', 'Title', 'Company'], cells], ''));
  expect([records.length, opened.withoutResult()]).toEqual([1, 1]);
});

describe('what is refused', () => {
  test.each([
    ['a document type', zipOf(partsOf('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>')), /document type/],
    ['an entity of its own', zipOf(partsOf('<worksheet>&lol;</worksheet>')), /damaged/],
    ['depth', zipOf(partsOf(deep)), /too deeply/],
    [
      'many attributes',
      zipOf(partsOf(`<a ${Array.from({ length: 200 }, (_, at) => `b${at}=""`).join(' ')}/>`)),
      /attributes/,
    ],
    ['a text without end', zipOf(partsOf(`<a>${'x'.repeat(5e6)}</a>`)), /does not end/],
    ['a long cell', workbook([[inline('x'.repeat(150_000))]]), /too much text/],
    ['many columns', zipOf(partsOf('<a><row><c r="XFD1"><v>1</v></c></row></a>')), /1000 columns/],
    ['rows backwards', zipOf(partsOf('<a><row r="5"/><row r="4"/></a>')), /not in order/],
    ['a row beyond the last', zipOf(partsOf('<a><row r="99999999"/></a>')), /not in order/],
    ['a sheet elsewhere', zipOf({ ...partsOf(sheetOf([])), ...relsOf(external) }), /no visible sheet/],
    ['an archive within', zipOf({ 'a.csv': 'a' }), /archive within/],
    [
      'an OpenDocument spreadsheet',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
      /OpenDocument spreadsheet \(.ods\), not an .xlsx/,
    ],
    ['a binary workbook', zipOf({ '[Content_Types].xml': '<a/>', 'xl/workbook.bin': 'x' }), /binary workbook/],
    ['another document', zipOf({ mimetype: 'application/vnd.oasis', 'content.xml': '<a/>' }), /not an .xlsx document/],
    ['a bomb', zipOf({ ...partsOf(sheetOf([])), 'xl/media/big': new Uint8Array(80 * 1024 ** 2) }), /times its size/],
    ['a way out', zipOf({ ...partsOf(sheetOf([])), '../../etc/passwd': 'x' }), /names that no export has/],
    ['a rest', workbook([header]).subarray(0, 300), /damaged/],
  ])('%s', async (_name, content, said) => {
    await expect(csvOf(content)).rejects.toThrow(said);
  });

  test('a sheet that lies about its size is read as far as it is whole', async () => {
    const content = workbook([header, ...Array.from({ length: 5_000 }, (_, at) => liker(`Liker ${at}`))]);
    // The size of the last entry in its record of the directory.
    const at = content.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    content.writeUInt32LE(content.readUInt32LE(at + 24) - 200_000, at + 24);
    await expect(csvOf(content)).rejects.toThrow(/damaged/);
  });
});

describe('archives', () => {
  async function inside(content: Buffer) {
    const found: (readonly [string | undefined, string])[] = [];
    const path = written(content, 'all.zip');
    for await (const file of filesAt(path)) {
      found.push([file.inside?.name, (await (await openText(file.path)).sample(100)).text]);
    }
    return found;
  }
  const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith('leadlight-archive-'));

  test('hold files, of which nothing stays behind', async () => {
    const before = ours();
    const content = zipOf({
      'a/likers.csv': 'one,two',
      '__MACOSX/a/._likers.csv': 'x',
      'a/.DS_Store': 'x',
      'b/\u202etxt.csv': 'three',
      'book.xlsx': workbook([[inline('four')]]),
    });
    expect(await inside(content)).toEqual([
      ['likers.csv', 'one,two'],
      ['txt.csv', 'three'],
      ['book.xlsx', '"four"\n'],
    ]);
    expect(ours()).toEqual(before);
  });

  test('a spreadsheet and a table are no archives', async () => {
    expect(await inside(workbook([[inline('a')]]))).toEqual([[undefined, '"a"\n']]);
    expect(await inside(Buffer.from('a,b'))).toEqual([[undefined, 'a,b']]);
  });

  test.each([
    ['nothing', zipOf({ 'a/.hidden': 'x' }), /holds no files/],
    [
      'too many files',
      zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.csv`, 'x']))),
      /101 files/,
    ],
    ['a bomb', zipOf({ 'a.csv': new Uint8Array(80 * 1024 ** 2) }), /times its size/],
    ['a way out', zipOf({ '../a.csv': 'x' }), /names that no export has/],
    ['an absolute name', zipOf({ '/etc/a.csv': 'x' }), /names that no export has/],
  ])('with %s are refused', async (_name, content, said) => {
    await expect(inside(content)).rejects.toThrow(said);
  });
});
