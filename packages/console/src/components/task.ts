/** A change that a person asked for: whether it is running, and its error. */
import { useState } from 'preact/hooks';
import { ApiError } from '../api/client';

export interface Task {
  readonly busy: boolean;
  readonly error: ApiError | undefined;
  /** Runs work. Returns whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
