/** Descriptions name other operations in braces; each interface puts its own name there. */
const placeholder = /\{([a-z]+(?:_[a-z]+)+)\}/g;

/** Names of the operations that a text speaks of. */
export function namedIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/**
 * A description with the names that an interface's callers use.
 * @param nameOf the interface's name for an operation.
 */
export function withNames(text: string, nameOf: (operation: string) => string): string {
  return text.replace(placeholder, (_all, name: string) => nameOf(name));
}
