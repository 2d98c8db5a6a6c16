import type { BatchRow } from '../../src/store/tables/batches';
import { showBatch } from './schemas';

const now = Date.UTC(2026, 10, 28);
const row = (changes: Partial<BatchRow>): BatchRow => ({
  organization_id: 'o',
  id: 'b',
  kind: 'import',
  source: 'generic',
  name: 'likes.csv',
  reference: null,
  status: 'OPEN',
  started_by: null,
  started_at: now - 7_200_000,
  finished_at: null,
  touched_at: now,
  settings: '{}',
  records: 1,
  engagements_new: 1,
  people_new: 1,
  posts_new: 1,
  decisions_removed: null,
  people_affected: null,
  ...changes,
});

test('a batch whose process is gone reads FAILED after an hour, from its last write on', () => {
  expect(showBatch(row({}), now)).toMatchObject({ status: 'OPEN', finishedAt: null });
  expect(showBatch(row({ touched_at: now - 3_600_000 }), now)).toMatchObject({ status: 'OPEN', finishedAt: null });
  expect(showBatch(row({ touched_at: now - 3_600_001 }), now)).toMatchObject({
    status: 'FAILED',
    finishedAt: '2026-11-27T22:59:59.999Z',
    undoable: true,
  });
  const done = row({ status: 'DONE', touched_at: 0, finished_at: now });
  expect(showBatch(done, now)).toMatchObject({ status: 'DONE', finishedAt: '2026-11-28T00:00:00.000Z' });
});
