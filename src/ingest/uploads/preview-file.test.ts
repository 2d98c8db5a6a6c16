/** What a preview says of a file that has nothing to import, and why. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previewFile } from './preview-file';

const folder = mkdtempSync(join(tmpdir(), 'leadlight-preview-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const now = Date.parse('2026-11-20T12:00:00Z');
const post = 'https://www.linkedin.com/feed/update/urn:li:activity:7400000000000000001';
const ofComment = `${post}?commentUrn=urn:li:comment:(activity:7400000000000000001,7400000000000000002)`;
const zero = { engagement: 0, post: 0, person: 0, company: 0, lead: 0 };
const like = (to: string, person = 'https://www.linkedin.com/in/anna-berg') => `like,Anna Berg,${person},"${to}"`;
const header = 'kind,name,profileUrl,postUrl';

test.each([
  ['a row that is used', [header, like(post)], { problem: null, whole: true, records: { ...zero, engagement: 1 } }],
  ['no row', [header], { problem: 'This file holds no rows.', whole: true, records: zero }],
  ['rows that are left out alone', [header, like(ofComment)], { problem: null, whole: true, rows: 1, records: zero }],
  [
    'rows that are refused alone',
    [header, like(post, 'nobody')],
    { problem: expect.stringMatching(/^Nothing in this file can be read: /), whole: true, refused: 1, records: zero },
  ],
  [
    'a row that is used among more that are refused',
    [header, like(post, 'nobody'), like(post), like('nowhere'), like(post, 'nobody')],
    {
      ...{ problem: null, refused: 3, records: { ...zero, engagement: 1 } },
      reasons: [2, 1].map((count) => ({ reason: expect.stringMatching(/\w/), count })),
    },
  ],
  ['nothing', [''], { problem: expect.stringMatching(/\w/), guessed: null, columns: [], choices: [], records: zero }],
  [
    'a table in no known format',
    ['one,two', '1,2'],
    { problem: expect.stringMatching(/\w/), whole: false, rows: 0, refused: 0, records: zero, format: null },
  ],
  [
    'a table of one column in no known format',
    ['one', '1'],
    { problem: expect.stringMatching(/\w/), columns: ['one'], guessed: { columns: [null] }, records: zero },
  ],
])('%s', async (name, lines, said) => {
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { preview, records } = await previewFile(path, { fileName: 'export.csv' }, network, now);
  expect(preview).toMatchObject({ archive: false, expected: null, ...said });
  expect(records).toHaveLength(said.records.engagement);
});

const shown = async (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return (await previewFile(path, { fileName: name }, network, now)).preview;
};
const wide = (cell: (column: number) => string) => Array.from({ length: 61 }, (_, column) => cell(column + 1));

test.each([
  ['a table in no known format', 'a', null],
  ['a table in a known format', header, 'generic'],
])(
  '%s is shown with its first sixty columns and five rows, and cells of 120 characters',
  async (name, first, format) => {
    const names = [...first.split(','), ...wide((column) => `x${column}`)].slice(0, 61);
    const row = (at: number) =>
      names.map((column) => (column === 'postUrl' ? post : column === 'x1' ? 'y'.repeat(121) : `${column} of ${at}`));
    const lines = [names, ...[1, 2, 3, 4, 5, 6].map(row)].map((cells) => cells.map((cell) => `"${cell}"`).join(','));
    const preview = await shown(`${name} wide.csv`, `${lines.join('\n')}\n`);
    expect(preview.format).toBe(format);
    expect(preview.columns).toEqual(names.slice(0, 60));
    expect(preview.readAs).toHaveLength(60);
    const cut = (cells: readonly string[]) => cells.slice(0, 60).map((cell) => cell.slice(0, 120));
    expect(preview.firstRows).toEqual([1, 2, 3, 4, 5].map((at) => cut(row(at))));
  },
);

test('items are shown as a table with their first sixty members and five rows', async () => {
  const names = wide((column) => `x${column}`);
  const item = (at: number) => Object.fromEntries(names.map((name) => [name, `${name} of ${at}`]));
  const preview = await shown('items.json', JSON.stringify([1, 2, 3, 4, 5, 6].map(item)));
  expect(preview.columns).toEqual(names.slice(0, 60));
  expect(preview.firstRows).toEqual([1, 2, 3, 4, 5].map((at) => Object.values(item(at)).slice(0, 60)));
});

/** A table of contacts as HubSpot has them, with what people did and what the CRM says of each. */
const contacts = 'Action,Name,LinkedIn URL,Post URL,Comment,Job title,Lead Status,Contact owner,Lifecycle Stage';
const contact = (action: string, status = 'Open') =>
  `${action},Anna Berg,https://www.linkedin.com/in/anna-berg,${post},Nice,CFO,${status},a@x.example,Customer`;
test.each([
  // A row that is there for what the CRM says takes that from the column.
  ['a lead of a CRM among comments', ['commented', 'lead'], { 'Lead Status': 'disposition', Comment: 'commentText' }],
  ['a lead of a CRM alone', ['lead'], { 'Lead Status': 'disposition', Comment: null, 'Job title': null }],
  ['comments', ['commented'], { 'Lead Status': null, Comment: 'commentText', 'Job title': 'title' }],
  ['likes', ['liked'], { 'Lead Status': null, Comment: null, 'Job title': 'title' }],
  ['people', ['person'], { 'Lead Status': null, Comment: null, 'Post URL': null, 'Job title': 'title' }],
])('a column is used when rows take something from it: %s', async (name, actions, used) => {
  const rows = actions.map((action) => contact(action, action === 'lead' ? 'customer' : 'Open'));
  const preview = await shown(`contacts ${name}.csv`, `${[contacts, ...rows].join('\n')}\n`);
  expect(preview).toMatchObject({ format: 'generic', problem: null, refused: 0 });
  const readAs = Object.fromEntries(preview.columns.map((column, at) => [column, preview.readAs[at]]));
  expect(readAs).toMatchObject({ Action: 'kind', 'LinkedIn URL': 'profileUrl', 'Lifecycle Stage': null, ...used });
});

test('a list of posts takes its day, its author and its words from columns that others have for people', async () => {
  const header = 'kind,postUrl,date,profileUrl,content,likes,headline';
  const row = `post,${post},2026-11-12,https://www.linkedin.com/in/anna-berg,We hire,5,CFO`;
  const { readAs } = await shown('posts.csv', `${header}\n${row}\n`);
  expect(readAs).toEqual(['kind', 'postUrl', 'occurredAt', 'profileUrl', 'commentText', 'likes', null]);
});
