/** The transaction that the current call is part of. It travels with the asynchronous context, so no call can forget it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'sequelize';

export interface Scope {
  readonly transaction: Transaction;
  readonly afterCommit: (() => void)[];
  /** The last statement, sent or waiting. The next one follows it. */
  last: Promise<unknown>;
  /** The transaction is ending. Statements still waiting are not sent. */
  ended: boolean;
}

export const ambient = new AsyncLocalStorage<Scope>();

/**
 * Sends a statement when those before it in its transaction have succeeded. A statement after a failure is never sent: if the
 * server had rolled back the transaction, it would run the statement on its own.
 */
export function sendAfter<T>(scope: Scope, send: () => Promise<T>): Promise<T> {
  const sent = scope.last.then(() => {
    if (scope.ended) throw new Error('the transaction has ended');
    return send();
  });
  scope.last = sent;
  sent.catch(() => {
    // Nothing was waiting behind it: the sender learns of the failure before the next statement.
    if (scope.last === sent) scope.last = Promise.resolve();
  });
  return sent;
}
