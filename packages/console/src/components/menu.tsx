import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface MenuProps {
  readonly summary: ComponentChildren;
  /** Class of the element that opens it: a button or a chip. */
  readonly look?: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/**
 * `details` that closes on Escape, on a click outside, and when focus leaves it. Its content is created when it is first
 * opened.
 */
export function Menu({ summary, look = 'button', label, children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const [made, make] = useState(false);
  const [open, turn] = useState(false);
  const [toLeft, moveLeft] = useState(false);
  // A menu that could reach beyond the page opens to the left. What it holds may still grow, up to its widest.
  useLayoutEffect(() => {
    const [details, panel] = [box.current, box.current?.lastElementChild];
    if (!open || !details || !panel) return;
    const edge = document.querySelector('main')?.getBoundingClientRect().right ?? document.documentElement.clientWidth;
    moveLeft(details.getBoundingClientRect().left + parseFloat(getComputedStyle(panel).maxWidth) > edge);
  }, [open, made]);
  useEffect(() => {
    const close = (event: Event) => {
      const details = box.current;
      if (!details?.open || !(event.target instanceof Node) || details.contains(event.target)) return;
      details.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  const shut = () => {
    if (box.current) box.current.open = false;
    box.current?.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={box}
      class={toLeft ? 'menu right' : 'menu'}
      onToggle={() => {
        make(true);
        turn(box.current?.open === true);
      }}
      onClick={({ target }) => {
        // What a link of it opens may lie beneath it.
        if (target instanceof Element && target.closest('a')) shut();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !box.current?.open) return;
        event.stopPropagation();
        shut();
      }}
    >
      <summary class={look} aria-label={label} onClick={() => make(true)}>
        {summary}
      </summary>
      <div>{made && children}</div>
    </details>
  );
}
