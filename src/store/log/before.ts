/**
 * Adds data stored before the log existed to the log, so that later batches can be undone. Rows are logged as they are now, in
 * short transactions that save their position.
 */
import { z } from 'zod';
import type { Database } from '../../database/database';
import {
  posts,
  type EngagementRow,
  type PersonRow,
  type personIdentities,
  type PostRow,
  type profileSnapshots,
} from '../tables/engagement';
import type { RowOf } from '../../database/define';
import type { accountAliases } from '../tables/leads';
import { accounts } from '../tables/leads';
import type { StoredBefore } from './store-before';
import { selectIn } from '../statements/in-parts';
import { writeWorkspace } from './workspace-lock';
import { appendChunk, pack } from './chunks';

/** The one batch of a workspace for data stored before the log. A migration creates it, and it is never undone. */
export const beforeBatch = '00000000-0000-7000-8000-000000000001';

const position = z.object({
  stage: z.enum(['accounts', 'posts', 'people']).default('accounts'),
  after: z.string().default(''),
});
type Position = z.infer<typeof position>;

const together = 200;
const following = { accounts: 'posts', posts: 'people', people: null } as const;

/** A workspace whose log also holds everything stored before the log existed. Opening a batch requires it. */
export class CompleteLog {
  private constructor(
    readonly db: Database,
    readonly organizationId: string,
  ) {}

  /**
   * Finishes the log of older data. Costs one look-up when there is nothing to do. Safe to interrupt and to run twice at once.
   * Call it outside transactions, because it writes in short ones of its own.
   * @param checkpoint called between transactions.
   * @throws UnknownWorkspaceError
   */
  static async of(
    db: Database,
    organizationId: string,
    checkpoint: () => Promise<void> = () => Promise.resolve(),
  ): Promise<CompleteLog> {
    while ((await positionOf(db, organizationId)) !== undefined) {
      await writeWorkspace(db, organizationId, async (revision) => {
        const at = await positionOf(db, organizationId);
        if (at !== undefined) await logPage(db, organizationId, at, revision);
      });
      await checkpoint();
    }
    return new CompleteLog(db, organizationId);
  }
}

/** Undefined: nothing is left to log. */
async function positionOf(db: Database, organizationId: string): Promise<Position | undefined> {
  const [row] = await db.select<{ settings: string }>(
    `SELECT settings FROM batches WHERE organization_id = ? AND id = ? AND status = 'OPEN'`,
    [organizationId, beforeBatch],
  );
  return row && position.parse(JSON.parse(row.settings));
}

async function logPage(db: Database, organizationId: string, at: Position, revision: number): Promise<void> {
  const { records, last } = await readers[at.stage](db, organizationId, at.after);
  const latest = records.flatMap((record) =>
    record.kind === 'stored-person' ? record.engagements.map((row) => row.occurred_at) : [],
  );
  const text = JSON.stringify({ version: 1, people: [], posts: [], records });
  const latestAt = latest.length === 0 ? null : latest.reduce((a, b) => Math.max(a, b));
  await appendChunk(db, organizationId, beforeBatch, revision, await pack({ text, records: records.length, latestAt }));
  const stage = last === undefined ? following[at.stage] : at.stage;
  const next: Position = { stage: stage ?? 'people', after: last ?? '' };
  const added = [records.length, Date.now(), JSON.stringify(next)];
  await db.run(
    `UPDATE batches SET records = records + ?, touched_at = ?, settings = ?${stage === null ? ", status = 'DONE', finished_at = touched_at" : ''}
     WHERE organization_id = ? AND id = ?`,
    [...added, organizationId, beforeBatch],
  );
}

interface Page {
  readonly records: readonly StoredBefore[];
  /** Where the next page begins. Undefined: this was the last page. */
  readonly last: string | undefined;
}

type Reader = (db: Database, organizationId: string, after: string) => Promise<Page>;

const pageOf = (table: string) =>
  `SELECT * FROM ${table} WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ${together}`;
const lastOf = (ids: readonly string[]) => (ids.length < together ? undefined : ids.at(-1));

const readers: Readonly<Record<Position['stage'], Reader>> = {
  async accounts(db, organizationId, after) {
    const rows = await db.select<RowOf<typeof accounts>>(pageOf(accounts.name), [organizationId, after]);
    const ids = rows.map(({ id }) => id);
    const aliases = await selectIn<RowOf<typeof accountAliases>>(
      db,
      'SELECT * FROM account_aliases',
      organizationId,
      'account_id',
      ids,
    );
    const records = rows.map((account) => ({
      kind: 'stored-account' as const,
      at: 0,
      account,
      aliases: aliases.filter((alias) => alias.account_id === account.id),
    }));
    return { records, last: lastOf(ids) };
  },
  async posts(db, organizationId, after) {
    const rows = await db.select<PostRow>(pageOf(posts.name), [organizationId, after]);
    const ids = rows.map(({ id }) => id);
    const urns = await selectIn<{ urn: string; post_id: string }>(
      db,
      'SELECT urn, post_id FROM post_urns',
      organizationId,
      'post_id',
      ids,
    );
    const records = rows.map((post) => ({
      kind: 'stored-post' as const,
      at: 0,
      post,
      urns: urns.filter((row) => row.post_id === post.id).map(({ urn }) => urn),
    }));
    return { records, last: lastOf(ids) };
  },
  async people(db, organizationId, after) {
    const rows = await db.select<PersonRow>(pageOf('people'), [organizationId, after]);
    const ids = rows.map(({ id }) => id);
    const named = 'SELECT * FROM person_identities';
    const identities = await selectIn<RowOf<typeof personIdentities>>(db, named, organizationId, 'person_id', ids);
    const read = 'SELECT * FROM profile_snapshots';
    const snapshots = await selectIn<RowOf<typeof profileSnapshots>>(db, read, organizationId, 'person_id', ids);
    const did = 'SELECT * FROM engagements';
    const engaged = await selectIn<EngagementRow>(db, did, organizationId, 'person_id', ids);
    const records = rows.map((person) => ({
      kind: 'stored-person' as const,
      at: 0,
      person,
      identities: identities.filter((row) => row.person_id === person.id).map(({ kind, value }) => ({ kind, value })),
      snapshots: snapshots.filter((row) => row.person_id === person.id),
      engagements: engaged.filter((row) => row.person_id === person.id),
    }));
    return { records, last: lastOf(ids) };
  },
};
