import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { framed, importTables, withImportTables } from './describe';

const path = join(__dirname, '../../../docs/import.md');

test('docs/import.md says what the code reads', () => {
  const document = readFileSync(path, 'utf8');
  // UPDATE_DOCS=1 npx jest src/ingest/import/describe.test.ts
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(path, withImportTables(document));
  const written = readFileSync(path, 'utf8');
  for (const [name, table] of Object.entries(importTables())) {
    expect(written).toContain(`<!-- ${name} -->\n${framed(table)}<!-- /${name} -->`);
  }
});
