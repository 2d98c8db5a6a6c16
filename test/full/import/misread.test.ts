/** `import check` finds what earlier releases misread, and nothing in what was read rightly. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../src/database/database';
import { encodeRecords, decodeRecords, type LoggedRecord } from '../../../src/ingest/import/logged-records';
import { chunkAfter, pack, replaceChunk } from '../../../src/store/log/chunks';
import { operator } from '../../cli/recorded-terminal';
import { activity, memberId, ndjson, slugUrl } from '../../import/support/site';

const op = operator();
let db: Database;
let org = '';

beforeAll(async () => {
  for (const line of ['migrate', 'workspace create Acme']) expect((await op.run(line)).status).toBe(0);
  db = await Database.open(`sqlite:${join(op.dataDir, 'leadlight.db')}`);
  const [row] = await db.select<{ id: string }>('SELECT id FROM organizations');
  org = row?.id ?? '';
});
afterAll(async () => {
  await db.close();
  op.dispose();
});

const like = (n: number, post: number) => ({
  ...{ kind: 'like', memberId: memberId(n), profileUrl: slugUrl(`person-${n}`), name: `Renée Müller ${n}` },
  ...{ postUrl: activity(post), reaction: 'PRAISE', occurredAt: '2026-11-01T10:00:00Z' },
});
const written = (post: number) => ({
  ...{ kind: 'post', postUrl: activity(post), likes: 12 + post, authorProfileUrl: slugUrl(`author-${post}`) },
  ...{ authorName: `Author ${post}`, text: 'Words' },
});

async function imported(name: string, rows: readonly object[]): Promise<string> {
  const path = join(op.dataDir, `${name}.ndjson`);
  writeFileSync(path, ndjson(rows));
  const { files } = (await op.run(`import ${path} --format generic --json`)).json() as { files: { batchId: string }[] };
  return files[0]?.batchId ?? '';
}

/** Changes the log of a batch to what an older release made of the file. */
async function asRead(batchId: string, change: (record: LoggedRecord) => LoggedRecord): Promise<void> {
  const chunk = await chunkAfter(db, org, 0, batchId);
  if (!chunk) throw new Error('nothing was logged');
  await replaceChunk(db, org, chunk.revision, await pack(encodeRecords(decodeRecords(chunk.text).map(change))));
}

async function checked() {
  const ran = await op.run('import check --json');
  const { findings } = ran.json() as {
    findings: { batchId: string; misreading: string; rows: number; undoable: boolean; undoRemovesAtMost: number }[];
  };
  return { status: ran.status, findings };
}

it('finds nothing in a list of likers and their posts', async () => {
  await imported('right', [...[1, 2, 3, 4].flatMap((n) => [like(n, 1), like(n, 2)]), written(1), written(2)]);
  expect(await checked()).toEqual({ status: 0, findings: [] });
  expect((await op.run('import check')).out).toContain('Nothing');
});

it('does not take letters that are damaged in a file for misread ones', async () => {
  const path = join(op.dataDir, 'damaged.ndjson');
  const [damaged = ''] = ndjson([{ ...like(61, 20), name: 'Jan Dvo*k' }]).split('\n');
  writeFileSync(path, Buffer.from(damaged.replace('*', '\xf8'), 'latin1'));
  expect((await op.run(`import ${path} --format generic --encoding utf-8`)).out).toContain(
    '1 letter is damaged in the file',
  );
  expect(await checked()).toEqual({ status: 0, findings: [] });
});

it('lists batches and rows of each misreading, and says what taking back would remove', async () => {
  const own = [11, 12, 13].flatMap((post) => [
    written(post),
    { ...like(post, post), reaction: undefined, memberId: undefined, profileUrl: slugUrl(`author-${post}`) },
  ]);
  const ownLikes = await imported('posts', own);
  const garbled = await imported('latin', [like(21, 20), like(22, 20)]);
  await asRead(garbled, (record) =>
    record.kind === 'engagement' ? { ...record, actor: { ...record.actor, name: 'RenÃ©e MÃ¼ller' } } : record,
  );
  const tenfold = await imported('counts', [31, 32, 33, 34, 35, 36, 37, 38, 39, 40].map(written));
  await asRead(tenfold, (record) => (record.kind === 'post' ? { ...record, likes: (record.likes ?? 0) * 10 } : record));
  const joined = await imported('joined', [like(41, 20), like(42, 20)]);
  await db.run(
    `UPDATE person_identities SET person_id = (SELECT person_id FROM (SELECT person_id FROM person_identities WHERE value = ?) AS kept)
     WHERE value = ?`,
    [memberId(41), memberId(42)],
  );
  const cyrillic = await imported('cyrillic', [like(51, 20), like(52, 20)]);
  await asRead(cyrillic, (record) =>
    // "Иван Петров" of a file in Windows-1251.
    record.kind === 'engagement' ? { ...record, actor: { ...record.actor, name: 'Èâàí Ïåòðîâ' } } : record,
  );
  // Of "张伟" and the like, in GBK, one name alone shows it; they are all wrong.
  const chinese = [
    'ÕÅÎ°',
    'Íõ·¼',
    'ÀîÄÈ',
    'ÁõÑó',
    '³Â¾²',
    'ÑîÓÂ',
    'ÕÔÀÚ',
    '»ÆÀö',
    'ÖÜ½Ü',
    'ÎâÃô',
    'ÐìÇ¿',
    'ËïÑÞ',
    'Âí³¬',
    'Öìºì',
    'ºú¾ü',
  ];
  const gbk = await imported(
    'gbk',
    chinese.map((_, n) => like(70 + n, 20)),
  );
  let at = 0;
  await asRead(gbk, (record) =>
    record.kind === 'engagement'
      ? { ...record, actor: { ...record.actor, name: chinese[at++] ?? '', headline: null } }
      : record,
  );
  const { status, findings } = await checked();
  expect(status).toBe(6);
  expect(findings.map(({ batchId, misreading, rows }) => [batchId, misreading, rows])).toEqual([
    [ownLikes, 'own-likes', 3],
    [garbled, 'garbled-text', 2],
    [tenfold, 'tenfold-counts', 10],
    [joined, 'joined-people', 2],
    [cyrillic, 'garbled-text', 2],
    [gbk, 'garbled-text', 15],
  ]);
  expect(findings.map(({ undoable, undoRemovesAtMost }) => [undoable, undoRemovesAtMost])).toEqual([
    [true, 6],
    [true, 2],
    [true, 10],
    [true, 2],
    [true, 2],
    [true, 15],
  ]);
  const { out } = await op.run('import check');
  expect(out).toContain('posts.ndjson');
  expect(out).toContain(`leadlight import undo ${garbled}`);
  // A batch that was taken back is not listed any more.
  expect((await op.run(`import undo ${garbled}`)).status).toBe(0);
  expect((await checked()).findings.map(({ batchId }) => batchId)).not.toContain(garbled);
});
