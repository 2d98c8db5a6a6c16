import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from '../../src/cli/docs';
import { commandTree } from '../../src/cli/main';

it.each(generatedPages(commandTree).map((page): [string, typeof page] => [page.path, page]))(
  'docs/%s says what the code does (npm run docs)',
  (path, page) => {
    const current = readFileSync(join(__dirname, '..', '..', 'docs', path), 'utf8');
    expect(page.renew(current)).toBe(current);
  },
);
