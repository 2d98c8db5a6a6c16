/** Files that cannot be read, or not to their end, and dates that nobody can tell: what the operator is told. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCodes } from '../../../src/interfaces/cli/exit-codes';
import { Database } from '../../../src/database/database';
import { zipOf } from '../../support/workbook';
import { operator } from '../../cli/recorded-terminal';

const header = 'kind,postUrl,memberId,name,headline,occurredAt,commentText,observedAt';
const post = 'urn:li:activity:7402746946853250100';
const member = (n: number) => `ACoAA${'Example'.repeat(4)}${String(n).padStart(6, '0')}`;
const row = (n: number, occurredAt = '2026-08-01', delimiter = ',') =>
  ['comment', post, member(n), `Person ${n}`, 'VP Sales at Globex', occurredAt, 'Nice', '2026-09-01'].join(delimiter);
const table = (rows: readonly string[]) => [header, ...rows].join('\n');
const item = (n: number, more: object = {}) => ({
  ...{ kind: 'comment', postUrl: post, memberId: member(n), name: `Person ${n}`, occurredAt: '2026-08-01' },
  ...{ commentText: 'Nice', observedAt: '2026-09-01', ...more },
});

describe('importing what is not as it should be', () => {
  const op = operator();
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-failures-'));
  const file = (name: string, text: string | Buffer) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const importing = async (path: string, flags = '') => {
    const ran = await op.run(`import ${path} ${flags} --json`);
    return { status: ran.status, answer: ran.json(), text: ran.out };
  };

  beforeAll(async () => {
    for (const line of ['migrate', 'workspace create Acme']) expect((await op.run(line)).status).toBe(0);
    // What is refused below is refused for its fault alone: without it the file is taken.
    const good = await importing(file('good.csv', table([row(1), row(2)])));
    expect(good).toMatchObject({ status: 0, answer: { files: [{ rowsRead: 2, refused: 0, failure: null }] } });
    // Rows are read by their own delimiter.
    const other = await importing(file('other.csv', table([row(3, '2026-08-01', ';'), row(4, '2026-08-01', ';')])));
    expect(other).toMatchObject({ status: 0, answer: { files: [{ rowsRead: 2, refused: 0, failure: null }] } });
  });
  afterAll(() => {
    op.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const many = (make: (n: number) => string) => Array.from({ length: 10 }, (_, n) => make(n + 10));
  const failing: [string, () => string, RegExp][] = [
    ['dates that can be read in two ways', () => table(many((n) => row(n, '03/04/2026'))), /--date-order/],
    ['garbled letters', () => table(many((n) => `like,${post},,J\ufffdrg ${n},,,,`)), /wrong encoding/],
    ['a kind that there is not', () => table(many((n) => row(n).replace('comment', 'wave'))), /kind: must be one of/],
    ['JSON that was cut off', () => JSON.stringify([item(20), item(21)]).slice(0, -40), /cut off/],
    ['NDJSON that was cut off', () => `${JSON.stringify(item(22))}\n{"kind":"comm`, /ends in the middle/],
  ];
  it.each(failing)('%s: the file failed, with the likely cause', async (name, text, cause) => {
    const path = file(`${name.replaceAll(' ', '-')}.csv`, text());
    const { status, answer } = await importing(path);
    expect(status).toBe(exitCodes.failed.status);
    expect(answer).toMatchObject({ files: [{ failure: expect.stringMatching(cause) }] });
    expect((await op.run(`import ${path}`)).out).toContain('FAILED: ');
    expect((await importing(path, '--allow-partial')).status).toBe(0);
  });

  it('an archive is imported file by file, and what cannot be read in it is named', async () => {
    const parts = { 'a/one.csv': table([row(90)]), 'two.csv': table([row(91).replace('comment', 'wave'), row(92)]) };
    const path = file('all.zip', zipOf({ ...parts, 'three.csv': 'nobody,knows\n1,2\n' }));
    const { status, answer } = await importing(path);
    expect(status).toBe(exitCodes.failed.status);
    expect(answer).toMatchObject({
      files: [
        { file: 'all.zip/one.csv', engagements: { new: 1 }, rejectsFile: null },
        { file: 'all.zip/two.csv', engagements: { new: 1 }, rejectsFile: `${path}.2.rejects` },
      ],
      failures: [{ file: `${path}/three.csv`, error: expect.stringContaining('no format') }],
    });
    const bomb = file('bomb.zip', zipOf({ 'a.csv': new Uint8Array(80 * 1024 ** 2) }));
    expect((await importing(bomb)).text).toContain('200 times its size');
  });

  it('a row that is refused among good ones fails no file', async () => {
    const path = file('one-bad.csv', table([row(30), row(31).replace('comment', 'wave')]));
    expect(await importing(path)).toMatchObject({ status: 0, answer: { files: [{ refused: 1, failure: null }] } });
  });

  it('dates that nothing in the file settles are refused, counted and shown, and taken once their order is said', async () => {
    const path = file('dates.csv', table([row(40, '05.06.2026 10:22'), row(41, '03/04/2026'), row(42)]));
    const { status, answer } = await importing(path);
    expect(status).toBe(0);
    const dates = { count: 2, examples: ['05.06.2026 10:22', '03/04/2026'] };
    expect(answer).toMatchObject({ files: [{ refused: 2, dates, engagements: { new: 1 } }] });
    expect((await op.run(`import ${path}`)).out).toContain(
      '2 dates were not understood and left out, such as “05.06.2026 10:22',
    );

    expect((await importing(path, '--date-order dmy')).answer).toMatchObject({
      files: [{ refused: 0, dates: { count: 0 }, engagements: { new: 2, known: 1 } }],
    });
    const db = await Database.open(`sqlite:${join(op.dataDir, 'leadlight.db')}`);
    const times = await db.select<{ occurred_at: number }>(
      'SELECT occurred_at FROM engagements WHERE occurred_at > ? OR occurred_at < ? ORDER BY occurred_at',
      [Date.UTC(2026, 7, 10), Date.UTC(2026, 6, 1)],
    );
    await db.close();
    expect(times.map((one) => new Date(one.occurred_at).toISOString())).toEqual([
      '2026-04-03T00:00:00.000Z',
      '2026-06-05T10:22:00.000Z',
    ]);
    expect((await op.run(`import ${path} --date-order ymd`)).err).toContain('--date-order must be one of dmy, mdy');
  });

  it('times in words that nobody knows are counted and shown', async () => {
    const path = file('words.csv', table([row(50, '2 viikkoa sitten')]));
    expect((await importing(path)).answer).toMatchObject({
      files: [{ refused: 0, dates: { count: 1, examples: ['2 viikkoa sitten'] } }],
    });
  });

  const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
  it.each([
    ['arrays', deep(200_000, '[', ']')],
    ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ])('%s nested without end refuse their row; the rest and the next file are imported', async (name, value) => {
    const n = name === 'arrays' ? 60 : 70;
    const nested = JSON.stringify(item(n)).replace('"Nice"', value);
    const rows = [JSON.stringify(item(n + 1)), nested, JSON.stringify(item(n + 2))];
    for (const [kind, text] of [
      ['ndjson', rows.join('\n')],
      ['json', `[${rows.join(',')}]`],
    ] as const) {
      const path = file(`deep-${name}.${kind}`, text);
      const next = file(`after-${name}-${kind}.csv`, table([row(n + (kind === 'json' ? 4 : 3))]));
      const { status, answer } = await importing(`${path} ${next}`);
      expect(status).toBe(0);
      expect(answer).toMatchObject({
        files: [{ refused: 1, records: { engagement: 2 } }, { engagements: { new: 1 } }],
        failures: [],
      });
    }
  });

  it('rows of bare commas stop nothing', async () => {
    const commas = `"",${','.repeat(250_000)}`;
    const path = file('commas.csv', table([...Array.from({ length: 32 }, () => commas), row(80)]));
    expect((await importing(path)).answer).toMatchObject({ files: [{ engagements: { new: 1 } }] });
  });

  it('a watchlist is refused with the command that takes it', async () => {
    const path = file(
      'watchlist.csv',
      'profileUrl,displayName,profileType\nhttps://www.linkedin.com/in/x,X,COMPETITOR',
    );
    const { status, err } = await op.run(`import ${path}`);
    expect(status).toBe(exitCodes.usage.status);
    expect(err).toContain('leadlight watchlist import');
  });
});
