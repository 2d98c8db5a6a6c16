/** What imports of earlier releases left in the database is still shown. */
import { importUploadAt, isUploadJob, uploadProgress, uploadResult } from './kind';

const before = {
  ...{ batchId: null, format: 'generic', rowsRead: 1, refused: 0, listed: false, failure: null },
  ...{ leadsNew: 0, leadsUpdated: 0 },
};

test('a result without what later releases added', () => {
  expect(uploadResult.parse(before)).toEqual({ ...before, notes: [], undated: 0, outcome: null });
  const outcome = {
    people: 1,
    leads: 1,
    leadsNew: 1,
    tiers: { PRIORITY: 0, QUALIFIED: 1, NURTURE: 0, UNQUALIFIED: 0 },
    lacks: [],
  };
  expect(uploadResult.parse({ ...before, outcome }).outcome).toEqual({ ...outcome, untitled: 0 });
});

test.each(['reading', 'scoring'])('progress while it is %s', (stage) => {
  const progress = { stage, bytes: 1, totalBytes: 2, done: 3 };
  expect(uploadProgress.parse(progress)).toEqual(progress);
});

test.each([
  ['', 'import-upload'],
  ['p', 'import-upload-p'],
])('the job of an upload in the place "%s" is known by its name', (place, name) => {
  expect(importUploadAt(place).name).toBe(name);
  expect([name, 'x', 'clean-uploads'].map(isUploadJob)).toEqual([true, false, false]);
});
