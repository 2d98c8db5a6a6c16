/** What a client may call itself: the name is shown to a person who decides on it, so it must not be able to deceive the eye. */

export const maximumClientNameLength = 100;

/** One row per refusal, first match wins. */
const refusals: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /[\p{Cc}\p{Zl}\p{Zp}]/u, reason: 'must not contain control characters or line breaks' },
  // Bidirectional overrides and isolates, zero-width characters, soft hyphens, tags, Hangul fillers, variation selectors.
  {
    pattern: /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u,
    reason: 'must not contain invisible or bidirectional characters',
  },
  { pattern: /[\p{Cs}\p{Co}\uFFFD]/u, reason: 'must be well-formed text' },
  { pattern: /[<>]/u, reason: 'must not contain markup' },
  // Blanks other than the plain space, including the braille blank.
  { pattern: /[^\S ]|\u2800/u, reason: 'must not contain unusual blanks' },
  // A stack of combining marks paints over neighbouring lines.
  { pattern: /\p{M}{4}/u, reason: 'must not stack combining marks' },
];

/**
 * Checks a client's name.
 * @returns the name, trimmed and in Unicode form C, or the reason for the refusal.
 */
export function checkClientName(value: unknown): { readonly name: string } | { readonly reason: string } {
  if (typeof value !== 'string') return { reason: 'must be a string' };
  for (const { pattern, reason } of refusals) if (pattern.test(value)) return { reason };
  const name = value.normalize('NFC').trim();
  if (!/[\p{L}\p{N}]/u.test(name)) return { reason: 'must contain a letter or a digit' };
  if ([...name].length > maximumClientNameLength)
    return { reason: `must be at most ${maximumClientNameLength} characters` };
  return { name };
}
