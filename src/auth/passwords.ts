/**
 * Passwords: Argon2id with the parameters of OWASP's Password Storage Cheat Sheet (19 MiB of memory, two passes). It takes a
 * tenth of the processor time of scrypt at equal strength, so strangers who guess cost only a tenth.
 *
 * Hashes of earlier releases (scrypt, `scrypt$15$8$3$salt$key`) are still checked; a sign-in replaces them.
 */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { Algorithm, hash, verify, type Options } from '@node-rs/argon2';

const cost: Options = { algorithm: Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** These parameters as they appear in a hash (the PHC string format). */
const current = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Shortest and longest password that may be set. */
export const passwordLength = { minimum: 10, maximum: 200 } as const;

/** Hashes a password for storing, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(sameBytes(password), cost);
}

/** Most work that a stored hash may ask for. More would occupy memory and the queue of all who sign in. */
const most = { memoryKiB: 65_536, passes: 8, lanes: 4, log2N: 16, r: 8, p: 4 };

/** Whether checking a password against this hash is no more work than that. */
function isAffordable(stored: string): boolean {
  const [, memory, passes, lanes] = /^\$argon2(?:id|i|d)\$(?:v=\d+\$)?m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored) ?? [];
  if (memory !== undefined)
    return Number(memory) <= most.memoryKiB && Number(passes) <= most.passes && Number(lanes) <= most.lanes;
  const [, log2N, r, p] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$/.exec(stored) ?? [];
  return log2N !== undefined && Number(log2N) <= most.log2N && Number(r) <= most.r && Number(p) <= most.p;
}

/** Whether `hashPassword` would make a stored hash with the same parameters today. */
export function isCurrentHash(stored: string): boolean {
  return stored.startsWith(current);
}

/**
 * Whether the password matches the hash. Does the same work for a missing or unreadable hash as for a real one, so the time of an
 * answer does not reveal whether a person exists.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  if (stored && isAffordable(stored)) {
    return stored.startsWith('scrypt$') ? verifyScrypt(password, stored) : verify(stored, sameBytes(password));
  }
  await hashPassword(password);
  return false;
}

/** NFKC makes the same password from two keyboards the same bytes. */
const sameBytes = (password: string) => password.normalize('NFKC');

async function verifyScrypt(password: string, stored: string): Promise<boolean> {
  const [, log2N, r, p, salt = '', key = ''] = stored.split('$');
  const wanted = Buffer.from(key, 'base64url');
  const N = 2 ** Number(log2N);
  const options: ScryptOptions = { N, r: Number(r), p: Number(p), maxmem: 256 * N * Number(r) };
  const got = await new Promise<Buffer>((resolve, reject) => {
    scrypt(sameBytes(password), Buffer.from(salt, 'base64url'), 32, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}

/** A random password: 24 characters, 144 bits. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}
