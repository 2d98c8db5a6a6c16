/** Reads the body of a request into a JSON value, within limits of size, time and depth. */
import type { Request, Response } from 'express';
import express from 'express';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { bodyTooSlow, notJson, tooDeep, tooLarge, unsupportedMediaType, type Refusal } from './refusal';

/** Bytes. The largest call there is (two full lists of identifiers) is far below 10 KB. */
export const bodyLimit = 1024 * 1024;

/** Levels of arrays and objects. A call needs five; thousands would exhaust the stack of whoever walks the value. */
export const depthLimit = 64;

const readRaw = express.raw({ type: () => true, limit: bodyLimit, inflate: false });
const utf8 = new TextDecoder('utf-8', { fatal: true });

export type Body = { readonly message: unknown } | { readonly refusal: Refusal };

/**
 * @param timeoutMs how long the whole body may take to arrive.
 * @returns the parsed message, or why it was refused. Never rejects.
 */
export async function readBody(req: Request, res: Response, timeoutMs: number): Promise<Body> {
  if (!isJsonContentType(req.headers['content-type'] ?? null) || !isUtf8(req.headers['content-type'])) {
    return { refusal: unsupportedMediaType };
  }
  const failure = await arrival(req, res, timeoutMs);
  if (failure) return { refusal: failure };
  const bytes: unknown = req.body;
  if (!(bytes instanceof Uint8Array)) return { refusal: notJson };
  let message: unknown;
  try {
    message = JSON.parse(utf8.decode(bytes));
  } catch {
    return { refusal: notJson };
  }
  return isDeeperThan(message, depthLimit) ? { refusal: tooDeep } : { message };
}

function arrival(req: Request, res: Response, timeoutMs: number): Promise<Refusal | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(bodyTooSlow), timeoutMs);
    readRaw(req, res, (error?: unknown) => {
      clearTimeout(timer);
      resolve(error === undefined ? undefined : refusalOf(error));
    });
  });
}

/** `body-parser` says in `status` what is wrong. */
function refusalOf(error: unknown): Refusal {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
  if (status === 413) return tooLarge;
  return status === 415 ? unsupportedMediaType : notJson;
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
