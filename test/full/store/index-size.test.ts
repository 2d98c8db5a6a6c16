/** What strangers write as their headline makes a database grow in proportion to it, whatever script it is in. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from '../../../src/ingest/import/importer';
import { insertOrganization } from '../../../src/store/access/organizations';
import { Database } from '../../../src/database/database';
import { migrateUp } from '../../../src/store/facade/migrate';

const organizationId = '00000000-0000-7000-8000-000000000009';
const people = Number(process.env['INDEX_PEOPLE'] ?? 200);

/** Letters that differ from person to person. */
function letters(seed: number, length: number, first: number, range: number): string {
  let state = seed * 7919 + 13;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return String.fromCodePoint(first + ((state >> 8) % range));
  }).join('');
}

/** Kilobytes for each person, everything counted; before there was a bound, the second took 500 and the one before the last 53. */
const headlines: readonly (readonly [name: string, of: (n: number) => string, most: number])[] = [
  ['what people write', (n) => `Head of ${['Sales', 'Growth', 'Marketing'][n % 3]} at Company ${n % 97}`, 12],
  ['220 Chinese letters', (n) => letters(n, 220, 0x4e00, 20_000), 15],
  ['480 Chinese letters', (n) => letters(n, 480, 0x4e00, 20_000), 18],
  ['480 Thai letters', (n) => letters(n, 480, 0x0e01, 46), 25],
  ['sixty Chinese letters over and over', (n) => letters(n, 480, 0x4e00, 60), 35],
  [
    'long words that nobody else has',
    (n) => [0, 1, 2, 3, 4].map((at) => letters(n * 10 + at, 40, 97, 26)).join(' '),
    8,
  ],
  [
    'as many words of sixteen letters as are indexed, which nobody else has',
    (n) => Array.from({ length: 15 }, (_, at) => letters(n * 20 + at, 16, 97, 26)).join(' '),
    30,
  ],
];

it.each(headlines)('%s', async (_name, headlineOf, most) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-size-'));
  try {
    const file = join(folder, 'data.db');
    const db = await Database.open(`sqlite:${file}`);
    await migrateUp(db);
    await insertOrganization(db, organizationId, 'Strangers');
    const size = async () => {
      const [moved] = await db.select<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
      expect(moved?.busy).toBe(0);
      return statSync(file).size;
    };
    const empty = await size();
    const rows = Array.from({ length: people }, (_, n) => ({
      kind: 'like',
      postUrl: 'https://www.linkedin.com/feed/update/urn:li:activity:7200000000000000001/',
      profileUrl: `https://www.linkedin.com/in/person-${n}`,
      name: `Person ${n}`,
      headline: headlineOf(n),
      occurredAt: '2026-10-01T10:00:00Z',
    }));
    const path = join(folder, 'export.json');
    writeFileSync(path, JSON.stringify(rows));
    const { leads } = await importFile(db, organizationId, path, {
      network: { namespace: 'li', hosts: ['linkedin.com'] },
      now: Date.UTC(2026, 9, 2),
    });
    expect(leads?.leadsNew).toBe(people);
    const perPerson = ((await size()) - empty) / 1024 / people;
    await db.close();
    expect(perPerson).toBeLessThan(most);
    // Positive control: somebody was stored, and it was measured.
    expect(perPerson).toBeGreaterThan(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
