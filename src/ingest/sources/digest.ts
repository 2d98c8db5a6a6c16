/** Distinguishes a page that a source repeats from a new one. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Items hashed before other work gets its turn. */
const slice = 50;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** A digest of a page's items, computed in slices. */
export async function digestOfItems(items: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256');
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % slice === 0) await setImmediate();
    hash.update(JSON.stringify(item)).update('\n');
  }
  return hash.digest('base64url').slice(0, 16);
}
