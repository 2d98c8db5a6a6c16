/** How many requests of members wait for an owner or admin. Shown in the navigation, and read again when one is answered. */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useIdle } from '../components/idle';
import { useRead } from './read';
import { may } from './session';

/** Counts the requests answered in this tab. */
const answers = signal(0);

/** Call this after a request was answered. */
export const requestAnswered = () => {
  answers.value += 1;
};

/** Read again with every page, and after every answer. @param page name of the open page. */
export function useWaitingRequests(page: string | undefined): number {
  const idle = useIdle();
  const requests = useRead('list_access_requests', idle && may('manageApps') ? {} : null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) requests.again();
    first.current = false;
  }, [page, answers.value]);
  return requests.data?.data.length ?? 0;
}
