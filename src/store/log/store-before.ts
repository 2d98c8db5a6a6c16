/** Stores again what was stored before the log began, as the log recorded it. */
import type { Database } from '../../database/database';
import type { Marks } from '../marks/marks';
import { insertInto, type RowOf } from '../../database/define';
import {
  engagements,
  people,
  personIdentities,
  posts,
  postUrns,
  profileSnapshots,
  type EngagementRow,
  type PersonRow,
  type PostRow,
} from '../tables/engagement';
import { accountAliases, accounts } from '../tables/leads';

/** Rows stored before the log existed, as they were when it began. */
export type StoredBefore =
  | {
      readonly kind: 'stored-person';
      readonly at: number;
      readonly person: PersonRow;
      readonly identities: readonly Pick<RowOf<typeof personIdentities>, 'kind' | 'value'>[];
      readonly snapshots: readonly RowOf<typeof profileSnapshots>[];
      readonly engagements: readonly EngagementRow[];
    }
  | { readonly kind: 'stored-post'; readonly at: number; readonly post: PostRow; readonly urns: readonly string[] }
  | {
      readonly kind: 'stored-account';
      readonly at: number;
      readonly account: RowOf<typeof accounts>;
      readonly aliases: readonly RowOf<typeof accountAliases>[];
    };

/** What remains of a post whose author was erased: see `emptyPosts` in store/privacy/erase-rows.ts. */
export const emptied = {
  author_person_id: null,
  author_name: null,
  author_profile_url: null,
  author_erased: 1,
  content_text: null,
  excerpt: null,
} as const;

/** Whether the author of a post was erased. One who objected is still stored. */
export const isEmptied = (row: PostRow | undefined): boolean =>
  row?.author_erased === 1 && row.author_person_id === null;

/**
 * Stores a record in an empty database. Existing rows stay. Erased people who are still in the log for a moment are left out.
 * @param marks of that database.
 */
export async function storeBefore(db: Database, record: StoredBefore, marks: Marks): Promise<void> {
  const urns = record.kind === 'stored-post' ? record.urns.map((value) => ({ kind: 'post' as const, value })) : [];
  await marks.look(record.kind === 'stored-person' ? record.identities : urns);
  await db.transaction(async () => {
    if (record.kind === 'stored-account') {
      await insertInto(db, accounts, [record.account], 'ignore');
      await insertInto(db, accountAliases, record.aliases, 'ignore');
    } else if (record.kind === 'stored-post') {
      const { organization_id, id: post_id } = record.post;
      const isHidden = urns.some((urn) => marks.of(urn) !== undefined);
      await insertInto(db, posts, [isHidden ? { ...record.post, ...emptied } : record.post], 'ignore');
      await insertInto(
        db,
        postUrns,
        record.urns.map((urn) => ({ organization_id, urn, post_id })),
        'ignore',
      );
    } else if (!record.identities.some((one) => marks.of(one)?.effect === 'suppressed')) {
      const { organization_id, id: person_id } = record.person;
      await insertInto(db, people, [record.person], 'ignore');
      const identities = record.identities.map(({ kind, value }) => ({ organization_id, kind, value, person_id }));
      await insertInto(db, personIdentities, identities, 'ignore');
      await insertInto(db, profileSnapshots, record.snapshots, 'ignore');
      await insertInto(db, engagements, record.engagements, 'ignore');
    }
  });
}
