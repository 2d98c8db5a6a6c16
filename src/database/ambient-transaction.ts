/** The transaction that the current call is part of: it travels with the asynchronous context, so no call can forget it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'sequelize';

export interface Scope {
  readonly transaction: Transaction;
  readonly afterCommit: (() => void)[];
  /** The last statement sent or waiting to be; the next follows it. */
  last: Promise<unknown>;
  /** The transaction is ending: what still waits is not sent any more. */
  ended: boolean;
}

export const ambient = new AsyncLocalStorage<Scope>();

/**
 * Sends a statement when those before it in its transaction have succeeded. One after a failure is never sent: a server that
 * took a transaction back would run it on its own.
 */
export function sendAfter<T>(scope: Scope, send: () => Promise<T>): Promise<T> {
  const sent = scope.last.then(() => {
    if (scope.ended) throw new Error('the transaction has ended');
    return send();
  });
  scope.last = sent;
  sent.catch(() => {
    // Nobody was waiting behind it: the sender knows of the failure before the next statement.
    if (scope.last === sent) scope.last = Promise.resolve();
  });
  return sent;
}
