/** The console's base address and what the address says. Needs nothing but the browser. */

/** Absolute address of `…/app/`, with its slash. Scripts are in `…/app/assets/`, so any path prefix works. */
export const appBase = new URL('..', import.meta.url).href;

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Decoded path segments below the base. */
export function pathHere(): readonly string[] {
  const { pathname } = window.location;
  const base = new URL(appBase).pathname;
  const below = pathname.startsWith(base) ? pathname.slice(base.length) : '';
  return below.split('/').filter(Boolean).map(decoded);
}

/** The workspace in a path; undefined on pages outside a workspace. */
export const workspaceOf = ([first]: readonly string[]): string | undefined =>
  first !== undefined && /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(first) ? first.toLowerCase() : undefined;

const signedInKey = 'leadlight.signed-in';

/** Whether somebody was signed in in this browser. The session itself may have ended: only the server knows. */
export const wasSignedIn = (): boolean => localStorage.getItem(signedInKey) !== null;

export function noteSignedIn(signedIn: boolean): void {
  if (signedIn) localStorage.setItem(signedInKey, '1');
  else localStorage.removeItem(signedInKey);
}
