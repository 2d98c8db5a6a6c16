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
import { ExportError } from '../../../ingest/import';
import { bytesWaiting, noRoom, setAside, type Room } from '../../../ingest/uploads/room';
import { unpackInto } from '../../../ingest/uploads/unpack';
import { invalid, notFound, OperationError } from '../../../shared/errors';
import { requireRight } from '../../../workspace/require-right';
import { actingSessionOf, countFor, type ConsoleContext } from './context';
import { readShape } from './session-api';

const MB = 1024 * 1024;
const everything = dataAccessOf(dataAccessFlags);
/** Paths of uploads that receive a part now: two at once would overwrite each other. */
const receiving = new Set<string>();

/**
 * `POST app/api/{organizationId}/upload`: the first part creates the upload. Each further part names the upload in `Upload-Id`
 * and its position in `Upload-Offset`. An incomplete part is discarded, and if it is the first, so is the upload.
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
    const { uploadId, at, first } = await placeOf(context, req, organizationId);
    const path = uploadPath(context.dataDir, organizationId, uploadId);
    if (receiving.has(path)) throw new OperationError('conflict', 'A part of this upload is being received.');
    receiving.add(path);
    // Whether the upload goes with a part that fails.
    let goes = first;
    let room: Room | undefined;
    try {
      const length = req.headers['content-length'];
      const most = largestUpload - at;
      if (Number(length) > most) throw tooLarge(req);
      const wanted = length === undefined ? { upTo: most } : Number(length);
      room = await setAside(context.dataDir, organizationId, path, { at, wanted });
      const bytes = await receivePart(req, res, path, at, room.bytes);
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
      receiving.delete(path);
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
    if (receiving.has(path)) throw new OperationError('conflict', 'This upload is being received or unpacked.');
    receiving.add(path);
    try {
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
}

/** The upload that a part belongs to; a new one if the part names none. */
async function placeOf(
  { db, dataDir }: Pick<ConsoleContext, 'dataDir'> & { readonly db: Database },
  req: IncomingMessage,
  organizationId: string,
): Promise<Place> {
  const { 'upload-id': id, 'upload-offset': offset } = req.headers;
  if (Number(req.headers['content-length']) > largestUpload) throw tooLarge(req);
  if (id === undefined) {
    if ((await bytesWaiting(dataDir, organizationId)) > largestUploads - largestUpload) {
      req.resume();
      throw noRoom();
    }
    return { uploadId: await beginUpload(db, dataDir, organizationId), at: 0, first: true };
  }
  if (typeof id !== 'string' || !isUploadId(id)) throw invalid({ path: 'Upload-Id', message: 'must be a uuid' });
  const size = await uploadSize(uploadPath(dataDir, organizationId, id));
  if (size === undefined) throw notFound('upload');
  if (offset !== String(size)) {
    throw new OperationError('conflict', `The upload has ${size} bytes; go on there.`, [
      { path: 'Upload-Offset', message: `must be ${size}` },
    ]);
  }
  return { uploadId: id, at: size, first: false };
}

/**
 * @param most bytes that the part may have.
 * @returns the size of the upload with this part.
 */
async function receivePart(
  req: IncomingMessage,
  res: TracedResponse,
  path: string,
  at: number,
  most: number,
): Promise<number> {
  if (res.awaitsContinue) {
    res.awaitsContinue = false;
    res.writeContinue();
  }
  // One byte more than allowed shows that there are too many.
  if (req instanceof BoundedRequest) req.allow(largestUpload - at + 1);
  let bytes: number | 'too_large';
  try {
    bytes = await appendPart(path, at, most, req.iterator({ destroyOnReturn: false }));
  } catch (error) {
    if (!req.complete) throw invalid({ path: '', message: 'The body did not arrive whole.' });
    throw error;
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
