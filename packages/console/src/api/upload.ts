/** Sends a file to the service in parts, small enough for slow connections and for proxies with limits. */
import { sha256 } from '@noble/hashes/sha2.js';
import { t } from '../i18n';
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

/** Whether other bytes arrived than the file has. The service has removed them. */
const arrivedWrong = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ path }) => path === 'Repr-Digest');

const notWhole = () => new ApiError(0, 'not_whole', t('upload.again'));

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
  const digest = digestOf(file, signal);
  // Awaited with the last part; an upload that fails before never does.
  digest.catch(() => undefined);
  let bytes = 0;
  let left = tries;
  // The last part brings the digest. If its answer was lost, an empty part asks again whether it agrees.
  for (let whole = false; !whole;) {
    try {
      bytes = await sendPart(file, { uploadId, bytes, digest }, signal);
      whole = bytes >= file.size;
      left = tries;
    } catch (error) {
      if (!passes(error) || (left -= 1) <= 0) throw arrivedWrong(error) ? notWhole() : error;
      const wanted = error.uploadOffset;
      if (wanted === null) await new Promise((resolve) => setTimeout(resolve, waitMs));
      else bytes = wanted;
    }
    onBytes(bytes);
  }
  return uploadId;
}

/** Turns an uploaded archive into uploads of its files. @throws ApiError */
export async function unpackUpload(uploadId: string): Promise<readonly Unpacked[]> {
  const path = `${workspaceId.value ?? ''}/unpack`;
  return (await request<{ readonly files: readonly Unpacked[] }>(path, { body: { uploadId } })).files;
}

interface Part extends Received {
  readonly digest: Promise<string>;
}

async function sendPart(file: File, { uploadId, bytes, digest }: Part, signal: AbortSignal): Promise<number> {
  const end = bytes + partBytes;
  const headers = {
    'Upload-Id': uploadId,
    'Upload-Offset': String(bytes),
    'Upload-Length': String(file.size),
    ...(end >= file.size ? { 'Repr-Digest': await digest.catch(() => Promise.reject(notWhole())) } : {}),
  };
  const part = { bytes: file.slice(bytes, end), headers };
  return (await request<Received>(`${workspaceId.value ?? ''}/upload`, { part, signal })).bytes;
}

/** Bytes that are hashed in one go, so that the page stays quick. */
const hashedBytes = 256 * 1024;

/**
 * `Repr-Digest` of a file (RFC 9530), made while its parts are sent. The browser's own hashes take a file only as a whole, and not over
 * plain http.
 * @throws the browser's error when the file cannot be read, or the signal ends it.
 */
async function digestOf(file: File, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += hashedBytes) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(at, at + hashedBytes).arrayBuffer()));
  }
  return `sha-256=:${btoa(String.fromCharCode(...hash.digest()))}:`;
}
