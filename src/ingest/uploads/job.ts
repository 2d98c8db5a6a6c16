/** Imports an upload in the background, and removes uploads that were never imported. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { define, type AnyJob, type JobContext } from '../../jobs/definition';
import { PermanentFailure } from '../../jobs/errors';
import { scoringIn } from '../../scoring/queued-job';
import { BatchEndedError, noteReading } from '../../store/log/batches';
import { findOrganization } from '../../store/access/organizations';
import { heldKey } from '../../store/jobs/listing';
import { UnknownWorkspaceError } from '../../store/log/workspace-lock';
import { ExportError, type Network } from '../import';
import { importFile, type ImportSummary } from '../import/importer';
import { openApart } from './apart';
import { namesIn, refusedPath, removeUpload, uploadPath, uploadsFolder, uploadSize } from './files';
import type { FilePlace } from '../../rules/privacy/keeper';
import { outcomeOf, type Outcome } from '../../store/log/outcome';
import { findUpload } from '../../store/uploads/uploads';
import { importUploadAt, importUploadKind, type uploadResult } from './kind';
import { readingOf } from './reading';

export interface UploadParts {
  readonly dataDir: string;
  /** The place of that folder. */
  readonly place: FilePlace | undefined;
  readonly network: Network;
}

const hour = 3_600_000;
/** How long an upload waits for its import to be started. */
const waitsFor = 2 * hour;
/** How long refused rows can be downloaded. */
const refusedFor = 30 * 24 * hour;

/** People of a file whose outcome is counted; of larger files it is not. */
const mostMet = 200_000;

const resultOf = (summary: ImportSummary, outcome: Outcome | null): z.output<typeof uploadResult> => ({
  batchId: summary.batchId,
  format: summary.format,
  rowsRead: summary.rowsRead,
  refused: summary.refused,
  listed: summary.rejectsFile !== null,
  failure: summary.failure,
  notes: [...summary.notes],
  // Another process may have scored a part of the queue.
  leadsNew: outcome?.leadsNew ?? summary.leads?.leadsNew ?? 0,
  leadsUpdated: summary.leads?.leadsUpdated ?? 0,
  undated: summary.undated,
  outcome,
});

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const missing =
  'The uploaded file is not here: it was removed because a person in this workspace was erased meanwhile, it waited too long, or this process has another DATA_DIR. Upload it again.';

const notWhole = (size: number, bytes: number) =>
  `The uploaded file has ${size} bytes here, but ${bytes} bytes arrived. Nothing was imported. Upload it again.`;

/** Jobs of uploads, for `configuredJobs`. */
export function uploadJobs({ dataDir, place, network }: UploadParts): readonly AnyJob[] {
  const id = place?.makeId();
  const kinds = [importUploadKind, ...(id === undefined ? [] : [importUploadAt(id)])];
  return [
    ...kinds.map((kind) =>
      define({
        ...kind,
        async run(context, { uploadId, startedBy, ...choices }) {
          const { db, organizationId, clock } = context;
          const path = uploadPath(dataDir, organizationId, uploadId);
          const size = await uploadSize(path);
          const row = await findUpload(db, organizationId, uploadId);
          if (size === undefined || row === undefined) throw new PermanentFailure(missing);
          if (size !== row.bytes || (row.length ?? size) !== size)
            throw new PermanentFailure(notWhole(size, row.bytes));
          await withFile(context, path, async () => {
            const reading = readingOf(choices, network, clock.now());
            const met = new Set<string>();
            const summary = await importFile(db, organizationId, path, {
              ...reading,
              onMet: (personId) => {
                if (met.size <= mostMet) met.add(personId);
              },
              name: choices.fileName,
              reference: uploadId,
              startedBy,
              rejectsPath: refusedPath(path),
              ...(context.alone ? {} : { whileServing: scoringIn(context) }),
              open: (file, options) => openApart(file, options, context.signal),
              onProgress: (progress) => {
                context.signal.throwIfAborted();
                context.progress({ ...progress });
              },
            });
            const counted = met.size > 0 && met.size <= mostMet;
            const outcome = counted ? await outcomeOf(db, organizationId, met, reading.now) : null;
            if (outcome && summary.batchId !== null && outcome.untitled > 0) {
              const { leads, untitled } = outcome;
              await noteReading(db, organizationId, summary.batchId, { lacks: { leads, untitled } });
            }
            await context.saveState(resultOf(summary, outcome));
            // Nothing was stored, so the import did not succeed.
            const stored = Object.values(summary.records).some((count) => count > 0);
            if (summary.failure !== null && !stored) throw new ExportError(sentence(summary.failure));
          });
        },
      }),
    ),
    define({
      name: 'clean-uploads',
      lane: 'upkeep',
      input: z.object({}),
      schedule: { pattern: '17 * * * *' },
      keepsDone: false,
      run: (context) => cleanUploads(context, dataDir),
    }),
  ];
}

/** Runs an import, and removes its file unless the import continues later. */
async function withFile(context: JobContext, path: string, work: () => Promise<void>): Promise<void> {
  const remove = () => removeUpload(context.db, context.organizationId, path);
  try {
    await work();
  } catch (error) {
    const gone = error instanceof UnknownWorkspaceError;
    const final = gone || error instanceof ExportError || error instanceof BatchEndedError;
    if (final || context.cancelled) await remove();
    if (gone) {
      await rm(refusedPath(path), { force: true });
      return;
    }
    if (final) throw new PermanentFailure(error.message);
    throw error;
  }
  await remove();
}

/**
 * Removes what crashed and abandoned uploads left behind, and old lists of refused rows. A list that an import wrote after its
 * workspace was deleted goes as early as an upload: not at once, since a node that is behind may not know a new workspace yet.
 */
async function cleanUploads(context: JobContext, dataDir: string): Promise<void> {
  const folder = uploadsFolder(dataDir);
  for (const organizationId of await namesIn(folder)) {
    const isDeleted = (await findOrganization(context.db, organizationId)) === undefined;
    for (const name of await namesIn(join(folder, organizationId))) {
      await context.checkpoint();
      const path = join(folder, organizationId, name);
      const age = context.clock.now() - (await changedAt(path));
      const refused = name.includes('.rejects');
      if (age < (refused && !isDeleted ? refusedFor : waitsFor)) continue;
      const row = await findUpload(context.db, organizationId, name.slice(0, 36));
      const kind = importUploadAt(row?.place_id ?? '').name;
      if (await heldKey(context.db, `${kind}:${organizationId}:${name.slice(0, 36)}`)) continue;
      await removeUpload(context.db, organizationId, path);
      context.log.info({ refused }, 'removed an upload that nobody imported');
    }
  }
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path, { bigint: false }).catch(() => undefined))?.mtimeMs ?? 0;
}
