/** Repeats a read while a page waits for a change. */
import { useEffect, useRef } from 'preact/hooks';

interface Polling {
  /** Whether there is something to wait for. */
  readonly on: boolean;
  /** Milliseconds between two reads. */
  readonly every: number;
  /** Stops after this many reads. */
  readonly most: number;
  readonly read: () => void;
}

/** Repeats the read while `on`, except while the page is hidden, and at most `most` times. */
export function usePolling({ on, every, most, read }: Polling): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!on) return;
    let reads = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      latest.current();
      if (++reads >= most) clearInterval(timer);
    }, every);
    return () => clearInterval(timer);
  }, [on, every, most]);
}
