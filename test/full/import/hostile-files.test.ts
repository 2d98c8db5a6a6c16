/** Files made to harm their reader: each is refused in words or read in part, and the service and its other users notice nothing. */
import { getEventListeners, once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { answersOf, openApart } from '../../../src/ingest/uploads/apart';
import { beginUpload } from '../../../src/ingest/uploads/begin';
import { endUploadWork } from '../../../src/ingest/uploads/ending';
import { previewUpload } from '../../../src/ingest/uploads/preview';
import { previewFile } from '../../../src/ingest/uploads/preview-file';
import { uploadPath } from '../../../src/ingest/uploads/files';
import { FileTurns } from '../../../src/ingest/uploads/file-turns';
import { unpackInto } from '../../../src/ingest/uploads/unpack';
import { startThread } from '../../../src/shared/thread';
import { whileClientWaits } from '../../../src/shared/request-life';
import { createOrganization } from '../../../src/store/access/organizations';
import { inline, partsOf, sheetOf, workbook, zipOf } from '../../support/workbook';
import { openTestDatabase } from '../../support/databases';

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const now = Date.parse('2026-11-15T12:00:00Z');
const options = { network, now };
const header = ['profileLink', 'name', 'job', 'degree', 'postUrl', 'timestamp'];
const ines = ['https://www.linkedin.com/in/ines', 'Ines', 'VP', '2nd', 'urn:li:activity:7402746946853253120', ''];
const good = workbook([header.map(inline), ines.map(inline)]);

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (content: Buffer | string) => {
  const path = join(folder, 'upload');
  writeFileSync(path, content);
  return path;
};

/** Reads a file to its end, as the job of an upload does: what it gave, or why it was refused. */
async function read(content: Buffer | string): Promise<string> {
  const path = written(content);
  try {
    const opened = await openApart(path, options);
    const kinds: Record<string, number> = {};
    let reason = '';
    for await (const records of opened.records) {
      for (const record of records) {
        kinds[record.kind] = (kinds[record.kind] ?? 0) + 1;
        if (record.kind === 'refused') reason = record.reason;
      }
    }
    return [...Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`), reason].join(', ');
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

const sharedText = (length: number) => `<sst><si><t>${'x'.repeat(length)}</t></si></sst>`;
const rowsOf = (rows: number, row: string) => `<a><sheetData>${row.repeat(rows)}</sheetData></a>`;
const shared = (length: number, rows: number, cells: number) =>
  zipOf({
    ...partsOf(
      `<a><sheetData><row>${header.map(inline).join('')}</row>${`<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`.repeat(rows)}</sheetData></a>`,
    ),
    'xl/sharedStrings.xml': sharedText(length),
  });
/** A sheet that was formatted down to there has such rows. */
const emptyRow = `<row>${'<c s="1"/>'.repeat(100)}</row>`;
const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const merge = (column: string) => `<mergeCell ref="${column}2:${column}9999"/>`;
const merges = letters.flatMap((first) => letters.map((second) => merge(first + second))).join('');
/** A known header, a first row, and the same row four thousand times. */
const below = (row: string, first = '', tail = '') =>
  zipOf(
    partsOf(
      `<worksheet><sheetData><row>${header.map(inline).join('')}</row>${first}${row.repeat(4_000)}</sheetData>${tail}</worksheet>`,
    ),
  );
const nested = (levels: number) => `[{"a":${'['.repeat(levels)}${']'.repeat(levels)}}]`;

describe('a file', () => {
  test.each([
    ['that does no harm', good, /^1 engagement, $/],
    ['with one text of a million letters, used 500 times', shared(1_000_000, 1, 500), /too much text/],
    ['with long rows of one text', shared(30_000, 20, 900), /a line of more than 256 KB/],
    ['with one text in very many cells', shared(32_000, 1_400, 6), /unfolds to more text/],
    ['with cells far to the right', below('<row><c r="ALL1"><v>1</v></c></row>'), /unfolds to more text/],
    [
      'with hundreds of columns merged over all rows',
      below(
        '<row><c><v>1</v></c></row>',
        `<row>${inline('x').repeat(702)}</row>`,
        `<mergeCells>${merges}</mergeCells>`,
      ),
      /unfolds to more text/,
    ],
    [
      'with empty rows behind its own, as many as there may be',
      zipOf(
        partsOf(
          sheetOf([header.map(inline), ines.map(inline)]).replace(
            '</sheetData>',
            `${emptyRow.repeat(40_000)}</sheetData>`,
          ),
        ),
      ),
      /^1 engagement, $/,
    ],
    ['with a row of many columns', zipOf(partsOf(rowsOf(1, `<row>${'<c/>'.repeat(60_000)}</row>`))), /1000 columns/],
    ['with entities', zipOf(partsOf('<!DOCTYPE a [<!ENTITY a "&b;&b;">]><a>&a;</a>')), /document type/],
    [
      'with endless styles',
      zipOf({ ...partsOf('<a/>'), 'xl/styles.xml': `<a>${'<xf/>'.repeat(4e6)}</a>` }),
      /no export does/,
    ],
    [
      'that says much about nothing',
      zipOf(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}${'x'.repeat(30_000)}`, '']))),
      /says more/,
    ],
    ['of JSON that is many values', `[[${'{},'.repeat(2e6)}{}]]`, /more than 500000 values/],
    [
      'of JSON on one line without end',
      `{"a":"${'x'.repeat(18e6)}`,
      /Nothing in this JSON|one object of more than 16 MB/,
    ],
    ['of JSON nested deeply', nested(100_000), /nested more than 64/],
    ['that is a small gzip of much', gzipSync(`a,b\n${'\n'.repeat(3e7)}`), /no format that is known here/],
    ['with a zip inside a zip', zipOf({ 'a.zip': zipOf({ 'a.csv': 'a' }) }), /archive within an archive/],
  ])('%s', async (_name, content, said) => {
    expect(await read(content)).toMatch(said);
  });
});

