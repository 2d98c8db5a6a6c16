// Prints the notes of a version from CHANGELOG.md: node scripts/release-notes.mjs v1.2.3
// Fails when the tag is not the version in package.json, or when the changelog has no notes for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const tag = process.argv[2] ?? fail('Usage: node scripts/release-notes.mjs v1.2.3');
const { version } = JSON.parse(read('package.json'));
if (tag !== `v${version}`) fail(`The tag is ${tag}, but package.json says ${version}: the tag must be v${version}.`);
const parts = read('CHANGELOG.md').split(/^## /m);
const notes =
  parts.find((part) => part.startsWith(`${version} – `)) ?? fail(`CHANGELOG.md has no "## ${version} – DATE".`);
console.log(notes.slice(notes.indexOf('\n') + 1).trim());
