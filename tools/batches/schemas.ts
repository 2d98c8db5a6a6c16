import { z } from 'zod';
import { batchKinds, batchStatuses, type BatchRow } from '../../src/store/tables/batches';
import { count, timestamp, timestampOrNull, uuid } from '../schemas/values';

export const batch = z.strictObject({
  id: uuid('Batch id, uuid.'),
  kind: z.enum([...batchKinds, 'before']).describe('What brought it; `before`: stored before batches were kept.'),
  source: z.string().describe('The format of the export, or the name of the source.'),
  name: z.string().describe('The name of the file, the post or the profile.'),
  reference: z.string().nullable().describe('Id of the discovery, run or upload; null for a file of the command line.'),
  status: z.enum(batchStatuses).describe('OPEN while more is stored in it.'),
  startedBy: z.string().nullable().describe('Who started it, where that is known.'),
  startedAt: timestamp('When it started.'),
  finishedAt: timestampOrNull('When it ended; null while it is open.'),
  records: count('Records stored from it, known ones too.'),
  engagementsNew: count('Engagements that were new then.'),
  peopleNew: count('People who were new then.'),
  postsNew: count('Posts that were new then.'),
  undoable: z.boolean().describe('Whether it can be taken back; an open one only when nothing stores in it any more.'),
});

const date = (at: number) => new Date(at).toISOString();

export function showBatch(row: BatchRow): z.input<typeof batch> {
  return {
    id: row.id,
    kind: row.kind === 'by_hand' ? 'before' : row.kind,
    source: row.source,
    name: row.name,
    reference: row.reference,
    status: row.status,
    startedBy: row.started_by,
    startedAt: date(row.started_at),
    finishedAt: row.finished_at === null ? null : date(row.finished_at),
    records: row.records,
    engagementsNew: row.engagements_new,
    peopleNew: row.people_new,
    postsNew: row.posts_new,
    undoable: row.kind !== 'before' && row.status !== 'UNDOING' && row.status !== 'UNDONE',
  };
}
