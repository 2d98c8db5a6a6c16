/** The import of an upload as a kind of job: its input, and what it leaves to be read. */
import { z } from 'zod';
import type { JobKind } from '../../jobs/definition';
import { dateOrders } from '../import/dates';

/** How somebody wants a file to be read. */
const uploadChoices = z.object({
  /** The file's name as it is shown. */
  fileName: z.string(),
  /** As of `--columns`: "their name=our name" with commas between. */
  columns: z.string().optional(),
  kind: z.string().optional(),
  dateOrder: z.enum(dateOrders).optional(),
  post: z.string().optional(),
  /** Epoch ms of the last change of the file, for exports that do not say when they were taken. */
  modifiedAt: z.number().optional(),
});
export type UploadChoices = z.output<typeof uploadChoices>;

const uploadInput = uploadChoices.extend({ uploadId: z.string(), startedBy: z.string().nullable() });

export const importUploadKind: JobKind<z.output<typeof uploadInput>> = { name: 'import-upload', input: uploadInput };

/** What the job says while it runs. */
export const uploadProgress = z.object({
  stage: z.enum(['reading', 'scoring']),
  bytes: z.number(),
  totalBytes: z.number(),
  done: z.number(),
});

/** What it leaves behind. */
export const uploadResult = z.object({
  batchId: z.string().nullable(),
  format: z.string(),
  rowsRead: z.number(),
  refused: z.number(),
  /** Whether the refused rows are listed. */
  listed: z.boolean(),
  failure: z.string().nullable(),
  leadsNew: z.number(),
  leadsUpdated: z.number(),
});
