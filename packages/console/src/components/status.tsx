/** A word with a dot in the colour that means it. */
import type { ComponentChildren } from 'preact';

interface StatusProps {
  readonly kind: 'good' | 'bad' | 'idle' | 'waiting';
  readonly children: ComponentChildren;
}

export function Status({ kind, children }: StatusProps) {
  return <span class={`status ${kind}`}>{children}</span>;
}
