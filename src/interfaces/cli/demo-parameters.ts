/** Ids of the demo's workspace, as examples of the OpenAPI document: what a tool sends as it is then finds something. */
import { z } from 'zod';
import { action, query } from '../../../tools/catalogue';
import type { ActingWorkspace } from '../../workspace/workspace';

const rows = z.object({ data: z.array(z.looseObject({ id: z.string(), urn: z.string().optional() })) });
const discoveries = z.object({ data: z.array(z.looseObject({ discoveryId: z.string() })) });

/** A post of `examples/discovery` that is not imported. */
const undiscovered = 'urn:li:activity:7463211004839129088';

/** @returns examples by the name of their parameter. */
export async function demoParameters(workspace: ActingWorkspace): Promise<Record<string, string>> {
  const first = async (list: typeof query.listLeads, filters: Readonly<Record<string, unknown>> = {}) =>
    rows.parse(await list.ask(workspace, { limit: 1, ...filters })).data[0];
  const lead = await first(query.listLeads, { leadTier: ['PRIORITY'] });
  const profile = await first(query.listWatchlistProfiles);
  const account = await first(query.listAccountReports);
  const post = await first(query.listPosts);
  const found: Readonly<Record<string, string | undefined>> = {
    organizationId: workspace.organizationId,
    leadId: lead?.id,
    monitoredProfileId: profile?.id,
    monitoredProfileIds: profile?.id,
    authorProfileIds: profile?.id,
    accountId: account?.id,
    postId: post?.id,
    postUrn: post?.urn,
    discoveryId: await aDiscovery(workspace),
  };
  return Object.fromEntries(Object.entries(found).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])));
}

/** The newest discovery. If there is none, one is asked for and cancelled before it starts, which costs nothing. */
async function aDiscovery(workspace: ActingWorkspace): Promise<string | undefined> {
  const newest = async () =>
    discoveries.parse(await query.listDiscoveries.ask(workspace, { limit: 1 })).data[0]?.discoveryId;
  const known = await newest();
  if (known !== undefined) return known;
  await action.findAudience.act(workspace, { postUrn: undiscovered, idempotencyKey: 'demo' });
  const discoveryId = await newest();
  if (discoveryId !== undefined) await action.cancelDiscovery.act(workspace, { discoveryId });
  return discoveryId;
}
