/** Uploads of files: the body holds their bytes, in parts, so that slow lines and proxies with limits can carry large files. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { presentIn } from '../../../../tools/define';
import type { ConsoleSession } from '../../../auth/console-sessions';
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
import { checkDigest, expectWhole, isWhole } from '../../../ingest/uploads/whole';
import type { UploadRow } from '../../../store/tables/uploads';
import { advanceUpload, findUpload, takeUpload } from '../../../store/uploads/uploads';
import { ExportError } from '../../../ingest/import';
import { isDiskFull } from '../../../ingest/import/errors';
import { bytesWaiting, noRoom, reserveRoom, type Room } from '../../../ingest/uploads/room';
import { unpackInto } from '../../../ingest/uploads/unpack';
import { invalid, notFound, OperationError } from '../../../shared/errors';
import { whileClientWaits } from '../../../shared/request-life';
import { requireRight } from '../../../workspace/require-right';
import { actingSessionOf, clientLeaves, countFor, sessionOf, type ConsoleContext } from './context';
import { requireNoOtherSite } from './guard';
import { readUploadHeaders, sayOffset } from './upload-headers';
import { readShape } from './session-api';

const MB = 1024 * 1024;
const everything = dataAccessOf(dataAccessFlags);
/** Paths of archives that are unpacked now. */
const receiving = new Set<string>();

/**
 * `POST app/api/{organizationId}/upload`: the first part creates the upload. Each further part names the upload in `Upload-Id`
 * and its position in `Upload-Offset`. A sender that chooses the `Upload-Id` of the first part itself, and gives `Upload-Length`,
 * can go on after anything that breaks: what arrived stays, and a wrong offset is answered with the right one. The last part, at the
 * latest, may bring `Repr-Digest`: then the upload is imported only when that agrees (docs/console.md).
 */
export function uploadRoutes(context: ConsoleContext): readonly Route[] {
  return [
    { path: '/app/api/{organizationId}/upload', answer: { POST: receive(context) }, byAddress: 'free' },
    { path: '/app/api/{organizationId}/upload/{uploadId}', answer: { GET: offsetOf(context) }, byAddress: 'free' },
    { path: '/app/api/{organizationId}/unpack', answer: { POST: unpackUpload(context) }, byAddress: 'free' },
  ];
}

function receive(context: ConsoleContext): Handler {
  return async (req, res, [organization = '']) => {
    const { organizationId, requireStill } = await uploadingTo(context, req, res, organization);
    requireBytes(req);
    const { row, at, first } = await placeOf(context, req, res, organizationId);
    const { id: uploadId, receiver } = row;
    if (receiver === null) return sendReceived(req, res, row);
    const path = uploadPath(context.dataDir, organizationId, uploadId);
    // Whether the upload goes with a part that fails. A sender that did not choose the id cannot go on with it.
    let goes = first && req.headers['upload-id'] === undefined;
    let arrived = false;
    let room: Room | undefined;
    try {
      const length = req.headers['content-length'];
      const most = (row.length ?? largestUpload) - at;
      if (Number(length) > most) throw row.length === null ? tooLarge(req) : beyondLength(row.length);
      const wanted = length === undefined ? { upTo: most } : Number(length);
      room = await reserveRoom(context.dataDir, organizationId, path, { at, wanted });
      const advance = (from: number, to: number) =>
        advanceUpload(context.db, organizationId, uploadId, { receiver, from, to, now: Date.now() });
      const bytes = await receivePart(req, res, path, { at, most: room.bytes, length: row.length, advance });
      arrived = true;
      await requireStill();
      const complete = await checkDigest(context.db, path, { ...row, bytes });
      goes = false;
      sayOffset(res, bytes, complete);
      sendJson(res, 200, { uploadId, bytes });
    } catch (error) {
      // Nobody goes on with the upload of a person who lost the right, or with bytes that are wrong. With one that could not be checked they do.
      if (arrived && error instanceof OperationError && error.status < 500) goes = true;
      // Reads and drops the rest, so that the client receives the answer.
      req.resume();
      throw isDiskFull(error) ? diskFull() : error;
    } finally {
      room?.release();
      if (goes) await removeUpload(context.db, organizationId, path);
    }
  };
}

