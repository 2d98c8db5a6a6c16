/** Every test that docs/internals/faults.md names is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const rows = readFileSync(join(root, 'docs', 'internals', 'faults.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[ -]*(tried|-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => [cells[1] ?? '', cells.at(-2) ?? ''] as const);

test('the page has its rows', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)('%s', (_tried, tests) => {
  const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named).not.toEqual([]);
  for (const name of named) {
    const file = join(root, name.endsWith('.ts') ? name : `${name}.test.ts`);
    expect([name, existsSync(file)]).toEqual([name, true]);
    const cases = [...tests.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
    if (named.length === 1) for (const text of cases) expect(readFileSync(file, 'utf8')).toContain(text);
  }
});
