/** Which scope a message needs. Checked before anything runs, so that a client learns of it as an HTTP 403 and can step up. */
import type { Scope } from '../../auth/rights';
import { askedIn } from './message';
import type { PreparedResources } from './resources';
import { scopeNeeded, type PreparedTools } from './tools';

/**
 * @param message a JSON-RPC message as it came.
 * @returns undefined where any connection may ask, or where what is asked for does not exist.
 */
export function neededScope(message: unknown, tools: PreparedTools, resources: PreparedResources): Scope | undefined {
  const { method, params } = askedIn(message);
  if (method === 'tools/call' && typeof params['name'] === 'string')
    return scopeNeeded(tools.byName.get(params['name'])?.query);
  if (method === 'resources/read' && typeof params['uri'] === 'string') return resources.scopeOf(params['uri']);
  return undefined;
}
