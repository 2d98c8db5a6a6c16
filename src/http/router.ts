/** The router table: every address of the service with its methods and its name in metrics. */
import type { IncomingMessage } from 'node:http';
import type { TracedResponse } from './traced-response';

/**
 * Answers a request. The server turns an error that it throws into an answer.
 * @param segments raw path segments at the parameters of the route's path, in order.
 */
export type Handler = (req: IncomingMessage, res: TracedResponse, segments: readonly string[]) => void | Promise<void>;

/** Handlers by method. `GET` also serves `HEAD`. Other methods are answered with 405 and `Allow`. */
export type Handlers = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>>;

/**
 * How requests of one client address are limited. `limited`: counted and paced. `counted`: only counted, because it costs no more
 * than any answer. `paced`: only paced, because its handler counts. `free`: neither, because its handler checks credentials
 * first, or it must always answer.
 */
export type ByAddress = 'limited' | 'counted' | 'paced' | 'free';

export interface Route {
  /** Path below the host in OpenAPI's notation: `/api/v1/customer/leads/{leadId}`. */
  readonly path: string;
  /** Name in metrics; default the path. */
  readonly name?: string;
  /** Handlers by method, or one handler that takes every method and itself refuses those it does not serve. */
  readonly answer: Handlers | Handler;
  readonly byAddress?: ByAddress;
}

/** A route and the raw segments of its parameters. */
export interface Match {
  readonly name: string;
  /** Path of the route in OpenAPI's notation; empty if none matched. */
  readonly template: string;
  readonly answer: Handler | ReadonlyMap<string, Handler>;
  /** Methods of the route, for `Allow`. */
  readonly methods: readonly string[];
  readonly byAddress: ByAddress;
  readonly segments: readonly string[];
}

interface Pattern {
  readonly pattern: RegExp;
  readonly match: Omit<Match, 'segments'>;
}

const noSegments: readonly string[] = [];

function segmentsIn(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

/** Finds routes by path. A path without parameters wins over one with parameters, so `/leads/signals` is not a lead's id. */
export class RouteTable {
  private readonly fixed = new Map<string, Match>();
  /** Path segments that occur in addresses of this service. */
  private readonly words = new Set<string>();
  /** Those with parameters, by the number of their segments: a parameter is one segment. */
  private readonly patterns = new Map<number, Pattern[]>();

  /** @throws Error when two routes have one path. */
  constructor(routes: readonly Route[]) {
    const paths = new Set<string>();
    for (const { path, name = path, answer, byAddress = 'limited' } of routes) {
      const shape = path.replace(/\{\w+\}/g, '{}');
      if (paths.has(shape)) throw new Error(`two routes have the path ${path}`);
      paths.add(shape);
      const match = { name, template: path, byAddress, ...answersOf(answer) };
      for (const word of path.split('/')) this.words.add(word);
      if (path.includes('{')) {
        const size = segmentsIn(path);
        this.patterns.set(size, [...(this.patterns.get(size) ?? []), { pattern: patternOf(path), match }]);
      } else this.fixed.set(path, { ...match, segments: noSegments });
    }
  }

  /**
   * @param path raw path, without the query string. Below `/api/`, a final slash makes no difference unless a route has it. Pages
   * have relative links, which a slash would change.
   */
  match(path: string): Match | undefined {
    const found = this.find(path);
    const goOn = found === undefined && path.startsWith('/api/') && path.endsWith('/');
    return goOn ? this.find(path.slice(0, -1)) : found;
  }

  private find(path: string): Match | undefined {
    const fixed = this.fixed.get(path);
    if (fixed) return fixed;
    for (const { pattern, match } of this.patterns.get(segmentsIn(path)) ?? []) {
      const found = pattern.exec(path);
      if (found) return { ...match, segments: found.slice(1) };
    }
    return undefined;
  }

  /** An unknown path, made safe for the log: segments that do not occur in our addresses are left out. */
  known(path: string): string {
    return path
      .slice(0, longestShown)
      .split('/')
      .slice(0, mostSegments)
      .map((segment) => (this.words.has(segment) && !segment.includes('{') ? segment : '…'))
      .join('/');
  }
}

const longestShown = 300;
const mostSegments = 20;

function answersOf(answer: Handlers | Handler): Pick<Match, 'answer' | 'methods'> {
  if (typeof answer === 'function') return { answer, methods: [] };
  const table = new Map<string, Handler>();
  for (const [method, handler] of Object.entries(answer)) {
    table.set(method, handler);
    if (method === 'GET') table.set('HEAD', handler);
  }
  return { answer: table, methods: [...table.keys()] };
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '([^/]+)')}$`);
}
