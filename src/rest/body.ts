/** Reads the JSON body of a request, within limits of size, time and form. */
import type { IncomingMessage } from 'node:http';
import { invalid, OperationError } from '../errors';

/** Bytes. The largest body that an operation takes is far below. */
export const bodyLimit = 64 * 1024;
const timeoutMs = 30_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * @returns the members of the object in the body; their types and limits are still to be checked by the operation's schema.
 * @throws OperationError `unsupported_media_type`, `payload_too_large`, or `validation_failed` when it is no JSON object.
 */
export async function readJsonObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i.test(type.trim()) || encoding !== 'identity') {
    throw new OperationError('unsupported_media_type', 'Send the body as uncompressed application/json in UTF-8.');
  }
  const bytes = await collect(req);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalid({ path: '', message: 'The body is not valid JSON in UTF-8.' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ path: '', message: 'The body must be a JSON object.' });
  }
  return { ...value };
}

function collect(req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (error?: OperationError) => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      // What is left of a refused body is dropped, so that the client hears the answer.
      req.resume();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks));
    };
    const tooLarge = () => new OperationError('payload_too_large', `The body is larger than ${bodyLimit} bytes.`);
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > bodyLimit) done(tooLarge());
      else chunks.push(chunk);
    };
    const onEnd = () => done();
    const onClose = () => done(invalid({ path: '', message: 'The body did not arrive whole.' }));
    const timer = setTimeout(() => done(invalid({ path: '', message: 'The body did not arrive in time.' })), timeoutMs);
    req.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}
