import { z } from 'zod';
import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input, pathId } from '../fields';
import { uuid } from '../schemas/values';
import { mayChange } from './schemas';

export const removeView = defineAction({
  name: 'remove_view',
  title: 'Remove a view',
  description: 'Removes a saved view for everybody. Members remove what they saved, owners and admins any.',
  right: 'saveViews',
  rest: null,
  input: input({ viewId: pathId('View id, uuid.') }),
  output: z.strictObject({ id: uuid('View id.'), removed: z.literal(true) }),
  async run({ store, writes, caller }, { viewId }) {
    const id = asUuid(viewId);
    const view = (await store.views.list()).find((one) => one.id === id);
    if (!view) throw notFound('view');
    if (!mayChange(caller, view)) {
      throw new OperationError('role_required', 'Only who saved a view, or an owner or admin, can remove it.');
    }
    await writes.removeView(view.id);
    return {
      answer: { id: view.id, removed: true as const },
      changed: { kind: 'view', id: view.id, detail: view.name },
    };
  },
});
