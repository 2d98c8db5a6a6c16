/** Which scope a message needs. Checked before anything runs, so that a client learns of it as an HTTP 403 and can step up. */
import type { Scope } from '../../auth/rights';
import type { PreparedResources } from './resources';
import { scopeNeeded, type PreparedTools } from '../../mcp/tools';

/**
 * @param message a JSON-RPC message as it came.
 * @returns undefined where any connection may ask, or where what is asked for does not exist.
 */
export function neededScope(message: unknown, tools: PreparedTools, resources: PreparedResources): Scope | undefined {
  const { method, params } = parts(message);
  if (method === 'tools/call' && typeof params['name'] === 'string')
    return scopeNeeded(tools.byName.get(params['name']));
  if (method === 'resources/read' && typeof params['uri'] === 'string') return resources.scopeOf(params['uri']);
  return undefined;
}

function parts(message: unknown): { method: unknown; params: Record<string, unknown> } {
  if (typeof message !== 'object' || message === null || !('method' in message))
    return { method: undefined, params: {} };
  const params = 'params' in message ? message.params : undefined;
  return { method: message.method, params: typeof params === 'object' && params !== null ? { ...params } : {} };
}
