/** Files as they occur: encodings, delimiters, compression, damage. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { ExportError } from './errors';
import { openExport, type ExportOptions } from './open';
import type { IntakeRecord } from './records';
import { growthOfAsync } from '../../../test/support/growth';

const folder = mkdtempSync(join(tmpdir(), 'open-'));
afterAll(() => rmSync(folder, { recursive: true }));
const now = Date.parse('2026-11-15T12:00:00Z');

async function read(content: string | Buffer, options: Partial<ExportOptions> = {}, name = 'export') {
  const path = join(folder, name);
  writeFileSync(path, content);
  const opened = await openExport(path, { network: { namespace: 'li', hosts: ['linkedin.com'] }, now, ...options });
  const records: IntakeRecord[] = [];
  for await (const batch of opened.records) records.push(...batch);
  return { opened, records };
}

const names = (records: readonly IntakeRecord[]) =>
  records.map((record) => (record.kind === 'engagement' ? record.actor.name : `${record.kind} ${String(record.at)}`));
const table = (delimiter = ',', newline = '\n') =>
  [
    ['profileLink', 'name', 'job', 'degree', 'postUrl', 'timestamp'],
    ['https://www.linkedin.com/in/ines', 'Inès', 'Café', '2nd', 'urn:li:activity:7402746946853253120', ''],
    ['https://www.linkedin.com/in/jonas', 'Jonas', 'Müller', '2nd', 'urn:li:activity:7402746946853253120', ''],
  ]
    .map((cells) => cells.join(delimiter))
    .join(newline);

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from(table())],
  ['UTF-8 with byte-order mark', Buffer.from(`\ufeff${table()}`)],
  ['CRLF', Buffer.from(table(',', '\r\n'))],
  ['semicolons', Buffer.from(table(';'))],
  ['tabs', Buffer.from(table('\t'))],
  ["Excel's separator line", Buffer.from(`sep=;\r\n${table(';', '\r\n')}`)],
  ['UTF-16LE with byte-order mark', Buffer.from(`\ufeff${table('\t')}`, 'utf16le')],
  ['UTF-16LE without', Buffer.from(table('\t'), 'utf16le')],
  ['UTF-16BE', utf16be(`\ufeff${table()}`)],
  ['Windows-1252', Buffer.from(table(), 'latin1')],
  ['gzip', gzipSync(table())],
  ['blank lines before the header', Buffer.from(`\n\n${table()}`)],
])('a table in %s', async (_name, content) => {
  const { opened, records } = await read(content);
  expect(opened).toMatchObject({ format: 'phantombuster-likers', unit: 'line', totalBytes: content.length });
  expect(names(records)).toEqual(['Inès', 'Jonas']);
  expect(opened.bytesRead()).toBe(content.length);
});

test('a long table in which some lines need more than a byte a letter', async () => {
  const odd = ['Łukasz', '李娜', 'Zoë', '🦊', 'e\u0301'];
  const wanted = Array.from({ length: 3_000 }, (_, at) => (at % 7 === 3 ? (odd[at % odd.length] ?? '') : `Plain${at}`));
  const row = (name: string) =>
    `https://www.linkedin.com/in/${encodeURIComponent(name)},"${name}",x,2nd,urn:li:activity:7402746946853253120,`;
  const text = ['profileLink,name,job,degree,postUrl,timestamp', ...wanted.map(row)].join('\n');
  for (const content of [Buffer.from(text), Buffer.from(`\ufeff${text}`), gzipSync(text)]) {
    expect(names((await read(content)).records)).toEqual(wanted);
  }
  // Bytes that are not UTF-8, far behind the beginning that decides the encoding. The lines around them must survive.
  const broken = Buffer.concat([Buffer.from(text), Buffer.from([0x0a, 0xe2, 0x82]), Buffer.from(`\n${row('Last')}`)]);
  expect(names((await read(broken)).records).slice(0, 3_000)).toEqual(wanted);
  expect(names((await read(broken)).records).at(-1)).toBe('Last');
});

const item = (name: string) => ({
  reactionType: 'LIKE',
  actor: { id: null, name, linkedinUrl: `https://www.linkedin.com/in/${name}`, position: 'x' },
  postId: '7402746946853253120',
});

test.each([
  ['an array', JSON.stringify([item('ines'), item('jonas')]), 'item'],
  ['an indented array', JSON.stringify([item('ines'), item('jonas')], null, 2), 'item'],
  ['an array in lines', `[\n${JSON.stringify(item('ines'))},\n${JSON.stringify(item('jonas'))}\n]`, 'item'],
  [
    'an object with items',
    JSON.stringify({ total: 2, note: { items: 'no' }, items: [item('ines'), item('jonas')] }, null, 1),
    'item',
  ],
  ['lines', `${JSON.stringify(item('ines'))}\r\n\r\n${JSON.stringify(item('jonas'))}`, 'line'],
])('JSON as %s', async (_name, content, unit) => {
  const { opened, records } = await read(`\ufeff${content}`);
  expect(opened).toMatchObject({ format: 'apify-harvestapi-reactions', unit });
  expect(names(records)).toEqual(['ines', 'jonas']);
});

test('ids written as numbers keep all their digits', async () => {
  const text = JSON.stringify([
    { ...item('ines'), actor: { ...item('ines').actor, position: 'a: 7402746946853253120, "b' } },
  ]);
  const { records } = await read(text.replace('"7402746946853253120"', '7402746946853253123'));
  expect(records).toMatchObject([
    { post: { id: '7402746946853253123' }, actor: { headline: 'a: 7402746946853253120, "b' } },
  ]);
});

test('a single object is one item', async () => {
  const { records } = await read(JSON.stringify(item('ines'), null, 2));
  expect(names(records)).toEqual(['ines']);
});

describe('damage: the good part is kept', () => {
  test('an array that breaks off', async () => {
    const { records } = await read(`[${JSON.stringify(item('ines'))},{"reactionType":"LI`);
    expect(names(records)).toEqual(['ines', 'refused 2']);
    expect(records[1]).toMatchObject({
      reason: 'the list is never closed: the file was cut off',
      raw: '{"reactionType":"LI',
    });
  });

  test('an array with rubbish in it', async () => {
    const { records } = await read(`[${JSON.stringify(item('ines'))}, 7, nonsense, ${JSON.stringify(item('jonas'))}]`);
    expect(names(records)).toEqual(['ines', 'refused 2', 'refused 3', 'jonas']);
    expect(records.slice(1, 3)).toMatchObject([{ reason: 'not an object' }, { reason: 'not valid JSON' }]);
  });

  test('an array of bare commas', async () => {
    const good = JSON.stringify(item('ines'));
    const commas = (count: number) => `[${good}${','.repeat(count)}${good}]`;
    const { records } = await read(commas(100_000));
    expect(records).toHaveLength(100_001);
    expect(records[1]).toMatchObject({ reason: 'not valid JSON' });
    expect(await growthOfAsync(read, commas, 10_000, 8)).toBeLessThan(30);
  });

  test('lines with rubbish between them', async () => {
    const { records } = await read(`${JSON.stringify(item('ines'))}\n{"broken\n7\n${JSON.stringify(item('jonas'))}\n`);
    expect(names(records)).toEqual(['ines', 'refused 2', 'refused 3', 'jonas']);
  });

  test('a table with a broken row, and one with too many cells', async () => {
    const good = 'https://www.linkedin.com/in/eva,Eva,,,urn:li:activity:7402746946853253120,';
    const { records } = await read(`${table()}\n"x"y,1\n${good},,\n${good},one,more\n${good}\n`);
    expect(names(records)).toEqual(['Inès', 'Jonas', 'refused 4', 'Eva', 'refused 6', 'Eva']);
    expect(records[4]).toMatchObject({ reason: '8 cells where the header has 6' });
  });

  test('gzip that breaks off', async () => {
    const rows = Array.from(
      { length: 60_000 },
      (_, n) =>
        `https://www.linkedin.com/in/p${String((n * 7919) % 99_991)},P${String(n)},,,urn:li:activity:7402746946853253120,`,
    );
    const content = gzipSync([table(), ...rows].join('\n'));
    const { records } = await read(content.subarray(0, content.length - 1000));
    expect(records.length).toBeGreaterThan(50_000);
    expect(records.at(-1)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('breaks off') });
  });
});

describe('what cannot be read says what to do', () => {
  test.each([
    ['an empty file', '', /is empty/],
    ['a damaged spreadsheet', Buffer.from('PK\u0003\u0004rest'), /is damaged/],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /save it as \.xlsx or CSV/],
    ['something binary', Buffer.from([1, 2, 0, 3, 4, 5, 6, 7]), /not a text file/],
    ['a program, whose zeros look like UTF-16', readFileSync(process.execPath).subarray(0, 20_000), /not a text file/],
    ['a packed program', gzipSync(readFileSync(process.execPath).subarray(0, 20_000)), /not a text file/],
    ['compressed bytes without a zero at the start', deflateSync(table(), { level: 9 }), /not a text file/],
    ['another table', 'a,b\n1,2\n', /its columns: a, b/],
    ['other JSON', '[{"a":1}]', /its columns: a/],
    ['an empty list', '[]', /it has no rows/],
    ['a broken gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3]), /not valid gzip/],
  ])('%s', async (_name, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
    await expect(read(content)).rejects.toThrow(ExportError);
  });

  test('no format: one short line that says what was found', async () => {
    const header = Array.from({ length: 40 }, (_, n) => `column${n}`).join(',');
    const error: unknown = await read(`${header}\n`).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/^.*no format that is known.*column0, column1.*see docs\/import.md.*$/);
    expect(String(error).length).toBeLessThan(280);
  });

  test('a control character in a text does not make it binary', async () => {
    expect(names((await read(table().replace('Jonas', 'Jo\u0001nas'))).records)).toContain('Jo nas');
  });

  test('a missing file, a wrong format name, a wrong post, a table for a JSON format', async () => {
    const options = { network: { namespace: 'li', hosts: ['linkedin.com'] }, now };
    await expect(openExport(join(folder, 'missing'), options)).rejects.toMatchObject({
      about: 'file',
      message: 'There is no such file.',
    });
    await expect(openExport(folder, options)).rejects.toMatchObject({ about: 'file', message: 'It is a directory.' });
    await expect(read(table(), { format: 'nonsense' })).rejects.toThrow('There is no format "nonsense"');
    await expect(read(table(), { post: 'https://lnkd.in/x' })).rejects.toThrow('--post names no post');
    await expect(read(table(), { format: 'linkup-reactions' })).rejects.toThrow('this file is a table');
  });
});

describe('when it was observed', () => {
  const observed = async (options: Partial<ExportOptions>, name: string) => {
    const { records } = await read(table(), options, name);
    const [first] = records;
    return first?.kind === 'engagement' ? new Date(first.observedAt).toISOString() : null;
  };

  test('what is given wins, then the date in the name', async () => {
    expect(await observed({ observedAt: Date.parse('2026-11-01T00:00:00Z') }, 'likers-2026-10-26.csv')).toBe(
      '2026-11-01T00:00:00.000Z',
    );
    expect(await observed({}, 'likers-2026-10-26.csv')).toBe('2026-10-26T12:00:00.000Z');
    expect(await observed({}, 'likers-2026-12-24.csv')).toBe('2026-11-15T12:00:00.000Z');
  });

  test("then the file's own time", async () => {
    const path = join(folder, 'dated');
    writeFileSync(path, table());
    utimesSync(path, new Date('2026-10-01T00:00:00Z'), new Date('2026-10-01T00:00:00Z'));
    const { records } = await openExport(path, { network: { namespace: 'li', hosts: ['linkedin.com'] }, now });
    for await (const batch of records)
      expect(batch[0]).toMatchObject({ observedAt: Date.parse('2026-10-01T00:00:00Z') });
  });
});

test('leaving early closes the file', async () => {
  const path = join(folder, 'long');
  writeFileSync(
    path,
    `${table()}\n${'https://www.linkedin.com/in/eva,Eva,,,urn:li:activity:7402746946853253120,\n'.repeat(50_000)}`,
  );
  const opened = await openExport(path, { network: { namespace: 'li', hosts: ['linkedin.com'] }, now });
  for await (const batch of opened.records) {
    expect(batch.length).toBeGreaterThan(0);
    break;
  }
  expect(opened.bytesRead()).toBeLessThan(opened.totalBytes);
});

test('the members of items that are used, and those that are not: of objects in them, and lists', async () => {
  const { opened } = await read(
    JSON.stringify([
      {
        ...{ kind: 'comment', postUrl: 'urn:li:activity:7402746946853253120', commentText: 'Price?', name: 'Ada' },
        ...{
          profileUrl: 'https://www.linkedin.com/in/ada',
          author: { name: 'Bo' },
          replies: [{ text: 'Hi' }],
          tags: ['a'],
        },
      },
    ]),
  );
  const unused = opened.columns.filter(({ becomes }) => becomes === null).map(({ column }) => column);
  expect(unused).toEqual(['author.name', 'replies']);
});

test.each([
  [['What does it cost?'], 'commentText'],
  [['12'], 'comments'],
  [['off', '12 comments', '1,2 Tsd.'], 'comments'],
])('a column called comments that holds %j becomes %s', async (cells, becomes) => {
  const row = 'comment,Ada,https://www.linkedin.com/in/ada,urn:li:activity:7402746946853253120';
  const rows = cells.map((cell) => `${row},"${cell}"\n`);
  const { opened } = await read(`Kind,Name,LinkedIn,Post URL,Comments\n${rows.join('')}`);
  expect(opened.columns.at(-1)).toEqual({ column: 'Comments', becomes });
});

test.each(['auto', 'generic'])(
  'a list of people in a post is read, and one that names nobody is not used: %s',
  async (format) => {
    const who = (slug: string) => `https://www.linkedin.com/in/${slug}`;
    const { opened, records } = await read(
      JSON.stringify([
        {
          ...{ postUrl: 'urn:li:activity:7402746946853253120', text: 'We hire', authorName: 'Bo' },
          likers: [{ name: 'Ada', profileUrl: who('ada') }],
          comments: [{ text: 'Hi', authorName: 'Cy', authorProfileUrl: who('cy') }],
        },
      ]),
      { format },
    );
    expect(names(records)).toEqual(['post 1', 'Ada']);
    expect(opened.columns.filter(({ becomes }) => becomes === null)).toEqual([{ column: 'comments', becomes: null }]);
  },
);

test('a time in an entry of a list counts from when the item was seen, and one that is not understood refuses its entry alone', async () => {
  const entry = (name: string, more: object) => ({ name, profileUrl: 'https://www.linkedin.com/in/ada', ...more });
  const { records } = await read(
    JSON.stringify([
      {
        ...{ postUrl: 'urn:li:activity:7402746946853253120', text: 'We hire', scrapedAt: '2026-03-10T12:00:00Z' },
        likers: [entry('Ada', { date: '03/04/2026' }), entry('Bo', { date: '2d' })],
      },
    ]),
    { format: 'generic' },
  );
  expect(names(records)).toEqual(['post 1', 'refused 1', 'Bo']);
  expect(records.at(-1)).toMatchObject({ occurredAt: Date.parse('2026-03-08T12:00:00Z') });
});