/** `GET app/api/{organizationId}/upload/{uploadId}` (and `HEAD`): how far an upload is. Any machine knows it. */
function offsetOf(context: ConsoleContext): Handler {
  return async (req, res, [organization = '', uploadId = '']) => {
    requireNoOtherSite(req);
    const { organizationId } = workspaceOf(context, res, (await sessionOf(context, req, res)).session, organization);
    const row = isUploadId(uploadId) ? await findUpload(context.db, organizationId, uploadId) : undefined;
    if (row === undefined) throw notFound('upload');
    const { bytes, length } = row;
    sayOffset(res, bytes, isWhole(row));
    if (length !== null) res.setHeader('Upload-Length', length);
    sendJson(res, 200, { uploadId, bytes, length, complete: isWhole(row) });
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
  return workspaceOf(context, res, session, organization);
}

/** @throws OperationError */
function workspaceOf(
  context: ConsoleContext,
  res: TracedResponse,
  session: ConsoleSession,
  organization: string,
): UploadingTo {
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
      expectWhole(row);
      if ((await uploadSize(path)) === undefined) throw notFound('upload');
      const files = await whileClientWaits(clientLeaves(res), () =>
        unpackInto(db, dataDir, organizationId, path, requireStill),
      );
      sendJson(res, 200, { files });
    } catch (error) {
      if (error instanceof ExportError) throw invalid({ path: 'uploadId', message: error.message });
      throw isDiskFull(error) ? diskFull() : error;
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
  /** As the part found it, with the digest that it brought. Its `receiver` is this request; null when the upload is complete already. */
  readonly row: UploadRow;
  /** Position at which the part begins. */
  readonly at: number;
  readonly first: boolean;
}

/** The upload that a part belongs to; a new one if the part names none. */
async function placeOf(
  { db, dataDir }: Pick<ConsoleContext, 'dataDir'> & { readonly db: Database },
  req: IncomingMessage,
  res: TracedResponse,
  organizationId: string,
): Promise<Place> {
  if (Number(req.headers['content-length']) > largestUpload) throw tooLarge(req);
  const { id, at, length, digest } = readUploadHeaders(req);
  let row = id === undefined ? undefined : await findUpload(db, organizationId, id);
  const first = row === undefined;
  if (row === undefined) {
    if (at > 0) throw notFound('upload');
    if ((await bytesWaiting(dataDir, organizationId)) > largestUploads - largestUpload) {
      req.resume();
      throw noRoom();
    }
    const created = { ...(id === undefined ? {} : { id }), length: length ?? null };
    row = await findUpload(db, organizationId, await beginUpload(db, dataDir, organizationId, created));
  }
  if (row === undefined) throw notFound('upload');
  await expectHere(db, row.place_id);
  const path = uploadPath(dataDir, organizationId, row.id);
  if ((await uploadSize(path)) === undefined) {
    // Nobody can go on with an upload whose file is gone: it may begin again.
    await removeUpload(db, organizationId, path);
    throw notFound('upload');
  }
  if (length !== undefined && row.length !== null && length !== row.length) {
    throw invalid({ path: 'Upload-Length', message: `must be ${row.length}, as in the first part` });
  }
  if (row.complete === 1 && at === row.bytes && digest === row.digest)
    return { row: { ...row, receiver: null }, at, first };
  const taken = { organizationId, id: row.id, place: row.place_id, at, digest, now: Date.now() };
  const receiver = await takeUpload(db, taken);
  if (receiver !== undefined) {
    // Without a length, only the part that brings the digest can be the last one.
    const known = row.length === null ? null : row.digest;
    return { row: { ...row, receiver, digest: digest ?? known }, at, first };
  }
  req.resume();
  const found = await findUpload(db, organizationId, row.id);
  sayOffset(res, found?.bytes ?? 0, found !== undefined && isWhole(found));
  throw found?.complete === 1 ? complete() : wrongOffset(found?.bytes ?? 0);
}

const diskFull = () =>
  new OperationError(
    'service_unavailable',
    'The disk of this service is full. Go on with this upload when its operator has made room.',
  );
const wrongOffset = (bytes: number) => new OperationError('conflict', `The upload has ${bytes} bytes; go on there.`);
const complete = () => new OperationError('conflict', 'The upload is complete, with the digest that was given.');
const beyondLength = (length: number) =>
  invalid({ path: 'Upload-Length', message: `is ${length}, and the part goes beyond it` });

/** Answers a part of an upload that is complete already. */
function sendReceived(req: IncomingMessage, res: TracedResponse, { id: uploadId, bytes }: UploadRow): void {
  req.resume();
  sayOffset(res, bytes, true);
  sendJson(res, 200, { uploadId, bytes });
}

interface PartBounds {
  readonly at: number;
  /** Bytes that the part may have. */
  readonly most: number;
  /** Bytes of the whole file; null when the sender did not say. */
  readonly length: number | null;
  /** See `appendPart`. */
  advance(from: number, to: number): Promise<boolean>;
}

/**
 * @returns the size of the upload with this part.
 */
async function receivePart(
  req: IncomingMessage,
  res: TracedResponse,
  path: string,
  { at, most, length, advance }: PartBounds,
): Promise<number> {
  if (res.awaitsContinue) {
    res.awaitsContinue = false;
    res.writeContinue();
  }
  // One byte more than allowed shows that there are too many.
  if (req instanceof BoundedRequest) req.allow(largestUpload - at + 1);
  let bytes: Awaited<ReturnType<typeof appendPart>>;
  try {
    bytes = await appendPart(path, { at, most, length }, req.iterator({ destroyOnReturn: false }), advance);
  } catch (error) {
    if (!req.complete && !isDiskFull(error)) throw invalid({ path: '', message: 'The body did not arrive whole.' });
    throw error;
  }
  if (bytes === 'taken_over') {
    throw new OperationError(
      'conflict',
      'Another request sends this upload now, or it was removed. Ask for its offset.',
    );
  }
  if (bytes === 'too_large') {
    if (at + most === length) throw beyondLength(length);
    throw at + most < largestUpload ? noRoom() : tooLarge(req);
  }
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