test.each([
  ['of few', 10, { rows: 1, whole: true, records: { post: 1, engagement: 10 } }],
  ['of very many', 5_000, { rows: 1, whole: false, records: { post: 1, engagement: 3_999 } }],
])('a preview looks at a bounded number of comments within one item, %s', async (_, comments, shown) => {
  const people = Array.from({ length: comments }, (_, n) => ({
    user_id: `u${n}`,
    user_name: 'Ines',
    comment: 'Hello',
  }));
  const post = { url: 'urn:li:activity:7402746946853253120', post_text: 'Post', date_posted: '2026-11-01T10:00:00Z' };
  const path = written(JSON.stringify([{ ...post, use_url: ines[0], top_visible_comments: people }]));
  const { preview, records } = await previewFile(path, { fileName: 'posts.json' }, network, now);
  expect(preview).toMatchObject(shown);
  expect(records).toHaveLength(shown.records.post + shown.records.engagement);
});

test.each(['read', 'preview'] as const)(
  'comments are read in the thread, and their words stay there, in a %s',
  async (kind) => {
    const comment = `What does it cost? ${'word '.repeat(2_000)}`;
    const row = { kind: 'comment', profileUrl: ines[0], name: 'Ines', postUrl: ines[4], commentText: comment };
    const path = written(JSON.stringify(row));
    const task =
      kind === 'read'
        ? ({ kind, path, options } as const)
        : ({ kind, path, choices: { fileName: 'a.ndjson' }, network, now } as const);
    const handedOver = [];
    for await (const answer of answersOf(task)) if (answer.kind === 'records') handedOver.push(...answer.records);
    expect(handedOver).toMatchObject([{ kind: 'engagement', commentText: null, words: { said: 'price' } }]);
    expect(JSON.stringify(handedOver).length).toBeLessThan(2_000);
  },
);

test('a message of a thread has a bounded number of records and characters, and at its end nothing listens', async () => {
  const messages = async (rows: readonly object[]) => {
    const path = written(rows.map((row) => JSON.stringify(row)).join('\n'));
    const task = { kind: 'preview', path, choices: { fileName: 'a.ndjson' }, network, now } as const;
    const stays = new AbortController().signal;
    const sizes: number[] = [];
    for await (const answer of answersOf(task, stays)) if (answer.kind === 'records') sizes.push(answer.records.length);
    expect(getEventListeners(stays, 'abort')).toEqual([]);
    return sizes;
  };
  const person = { kind: 'person', profileUrl: ines[0], name: 'Ines' };
  expect(await messages(Array.from({ length: 450 }, () => person))).toEqual([200, 200, 50]);
  const post = { kind: 'post', postUrl: ines[4], postText: 'x'.repeat(50_000) };
  expect(await messages(Array.from({ length: 12 }, () => post))).toEqual([6, 6]);
});

test('a thread sends no more messages than it was asked for', async () => {
  const person = JSON.stringify({ kind: 'person', profileUrl: ines[0], name: 'Ines' });
  const path = written(`${person}\n`.repeat(450));
  const task = { kind: 'preview', path, choices: { fileName: 'a.ndjson' }, network, now } as const;
  const thread = startThread(join(__dirname, '../../../src/ingest/uploads'), 'reading-thread', task);
  let came = 0;
  thread.on('message', () => (came += 1));
  thread.postMessage('more');
  await once(thread, 'message');
  // Another one began later and was asked for everything.
  let all = 0;
  for await (const answer of answersOf(task)) all += answer.kind === 'refused' ? 0 : 1;
  expect([came, all]).toEqual([1, 4]);
  for (let n = 0; n < 3; n += 1) thread.postMessage('more');
  await once(thread, 'exit');
  expect(came).toBe(4);
});

