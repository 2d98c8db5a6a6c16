/**
 * Maps each replayed person or post to its live one: people by identities, posts by URNs. The replayed side has its own ids, in
 * its own order of creation, because a merge keeps the older id.
 */
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { inParts } from '../statements/in-parts';
import { eachInOrder, type Names } from './names';

const create =
  'CREATE TABLE IF NOT EXISTS live_ids (own TEXT NOT NULL PRIMARY KEY, live TEXT NOT NULL UNIQUE) WITHOUT ROWID';

export class LiveIds {
  private constructor(
    private readonly live: Database,
    private readonly scratch: Database,
    private readonly organizationId: string,
  ) {}

  static async open(live: Database, scratch: Database, organizationId: string): Promise<LiveIds> {
    await scratch.run(create);
    return new LiveIds(live, scratch, organizationId);
  }

  /** Whether some rows that had an id no longer exist because they were merged. */
  async isStale(organizationId: string): Promise<boolean> {
    const [row] = await this.scratch.select<{ given: number; there: number }>(
      `SELECT (SELECT COUNT(*) FROM live_ids) AS given, (SELECT COUNT(*) FROM people WHERE organization_id = ?)
         + (SELECT COUNT(*) FROM posts WHERE organization_id = ?) AS there`,
      [organizationId, organizationId],
    );
    return row?.given !== row?.there;
  }

  /** Forgets the mapping. */
  async reset(): Promise<void> {
    await this.scratch.run('DELETE FROM live_ids');
  }

  /**
   * Finds the live id of every person and post that has none yet. When a merged row is separated, the older part keeps the id
   * and the other gets a new one.
   * @param checkpoint called between portions.
   */
  async assign(names: Names, checkpoint: () => Promise<void>): Promise<void> {
    await eachInOrder(this.scratch, names.table, this.organizationId, async (page) => {
      const known = await this.liveOf(page);
      const ids = page.filter((id) => !known.has(id));
      await this.assignPage(names, ids);
      await checkpoint();
    });
  }

  private async assignPage({ kinds, read }: Names, ids: readonly string[]): Promise<void> {
    const ofOwn = await read(this.scratch, this.organizationId, 'owner', null, ids);
    const candidates = new Map<string, Set<string>>();
    for (const kind of kinds) {
      const own = ofOwn.filter((name) => name.kind === kind);
      const values = own.map(({ value }) => value);
      const live = await read(this.live, this.organizationId, 'value', kind, values);
      const ownerOf = new Map(live.map((name) => [name.value, name.owner]));
      for (const { value, owner } of own) {
        const id = ownerOf.get(value);
        if (id !== undefined) candidates.set(owner, (candidates.get(owner) ?? new Set()).add(id));
      }
    }
    const taken = await this.takenAmong([...candidates.values()].flatMap((set) => [...set]));
    const rows: [string, string][] = [];
    for (const id of ids) {
      const live = [...(candidates.get(id) ?? [])].sort().find((candidate) => !taken.has(candidate)) ?? newId();
      taken.add(live);
      rows.push([id, live]);
    }
    await this.scratch.insertRows('live_ids', ['own', 'live'], rows);
  }

  private async takenAmong(live: readonly string[]): Promise<Set<string>> {
    return new Set((await this.ownOf(live)).keys());
  }

  /** Live ids of replayed people or posts, by replayed id. */
  async liveOf(own: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.lookUp('own', own);
    return new Map(rows.map((row) => [row.own, row.live]));
  }

  /** Replayed ids, by live id. */
  async ownOf(live: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.lookUp('live', live);
    return new Map(rows.map((row) => [row.live, row.own]));
  }

  private async lookUp(column: 'own' | 'live', values: readonly string[]): Promise<{ own: string; live: string }[]> {
    const rows: { own: string; live: string }[] = [];
    for (const part of inParts([...new Set(values)])) {
      const list = part.map(() => '?').join(',');
      rows.push(
        ...(await this.scratch.select<{ own: string; live: string }>(
          `SELECT own, live FROM live_ids WHERE ${column} IN (${list})`,
          part,
        )),
      );
    }
    return rows;
  }
}
