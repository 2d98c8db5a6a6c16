/** The transaction that the current call is part of. It travels with the asynchronous context, so no call can forget it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { OwnTransaction } from './own-transaction';

export interface Scope {
  readonly transaction: OwnTransaction;
  readonly afterCommit: (() => void)[];
  /** The last statement, sent or waiting. The next one follows it. */
  last: Promise<unknown>;
}

export const ambient = new AsyncLocalStorage<Scope>();

/**
 * Sends a statement when those before it in its transaction have succeeded. A statement after a failure is never sent: if the
 * server had rolled back the transaction, it would run the statement on its own.
 * @param send gets the transaction's connection.
 */
export function sendAfter<T>(scope: Scope, send: (connection: object) => Promise<T>): Promise<T> {
  const { transaction } = scope;
  const sent = scope.last.then(() => send(transaction.connection));
  scope.last = sent;
  sent.catch((error: unknown) => {
    transaction.noteError(error);
    // Nothing was waiting behind it: the sender learns of the failure before the next statement.
    if (scope.last === sent) scope.last = Promise.resolve();
  });
  return sent;
}
