import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedPages } from '../../src/interfaces/cli/docs';
import { commandTree } from '../../src/interfaces/cli/main';

it.each(generatedPages(commandTree).map((page): [string, typeof page] => [page.path, page]))(
  'docs/%s says what the code does (npm run docs)',
  (path, page) => {
    const current = readFileSync(join(__dirname, '..', '..', 'docs', path), 'utf8');
    expect(page.renew(current)).toBe(current);
  },
);

const root = join(__dirname, '..', '..');
const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md'));

it.each(documents)('every link of %s leads to something that is there', (document) => {
  const text = readFileSync(join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const local = links.filter((link) => !/^(https?:|#)/.test(link)).map((link) => link.replace(/#.*/, ''));
  expect(local.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
});
