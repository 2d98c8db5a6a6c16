/** Removes what was not replayed: identities, people, posts and accounts that only the undone batch brought. */
import { placeholders, type SqlValue } from '../../database/database';
import { newId } from '../../database/new-id';
import { noteAliasesMoved } from '../writes/account-writer';
import { inParts, selectIn } from '../statements/in-parts';
import { markStale, queueScoring } from '../writes/engagement-writer';
import { noteNamesMoved } from '../writes/known-companies';
import { removeDecisions } from './affected';
import type { CandidateRow } from '../tables/agent';
import type { Step, UndoRun } from './undo-run';

/** A page of the live table: its ids, and which of them were not replayed. */
async function comparedIds(run: UndoRun, table: 'people' | 'posts' | 'accounts', after: string, limit: number) {
  const { scratch, organizationId } = run;
  const ids = await run.scope.liveIds(table, after, limit);
  // Accounts have the same ids in both databases.
  const known =
    table === 'accounts'
      ? new Set(
          (await selectIn<{ id: string }>(scratch, 'SELECT id FROM accounts', organizationId, 'id', ids)).map(
            ({ id }) => id,
          ),
        )
      : new Set((await run.ids.ownOf(ids)).keys());
  const page = { last: ids.length < limit ? undefined : ids.at(-1), rows: ids.length };
  return { ids, gone: ids.filter((id) => !known.has(id)), page };
}

/** Identities or URNs of live rows that no replayed row has. */
async function lostNames(
  { live, scratch, organizationId }: UndoRun,
  table: string,
  owner: string,
  columns: readonly string[],
  ids: readonly string[],
): Promise<Record<string, SqlValue>[]> {
  const sql = `SELECT ${[...columns, owner].join(', ')} FROM ${table}`;
  const stored = await selectIn<Record<string, SqlValue>>(live, sql, organizationId, owner, ids);
  const name = columns[columns.length - 1] ?? '';
  const values = stored.map((row) => row[name] ?? null);
  const replayed = await selectIn<Record<string, SqlValue>>(scratch, sql, organizationId, name, [...new Set(values)]);
  const rowKey = (row: Record<string, SqlValue>) => columns.map((column) => String(row[column])).join(' ');
  const known = new Set(replayed.map(rowKey));
  return stored.filter((row) => !known.has(rowKey(row)));
}

async function deleteNames(
  { live, organizationId }: UndoRun,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, SqlValue>[],
): Promise<void> {
  const where = columns.map((column) => `${column} = ?`).join(' AND ');
  for (const row of rows) {
    const values = columns.map((column) => row[column] ?? null);
    await live.run(`DELETE FROM ${table} WHERE organization_id = ? AND ${where}`, [organizationId, ...values]);
  }
}

async function deleteRows(
  { live, organizationId }: UndoRun,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<void> {
  for (const part of inParts(ids)) {
    const list = placeholders(part);
    await live.run(`DELETE FROM ${table} WHERE organization_id = ? AND ${column} IN (${list})`, [
      organizationId,
      ...part,
    ]);
  }
}

export const gonePeopleStep: Step = async (run, after, limit) => {
  const { live, organizationId } = run;
  const { ids, gone, page } = await comparedIds(run, 'people', after, limit);
  const names = await lostNames(run, 'person_identities', 'person_id', ['kind', 'value'], ids);
  if (gone.length === 0 && names.length === 0) return { ...page, write: null };
  return {
    ...page,
    write: async () => {
      await deleteNames(run, 'person_identities', ['kind', 'value'], names);
      const watched = await selectIn<{ id: string }>(
        live,
        'SELECT person_id AS id FROM monitored_profiles',
        organizationId,
        'person_id',
        gone,
      );
      const remaining = new Set(watched.map(({ id }) => id));
      const removed = gone.filter((id) => !remaining.has(id));
      const accounts = await selectIn<{ id: string | null }>(
        live,
        'SELECT account_id AS id FROM people',
        organizationId,
        'id',
        removed,
      );
      const decided = await selectIn<Pick<CandidateRow, 'id' | 'decision'>>(
        live,
        'SELECT id, decision FROM agent_candidates',
        organizationId,
        'person_id',
        removed,
      );
      await removeDecisions(
        live,
        organizationId,
        run.undoing.map(({ id }) => id),
        decided,
      );
      await deleteRows(run, 'profile_snapshots', 'person_id', removed);
      await deleteRows(run, 'discovery_people', 'person_id', removed);
      await deleteRows(run, 'agent_held_people', 'person_id', removed);
      await deleteRows(run, 'watchlist_sync_people', 'person_id', removed);
      await deleteRows(run, 'people', 'id', removed);
      // Their leads are removed when the queue is worked off.
      await queueScoring(live, organizationId, removed, 'undo');
      await markStale(
        live,
        organizationId,
        'account',
        accounts.flatMap(({ id }) => id ?? []),
      );
    },
  };
};

export const gonePostsStep: Step = async (run, after, limit) => {
  const { live, organizationId } = run;
  const { ids, gone, page } = await comparedIds(run, 'posts', after, limit);
  const names = await lostNames(run, 'post_urns', 'post_id', ['urn'], ids);
  if (gone.length === 0 && names.length === 0) return { ...page, write: null };
  return {
    ...page,
    write: async () => {
      const active = await selectIn<{ id: string }>(
        live,
        'SELECT active_post AS id FROM discoveries',
        organizationId,
        'active_post',
        gone,
      );
      const remaining = new Set(active.map(({ id }) => id));
      const removed = gone.filter((id) => !remaining.has(id));
      await deleteNames(
        run,
        'post_urns',
        ['urn'],
        names.filter((row) => !remaining.has(String(row['post_id']))),
      );
      for (const table of ['post_audiences', 'audience_marks']) await deleteRows(run, table, 'post_id', removed);
      await deleteRows(run, 'posts', 'id', removed);
    },
  };
};

export const goneAccountsStep: Step = async (run, after, limit) => {
  const { live, organizationId } = run;
  const { ids, gone, page } = await comparedIds(run, 'accounts', after, limit);
  const names = await lostNames(run, 'account_aliases', 'account_id', ['kind', 'value'], ids);
  if (gone.length === 0 && names.length === 0) return { ...page, write: null };
  return {
    ...page,
    write: async () => {
      await deleteNames(run, 'account_aliases', ['kind', 'value'], names);
      await noteNamesMoved(live, organizationId, [...gone, ...names.map((row) => String(row['account_id']))]);
      await deleteRows(run, 'accounts', 'id', gone);
      await noteAliasesMoved(live, organizationId, newId());
    },
  };
};
