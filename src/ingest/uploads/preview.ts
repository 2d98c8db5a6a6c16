/** Previews an upload before its import: its format, what its first rows hold and what they would change. Nothing is stored. */
import type { Database } from '../../database/database';
import type { IntakeRecord, Network } from '../import';
import { expectedOf } from '../import/expected';
import type { StorableRecord } from '../import/observations';
import { answersOf } from './apart';
import { uploadWorkEnds } from './ending';
import type { UploadChoices } from './kind';
import type { UploadPreview } from './preview-file';
import { FileTurns } from './file-turns';

export type { UploadPreview } from './preview-file';

const turns = new FileTurns();
/** The workspace that the upload would be imported into. */
export interface PreviewPlace {
  readonly db: Database;
  readonly organizationId: string;
  readonly network: Network;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Reads the beginning of an upload, in a thread that ends when the client leaves. If the file cannot be imported, `problem` says
 * why.
 */
export async function previewUpload(
  path: string,
  choices: UploadChoices,
  { db, organizationId, network, now }: PreviewPlace,
): Promise<UploadPreview> {
  const ending = uploadWorkEnds(db);
  const release = await turns.take(organizationId, ending);
  try {
    const records: StorableRecord[] = [];
    for await (const answer of answersOf({ kind: 'preview', path, choices, network: { ...network }, now }, ending)) {
      if (answer.kind === 'records') records.push(...answer.records.filter(isStorable));
      if (answer.kind !== 'previewed') continue;
      const { preview } = answer;
      if (records.length === 0 || preview.format === null) return preview;
      const expected = await expectedOf(db, organizationId, records, { now, source: preview.format });
      return { ...preview, expected };
    }
    throw new Error('a preview ended without an answer');
  } finally {
    release();
  }
}

const isStorable = (record: IntakeRecord): record is Exclude<IntakeRecord, { readonly kind: 'refused' | 'skipped' }> =>
  record.kind !== 'refused' && record.kind !== 'skipped';
