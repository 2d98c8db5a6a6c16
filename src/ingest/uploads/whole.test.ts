/** When an upload is whole: by its length, or by its digest. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow, type Cells } from '../../../test/support/put-row';
import { findUpload } from '../../store/uploads/uploads';
import { checkDigest, expectWhole, isWhole } from './whole';

const digest = createHash('sha256').update('abc').digest('hex');
const upload = {
  organization_id: 'a',
  id: 'u',
  place_id: 'p',
  bytes: 3,
  reserved: 0,
  length: null,
  digest: null,
  complete: 0,
  receiver: 'r',
  created_at: 1_000,
  updated_at: 1_000,
} as const;

test.each([
  ['of its length', { length: 3 }, true, /none/],
  ['that lacks bytes', { length: 4 }, false, /has 3 of 4 bytes/],
  ['that lacks bytes, and has a digest', { length: 4, digest }, false, /has 3 of 4 bytes/],
  ['whose digest was not compared', { length: 3, digest }, false, /not compared yet. Send an empty part at 3/],
  ['whose digest was compared', { length: 3, digest, complete: 1 }, true, /none/],
  // Its sender may have sent all: an import reads what is there.
  ['of unknown length without a digest', {}, false, /none/],
  ['of unknown length whose digest was not compared', { digest }, false, /not compared yet/],
] as const)('one %s', (_name, cells, whole, refusal) => {
  const row = { ...upload, ...cells };
  expect(isWhole(row)).toBe(whole);
  const said = () => {
    expectWhole(row);
    throw new Error('none');
  };
  expect(said).toThrow(refusal);
});

describe('a digest', () => {
  let opened: OpenTestDatabase;
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-whole-'));
  const path = join(folder, 'file');
  beforeAll(async () => {
    opened = await openTestDatabase('sqlite');
    writeFileSync(path, 'abc');
  });
  afterAll(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });
  const stored = async (row: Cells) => {
    await opened.db.run('DELETE FROM uploads');
    await putRow(opened.db, 'uploads', { ...upload, ...row });
  };

  test.each([
    ['none, of a file that has all its bytes', { length: 3 }, true],
    ['none, of a file that lacks bytes', { length: 4 }, false],
    ['none, of a file of unknown length', {}, false],
    ['another, of a file that lacks bytes', { length: 4, digest: 'other' }, false],
    ['the right one', { length: 3, digest }, true],
    ['the right one, of a file of unknown length', { digest }, true],
  ] as const)('%s', async (_name, cells, whole) => {
    const row = { ...upload, ...cells };
    await stored(row);
    expect(await checkDigest(opened.db, path, row)).toBe(whole);
    const compared = whole && row.digest !== null;
    expect(await findUpload(opened.db, 'a', 'u')).toEqual(compared ? { ...row, complete: 1, length: 3 } : row);
  });

  test.each([
    ['of a known length', { length: 3 }],
    ['of an unknown length', {}],
  ])('of other bytes is refused, %s', async (_name, cells) => {
    const row = { ...upload, digest: digest.replace(/^./, (first) => (first === '0' ? '1' : '0')), ...cells };
    await stored(row);
    await expect(checkDigest(opened.db, path, row)).rejects.toMatchObject({
      ...{ code: 'validation_failed', details: [{ path: 'Repr-Digest', message: expect.stringMatching(/removed/) }] },
    });
    expect(await findUpload(opened.db, 'a', 'u')).toEqual(row);
  });

  test('is not noted when another request has the upload meanwhile', async () => {
    await stored({ digest, receiver: 'other' });
    expect(await checkDigest(opened.db, path, { ...upload, digest })).toBe(false);
  });
});
