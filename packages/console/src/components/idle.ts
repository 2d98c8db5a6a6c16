/** Work that can wait until what a person came for is on the screen. */
import { useEffect, useState } from 'preact/hooks';

/** Not later than this, milliseconds. */
const latest = 1_000;

/** False until the browser has painted the component and has nothing else to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 100);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: latest });
    return () => cancelIdleCallback(waiting);
  }, []);
  return idle;
}
