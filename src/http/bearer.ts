/** The `Authorization` header: the only place for a credential. */

/**
 * The token of `Authorization: Bearer <token>` (RFC 6750, section 2.1). The scheme's case does not matter.
 * @param header the `Authorization` header. Two such headers must arrive joined, so that they are refused.
 * @returns undefined when the header is missing, has another scheme, or does not hold exactly one token.
 */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header)?.[1];
}
