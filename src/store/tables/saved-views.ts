/** Views of lists under a name, which everybody in the workspace sees. */
import { id, longText, optional, table, text, time, word, type RowOf } from '../../database/define';

/** Lists that have views. */
export const viewedPages = ['leads'] as const;
export type ViewedPage = (typeof viewedPages)[number];

const savedViews = table({
  name: 'saved_views',
  columns: {
    organization_id: id(),
    id: id(),
    page: word<ViewedPage>(),
    name: text(60),
    /** Parameters of the list, as a JSON array of names and values. Plain text, so that an erasure finds a name in it. */
    filters: longText(),
    /** The member who saved it. Null: the operator. */
    created_by: optional(id()),
    created_at: time(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

export type SavedViewRow = RowOf<typeof savedViews>;
export const savedViewTables = [savedViews] as const;
