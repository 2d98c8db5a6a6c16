/**
 * Long answers of lists, compressed for clients that ask for it (RFC 9110, section 12.5.3).
 *
 * Only reads of lists are: they hold no secret, so their length tells nobody anything (BREACH). Answers with an `ETag` go as they are:
 * a compressed one would be another representation, whose tag `If-Match` must not take for the first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { jsonType, respond, type Headers } from './respond';

const compress = promisify(gzip);

/** Below this many bytes, a compressed answer saves no packet. */
const worthIt = 1_024;

/**
 * Sends JSON, as gzip where the client takes it and the answer is long. The work is done outside of the event loop.
 *
 * @param headers in addition to those of the response; without an `ETag`.
 */
export async function sendCompressedJson(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  body: object,
  headers: Headers = {},
): Promise<void> {
  const plain = Buffer.from(JSON.stringify(body));
  const varies = { ...headers, Vary: 'Accept-Encoding' };
  if (plain.length < worthIt || !takesGzip(req)) return respond(res, status, jsonType, plain, varies);
  // The first level: the others cost several times as much for a tenth fewer bytes.
  const packed = await compress(plain, { level: constants.Z_BEST_SPEED });
  respond(res, status, jsonType, packed, { ...varies, 'Content-Encoding': 'gzip' });
}

/** A client that names no encoding gets the answer as it is: it may not know how to unpack it. */
function takesGzip(req: IncomingMessage): boolean {
  if (req.headers['accept-encoding'] === undefined) return false;
  return new Negotiator(req).encoding(['gzip']) === 'gzip';
}
