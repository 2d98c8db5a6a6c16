/** Sends a file to the service in parts, small enough for slow connections and for proxies with limits. */
import { workspaceId } from '../router';
import { request, ApiError } from './client';

const partBytes = 8 * 1024 * 1024;
const tries = 5;
const waitMs = 2_000;

interface Received {
  readonly uploadId: string;
  readonly bytes: number;
}

export interface Unpacked {
  readonly uploadId: string;
  readonly fileName: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** Whether it may help to go on: the service is away or busy, or another machine has the file. */
const passes = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'offline' || error.status === 409 || error.status === 429 || error.status >= 500);

/** A random UUID, also where the browser has no `randomUUID`: over plain http. */
function newUploadId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return bytes.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Sends a file in parts. The page chooses the id, so that it can go on after an answer that was lost.
 * @param onBytes called with the number of bytes that have arrived.
 * @returns the id of the upload.
 * @throws ApiError
 */
export async function uploadFile(file: File, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  const uploadId = newUploadId();
  let bytes = 0;
  let left = tries;
  do {
    try {
      bytes = await sendPart(file, { uploadId, bytes }, signal);
      left = tries;
    } catch (error) {
      if (!passes(error) || (left -= 1) <= 0) throw error;
      const wanted = error.uploadOffset;
      if (wanted === null) await new Promise((resolve) => setTimeout(resolve, waitMs));
      else bytes = wanted;
    }
    onBytes(bytes);
  } while (bytes < file.size);
  return uploadId;
}

/** Turns an uploaded archive into uploads of its files. @throws ApiError */
export async function unpackUpload(uploadId: string): Promise<readonly Unpacked[]> {
  const path = `${workspaceId.value ?? ''}/unpack`;
  return (await request<{ readonly files: readonly Unpacked[] }>(path, { body: { uploadId } })).files;
}

async function sendPart(file: File, { uploadId, bytes }: Received, signal: AbortSignal): Promise<number> {
  const headers = { 'Upload-Id': uploadId, 'Upload-Offset': String(bytes), 'Upload-Length': String(file.size) };
  const part = { bytes: file.slice(bytes, bytes + partBytes), headers };
  return (await request<Received>(`${workspaceId.value ?? ''}/upload`, { part, signal })).bytes;
}
