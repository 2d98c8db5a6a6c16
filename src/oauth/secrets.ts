/** Making and hashing the secrets that leave the service: request tokens, codes and refresh tokens. Pure. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What is stored of a secret: SHA-256, hex. The secrets have 256 random bits, so no salt or slow hash is called for. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A new request token or code: 256 random bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

const prefix = 'llr_';
const idBytes = 16;
const secretBytes = 32;
const macBytes = 16;

/**
 * A new refresh token for a connection. Opaque to clients; inside are the connection's id (so that the token finds its row
 * by primary key), 256 random bits, and a MAC over both (so that only tokens that were really issued are believed to be old
 * ones when they turn up again).
 */
export function newRefreshToken(grantId: string, macKey: Buffer): string {
  const body = Buffer.concat([Buffer.from(grantId.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)]);
  return prefix + Buffer.concat([body, macOf(body, macKey)]).toString('base64url');
}

/** The connection of an authentic refresh token; `undefined` for anything that this service did not issue. */
export function grantOfRefreshToken(token: string, macKey: Buffer): string | undefined {
  if (!token.startsWith(prefix) || token.length > 128) return undefined;
  const encoded = token.slice(prefix.length);
  const bytes = Buffer.from(encoded, 'base64url');
  // Decoding ignores what it does not know; only the one canonical text of the bytes is a token.
  if (bytes.length !== idBytes + secretBytes + macBytes || bytes.toString('base64url') !== encoded) return undefined;
  const body = bytes.subarray(0, idBytes + secretBytes);
  if (!timingSafeEqual(macOf(body, macKey), bytes.subarray(idBytes + secretBytes))) return undefined;
  const hex = body.subarray(0, idBytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function macOf(body: Buffer, macKey: Buffer): Buffer {
  return createHmac('sha256', macKey).update(body).digest().subarray(0, macBytes);
}

/** Encrypts a token's successor so that only somebody who still holds the token can have it again. */
export function sealSuccessor(successor: string, token: string, grantId: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token, grantId), iv);
  cipher.setAAD(Buffer.from(grantId));
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The successor that was sealed for this token; throws when it was sealed for another. */
export function openSuccessor(sealed: string, token: string, grantId: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token, grantId), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(grantId));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function keyOf(token: string, grantId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, grantId, 'leadlight refresh token successor', 32));
}
