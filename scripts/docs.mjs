// Writes the parts of docs/ that are generated from tables in the code. `--check` only reports what is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensurePackages, root } from './support.mjs';

ensurePackages();
await ensureBuilt();

const load = createRequire(import.meta.url);
const { generatedPages } = load('../dist/src/interfaces/cli/docs.js');
const { commandTree } = load('../dist/src/interfaces/cli/main.js');
const stale = [];
for (const { path, renew } of generatedPages(commandTree)) {
  const file = join(root, 'docs', path);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const renewed = renew(current);
  if (renewed === current) continue;
  stale.push(path);
  if (!process.argv.includes('--check')) writeFileSync(file, renewed);
}
console.log(stale.length === 0 ? 'docs/ is current' : `docs/: ${stale.join(', ')}`);
if (process.argv.includes('--check') && stale.length > 0) process.exitCode = 1;
