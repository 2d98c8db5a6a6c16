/** Signature algorithms of client assertions (RFC 7523): asymmetric ones only, each of at least 112 bits. */
export const assertionAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
] as const;

export type AssertionAlgorithm = (typeof assertionAlgorithms)[number];

export function isAssertionAlgorithm(value: unknown): value is AssertionAlgorithm {
  return assertionAlgorithms.some((known) => known === value);
}
