import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Folder } from './folder';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'leadlight-folder-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const postId = '7500000000000000000';
const ada = { url: 'https://www.linkedin.com/in/ada', memberId: null, slug: 'ada', isCompany: false };
const named = [
  'kind,postUrl,text,authorProfileUrl,authorName',
  `post,urn:li:activity:${postId},Words,${ada.url},Ada`,
  '',
].join('\n');

test('files are listed in a fixed order; hidden ones, lists of refused rows and what lies too deep are not', async () => {
  for (const path of ['b.csv', 'a.csv', 'x/y/z/c.json', `${postId}/all.csv`, 'rejects.csv']) write(path);
  for (const path of ['.hidden.csv', '.git/a.csv', 'a.csv.rejects', `${postId}/all.csv.rejects`]) write(path);
  write('old.rejects/kept.csv');
  write('1/2/3/4/deep.csv');
  const files = await new Folder(root).files();
  expect(files.map(({ path }) => path)).toEqual([`${postId}/all.csv`, 'a.csv', 'b.csv', 'rejects.csv', 'x/y/z/c.json']);
});

test('a list of refused rows names no post, though it looks like an export', async () => {
  const postsBy = () => new Folder(root).postsBy(ada, network, () => 0);
  write('posts.csv.rejects', named);
  write(`${postId}/all.csv.rejects`, named);
  expect(await postsBy()).toEqual([]);
  expect(await new Folder(root).filesOf([`urn:li:activity:${postId}`])).toEqual([]);
  // The positive control: the same file by its proper name.
  write('posts.csv', named);
  expect(await postsBy()).toMatchObject([{ file: 'posts.csv', urn: `urn:li:activity:${postId}` }]);
});

test('files of a post are those whose path holds its number, and no longer one', async () => {
  for (const path of [`${postId}.csv`, `likes-${postId}/x.csv`, `${postId}0.csv`, `1${postId}.csv`]) write(path);
  const files = await new Folder(root).filesOf([`urn:li:activity:${postId}`]);
  expect(files.map(({ path }) => path)).toEqual([`${postId}.csv`, `likes-${postId}/x.csv`]);
  expect(await new Folder(root).filesOf(['urn:li:activity:nothing'])).toEqual([]);
});
