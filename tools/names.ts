/** Descriptions name other operations in braces; each door puts its own name there. */
const placeholder = /\{([a-z]+(?:_[a-z]+)+)\}/g;

/** Names of the operations that a text speaks of. */
export function namedIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/**
 * A description with the names that a door's callers use.
 * @param nameOf the door's name for an operation.
 */
export function withNames(text: string, nameOf: (operation: string) => string): string {
  return text.replace(placeholder, (_all, name: string) => nameOf(name));
}
