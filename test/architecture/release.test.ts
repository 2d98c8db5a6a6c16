/** The version of the package has notes, and what comes after it has a place. */
import { spawnSync } from 'node:child_process';
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

test('the notes of a release are those of its version; a tag that is not the version is refused', () => {
  const notes = (tag: string) =>
    spawnSync(process.execPath, ['scripts/release-notes.mjs', tag], {
      cwd: join(__dirname, '..', '..'),
      encoding: 'utf8',
    });
  const good = notes(`v${version}`);
  expect({ status: good.status, stderr: good.stderr }).toEqual({ status: 0, stderr: '' });
  expect(read('CHANGELOG.md')).toContain(good.stdout.trim());
  expect(notes('v99.0.0')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(`must be v${version}`),
  });
});
