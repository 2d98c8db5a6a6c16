/** Each change of an upload is refused to a writer that knows it otherwise than it is, and changes no other upload. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow } from '../../../test/support/put-row';
import {
  advanceUpload,
  completeUpload,
  findUpload,
  forgetUpload,
  orphanedUploads,
  setUploadSize,
  takeUpload,
} from './uploads';

const upload = {
  organization_id: 'a',
  id: 'u',
  place_id: 'p',
  bytes: 5,
  reserved: 0,
  length: null,
  digest: 'd',
  complete: 0,
  receiver: 'r',
  created_at: 1_000,
  updated_at: 1_000,
} as const;

let opened: OpenTestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.db.run('DELETE FROM uploads');
  for (const other of [{}, { id: 'v' }, { organization_id: 'b' }])
    await putRow(opened.db, 'uploads', { ...upload, ...other });
});

const changes: Readonly<Record<string, (known: typeof upload) => Promise<boolean>>> = {
  take: async ({ organization_id: organizationId, id, place_id: place, bytes: at }) =>
    (await takeUpload(opened.db, { organizationId, id, place, at, digest: undefined, now: 2_000 })) !== undefined,
  advance: ({ organization_id: organizationId, id, receiver, bytes: from }) =>
    advanceUpload(opened.db, organizationId, id, { receiver, from, to: 9, now: 2_000 }),
  complete: (known) => completeUpload(opened.db, known),
  forget: ({ organization_id: organizationId, id }) => forgetUpload(opened.db, organizationId, id),
};

const others = async () => [await findUpload(opened.db, 'a', 'v'), await findUpload(opened.db, 'b', 'u')];

test.each([
  ['take', ['organization_id', 'id', 'place_id', 'bytes', 'complete'], { digest: 'd', updated_at: 2_000 }],
  ['advance', ['organization_id', 'id', 'receiver', 'bytes'], { bytes: 9, updated_at: 2_000 }],
  ['complete', ['organization_id', 'id', 'receiver', 'bytes', 'digest', 'complete'], { complete: 1, length: 5 }],
  ['forget', ['organization_id', 'id'], undefined],
] as const)('%s', async (name, columns, becomes) => {
  const change = changes[name];
  for (const column of columns) {
    const otherwise = typeof upload[column] === 'number' ? 1 : 'x';
    await opened.db.run(`UPDATE uploads SET ${column} = ? WHERE organization_id = 'a' AND id = 'u'`, [otherwise]);
    expect([column, await change?.(upload)]).toEqual([column, false]);
    await opened.db.run(`UPDATE uploads SET ${column} = ? WHERE ${column} = ?`, [upload[column], otherwise]);
  }
  const before = await others();
  // The control: as it is known.
  expect(await change?.(upload)).toBe(true);
  const after = await findUpload(opened.db, 'a', 'u');
  if (becomes === undefined) expect(after).toBeUndefined();
  else expect(after).toMatchObject(becomes);
  expect(await others()).toEqual(before);
});

test('a part that brings the digest stores it, and an upload has the size that is said of it', async () => {
  const taken = { organizationId: 'a', id: 'u', place: 'p', at: 5, digest: 'other', now: 2_000 };
  const receiver = await takeUpload(opened.db, taken);
  expect(await findUpload(opened.db, 'a', 'u')).toMatchObject({ digest: 'other', receiver });
  await setUploadSize(opened.db, 'a', 'u', 7);
  expect(await findUpload(opened.db, 'a', 'u')).toMatchObject({ bytes: 7 });
  expect(await others()).toMatchObject([{ bytes: 5 }, { bytes: 5 }]);
});

test.each([
  ['one that waits for its digest', {}, true],
  ['one that lacks bytes', { digest: null, length: 6 }, true],
  ['one that is whole', { digest: null, length: 5 }, false],
  ['one of unknown length without a digest', { digest: null }, false],
  ['one that is complete', { complete: 1 }, false],
  ['one that was added to since', { updated_at: 1_500 }, false],
  ['one of another place', { place_id: 'q' }, false],
  ['one of another workspace', { organization_id: 'c' }, false],
])('%s goes when it stood still: %j gives %s', async (_name, cells, isFound) => {
  await opened.db.run('DELETE FROM uploads');
  await putRow(opened.db, 'uploads', { ...upload, ...cells });
  expect(await orphanedUploads(opened.db, 'a', 'p', 1_500)).toEqual(isFound ? ['u'] : []);
});
