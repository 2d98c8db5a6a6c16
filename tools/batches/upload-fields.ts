/** Parameters of an upload that its preview and its import share. */
import { z } from 'zod';
import type { UploadChoices } from '../../src/ingest/uploads/kind';
import { pathId } from '../fields';

/** A file's name to show: text without control characters, whatever the file is called. */
const fileName = z
  .string()
  .max(1_000)
  .transform((name) => name.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu, ' ').trim())
  .refine((name) => name !== '', 'is required')
  .transform((name) => Array.from(name).slice(0, 200).join(''))
  .describe('Name of the file.');

export const uploadFields = {
  uploadId: pathId('Upload id, uuid, from the answer of the upload.'),
  fileName,
  columns: z
    .string()
    .max(4_000)
    .describe('Our names for columns of a table, as "their name=our name" with commas between; - leaves one out.')
    .optional(),
  kind: z.string().max(20).describe('What each row is, if no column says so.').optional(),
  dateOrder: z.enum(['dmy', 'mdy']).describe('How dates such as 03/04/2026 are read.').optional(),
  encoding: z
    .string()
    .max(40)
    .describe('The encoding of the file, such as windows-1251, if letters are read wrongly.')
    .optional(),
  post: z.string().max(1_000).describe('Address of the post for rows that name none.').optional(),
  modifiedAt: z
    .int()
    .min(0)
    .describe('When the file was last changed, in milliseconds since 1970. Used for exports without a date.')
    .optional(),
};

type Given = { [Name in keyof UploadChoices]: UploadChoices[Name] | undefined };

/** The choices that were made, without those that are empty. */
export function choicesOf({
  fileName: name,
  columns,
  kind,
  dateOrder,
  encoding,
  post,
  modifiedAt,
}: Given & { fileName: string }): UploadChoices {
  return {
    fileName: name,
    ...(columns === undefined ? {} : { columns }),
    ...(kind === undefined ? {} : { kind }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(post === undefined ? {} : { post }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
  };
}
