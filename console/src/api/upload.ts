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

/** Whether it may help to send the same part again, because it was not stored. */
const passes = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.status === 429 || error.status === 503);

/**
 * @param onBytes called with the number of bytes that have arrived.
 * @returns the id of the upload.
 * @throws ApiError
 */
export async function uploadFile(file: File, onBytes: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  let received = await sendPart(file, undefined, signal);
  onBytes(received.bytes);
  while (received.bytes < file.size) {
    received = await sendPart(file, received, signal);
    onBytes(received.bytes);
  }
  return received.uploadId;
}

/** Turns an uploaded archive into uploads of its files. @throws ApiError */
export async function unpackUpload(uploadId: string): Promise<readonly Unpacked[]> {
  const path = `${workspaceId.value ?? ''}/unpack`;
  return (await request<{ readonly files: readonly Unpacked[] }>(path, { body: { uploadId } })).files;
}

async function sendPart(file: File, before: Received | undefined, signal: AbortSignal): Promise<Received> {
  const at = before?.bytes ?? 0;
  const place: Record<string, string> = before ? { 'Upload-Id': before.uploadId, 'Upload-Offset': String(at) } : {};
  const part = { bytes: file.slice(at, at + partBytes), headers: place };
  for (let left = tries; ; left -= 1) {
    try {
      return await request<Received>(`${workspaceId.value ?? ''}/upload`, { part, signal });
    } catch (error) {
      if (left <= 1 || !passes(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
