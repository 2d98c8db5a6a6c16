/** The version of the package has notes, and what comes after it has a place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';

const read = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8');

test('the changelog has a place for what is new, then the notes of the version in package.json with their day', () => {
  const headings = read('CHANGELOG.md').match(/^## .*$/gm);
  expect(headings?.[0]).toBe('## Unreleased');
  expect(headings?.[1]).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')} – \\d{4}-\\d{2}-\\d{2}$`));
});

test('package-lock.json has the same version', () => {
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
});
