/** Beginnings of texts. */

/** Cuts text to `max` UTF-16 units without leaving half a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - (/[\ud800-\udbff]/.test(text.charAt(max - 1)) ? 1 : 0);
  return text.slice(0, end);
}

/** An excerpt of at most 280 characters; cut text ends with an ellipsis. */
export function excerptOf(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= 280 ? plain : `${cut(plain, 279)}…`;
}
