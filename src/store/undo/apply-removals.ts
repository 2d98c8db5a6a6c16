/** Removes what was not replayed: identities, people, posts and accounts that only the undone batch brought. */
import { placeholders, type SqlValue } from '../../database/database';
import { newId } from '../../database/new-id';
import { noteAliasesMoved } from '../writes/account-writer';
import { inParts, selectIn } from '../statements/in-parts';
import { markStale, queueScoring } from '../writes/engagement-writer';
import { noteNamesMoved } from '../writes/known-companies';
import { removeDecisions } from './affected';
import type { CandidateRow } from '../tables/agent';
import { eachPage, writeLive, type UndoRun } from './undo-run';

/** Must run after all other steps. */
export async function applyRemovals(sides: UndoRun): Promise<void> {
  await removePeople(sides);
  await removePosts(sides);
  await removeAccounts(sides);
}

/** Ids of a page of the live table, and which of them were not replayed. */
async function page(sides: UndoRun, table: 'people' | 'posts' | 'accounts', after: string, limit: number) {
  const { live, scratch, organizationId } = sides;
  const rows = await live.select<{ id: string }>(
    `SELECT id FROM ${table} WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ${limit}`,
    [organizationId, after],
  );
  const ids = rows.map(({ id }) => id);
  // Accounts have the same ids on both sides.
  const known =
    table === 'accounts'
      ? new Set(
          (await selectIn<{ id: string }>(scratch, 'SELECT id FROM accounts', organizationId, 'id', ids)).map(
            ({ id }) => id,
          ),
        )
      : new Set((await sides.ids.ownOf(ids)).keys());
  return { ids, gone: ids.filter((id) => !known.has(id)), last: ids.length < limit ? undefined : ids.at(-1) };
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

async function removePeople(sides: UndoRun): Promise<void> {
  const { live, organizationId } = sides;
  await eachPage(sides, async (after, limit, begun) => {
    const { ids, gone, last } = await page(sides, 'people', after, limit);
    const names = await lostNames(sides, 'person_identities', 'person_id', ['kind', 'value'], ids);
    if (gone.length > 0 || names.length > 0) {
      await writeLive(sides, begun, async () => {
        await deleteNames(sides, 'person_identities', ['kind', 'value'], names);
        const watched = await selectIn<{ id: string }>(
          live,
          'SELECT person_id AS id FROM monitored_profiles',
          organizationId,
          'person_id',
          gone,
        );
        const kept = new Set(watched.map(({ id }) => id));
        const removed = gone.filter((id) => !kept.has(id));
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
          sides.undoing.map(({ id }) => id),
          decided,
        );
        await deleteRows(sides, 'profile_snapshots', 'person_id', removed);
        await deleteRows(sides, 'discovery_people', 'person_id', removed);
        await deleteRows(sides, 'agent_held_people', 'person_id', removed);
        await deleteRows(sides, 'watchlist_sync_people', 'person_id', removed);
        await deleteRows(sides, 'people', 'id', removed);
        // Their leads are removed when the queue is worked off.
        await queueScoring(live, organizationId, removed, 'undo');
        await markStale(
          live,
          organizationId,
          'account',
          accounts.flatMap(({ id }) => id ?? []),
        );
      });
    }
    return { last, rows: ids.length };
  });
}

async function removePosts(sides: UndoRun): Promise<void> {
  const { live, organizationId } = sides;
  await eachPage(sides, async (after, limit, begun) => {
    const { ids, gone, last } = await page(sides, 'posts', after, limit);
    const names = await lostNames(sides, 'post_urns', 'post_id', ['urn'], ids);
    if (gone.length > 0 || names.length > 0) {
      await writeLive(sides, begun, async () => {
        const active = await selectIn<{ id: string }>(
          live,
          'SELECT active_post AS id FROM discoveries',
          organizationId,
          'active_post',
          gone,
        );
        const kept = new Set(active.map(({ id }) => id));
        const removed = gone.filter((id) => !kept.has(id));
        await deleteNames(
          sides,
          'post_urns',
          ['urn'],
          names.filter((row) => !kept.has(String(row['post_id']))),
        );
        for (const table of ['post_audiences', 'audience_marks']) await deleteRows(sides, table, 'post_id', removed);
        await deleteRows(sides, 'posts', 'id', removed);
      });
    }
    return { last, rows: ids.length };
  });
}

async function removeAccounts(sides: UndoRun): Promise<void> {
  const { live, organizationId } = sides;
  await eachPage(sides, async (after, limit, begun) => {
    const { ids, gone, last } = await page(sides, 'accounts', after, limit);
    const names = await lostNames(sides, 'account_aliases', 'account_id', ['kind', 'value'], ids);
    if (gone.length > 0 || names.length > 0) {
      await writeLive(sides, begun, async () => {
        await deleteNames(sides, 'account_aliases', ['kind', 'value'], names);
        await noteNamesMoved(live, organizationId, [...gone, ...names.map((row) => String(row['account_id']))]);
        await deleteRows(sides, 'accounts', 'id', gone);
        await noteAliasesMoved(live, organizationId, newId());
      });
    }
    return { last, rows: ids.length };
  });
}
