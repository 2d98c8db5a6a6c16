/** Reads and writes the `scope` parameter (RFC 6749 §3.3). The table of known scopes is in rights.ts. */
import { isScope, scopes as allScopes, type Scope } from './rights';

/** RFC 6749 §3.3: `1*( %x21 / %x23-5B / %x5D-7E )`, separated by single spaces. */
const syntax = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/**
 * Reads a scope parameter.
 * @param text the parameter; absent or empty asks for `fallback`.
 * @returns known scopes, each once, in the order of the table; `undefined` for a malformed text or an unknown scope.
 */
export function parseScope(
  text: string | undefined,
  fallback: readonly Scope[] = allScopes,
): readonly Scope[] | undefined {
  if (text === undefined || text === '') return fallback;
  if (text.length > 1024 || !syntax.test(text)) return undefined;
  return scopesOf(text.split(' '));
}

/** The scopes of a list of names, each once, in the order of the table; `undefined` if one is unknown. */
export function scopesOf(names: readonly string[]): readonly Scope[] | undefined {
  const wanted = new Set(names);
  if (![...wanted].every(isScope)) return undefined;
  return allScopes.filter((scope) => wanted.has(scope));
}

/** Scopes as they were stored, ignoring any that the service no longer knows. */
export function storedScopes(text: string): readonly Scope[] {
  const held = new Set(text.split(' '));
  return allScopes.filter((scope) => held.has(scope));
}

export function formatScope(scopes: readonly Scope[]): string {
  return scopes.join(' ');
}

/** Whether every scope of `inner` is in `outer`. */
export function isSubset(inner: readonly Scope[], outer: readonly Scope[]): boolean {
  return inner.every((scope) => outer.includes(scope));
}
