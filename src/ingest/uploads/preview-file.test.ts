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
    'a table nobody knows',
    ['one,two', '1,2'],
    { problem: expect.stringMatching(/\w/), whole: false, rows: 0, refused: 0, records: zero, format: null },
  ],
])('%s', async (name, lines, said) => {
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const { preview, records } = await previewFile(path, { fileName: 'export.csv' }, network, now);
  expect(preview).toMatchObject({ archive: false, expected: null, ...said });
  expect(records).toHaveLength(said.records.engagement);
});
