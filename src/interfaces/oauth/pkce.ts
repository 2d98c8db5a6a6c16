/** The forms of PKCE values (RFC 7636 §4.1, §4.2), S256 only. The grant engine compares them. */

/** SHA-256 in base64url without padding: exactly 43 characters. */
export function isCodeChallenge(value: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(value);
}

/** 43 to 128 unreserved characters. */
export function isCodeVerifier(value: string): boolean {
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(value);
}
