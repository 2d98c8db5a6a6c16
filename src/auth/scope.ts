/** Reads and writes the `scope` parameter (RFC 6749 §3.3). The table of known scopes is in rights.ts. */
import { isScope, scopes as allScopes, type Scope } from './rights';

/** RFC 6749 §3.3: `1*( %x21 / %x23-5B / %x5D-7E )`, separated by single spaces. */
const syntax = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/** Names of OpenID Connect that assistants add to any request. Asked for alone they mean that nothing was asked for. */
const habitual: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'offline_access']);

export interface NamedScopes {
  /** Known scopes, each once, in the order of the table. */
  readonly known: readonly Scope[];
  /** Names that this service does not know, apart from the habitual ones. */
  readonly unknown: readonly string[];
}

/** Reads the names in a scope parameter; absent or empty names nothing. @returns undefined for a malformed text. */
export function namedScopes(text: string | undefined): NamedScopes | undefined {
  if (text === undefined || text === '') return { known: [], unknown: [] };
  if (text.length > 1024 || !syntax.test(text)) return undefined;
  const names = new Set(text.split(' '));
  return {
    known: allScopes.filter((scope) => names.has(scope)),
    unknown: [...names].filter((name) => !isScope(name) && !habitual.has(name)),
  };
}

export type AskedScopes = { readonly scopes: readonly Scope[] } | { readonly problem: string };

/**
 * Reads a scope parameter (RFC 6749 §3.3). Unknown names are ignored where a known one is left.
 * @param text the parameter. Absent, empty, or of habitual names alone asks for `fallback`.
 * @returns known scopes, or what is wrong, in words.
 */
export function askedScopes(text: string | undefined, fallback: readonly Scope[] = allScopes): AskedScopes {
  const named = namedScopes(text);
  if (!named) return { problem: 'scope must be names of scopes, separated by single spaces.' };
  if (named.known.length > 0) return { scopes: named.known };
  if (named.unknown.length === 0) return { scopes: fallback };
  const unknown = named.unknown.slice(0, 5).map((name) => (name.length > 60 ? `${name.slice(0, 60)}...` : name));
  return { problem: `This server does not know the scope ${unknown.join(', ')}. It knows ${allScopes.join(', ')}.` };
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
