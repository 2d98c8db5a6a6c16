import { z } from 'zod';
import { personOf } from '../../src/auth/caller';
import { newId } from '../../src/database/new-id';
import { OperationError } from '../../src/shared/errors';
import { mostViews, mostViewsOfOne } from '../../src/store/access/saved-views';
import { defineAction } from '../define';
import { givenName, input } from '../fields';
import { uuid } from '../schemas/values';
import { filtersText, mayChange, viewPage } from './schemas';

export const saveView = defineAction({
  name: 'save_view',
  title: 'Save a view',
  description:
    'Saves filters and order of a list under a name, for everybody in the workspace. A view of that name is replaced if the caller may change it.',
  right: 'saveViews',
  rest: null,
  inTurn: true,
  input: input({
    page: viewPage,
    name: givenName.min(1).max(60).describe('Its name.'),
    query: z.string().min(1).max(2_000).describe('Filters and order, as in the address of the list.'),
  }),
  output: z.strictObject({ id: uuid('View id.') }),
  async run({ store, writes, caller }, { page, name, query }) {
    const views = await store.views.list();
    const same = views.find((view) => view.name.toLowerCase() === name.toLowerCase());
    if (same && !mayChange(caller, same)) {
      throw new OperationError('conflict', `Somebody else saved a view called "${same.name}". Choose another name.`);
    }
    const maker = personOf(caller);
    // One of somebody else that is replaced becomes the caller's own. One of theirs can always be replaced.
    const gains = maker !== null && same?.created_by !== maker;
    if (gains && views.filter((view) => view.created_by === maker).length >= mostViewsOfOne) {
      throw new OperationError('conflict', `A member has at most ${mostViewsOfOne} views: remove one of yours first.`);
    }
    if (!same && views.length >= mostViews) {
      throw new OperationError('conflict', `A workspace has at most ${mostViews} views: remove one first.`);
    }
    if (same) await writes.removeView(same.id);
    const id = newId();
    const filters = filtersText(query);
    await writes.insertView({ id, page, name, filters, created_by: maker, created_at: Date.now() });
    return { answer: { id }, changed: { kind: 'view', id, detail: name } };
  },
});
