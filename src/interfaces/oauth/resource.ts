/** The `resource` parameter (RFC 8707): this server issues tokens for its MCP endpoint, at any of its addresses. */
import type { McpAddresses } from '../../auth/mcp-addresses';

/**
 * The address that a request names, without a final slash; undefined if it names none, null if it names another service.
 * @param values every `resource` parameter that was sent. Several addresses of the endpoint name the first.
 */
export function resourceOf(
  values: readonly string[],
  addresses: Pick<McpAddresses, 'pathOf'>,
): string | null | undefined {
  if (!values.every((value) => addresses.pathOf(value) !== undefined)) return null;
  return values[0]?.replace(/\/$/, '');
}
