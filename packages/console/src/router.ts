/** Addresses below the console's base. What is shown depends on the address alone, so that every view has a link. */
import { computed, signal } from '@preact/signals';
import { filtersOf, type FilterKinds } from './api/address-filters';
import { appBase, pathHere, workspaceOf } from './base';

export { appBase };

interface Place {
  /** Decoded path segments below the base. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly fragment: string;
  /** Identifies this entry of the browser's history. The same when the person comes back. */
  readonly entry: string;
}

function entryOfHistory(): string {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'string') {
    return state.entry;
  }
  const entry = newEntry();
  history.replaceState({ entry }, '');
  return entry;
}

let entries = 0;
const session = Date.now().toString(36);
const newEntry = () => `${session}-${++entries}`;

function here(): Place {
  const { search, hash } = window.location;
  return {
    path: pathHere(),
    query: new URLSearchParams(search),
    fragment: hash.slice(1),
    entry: entryOfHistory(),
  };
}

/** Where the browser is. */
export const place = signal<Place>(here());

/** Where the workspace that was last shown is noted. */
export const lastWorkspaceKey = 'leadlight.workspace';

/**
 * The workspace in the address. One's account belongs to none: there it is the last one, so that the navigation stays. Undefined on
 * other pages outside a workspace.
 */
export const workspaceId = computed(() => {
  const { path } = place.value;
  return path[0] === 'account' ? (localStorage.getItem(lastWorkspaceKey) ?? undefined) : workspaceOf(path);
});

/** The parameters in the address that a list knows. */
export const filtersFrom = (kinds: FilterKinds) => filtersOf(place.value.query, kinds);

/** Values of a comma-separated list in the address. */
export const listIn = (name: string): string[] =>
  place.value.query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .filter(Boolean);

/**
 * The secret in the address. It is moved to this entry of the history, so it is not visible, and is still there after a reload.
 * Every use of a link ends with a `go` with `replace`, which forgets it.
 */
export function secretOfAddress(): string {
  const state: unknown = history.state;
  const ofHistory = typeof state === 'object' && state !== null && 'secret' in state ? state.secret : '';
  const secret = place.peek().fragment || (typeof ofHistory === 'string' ? ofHistory : '');
  history.replaceState({ entry: place.peek().entry, secret }, '', window.location.pathname);
  return secret;
}

/** Address of a page outside a workspace. @param path such as `sign-in`. */
export const addressOf = (path: string) => appBase + path;

/** Address of a page of this workspace. @param path such as `leads/4f2b…?leadTier=PRIORITY`. */
export const addressHere = (path: string) => `${appBase}${workspaceId.value ?? ''}/${path}`;

let held: { readonly address: string; readonly ask: () => boolean } | undefined;
/** Whether this page may be left: asks where something would be lost. */
export const mayLeave = () => held === undefined || held.ask();

/** Asks before the page is left. @param ask whether to leave; undefined: nothing is asked. */
export function holdPlace(ask: (() => boolean) | undefined): void {
  held = ask && { ask, address: window.location.href };
}

/** Goes to an address of the console. @param replace adds no entry to the history. */
export function go(address: string, { replace = false } = {}): void {
  const state = replace ? { entry: place.value.entry } : { entry: newEntry() };
  history[replace ? 'replaceState' : 'pushState'](state, '', address);
  place.value = here();
}

/** Changes parameters of the address; null and '' remove one. */
export function setQuery(change: Readonly<Record<string, string | readonly string[] | null>>, replace = true): void {
  const query = new URLSearchParams(place.value.query);
  for (const [name, value] of Object.entries(change)) {
    query.delete(name);
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) if (one !== '') query.append(name, one);
  }
  const text = query.toString();
  go(window.location.pathname + (text ? `?${text}` : ''), { replace });
}

function isOurs(anchor: HTMLAnchorElement): boolean {
  return anchor.href.startsWith(appBase) && !anchor.target && !anchor.hasAttribute('download');
}

/** Makes links within the console change the page without a reload. */
export function followLinks(): void {
  window.addEventListener('popstate', () => {
    if (held && !mayLeave()) {
      // The browser has gone there already: the page that is shown gets its address back.
      history.pushState({ entry: place.value.entry }, '', held.address);
      return;
    }
    place.value = here();
  });
  window.addEventListener('hashchange', () => {
    place.value = here();
  });
  document.addEventListener('click', (event) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (modified || event.defaultPrevented || !(event.target instanceof Element)) return;
    const anchor = event.target.closest('a[href]');
    if (!(anchor instanceof HTMLAnchorElement) || !isOurs(anchor)) return;
    event.preventDefault();
    if (!mayLeave()) return;
    go(anchor.href);
  });
}
