/** The scope that a message needs. Checked before anything runs, so that a client gets an HTTP 403 and can ask for more. */
import type { Scope } from '../../auth/rights';
import { askedIn } from './message';
import type { PreparedResources } from './resources';
import { scopeNeeded, type PreparedTools } from './tools';

/**
 * @param message a JSON-RPC message as it arrived.
 * @returns undefined if any connection may send it, or if it asks for something that does not exist.
 */
export function neededScope(message: unknown, tools: PreparedTools, resources: PreparedResources): Scope | undefined {
  const { method, params } = askedIn(message);
  if (method === 'tools/call' && typeof params['name'] === 'string')
    return scopeNeeded(tools.byName.get(params['name'])?.query);
  if (method === 'resources/read' && typeof params['uri'] === 'string') return resources.scopeOf(params['uri']);
  return undefined;
}
