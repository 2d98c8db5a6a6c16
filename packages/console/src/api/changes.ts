/** Notices what others change in the workspace, so that pages on which people work together show it within seconds. */
import { useEffect, useRef } from 'preact/hooks';
import { workspaceId } from '../router';
import { request, sessionEnded } from './client';
import type { Output } from './operations';

/** Milliseconds between two questions. */
const everyMs = 4_000;

/**
 * Calls back when the workspace has changed, also by this person. Asks every few seconds while the page is visible, and at once
 * when it becomes visible again.
 */
export function useChanges(onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let known: number | undefined;
    let busy = false;
    const ask = async () => {
      if (busy || document.visibilityState !== 'visible' || sessionEnded.value) return;
      busy = true;
      try {
        // Not `call`: nobody is asked to sign in because a page looks for news.
        const { data } = await request<Output<'get_revision'>>(`${workspaceId.peek() ?? ''}/get_revision`);
        const isNew = known !== undefined && known !== data.revision;
        known = data.revision;
        if (isNew) latest.current();
      } catch {
        // The next question may find the server again.
      } finally {
        busy = false;
      }
    };
    const timer = setInterval(() => void ask(), everyMs);
    const seen = () => void ask();
    document.addEventListener('visibilitychange', seen);
    void ask();
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}
