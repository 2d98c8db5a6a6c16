/** Whether every `%` of a text begins an escape, and the escapes are UTF-8 (RFC 3986, section 2.1). */
export function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
