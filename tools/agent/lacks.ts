/** What an agent needs and does not have, so that nobody waits for a run that cannot find anybody. */
import { z } from 'zod';
import type { Workspace } from '../../src/workspace/workspace';

export const lacks = z.array(z.enum(['source', 'credits']));

/** What the agent of a workspace lacks at this moment: a source to read posts from, credits to pay with. */
export async function lacksOf({ audience, store }: Workspace): Promise<z.output<typeof lacks>> {
  const { available } = await store.admin.credits();
  return [...(audience.source === null ? ['source' as const] : []), ...(available < 1 ? ['credits' as const] : [])];
}
