/** Reads the body of a request into a JSON value, within limits of size, time and depth. */
import type { IncomingMessage } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { bodyTooSlow, notJson, tooDeep, tooLarge, unsupportedMediaType, type Refusal } from './refusal';

/** Bytes. The largest call there is (two full lists of identifiers) is far below 10 KB. */
export const bodyLimit = 1024 * 1024;

/** Levels of arrays and objects. A call needs five; thousands would exhaust the stack of whoever walks the value. */
export const depthLimit = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export type Body = { readonly message: unknown } | { readonly refusal: Refusal };

/**
 * @param timeoutMs how long the whole body may take to arrive.
 * @returns the parsed message, or why it was refused; undefined when the client went away.
 */
export async function readBody(req: IncomingMessage, timeoutMs: number): Promise<Body | undefined> {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = req.headers;
  if (!isJsonContentType(type ?? null) || !isUtf8(type) || encoding !== 'identity')
    return refused(req, unsupportedMediaType);
  if (Number(req.headers['content-length']) > bodyLimit) return refused(req, tooLarge);
  const arrived = await collect(req, timeoutMs);
  if (arrived === undefined) return undefined;
  if ('refusal' in arrived) return refused(req, arrived.refusal);
  let message: unknown;
  try {
    message = JSON.parse(utf8.decode(arrived.bytes));
  } catch {
    return { refusal: notJson };
  }
  return isDeeperThan(message, depthLimit) ? { refusal: tooDeep } : { message };
}

/** The rest of a refused body is read and dropped, so that the client hears the answer and the connection stays usable. */
function refused(req: IncomingMessage, refusal: Refusal): Body {
  req.resume();
  return { refusal };
}

function collect(
  req: IncomingMessage,
  timeoutMs: number,
): Promise<{ bytes: Buffer } | { refusal: Refusal } | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (outcome: { bytes: Buffer } | { refusal: Refusal } | undefined) => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > bodyLimit) done({ refusal: tooLarge });
      else chunks.push(chunk);
    };
    const onEnd = () => done({ bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) });
    const onClose = () => done(undefined);
    const timer = setTimeout(() => done({ refusal: bodyTooSlow }), timeoutMs);
    req.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** RFC 8259, section 8.1: JSON between systems is UTF-8. A `charset` that says otherwise is believed, and refused. */
function isUtf8(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(inner, levels - 1)) return true;
  return false;
}
