/** A mail with its headers unfolded and its parts decoded from quoted-printable. */
export function decoded(raw: Buffer): string {
  const text = raw.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const body = text
    .slice(end)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return text.slice(0, end).replace(/\r\n[ \t]+/g, ' ') + Buffer.from(body, 'latin1').toString('utf8');
}
