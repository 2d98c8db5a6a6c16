/**
 * Headers of uploads: `Upload-Id`, and `Upload-Offset`, `Upload-Length` and `Upload-Complete` as in the IETF draft of resumable uploads
 * (draft-ietf-httpbis-resumable-upload), `Repr-Digest` as in RFC 9530.
 */
import type { IncomingMessage } from 'node:http';
import { invalid } from '../../../shared/errors';
import { isUploadId, largestUpload } from '../../../ingest/uploads/files';

export interface UploadHeaders {
  /** Chosen by the sender; undefined when the service is to choose one. */
  readonly id: string | undefined;
  /** Position at which the part begins. */
  readonly at: number;
  /** Bytes of the whole file. */
  readonly length: number | undefined;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly digest: string | undefined;
}

/** @throws OperationError `validation_failed` that names the header. */
export function readUploadHeaders(req: Pick<IncomingMessage, 'headers'>): UploadHeaders {
  const { 'upload-id': id } = req.headers;
  if (id !== undefined && (typeof id !== 'string' || !isUploadId(id))) {
    throw invalid({ path: 'Upload-Id', message: 'must be a uuid' });
  }
  return {
    id,
    at: numberIn(req, 'Upload-Offset') ?? 0,
    length: numberIn(req, 'Upload-Length'),
    digest: digestIn(req.headers['repr-digest']),
  };
}

function numberIn(req: Pick<IncomingMessage, 'headers'>, name: 'Upload-Offset' | 'Upload-Length'): number | undefined {
  const text = req.headers[name.toLowerCase()];
  if (text === undefined) return undefined;
  const value = typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : Infinity;
  if (value > largestUpload) {
    throw invalid({ path: name, message: `must be a whole number from 0 to ${largestUpload}` });
  }
  return value;
}

/** One member of RFC 9530's dictionary; others stand beside it. */
const sha256 = /(?:^|,)[ \t]*sha-256=:([A-Za-z0-9+/]{43}=):[ \t]*(?:;[^,]*)?(?=,|$)/;

function digestIn(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, base64] = sha256.exec(String(header)) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('hex');
  throw invalid({ path: 'Repr-Digest', message: 'must hold sha-256=:…: with the base64 of 32 bytes' });
}

/** Says how far an upload is. */
export function sayOffset(
  res: { setHeader(name: string, value: string | number): unknown },
  bytes: number,
  complete: boolean,
): void {
  res.setHeader('Upload-Offset', bytes);
  res.setHeader('Upload-Complete', complete ? '?1' : '?0');
}
