/** Descriptions name other operations in braces. Each interface inserts its own names. */
const placeholder = /\{([a-z]+(?:_[a-z]+)+)\}/g;

/** Names of the operations that a text mentions. */
export function namedIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/**
 * A description with the names that callers of an interface use.
 * @param nameOf the interface's name for an operation.
 */
export function withNames(text: string, nameOf: (operation: string) => string): string {
  return text.replace(placeholder, (_all, name: string) => nameOf(name));
}
