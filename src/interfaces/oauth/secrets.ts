/** Creates and hashes the secrets that leave the service: request tokens, codes and refresh tokens. Pure. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The stored form of a secret: SHA-256, hex. The secrets have 256 random bits, so they need no salt and no slow hash. */
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
/** Generation and time of issue: two unsigned 32-bit numbers. Tokens of the first release have neither. */
const stampBytes = 8;

/** The content of an authentic refresh token. */
export interface RefreshTokenFacts {
  readonly grantId: string;
  /** Its number among the tokens of its connection, from 1; undefined in a token of the first release. */
  readonly generation: number | undefined;
  /** Epoch milliseconds, to the second; undefined in a token of the first release. */
  readonly issuedAt: number | undefined;
}

/**
 * A new refresh token for a connection. Opaque to clients. It contains the connection's id (to find its row by primary key), its
 * generation and time of issue (to recognise a row that is older than the token as a stale read), 256 random bits, and a MAC over
 * all of it (so that only tokens that we issued count as old ones when they appear again).
 * @param issuedAt epoch milliseconds.
 */
export function newRefreshToken(grantId: string, generation: number, issuedAt: number, macKey: Buffer): string {
  const stamp = Buffer.alloc(stampBytes);
  stamp.writeUInt32BE(generation, 0);
  stamp.writeUInt32BE(Math.floor(issuedAt / 1000), 4);
  const body = Buffer.concat([Buffer.from(grantId.replaceAll('-', ''), 'hex'), stamp, randomBytes(secretBytes)]);
  return prefix + Buffer.concat([body, macOf(body, macKey)]).toString('base64url');
}

/** The content of an authentic refresh token; `undefined` for anything that this service did not issue. */
export function readRefreshToken(token: string, macKey: Buffer): RefreshTokenFacts | undefined {
  if (!token.startsWith(prefix) || token.length > 128) return undefined;
  const encoded = token.slice(prefix.length);
  const bytes = Buffer.from(encoded, 'base64url');
  // Decoding ignores unknown characters. Only the canonical text of the bytes is accepted.
  if (bytes.toString('base64url') !== encoded) return undefined;
  const stamped = bytes.length === idBytes + stampBytes + secretBytes + macBytes;
  if (!stamped && bytes.length !== idBytes + secretBytes + macBytes) return undefined;
  const body = bytes.subarray(0, bytes.length - macBytes);
  if (!timingSafeEqual(macOf(body, macKey), bytes.subarray(body.length))) return undefined;
  const hex = body.subarray(0, idBytes).toString('hex');
  return {
    grantId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    generation: stamped ? body.readUInt32BE(idBytes) : undefined,
    issuedAt: stamped ? body.readUInt32BE(idBytes + 4) * 1000 : undefined,
  };
}

function macOf(body: Buffer, macKey: Buffer): Buffer {
  return createHmac('sha256', macKey).update(body).digest().subarray(0, macBytes);
}

/** Encrypts a token's successor, so that only a holder of the token can get it again. */
export function sealSuccessor(successor: string, token: string, grantId: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', tokenKey(token, grantId), iv);
  cipher.setAAD(Buffer.from(grantId));
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts the successor that was sealed for this token. @throws Error if it was sealed for another token. */
export function openSuccessor(sealed: string, token: string, grantId: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', tokenKey(token, grantId), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(grantId));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function tokenKey(token: string, grantId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, grantId, 'leadlight refresh token successor', 32));
}