const blankRows = () => zipOf(partsOf(rowsOf(1_000_000, '<row/>')));
const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

describe('a reading that is given up', () => {
  test.each([
    ['blank rows of a spreadsheet', blankRows],
    ['rows of a table', () => `${header.join(',')}\n${`${ines.join(',')}\n`.repeat(100_000)}`],
  ])('ends its thread at once, among %s', async (_name, content) => {
    const before = threads();
    const path = written(content());
    const leaving = new AbortController();
    const reading = (async () => {
      for await (const answer of answersOf({ kind: 'read', path, options }, leaving.signal)) {
        if (answer.kind === 'records') leaving.abort(new Error('left'));
      }
    })();
    void setImmediate().then(() => leaving.abort(new Error('left')));
    await expect(reading).rejects.toThrow('left');
    expect(threads()).toBe(before);
  });

  test('ends its thread also while what it read is still used', async () => {
    const before = threads();
    const path = written(`${header.join(',')}\n${`${ines.join(',')}\n`.repeat(100_000)}`);
    const leaving = new AbortController();
    const answers = answersOf({ kind: 'read', path, options }, leaving.signal);
    expect((await answers.next()).value).toMatchObject({ kind: 'opened' });
    expect(threads()).toBeGreaterThan(before);
    leaving.abort(new Error('left'));
    while (threads() > before) await setImmediate();
    await expect(answers.next()).rejects.toThrow('left');
  });

  test('because the service stops, takes its preview with it', async () => {
    const { db, close } = await openTestDatabase();
    const place = { db, organizationId: 'none', network, now };
    const path = written(blankRows());
    const preview = previewUpload(path, { fileName: 'a.xlsx' }, place);
    await endUploadWork(db);
    await expect(preview).rejects.toThrow('stopping');
    await expect(previewUpload(path, { fileName: 'a.xlsx' }, place)).rejects.toThrow('stopping');
    await close();
  });
});

describe('the unpacking of an archive ends, and nothing of it stays but itself,', () => {
  const archive = zipOf({ 'a.csv': 'a'.repeat(3e7), 'b.csv': 'b' });
  const begun = async (requireStill?: () => Promise<void>) => {
    const { db, close } = await openTestDatabase();
    const organizationId = (await createOrganization(db, 'Acme'))?.id ?? '';
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const uploadId = await beginUpload(db, dataDir, organizationId);
    const path = uploadPath(dataDir, organizationId, uploadId);
    writeFileSync(path, archive);
    const left = new AbortController();
    const unpacking = whileClientWaits(left.signal, () => unpackInto(db, dataDir, organizationId, path, requireStill));
    return { db, close, left, unpacking, files: () => readdirSync(join(path, '..')), uploadId };
  };

  test('but not while somebody waits for it', async () => {
    const { unpacking, files, close } = await begun();
    expect(await unpacking).toHaveLength(2);
    expect(files()).toHaveLength(2);
    await close();
  });

  test('when the person may not import any more once its turn has come', async () => {
    const { unpacking, files, uploadId, close } = await begun(() => Promise.reject(new Error('no member')));
    await expect(unpacking).rejects.toThrow('no member');
    expect(files()).toEqual([uploadId]);
    await close();
  });

  test.each(['the client leaves', 'the service stops'])('when %s', async (why) => {
    const { db, close, left, unpacking, files, uploadId } = await begun();
    const ended = expect(unpacking).rejects.toThrow(why === 'the client leaves' ? 'left' : 'stopping');
    // The first bytes of the first file are there.
    while (files().length < 2) await setImmediate();
    if (why === 'the client leaves') left.abort(new Error('left'));
    else await endUploadWork(db);
    await ended;
    expect(files()).toEqual([uploadId]);
    await close();
  });
});

test('previews and unpacking take turns: one of a workspace, two of a process, and who leaves leaves the line', async () => {
  const turns = new FileTurns();
  const stay = new AbortController().signal;
  const leaving = new AbortController();
  const started: string[] = [];
  const take = async (of: string, signal = stay) => {
    const release = await turns.take(of, signal);
    started.push(of);
    return release;
  };
  const a = await take('a');
  const secondOfA = take('a');
  const b = await take('b');
  const gone = take('c', leaving.signal);
  const d = take('d');
  leaving.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  b();
  (await d)();
  a();
  (await secondOfA)();
  expect(started).toEqual(['a', 'b', 'd', 'a']);
});
