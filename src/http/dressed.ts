/** Gives the answers of a page its own security headers instead of those of an interface. */
import type { Handler } from './router';
import type { HeaderTable } from './security-headers';

/** A handler whose answers carry these headers instead of the server's headers of the same names. */
export function dressed(headers: HeaderTable, handler: Handler): Handler {
  const names = new Set(headers.map(([name]) => name));
  return (req, res, segments) => {
    res.head = [...res.head.filter((_, index) => !names.has(res.head[index - (index % 2)] ?? '')), ...headers.flat()];
    return handler(req, res, segments);
  };
}
