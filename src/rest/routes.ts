/** The REST routes, derived from the catalogue: which address serves which operation. */
import type { HttpMethod, Operation, RestAddress } from '../../tools/define';

/** An operation at its address. */
export interface Route {
  readonly operation: Operation;
  readonly address: RestAddress;
  /** Names of the `{parameters}` in its path, which go to the input of the same name. */
  readonly parameters: readonly string[];
}

/** Names of the `{parameters}` in a path. */
export function pathParameters(path: string): string[] {
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

/** The first segments of all paths: every address below one of them belongs to this door, whether it exists or not. */
export function prefixesOf(routes: readonly Route[]): string[] {
  return [...new Set(routes.map(({ address }) => /^\/[^/]+\//.exec(address.path)?.[0] ?? address.path))];
}

/** All that is served at one path. */
interface Place<R extends Route> {
  readonly path: string;
  readonly byMethod: ReadonlyMap<HttpMethod, R>;
}

/** A place, and the raw segments that stand for its parameters. */
export interface Match<R extends Route> extends Place<R> {
  readonly segments: readonly string[];
}

/** Finds what is served at a path. One without parameters wins over one with, so `/leads/signals` is no lead's id. */
export class Router<R extends Route> {
  private readonly fixed = new Map<string, Match<R>>();
  private readonly patterns: { readonly pattern: RegExp; readonly place: Place<R> }[] = [];

  constructor(routes: readonly R[]) {
    const places = new Map<string, Map<HttpMethod, R>>();
    for (const route of routes) {
      const { path, method } = route.address;
      const byMethod = places.get(path) ?? new Map<HttpMethod, R>();
      places.set(path, byMethod.set(method, route));
    }
    for (const [path, byMethod] of places) {
      if (path.includes('{')) this.patterns.push({ pattern: patternOf(path), place: { path, byMethod } });
      else this.fixed.set(path, { path, byMethod, segments: [] });
    }
  }

  /** @param path raw path below the API prefix, without the query string. */
  match(path: string): Match<R> | undefined {
    const fixed = this.fixed.get(path);
    if (fixed) return fixed;
    for (const { pattern, place } of this.patterns) {
      const match = pattern.exec(path);
      if (match) return { ...place, segments: match.slice(1) };
    }
    return undefined;
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '([^/]+)')}$`);
}
