/** Single-key shortcuts of a page. They work while no one is typing and nothing is open above the page. */
import { useEffect, useRef } from 'preact/hooks';
import type { MessageKey } from '../i18n';

export interface Shortcut {
  readonly act: () => void;
  /** What it does, for the list of shortcuts. */
  readonly text: MessageKey;
  /** When left out: always. */
  readonly when?: () => boolean;
  /** Works in an open dialog, and there alone. */
  readonly inDialog?: true;
}
/** By the browser's name of the key. */
export type Shortcuts = Readonly<Record<string, Shortcut>>;

/** The shortcuts of everything drawn now. The innermost come first. */
const active = new Set<{ readonly current: Shortcuts }>();

/** The keys that work now, by what they do. */
export function activeShortcuts(): ReadonlyMap<MessageKey, readonly string[]> {
  const found = new Map<MessageKey, string[]>();
  const seen = new Set<string>();
  for (const { current } of active) {
    for (const [key, { text, when }] of Object.entries(current)) {
      if (when?.() === false) continue;
      if (!seen.has(key)) found.set(text, [...(found.get(text) ?? []), key]);
      seen.add(key);
    }
  }
  return found;
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  // Keys that move through a list may be held down.
  if (event.repeat && !/^(Arrow.*|[jk])$/.test(event.key)) return;
  if (isTyping(event.target)) return;
  const above = document.querySelector('dialog[open], .menu[open]') !== null;
  const named = [...active].map(({ current }) => current[event.key]);
  const shortcut = named.find((one) => one && (one.inDialog ?? false) === above);
  if (!shortcut || shortcut.when?.() === false) return;
  event.preventDefault();
  shortcut.act();
}

/** Activates shortcuts as long as the caller is drawn. */
export function useShortcuts(keys: Shortcuts): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (active.size === 0) document.addEventListener('keydown', press);
    active.add(latest);
    return () => {
      active.delete(latest);
      if (active.size === 0) document.removeEventListener('keydown', press);
    };
  }, []);
}
