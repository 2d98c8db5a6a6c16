/** Uploads of files: the body holds their bytes, in parts, so that slow lines and proxies with limits can carry large files. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { presentIn } from '../../../../tools/define';
import { dataAccessFlags, dataAccessOf } from '../../../auth/rights';
import type { Database } from '../../../database/database';
import { BoundedRequest } from '../../../http/bounded-request';
import { sendJson } from '../../../http/respond';
import type { Handler, Route } from '../../../http/router';
import type { TracedResponse } from '../../../http/traced-response';
import { beginUpload } from '../../../ingest/uploads/begin';
import {
  appendPart,
  isUploadId,
  largestUpload,
  largestUploads,
  removeUpload,
  uploadPath,
  uploadSize,
} from '../../../ingest/uploads/files';
import { expectHere } from '../../../ingest/uploads/place';
import { advanceUpload, findUpload, takeUpload } from '../../../store/uploads';
import { ExportError } from '../../../ingest/import';
import { bytesWaiting, noRoom, setAside, type Room } from '../../../ingest/uploads/room';
import { unpackInto } from '../../../ingest/uploads/unpack';
import { invalid, notFound, OperationError } from '../../../shared/errors';
import { requireRight } from '../../../workspace/require-right';
import { actingSessionOf, countFor, type ConsoleContext } from './context';
import { readShape } from './session-api';

const MB = 1024 * 1024;
const everything = dataAccessOf(dataAccessFlags);
/** Paths of archives that are unpacked now. */
const receiving = new Set<string>();

/**
 * `POST app/api/{organizationId}/upload`: the first part creates the upload. Each further part names the upload in `Upload-Id`
 * and its position in `Upload-Offset`. A sender that chooses the `Upload-Id` of the first part itself, and gives `Upload-Length`,
 * can go on after anything that breaks: what arrived stays, and a wrong offset is answered with the right one.
 */
export function uploadRoutes(context: ConsoleContext): readonly Route[] {
  return [
    { path: '/app/api/{organizationId}/upload', answer: { POST: receive(context) }, byAddress: 'free' },
    { path: '/app/api/{organizationId}/unpack', answer: { POST: unpackUpload(context) }, byAddress: 'free' },
  ];
}

function receive(context: ConsoleContext): Handler {
  return async (req, res, [organization = '']) => {
    const { organizationId, requireStill } = await uploadingTo(context, req, res, organization);
    requireBytes(req);
    const { uploadId, at, first, receiver } = await placeOf(context, req, res, organizationId);
    const path = uploadPath(context.dataDir, organizationId, uploadId);
    // Whether the upload goes with a part that fails. A sender that did not choose the id cannot go on with it.
    let goes = first && req.headers['upload-id'] === undefined;
    let room: Room | undefined;
    try {
      const length = req.headers['content-length'];
      const most = largestUpload - at;
      if (Number(length) > most) throw tooLarge(req);
      const wanted = length === undefined ? { upTo: most } : Number(length);
      room = await setAside(context.dataDir, organizationId, path, { at, wanted });
      const advance = (from: number, to: number) =>
        advanceUpload(context.db, organizationId, uploadId, { receiver, from, to, now: Date.now() });
      const bytes = await receivePart(req, res, path, { at, most: room.bytes, advance });
      // Nobody goes on with the upload of a person who lost the right.
      goes = true;
      await requireStill();
      goes = false;
      sendJson(res, 200, { uploadId, bytes });
    } catch (error) {
      // Reads and drops the rest, so that the client receives the answer.
      req.resume();
      throw error;
    } finally {
      room?.release();
      if (goes) await removeUpload(context.db, organizationId, path);
    }
  };
}

interface UploadingTo {
  readonly organizationId: string;
  /** Asks again, after the body has come, whether the person may import. @throws OperationError */
  requireStill(): Promise<void>;
}

/** The workspace of the address, if the person may import into it. @throws OperationError */
async function uploadingTo(
  context: ConsoleContext,
  req: IncomingMessage,
  res: TracedResponse,
  organization: string,
): Promise<UploadingTo> {
  const { session } = await actingSessionOf(context, req, res);
  const organizationId = organization.toLowerCase();
  const place = session.places.find((one) => one.organizationId === organizationId);
  if (!place) throw notFound('operation');
  res.organizationId = organizationId;
  countFor(context, res, session.id, organizationId);
  const caller = { kind: 'session', userId: session.id, role: place.role, sessionHash: session.hash } as const;
  const workspace = context.workspaceFor(organizationId, everything, caller);
  requireRight('manageBatches', workspace);
  return {
    organizationId,
    async requireStill() {
      await presentIn(workspace, 'manageBatches');
    },
  };
}

const unpackShape = z.strictObject({ uploadId: z.string().refine(isUploadId, 'must be a uuid') });

/**
 * `POST app/api/{organizationId}/unpack`: turns an uploaded archive into uploads of the files in it, and deletes it. This is not
 * an operation, because it takes seconds, which is too long for a transaction.
 */
