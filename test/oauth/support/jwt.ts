/** Looking into tokens without verifying them. */
export function decodeProtectedHeader(token: string): Record<string, unknown> {
  return part(token, 0);
}

export function decodeJwt(token: string): Record<string, unknown> {
  return part(token, 1);
}

function part(token: string, index: number): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8'));
}
