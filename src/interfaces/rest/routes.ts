/** The REST routes, derived from the catalogue: which address serves which operation. */
import type { Operation, RestAddress } from '../../../tools/define';

/** An operation at its address. */
export interface Route {
  readonly operation: Operation;
  readonly address: RestAddress;
  /** Names of the `{parameters}` in its path, which go to the input of the same name. */
  readonly parameters: readonly string[];
}

/** Names of the `{parameters}` in a path. */
function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/**
 * The routes of a catalogue, in its order.
 * @throws Error when two operations share an address, or a path names a parameter that its operation does not take.
 */
export function routesOf(catalogue: readonly Operation[]): Route[] {
  const taken = new Set<string>();
  return catalogue.flatMap((operation): Route[] => {
    const { name, rest: address, input } = operation;
    if (address === null) return [];
    const parameters = pathParameters(address.path);
    const missing = parameters.find((parameter) => !Object.hasOwn(input.shape, parameter));
    if (missing !== undefined) throw new Error(`${address.path} gives ${missing}, which ${name} does not take`);
    const place = `${address.method} ${address.path}`;
    if (taken.has(place)) throw new Error(`two operations are at ${place}`);
    taken.add(place);
    return [{ operation, address, parameters }];
  });
}

/** Whether an answer is one thing that changes are made to: its single read, and the change that answers alike. */
export const isTagged = ({ operation, address, parameters }: Route): boolean =>
  parameters.length > 0 &&
  (address.method === 'GET' || address.method === 'PATCH') &&
  Object.hasOwn(operation.output.shape, 'data') &&
  !Object.hasOwn(operation.output.shape, 'page');
