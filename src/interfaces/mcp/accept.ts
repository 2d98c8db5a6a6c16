/** Which answers a client takes. The endpoint sends JSON alone, so a client that takes JSON is served. */

/** What the SDK's transport asks of clients. It would refuse those that name JSON alone. */
export const acceptsAll = 'application/json, text/event-stream';

const jsonRanges: ReadonlySet<string> = new Set(['*/*', 'application/*', 'application/json']);

/**
 * @param accept the header, undefined where none was sent, which means any (RFC 9110, section 12.5.1).
 * @returns whether it takes `application/json`.
 */
export function takesJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === acceptsAll) return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return jsonRanges.has(type) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
