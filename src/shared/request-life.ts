/** Whether the client of the current request is still there, for work that should end when it leaves. */
import { AsyncLocalStorage } from 'node:async_hooks';

const life = new AsyncLocalStorage<AbortSignal>();

/** Runs `work` for a client. @param left is aborted when the client has left. */
export const whileClientWaits = <Result>(left: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  life.run(left, work);

/** Aborted when the client of the current request has left; undefined outside of such a request. */
export const clientLeft = (): AbortSignal | undefined => life.getStore();
