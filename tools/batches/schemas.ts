import { z } from 'zod';
import { batchKinds, batchStatuses, type BatchRow } from '../../src/store/tables/batches';
import { lacksOfBatch, notesOfBatch } from '../../src/store/log/batches';
import type { CandidateRow } from '../../src/store/tables/agent';
import { count, timestamp, timestampOrNull, uuid } from '../schemas/values';

export const batch = z.strictObject({
  id: uuid('Batch id, uuid.'),
  kind: z
    .enum([...batchKinds, 'before'])
    .describe('What brought it. `before` means that it was stored before batches were recorded.'),
  source: z.string().describe('The format of the export, or the name of the source.'),
  name: z.string().describe('The name of the file, the post or the profile.'),
  reference: z.string().nullable().describe('Id of the discovery, run or upload. Null for a file of the command line.'),
  status: z.enum(batchStatuses).describe('OPEN while it still stores more; FAILED also after an hour without a write.'),
  startedBy: z.string().nullable().describe('Who started it, if known.'),
  startedAt: timestamp('When it started.'),
  finishedAt: timestampOrNull('When it ended. Null while it is open.'),
  records: count('Records stored from it, including known ones.'),
  engagementsNew: count('Engagements that were new then.'),
  peopleNew: count('People who were new then.'),
  postsNew: count('Posts that were new then.'),
  undoable: z.boolean().describe('Whether it can be taken back. An open batch can once nothing stores in it any more.'),
});

/** Most people that the answer of an undo names. `peopleAffected` counts them all. */
export const mostNamed = 100;

/** What is missing in a file. Imports of earlier releases did not keep it. */
const counted = (description: string) =>
  count(`${description} Null for none, and where it was not counted.`).nullable();

/** A batch with what its file lacks and the result of its undo. */
export const batchInFull = batch.extend({
  notes: z.array(z.string()).describe('What to know about how the file was read: what was not understood, or a guess.'),
  refused: counted('Rows of the file that could not be used.'),
  undated: counted('Engagements of the file without a date, or with one in no known form.'),
  leads: counted('Leads among the people of the file, if some of them have no known job title.'),
  untitled: counted('Those of them of whom no job title was known after the import.'),
  undone: z
    .strictObject({
      decisionsRemoved: count(
        'Decisions of the Agent that went with it: those of the run itself, and about people who are gone.',
      ),
      peopleAffected: count(
        'People about whom runs that stay decided with data that is taken away. These decisions stand as they were made.',
      ),
      affected: z
        .array(
          z.strictObject({
            candidateId: uuid('Candidate id, uuid, of the latest such decision.'),
            runId: uuid('The run that decided.'),
            displayName: z.string().describe('Name of the person.'),
            decision: z.enum(['ACCEPTED', 'REJECTED', 'DUPLICATE']).describe('What stands.'),
            creditSpent: z.boolean().describe('Whether the run paid a credit for the person.'),
            leadId: uuid('Their lead; null where they are none now.').nullable(),
          }),
        )
        .describe(`The first ${mostNamed} of these people, the latest decision first.`),
    })
    .nullable()
    .describe('What taking it back came to; null unless it was taken back, by this release or a later one.'),
});

const date = (at: number) => new Date(at).toISOString();

/** An open batch without a write for this long is shown as failed, in ms: its process ended without a word. */
const givenUpAfter = 60 * 60_000;

/** @param now epoch ms. */
export function showBatch(row: BatchRow, now: number): z.input<typeof batch> {
  const gone = row.status === 'OPEN' && row.touched_at < now - givenUpAfter;
  const finished = gone ? row.touched_at : row.finished_at;
  return {
    id: row.id,
    kind: row.kind === 'by_hand' ? 'before' : row.kind,
    source: row.source,
    name: row.name,
    reference: row.reference,
    status: gone ? 'FAILED' : row.status,
    startedBy: row.started_by,
    startedAt: date(row.started_at),
    finishedAt: finished === null ? null : date(finished),
    records: row.records,
    engagementsNew: row.engagements_new,
    peopleNew: row.people_new,
    postsNew: row.posts_new,
    undoable: row.kind !== 'before' && row.status !== 'UNDOING' && row.status !== 'UNDONE',
  };
}

/** @param affected the decisions to name in the answer. */
export function showBatchInFull(
  row: BatchRow,
  affected: readonly (CandidateRow & { readonly isLead: boolean })[],
  now: number,
): z.input<typeof batchInFull> {
  const { status, decisions_removed: removed, people_affected: people } = row;
  const { refused = null, undated = null, leads = null, untitled = null } = lacksOfBatch(row);
  const shown = { ...showBatch(row, now), notes: notesOfBatch(row), refused, undated, leads, untitled };
  if (status !== 'UNDONE' || removed === null || people === null) return { ...shown, undone: null };
  const named = affected.map((one) => ({
    candidateId: one.id,
    runId: one.run_id,
    displayName: one.display_name,
    decision: one.decision ?? ('REJECTED' as const),
    creditSpent: one.paid === 1,
    leadId: one.isLead ? one.person_id : null,
  }));
  return {
    ...shown,
    undone: { decisionsRemoved: removed, peopleAffected: people, affected: named },
  };
}
