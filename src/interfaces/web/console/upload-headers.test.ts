/** What the headers of an upload may say. */
import { newId } from '../../../database/new-id';
import { largestUpload } from '../../../ingest/uploads/files';
import { readUploadHeaders, sayOffset } from './upload-headers';

const id = newId();
const base64 = Buffer.alloc(32, 7).toString('base64');
const hex = '07'.repeat(32);
const none = { id: undefined, at: 0, length: undefined, digest: undefined };

test.each([
  [{}, none],
  [{ 'upload-id': id }, { ...none, id }],
  [
    { 'upload-offset': '7', 'upload-length': '9' },
    { ...none, at: 7, length: 9 },
  ],
  [
    { 'upload-offset': '0', 'upload-length': '0' },
    { ...none, at: 0, length: 0 },
  ],
  [{ 'upload-length': String(largestUpload) }, { ...none, length: largestUpload }],
  [{ 'upload-length': '000000000009' }, { ...none, length: 9 }],
  [{ 'repr-digest': `sha-256=:${base64}:` }, { ...none, digest: hex }],
  [{ 'repr-digest': `sha-512=:AAAA:, sha-256=:${base64}:;a=1, md5=:AA==:` }, { ...none, digest: hex }],
])('%j', (headers, read) => {
  expect(readUploadHeaders({ headers })).toEqual(read);
});

const base64Of32 = 'must hold sha-256=:…: with the base64 of 32 bytes';
const wholeNumber = `must be a whole number from 0 to ${largestUpload}`;
const noNumbers = ['-1', '1.5', 'x', '', '1e3', ' 1', '0000000000009', String(largestUpload + 1), ['1']];
const noDigests = ['', 'sha-256=abc', `sha-256=:${'A'.repeat(44)}:`, `xsha-256=:${base64}:`, `sha-256=:${base64}:x`];
const refused: readonly (readonly [string, string | string[], string])[] = [
  ['Upload-Id', `${id}0`, 'must be a uuid'],
  ['Upload-Id', [id], 'must be a uuid'],
  ...noNumbers.map((value) => ['Upload-Offset', value, wholeNumber] as const),
  ...noNumbers.map((value) => ['Upload-Length', value, wholeNumber] as const),
  ...noDigests.map((value) => ['Repr-Digest', value, base64Of32] as const),
];

test.each(refused)('%s: %j is refused by its name', (name, value, message) => {
  const read = () => readUploadHeaders({ headers: { [name.toLowerCase()]: value } });
  expect(read).toThrow(expect.objectContaining({ code: 'validation_failed', details: [{ path: name, message }] }));
});

test.each([
  [true, '?1'],
  [false, '?0'],
])('how far an upload is, complete: %s', (complete, said) => {
  const headers: unknown[] = [];
  sayOffset({ setHeader: (...header: unknown[]) => void headers.push(header) }, 7, complete);
  expect(headers).toEqual([
    ['Upload-Offset', 7],
    ['Upload-Complete', said],
  ]);
});
