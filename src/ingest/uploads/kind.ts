/** The job that imports an upload: its input, and its result. */
import { z } from 'zod';
import type { JobKind } from '../../jobs/definition';
import { leadTiers } from '../../shared/values';
import { dateOrders } from '../import/dates';

/** How a person wants a file to be read. */
const uploadChoices = z.object({
  /** The name to show for the file. */
  fileName: z.string(),
  /** As in `--columns`: "their name=our name" with commas in between. */
  columns: z.string().optional(),
  kind: z.string().optional(),
  dateOrder: z.enum(dateOrders).optional(),
  /** The encoding, by its usual name. */
  encoding: z.string().optional(),
  post: z.string().optional(),
  /** Epoch ms of the file's last change, for exports that do not say when they were made. */
  modifiedAt: z.number().optional(),
});
export type UploadChoices = z.output<typeof uploadChoices>;

const uploadInput = uploadChoices.extend({ uploadId: z.string(), startedBy: z.string().nullable() });

export const importUploadKind: JobKind<z.output<typeof uploadInput>> = { name: 'import-upload', input: uploadInput };

/** The job of an upload whose file is in this place: only machines of the place know this kind. */
export const importUploadAt = (place: string): typeof importUploadKind =>
  place === '' ? importUploadKind : { ...importUploadKind, name: `${importUploadKind.name}-${place}` };

export const isUploadJob = (name: string): boolean => name.startsWith(importUploadKind.name);

/** What the job reports while it runs. */
export const uploadProgress = z.object({
  stage: z.enum(['reading', 'scoring']),
  bytes: z.number(),
  totalBytes: z.number(),
  done: z.number(),
});

/** The result of the job. */
export const uploadResult = z.object({
  batchId: z.string().nullable(),
  format: z.string(),
  rowsRead: z.number(),
  refused: z.number(),
  /** Whether the refused rows are listed. */
  listed: z.boolean(),
  failure: z.string().nullable(),
  /** What to know about how the file was read. Imports of earlier releases have none. */
  notes: z.array(z.string()).default([]),
  leadsNew: z.number(),
  leadsUpdated: z.number(),
  /** Engagements without a date that can be read. Results of older versions lack it. */
  undated: z.number().default(0),
  /** What became of the people of the file. Null where that was not counted: in results of older versions, and of very large files. */
  outcome: z
    .object({
      people: z.number(),
      leads: z.number(),
      leadsNew: z.number(),
      tiers: z.record(z.enum(leadTiers), z.number()),
      untitled: z.number().default(0),
      lacks: z.array(z.object({ lack: z.string(), people: z.number() })).readonly(),
    })
    .nullable()
    .default(null),
});
