import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input, pathId } from '../fields';
import * as schemas from './schemas';

const refusals = {
  active: 'Another discovery of its post is active.',
  not_failed: 'Only a discovery that failed, was cancelled or lacked credits can be tried again.',
} as const;

export const retryDiscovery = defineAction({
  name: 'retry_discovery',
  title: 'Try a discovery again',
  description:
    'Queues a discovery again that failed, was cancelled or lacked credits. It continues where it stopped and pays for each person only once. If the credits do not suffice for a hold, its status is INSUFFICIENT_CREDITS.',
  right: 'discoverAudience',
  rest: null,
  input: input({ discoveryId: pathId('Discovery id, uuid.') }),
  output: schemas.discoveryInFull,
  async run(workspace, { discoveryId }) {
    const id = asUuid(discoveryId);
    const retried = id === undefined ? undefined : await workspace.discoveries.retry(id);
    if (!retried || retried.outcome === 'unknown') throw notFound('discovery');
    if (!('row' in retried)) throw new OperationError('conflict', refusals[retried.outcome]);
    const { row } = retried;
    return {
      answer: await schemas.showInFull(workspace, row),
      changed: { kind: 'discovery', id: row.id, detail: `${row.post_urn}: ${row.status}` },
    };
  },
});
