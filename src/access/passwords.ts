/**
 * Passwords: scrypt with the parameters that OWASP's Password Storage Cheat Sheet gives for 32 MB of memory
 * (N=2^15, r=8, p=3). The parameters stand in the hash, so they can be raised without invalidating what is stored.
 */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

const cost = { log2N: 15, r: 8, p: 3 } as const;
const keyLength = 32;

/** Shortest and longest password that is accepted when one is set. */
export const passwordLength = { minimum: 10, maximum: 200 } as const;

/** Hashes a password for storing: `scrypt$15$8$3$salt$key`, base64url parts. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password is the one that was hashed. Takes as long for a missing or unreadable hash as for a real one, so
 * the time of an answer does not tell whether a person exists.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [scheme, log2N, r, p, salt, key] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || !salt || !key) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const wanted = Buffer.from(key, 'base64url');
  const got = await derive(password, Buffer.from(salt, 'base64url'), {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
  });
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}

/** A password nobody chose: 24 characters, 144 bits. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}

function derive(
  password: string,
  salt: Buffer,
  { log2N, r, p }: { log2N: number; r: number; p: number },
): Promise<Buffer> {
  const N = 2 ** log2N;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // NFKC: the same password typed on two keyboards is the same bytes.
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
