import { notFound } from '../../src/shared/errors';
import { defineQuery } from '../define';
import * as examples from '../examples-audience';
import { asUuid, input, pathId } from '../fields';
import * as schemas from './schemas';

export const getDiscovery = defineQuery({
  name: 'get_discovery',
  title: 'Get a discovery',
  description: 'Shows the progress of the discovery of a post’s audience, its cost, and why it ended.',
  right: 'discoverAudience',
  interfaces: { mcp: false, console: true },
  rest: {
    method: 'GET',
    path: '/audience-analytics/discoveries/{discoveryId}',
    tag: 'Audience analytics',
    resource: 'DiscoveryInFull',
    example: examples.discoveryInFull,
  },
  input: input({ discoveryId: pathId('Discovery id, uuid.') }),
  output: schemas.discoveryInFull,
  async run(workspace, { discoveryId }) {
    const id = asUuid(discoveryId);
    const row = id && (await workspace.store.audience.discovery(id));
    if (!row) throw notFound('discovery');
    return schemas.showInFull(workspace, row);
  },
});