function unpackUpload(context: ConsoleContext): Handler {
  return async (req, res, [organization = '']) => {
    const { organizationId, requireStill } = await uploadingTo(context, req, res, organization);
    const { uploadId } = await readShape(req, res, unpackShape);
    await requireStill();
    const { db, dataDir } = context;
    const path = uploadPath(dataDir, organizationId, uploadId);
    if (receiving.has(path)) throw new OperationError('conflict', 'This upload is being unpacked.');
    receiving.add(path);
    try {
      const row = await findUpload(db, organizationId, uploadId);
      if (row === undefined) throw notFound('upload');
      await expectHere(db, row.place_id);
      if ((await uploadSize(path)) === undefined) throw notFound('upload');
      sendJson(res, 200, { files: await unpackInto(db, dataDir, organizationId, path) });
    } catch (error) {
      if (error instanceof ExportError) throw invalid({ path: 'uploadId', message: error.message });
      throw error;
    } finally {
      receiving.delete(path);
    }
  };
}

/** @throws OperationError for a body that does not hold the bytes of a file. */
function requireBytes(req: IncomingMessage): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (/^\s*application\/octet-stream\s*(;|$)/i.test(type) && encoding === 'identity') return;
  req.resume();
  throw new OperationError('unsupported_media_type', 'Send the bytes of the file as application/octet-stream.');
}

interface Place {
  readonly uploadId: string;
  /** Position at which the part begins. */
  readonly at: number;
  readonly first: boolean;
  /** See `takeUpload`. */
  readonly receiver: string;
}

/** The upload that a part belongs to; a new one if the part names none. */
async function placeOf(
  { db, dataDir }: Pick<ConsoleContext, 'dataDir'> & { readonly db: Database },
  req: IncomingMessage,
  res: TracedResponse,
  organizationId: string,
): Promise<Place> {
  const { 'upload-id': id } = req.headers;
  if (Number(req.headers['content-length']) > largestUpload) throw tooLarge(req);
  const length = numberIn(req, 'upload-length', largestUpload);
  const at = numberIn(req, 'upload-offset', largestUpload) ?? 0;
  if (id !== undefined && (typeof id !== 'string' || !isUploadId(id))) {
    throw invalid({ path: 'Upload-Id', message: 'must be a uuid' });
  }
  let row = id === undefined ? undefined : await findUpload(db, organizationId, id);
  const first = row === undefined;
  let uploadId = id;
  if (row === undefined) {
    if (at > 0) throw notFound('upload');
    if ((await bytesWaiting(dataDir, organizationId)) > largestUploads - largestUpload) {
      req.resume();
      throw noRoom();
    }
    uploadId = await beginUpload(db, dataDir, organizationId, {
      ...(id === undefined ? {} : { id }),
      length: length ?? null,
    });
    row = await findUpload(db, organizationId, uploadId);
  }
  if (uploadId === undefined || row === undefined) throw notFound('upload');
  await expectHere(db, row.place_id);
  const receiver = await takeUpload(db, { organizationId, id: uploadId, place: row.place_id, at, now: Date.now() });
  if (receiver !== undefined) return { uploadId, at, first, receiver };
  const bytes = (await findUpload(db, organizationId, uploadId))?.bytes ?? 0;
  res.setHeader('Upload-Offset', bytes);
  req.resume();
  throw wrongOffset(bytes);
}

const wrongOffset = (bytes: number) => new OperationError('conflict', `The upload has ${bytes} bytes; go on there.`);

/** @throws OperationError for a header that is no number of bytes. */
function numberIn(req: IncomingMessage, name: string, most: number): number | undefined {
  const text = req.headers[name];
  if (text === undefined) return undefined;
  const value = typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : Infinity;
  if (value > most) throw invalid({ path: name, message: `must be a whole number from 0 to ${most}` });
  return value;
}

/**
 * @param most bytes that the part may have.
 * @returns the size of the upload with this part.
 */
async function receivePart(
  req: IncomingMessage,
  res: TracedResponse,
  path: string,
  {
    at,
    most,
    advance,
  }: { readonly at: number; readonly most: number; readonly advance: (from: number, to: number) => Promise<boolean> },
): Promise<number> {
  if (res.awaitsContinue) {
    res.awaitsContinue = false;
    res.writeContinue();
  }
  // One byte more than allowed shows that there are too many.
  if (req instanceof BoundedRequest) req.allow(largestUpload - at + 1);
  let bytes: Awaited<ReturnType<typeof appendPart>>;
  try {
    bytes = await appendPart(path, { at, most }, req.iterator({ destroyOnReturn: false }), advance);
  } catch (error) {
    if (!req.complete) throw invalid({ path: '', message: 'The body did not arrive whole.' });
    throw error;
  }
  if (bytes === 'taken_over') {
    throw new OperationError(
      'conflict',
      'Another request sends this upload now, or it was removed. Ask for its offset.',
    );
  }
  if (bytes === 'too_large') throw at + most < largestUpload ? noRoom() : tooLarge(req);
  return bytes;
}

/** Reads and drops the rest, so that the client receives the answer. */
function tooLarge(req: IncomingMessage): OperationError {
  req.resume();
  return new OperationError(
    'payload_too_large',
    `A file may have ${largestUpload / MB} MB. Compress it with gzip, split it, or use \`leadlight import\`.`,
  );
}
