/** One key of a JWK set (RFC 7517), and whether it may sign session tokens. */
import { createPublicKey, type KeyObject } from 'node:crypto';

/** A signature key of the set. */
export interface PublishedKey {
  readonly kid: string | undefined;
  readonly alg: 'ES256' | 'RS256';
  readonly key: KeyObject;
}

/** An unused key. `refused` says why, as the end of a sentence that begins with the key. */
export interface RefusedKey {
  readonly kid: string | undefined;
  readonly refused: string;
}

/** Bits of an RSA modulus (RFC 7518 §3.3 requires at least 2048). Longer ones only cost time at every check. */
const rsaBits = { least: 2048, most: 8192 };

/**
 * Reads one key.
 * @returns undefined for a key that is not for signatures, or of a type that is not used here.
 */
export function readPublishedKey(jwk: Readonly<Record<string, unknown>>): PublishedKey | RefusedKey | undefined {
  const { kty, crv, use, key_ops: operations } = jwk;
  const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : undefined;
  if (use !== undefined && use !== 'sig') return undefined;
  if (Array.isArray(operations) && !operations.includes('verify')) return undefined;
  const alg = kty === 'EC' ? 'ES256' : kty === 'RSA' ? 'RS256' : undefined;
  if (!alg) return undefined;
  if (jwk['alg'] !== undefined && jwk['alg'] !== alg) return { kid, refused: `is not for ${alg}` };
  if ('d' in jwk) return { kid, refused: 'is published with its private part: anybody can sign with it' };
  if (kty === 'EC' && crv !== 'P-256') return { kid, refused: 'is on another curve than P-256' };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const refused = kty === 'RSA' ? weaknessOf(key) : undefined;
    return refused === undefined ? { kid, alg, key } : { kid, refused };
  } catch {
    return { kid, refused: 'is malformed' };
  }
}

function weaknessOf(key: KeyObject): string | undefined {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < rsaBits.least) return `has ${modulusLength} bits; RSA keys have ${rsaBits.least} or more`;
  if (modulusLength > rsaBits.most) return `has ${modulusLength} bits; RSA keys have at most ${rsaBits.most}`;
  // With an exponent of 1 anyone can sign.
  if (publicExponent < 3n) return 'has a public exponent below 3';
  return undefined;
}
