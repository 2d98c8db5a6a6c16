/** Previews an upload before its import: its format, what its first rows hold and what they would change. Nothing is stored. */
import type { Database } from '../../database/database';
import { OperationError } from '../../shared/errors';
import { clientLeft } from '../../shared/request-life';
import type { IntakeRecord, Network } from '../import';
import { expectedOf } from '../import/expected';
import type { StorableRecord } from '../import/observations';
import { answersOf } from './apart';
import type { UploadChoices } from './kind';
import type { UploadPreview } from './preview-file';
import { PreviewTurns } from './preview-turns';

export type { UploadPreview } from './preview-file';

const turns = new PreviewTurns();
const stops = new WeakMap<Database, AbortController>();

function stopOf(db: Database): AbortController {
  const known = stops.get(db) ?? new AbortController();
  stops.set(db, known);
  return known;
}

/** Ends the previews of a service that stops, and refuses further ones. */
export function endPreviews(db: Database): Promise<void> {
  stopOf(db).abort(new OperationError('service_unavailable', 'The service is stopping. Try again in a moment.'));
  return Promise.resolve();
}

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
  const left = clientLeft();
  const ending = AbortSignal.any([stopOf(db).signal, ...(left ? [left] : [])]);
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
