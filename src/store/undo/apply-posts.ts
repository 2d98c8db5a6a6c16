/** Changes posts and their URNs to the replayed state. The watchlist entry of a post follows from the live watchlist. */
import { insertInto, type RowOf } from '../../database/define';
import { posts, postUrns, type EngagementRow, type PostRow } from '../tables/engagement';
import { selectIn } from '../statements/in-parts';
import { markAudiences, relinkEngagements } from '../writes/engagement-writer';
import { noteAffected } from './affected';
import { emptied, isEmptied } from '../log/store-before';
import { emptyPage, liveId, type Step, type UndoRun } from './undo-run';

type UrnRow = RowOf<typeof postUrns>;

const columns = Object.keys(posts.columns).filter(
  (name): name is Exclude<keyof PostRow, 'organization_id' | 'id'> => name !== 'organization_id' && name !== 'id',
);

/** Must run after the people, whom posts name as authors, and after the watchlist. */
export const postsStep: Step = async (run, after, limit) => {
  const { live, scratch, organizationId } = run;
  const own = await scratch.select<PostRow>(
    `SELECT * FROM posts WHERE organization_id = ? AND id > ? ${run.scope.ofScratch('posts', 'id')}
     ORDER BY id LIMIT ${limit}`,
    [organizationId, after],
  );
  const ownIds = own.map(({ id }) => id);
  const known = await run.ids.liveOf([...ownIds, ...own.flatMap((row) => row.author_person_id ?? [])]);
  const rows = own.map((row) => ({
    ...row,
    id: liveId(known, row.id),
    author_person_id: row.author_person_id === null ? null : liveId(known, row.author_person_id),
  }));
  const ids = rows.map(({ id }) => id);
  const ownUrns = await selectIn<UrnRow>(scratch, 'SELECT * FROM post_urns', organizationId, 'post_id', ownIds);
  const urns = ownUrns.map((row) => ({ ...row, post_id: liveId(known, row.post_id) }));
  if (ids.length === 0) return emptyPage;
  return {
    last: own.length < limit ? undefined : ownIds.at(-1),
    rows: own.length,
    write: async () => {
      const stored = await selectIn<PostRow>(live, 'SELECT * FROM posts', organizationId, 'id', ids);
      const before = new Map(stored.map((row) => [row.id, row]));
      const watched = await entriesOf(run, rows);
      const changed = rows
        .map((row) => ({ ...row, monitored_profile_id: watched.get(row.author_person_id ?? '') ?? null }))
        // Its author was erased, which an undo never reverts.
        .map((row) => (isEmptied(before.get(row.id)) ? { ...row, ...emptied } : row))
        .filter((row) => !same(row, before.get(row.id)));
      await insertInto(live, posts, changed, { update: columns });
      const moved = await moveUrns(run, urns);
      const relinked = changed.flatMap((row) => {
        const old = before.get(row.id);
        const same =
          old === undefined ||
          (old.author_person_id === row.author_person_id && old.monitored_profile_id === row.monitored_profile_id);
        return same ? [] : [row.id];
      });
      await relink(run, relinked);
      await markAudiences(live, organizationId, moved);
    },
  };
};

/** Updates engagements under these posts to the posts' current author and watched profile. */
async function relink(run: UndoRun, posts: readonly string[]): Promise<void> {
  const { live, organizationId } = run;
  type Linked = Pick<EngagementRow, 'id' | 'person_id' | 'monitored_profile_id' | 'by_author'>;
  const sql = 'SELECT id, person_id, monitored_profile_id, by_author FROM engagements';
  const read = () => selectIn<Linked>(live, sql, organizationId, 'post_id', posts);
  const before = new Map((await read()).map((row) => [row.id, row]));
  await relinkEngagements(live, organizationId, posts);
  const changed = (await read()).filter((row) => {
    const old = before.get(row.id);
    return old?.monitored_profile_id !== row.monitored_profile_id || old.by_author !== row.by_author;
  });
  await noteAffected(
    run,
    changed.map((row) => row.person_id),
  );
}

const same = (row: PostRow, before: PostRow | undefined) =>
  before !== undefined && columns.every((name) => row[name] === before[name]);

/** Watchlist entries of the authors of posts. */
async function entriesOf({ live, organizationId }: UndoRun, rows: readonly PostRow[]): Promise<Map<string, string>> {
  const authors = [...new Set(rows.flatMap((row) => row.author_person_id ?? []))];
  const entries = await selectIn<{ id: string; person_id: string }>(
    live,
    'SELECT id, person_id FROM monitored_profiles',
    organizationId,
    'person_id',
    authors,
  );
  return new Map(entries.map((entry) => [entry.person_id, entry.id]));
}

/** Returns the posts that gained or lost a URN. */
async function moveUrns({ live, organizationId }: UndoRun, urns: readonly UrnRow[]): Promise<string[]> {
  const stored = await selectIn<UrnRow>(
    live,
    'SELECT * FROM post_urns',
    organizationId,
    'urn',
    urns.map(({ urn }) => urn),
  );
  const owners = new Map(stored.map((row) => [row.urn, row.post_id]));
  const moved = urns.filter((row) => owners.get(row.urn) !== row.post_id);
  await insertInto(live, postUrns, moved, { update: ['post_id'] });
  return moved.flatMap((row) => [row.post_id, owners.get(row.urn) ?? row.post_id]);
}
