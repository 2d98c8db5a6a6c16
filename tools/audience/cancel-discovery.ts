import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input, pathId } from '../fields';
import * as schemas from './schemas';

export const cancelDiscovery = defineAction({
  name: 'cancel_discovery',
  title: 'Cancel a discovery',
  description:
    'Cancels a discovery. Before it starts, this costs nothing. Later, you keep and pay for what it found, and the rest of its credits comes back.',
  right: 'discoverAudience',
  rest: null,
  input: input({ discoveryId: pathId('Discovery id, uuid.') }),
  output: schemas.discoveryInFull,
  async run(workspace, { discoveryId }) {
    const id = asUuid(discoveryId);
    const row = id && (await workspace.store.audience.discovery(id));
    if (!row) throw notFound('discovery');
    if (row.active_post === null) {
      throw new OperationError('conflict', `The discovery has ended already: it is ${row.status}.`);
    }
    const cancelled = (await workspace.discoveries.cancel(row.id)) ?? row;
    return {
      answer: await schemas.showInFull(workspace, cancelled),
      changed: { kind: 'discovery', id: row.id, detail: row.post_urn },
    };
  },
});
