/** What operations do with the uploads of one workspace. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import type { Database } from '../../database/database';
import { enqueue } from '../../jobs/enqueue';
import { cancelJob, findJob } from '../../store/jobs/listing';
import type { JobRow } from '../../store/tables/jobs';
import type { Network } from '../import';
import { refusedPath, removeUpload, uploadPath, uploadSize } from './files';
import { findUpload } from '../../store/uploads/uploads';
import { expectHere } from './place';
import { expectWhole } from './whole';
import {
  importUploadAt,
  importUploadKind,
  isUploadJob,
  uploadProgress,
  uploadResult,
  type UploadChoices,
} from './kind';
import { previewUpload, type UploadPreview } from './preview';

/** An import in the background. */
export interface UploadImport {
  readonly id: string;
  readonly fileName: string;
  readonly status: JobRow['status'];
  readonly error: string | null;
  readonly progress: z.output<typeof uploadProgress> | null;
  readonly result: z.output<typeof uploadResult> | null;
}

export interface RefusedRow {
  readonly place: string;
  readonly reason: string;
  readonly row: string;
}

export interface UploadReads {
  /** Undefined when there is no such upload. */
  preview(uploadId: string, choices: UploadChoices): Promise<UploadPreview | undefined>;
  /** @param importId as `start` returned it. */
  find(importId: string): Promise<UploadImport | undefined>;
  /** Rows that an import refused, starting after the `after`th. */
  refused(importId: string, after: number, limit: number): Promise<RefusedRow[] | undefined>;
}

export interface UploadService extends UploadReads {
  /** Queues the import of an upload, once. Returns the id of the job; undefined when there is no such upload. */
  start(uploadId: string, choices: UploadChoices, startedBy: string | null): Promise<string | undefined>;
  /**
   * Cancels an import. What it has stored so far stays until its batch is undone.
   * @returns `asked` while it runs; `ended` when it had ended before; undefined when there is no such import.
   */
  cancel(importId: string): Promise<'cancelled' | 'asked' | 'ended' | undefined>;
}

/** @param dataDir undefined when the process has none. There are no uploads then. */
export function openUploads(
  db: Database,
  organizationId: string,
  dataDir: string | undefined,
  network: Network,
): UploadService {
  const pathOf = async (uploadId: string) => {
    const path = dataDir === undefined ? undefined : uploadPath(dataDir, organizationId, uploadId);
    const row = await findUpload(db, organizationId, uploadId);
    if (path === undefined || row === undefined) return undefined;
    await expectHere(db, row.place_id);
    expectWhole(row);
    return (await uploadSize(path)) === undefined ? undefined : path;
  };
  const jobOf = async (importId: string) => {
    const job = await findJob(db, importId);
    return job?.organization_id === organizationId && isUploadJob(job.name) ? job : undefined;
  };
  return {
    async preview(uploadId, choices) {
      const path = await pathOf(uploadId);
      if (path === undefined) return undefined;
      const preview = await previewUpload(path, choices, { db, organizationId, network, now: Date.now() });
      // The erasure of a person may remove the file while it is read.
      return preview.problem !== null && (await pathOf(uploadId)) === undefined ? undefined : preview;
    },
    async start(uploadId, choices, startedBy) {
      const row = await findUpload(db, organizationId, uploadId);
      if (row === undefined) return undefined;
      expectWhole(row);
      const options = { organizationId, uniqueKey: uploadId };
      return (await enqueue(db, importUploadAt(row.place_id), { ...choices, uploadId, startedBy }, options)).id;
    },
    async cancel(importId) {
      const job = await jobOf(importId);
      if (!job) return undefined;
      const outcome = (await cancelJob(db, job.id, Date.now())) ?? 'ended';
      if (outcome === 'cancelled' && dataDir !== undefined) {
        const { uploadId } = importUploadKind.input.parse(JSON.parse(job.input));
        await removeUpload(db, organizationId, uploadPath(dataDir, organizationId, uploadId));
      }
      return outcome;
    },
    async find(importId) {
      const job = await jobOf(importId);
      return job && showImport(job);
    },
    async refused(importId, after, limit) {
      const job = await jobOf(importId);
      if (!job || dataDir === undefined) return undefined;
      const { uploadId } = importUploadKind.input.parse(JSON.parse(job.input));
      return linesOf(refusedPath(uploadPath(dataDir, organizationId, uploadId)), after, limit);
    },
  };
}

function stored<Shape extends z.ZodType>(shape: Shape, text: string | null): z.output<Shape> | null {
  return text === null ? null : (shape.safeParse(JSON.parse(text)).data ?? null);
}

function showImport(job: JobRow): UploadImport {
  const { id, status, error, progress, state, input } = job;
  return {
    id,
    fileName: importUploadKind.input.parse(JSON.parse(input)).fileName,
    status,
    error,
    progress: stored(uploadProgress, progress),
    result: stored(uploadResult, state),
  };
}

async function linesOf(path: string, after: number, limit: number): Promise<RefusedRow[]> {
  if ((await uploadSize(path)) === undefined) return [];
  const rows: RefusedRow[] = [];
  const input = createReadStream(path);
  let at = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    at += 1;
    if (at <= after) continue;
    if (rows.length === limit) break;
    const [place = '', reason = '', row = ''] = line.split('\t');
    rows.push({ place, reason, row });
  }
  input.destroy();
  return rows;
}
