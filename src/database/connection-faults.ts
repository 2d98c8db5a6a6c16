/**
 * Mistakes with connections that would let one request end or share the transaction of another. None is ever acted on: they are only
 * counted, for `/metrics`, and every test file expects none (test/support/no-connection-faults.ts).
 */

/**
 * `ended_twice`: the end of a transaction was asked for again. `released_twice`: a connection was to be given back again. `shared`: the
 * pool gave out a connection that is still held.
 */
export const connectionFaults = ['ended_twice', 'released_twice', 'shared'] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

const counted = new Map<ConnectionFault, number>(connectionFaults.map((fault) => [fault, 0]));

export function countConnectionFault(fault: ConnectionFault): void {
  counted.set(fault, (counted.get(fault) ?? 0) + 1);
}

/** How often each happened in this process; every kind is listed. */
export const countedConnectionFaults = (): ReadonlyMap<ConnectionFault, number> => new Map(counted);
