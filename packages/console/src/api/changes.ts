/** Notices what others change in the workspace, so that pages on which people work together show it within seconds. */
import { useEffect, useRef } from 'preact/hooks';
import { workspaceId } from '../router';
import { request, sessionEnded } from './client';
import { revisionPath } from './first-questions';
import type { Output } from './operations';

/** The revision that each workspace had when it was last asked for: what changed while another page was open is noticed, too. */
const revisions = new Map<string, number>();

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
    let busy = false;
    const ask = async () => {
      if (busy || document.visibilityState !== 'visible' || sessionEnded.value) return;
      busy = true;
      try {
        // Not `call`: nobody is asked to sign in because a page looks for news.
        const workspace = workspaceId.peek() ?? '';
        const { data } = await request<Output<'get_revision'>>(revisionPath(workspace));
        const isNew = (revisions.get(workspace) ?? data.revision) !== data.revision;
        revisions.set(workspace, data.revision);
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
