/** The `resource` parameter (RFC 8707): this server issues tokens for one resource, its MCP endpoint. */

/**
 * Whether the request asks for our resource.
 * @param values every `resource` parameter that was sent. None means the only resource.
 * @param resource our resource's identifier. A trailing slash is accepted, because clients differ in writing it.
 */
export function isOurResource(values: readonly string[], resource: string): boolean {
  return values.every((value) => value === resource || value === `${resource}/`);
}
