/** The shape of a route's answer, and the example of it in the OpenAPI document. */
import type { Route } from './routes';

/** `list`: a page of resources. `single`: one in `data`. `object`: the resource itself. */
export function shapeOf({ operation }: Route): 'list' | 'single' | 'object' {
  if (Object.hasOwn(operation.output.shape, 'page')) return 'list';
  return Object.hasOwn(operation.output.shape, 'data') ? 'single' : 'object';
}

/** A whole answer, built from the example of one resource. */
export function exampleOf(route: Route): unknown {
  const { example } = route.address;
  switch (shapeOf(route)) {
    case 'list':
      return isFeed(route)
        ? { data: [example], page: { limit: 50, nextCursor: feedCursor }, hasMore: false }
        : { data: [example], page: { limit: 50, nextCursor: null, cursor: null } };
    case 'single':
      return { data: example };
    case 'object':
      return example;
  }
}

/** A feed has no end: its cursor is never null, and `hasMore` says whether to continue at once. */
export const isFeed = ({ operation }: Route) => Object.hasOwn(operation.output.shape, 'hasMore');
const feedCursor = 'AXQ3v0zJ8mK2hYd5';
