import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input, pathId } from '../fields';
import { batch, showBatch } from './schemas';

const conflict = (message: string) => new OperationError('conflict', message);

export const undoBatch = defineAction({
  name: 'undo_batch',
  title: 'Take an import or run back',
  description:
    'Takes one import, discovery, sync or run back: the workspace becomes what the others alone give. Dispositions, owners, joined accounts and the watchlist stay as people set them. What the run itself decided goes with it. Runs that stay decide nothing again: {get_batch} says when it is UNDONE, and names people about whom they decided with data that is taken away. Credits that it cost are not given back.',
  right: 'manageBatches',
  rest: null,
  input: input({ batchId: pathId('Batch id, uuid, as {list_batches} shows it.') }),
  output: batch,
  async run(workspace, { batchId }) {
    const id = asUuid(batchId);
    if (id === undefined || !(await workspace.store.batches.find(id))) throw notFound('batch');
    const requested = await workspace.batches.undo(id);
    switch (requested.outcome) {
      case 'unknown':
        throw notFound('batch');
      case 'permanent':
        throw conflict(
          'This is what was stored before batches were kept: which import brought what is not known, so it cannot be taken back.',
        );
      case 'undone':
        throw conflict('The batch was taken back already.');
      case 'undoing':
        throw conflict('The batch is being taken back already.');
      case 'running':
        throw conflict(
          requested.batch.kind === 'import'
            ? 'The import is still running. Wait until it ends; one whose process was killed can be taken back two minutes after it stored something last.'
            : 'It is still running. Wait until it ends, or cancel it, then take it back.',
        );
      case 'marked': {
        const answer = showBatch({ ...requested.batch, status: 'UNDOING' }, Date.now());
        return { answer, changed: { kind: 'batch', id, detail: `${answer.kind} ${answer.name}` } };
      }
    }
  },
});
