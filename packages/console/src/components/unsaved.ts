/** Asks before a page with unsaved changes is left: by a link of the console, by Back, or by closing the tab. */
import { useEffect } from 'preact/hooks';
import { holdPlace } from '../router';

/** @param on whether there is something to lose. @param question asked then. */
export function useUnsaved(on: boolean, question: string): void {
  useEffect(() => {
    if (!on) return;
    const close = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', close);
    holdPlace(() => window.confirm(question));
    return () => {
      window.removeEventListener('beforeunload', close);
      holdPlace(undefined);
    };
  }, [on, question]);
}

/** What was to be lost is saved. */
export const allowLeaving = () => holdPlace(undefined);
