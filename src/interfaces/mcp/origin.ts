/**
 * Which browser pages may call the endpoint, and the CORS headers for them. A request without `Origin` does not come from a page
 * and passes. The check also stops DNS rebinding, because a rebound page still sends its own origin.
 */

export type OriginDecision =
  { readonly allowed: true; readonly page: string | undefined } | { readonly allowed: false };

/**
 * @param allowed origins exactly as browsers send them.
 * @param origin the `Origin` header; `null` (an opaque origin) is a value like any other and is never listed.
 */
export function decideOrigin(allowed: ReadonlySet<string>, origin: string | undefined): OriginDecision {
  if (origin === undefined) return { allowed: true, page: undefined };
  return allowed.has(origin) ? { allowed: true, page: origin } : { allowed: false };
}

/** The response headers that a page may read; names and values in turn. */
export function corsHeaders(page: string): readonly string[] {
  return [
    'Access-Control-Allow-Origin',
    page,
    'Access-Control-Expose-Headers',
    'WWW-Authenticate, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
  ];
}

/** The answer to a preflight: what a page may send; names and values in turn. */
export const preflightHeaders: readonly string[] = [
  'Access-Control-Allow-Methods',
  'POST',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, Accept, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id, Last-Event-ID, X-Request-Id',
  'Access-Control-Max-Age',
  '600',
];
