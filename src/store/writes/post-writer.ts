/** Finds, creates, completes and merges posts while importing. All URNs of a post refer to one row. */
import { boundedCache } from '../../shared/bounded-cache';
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { insertInto, type RowOf } from '../../database/define';
import { posts, postUrns, type PostRow } from '../tables/engagement';
import { selectIn } from '../statements/in-parts';
import { emptied, isEmptied } from '../log/store-before';
import { markAudiences, markStale } from './engagement-writer';

type PostUrnRow = RowOf<typeof postUrns>;

/** The author and watched profile of a post, which its engagements copy. */
export interface PostOwner {
  readonly id: string;
  readonly author_person_id: string | null;
  readonly monitored_profile_id: string | null;
}

/** The URNs by which a record names a post. `whole`: the record may change more than its engagements. */
export interface PostMention {
  readonly urns: readonly string[];
  readonly whole: boolean;
}

export class PostWriter {
  private readonly idOf = boundedCache<string, { id: string | null }>(50_000);
  private readonly owners = boundedCache<string, PostOwner>(50_000);
  /** Rows of this batch as they were read. */
  private rows = new Map<string, PostRow>();
  private created = new Map<string, PostRow>();
  private changed = new Map<string, PostRow>();
  private newUrns: PostUrnRow[] = [];
  private redirects = new Map<string, string>();
  private merges: { keep: string; drop: string }[] = [];

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Forgets everything not committed. */
  reset(): void {
    this.idOf.clear();
    this.owners.clear();
    this.clearBatch();
  }

  /** Looks up all URNs of a batch, and reads the rows of posts it may change. */
  async prepare(mentions: readonly PostMention[]): Promise<void> {
    const wanted = new Set<string>();
    for (const { urns } of mentions) for (const urn of urns) if (!this.idOf.get(urn)) wanted.add(urn);
    for (const urn of wanted) this.idOf.set(urn, { id: null });
    const found = await selectIn<{ urn: string; post_id: string }>(
      this.db,
      'SELECT urn, post_id FROM post_urns',
      this.organizationId,
      'urn',
      [...wanted],
    );
    for (const row of found) this.idOf.set(row.urn, { id: row.post_id });
    const named = new Set<string>();
    const whole = new Set<string>();
    for (const mention of mentions) {
      for (const urn of mention.urns) {
        const id = this.idOf.get(urn)?.id;
        if (id) (mention.whole ? whole : named).add(id);
      }
    }
    const rows = await selectIn<PostRow>(this.db, 'SELECT * FROM posts', this.organizationId, 'id', [...whole]);
    for (const row of rows) {
      this.rows.set(row.id, row);
      this.owners.set(row.id, ownerOf(row));
    }
    await this.prepareOwners(named);
  }

  /** Looks up authors and watched profiles of posts where they are not known yet. */
  async prepareOwners(ids: Iterable<string>): Promise<void> {
    const unknown = [...ids].filter((id) => !this.owners.get(id));
    const owners = await selectIn<PostOwner>(
      this.db,
      'SELECT id, author_person_id, monitored_profile_id FROM posts',
      this.organizationId,
      'id',
      unknown,
    );
    for (const owner of owners) this.owners.set(owner.id, owner);
  }

  /** The post with this URN. Creates it when none is known. */
  resolveOne(urn: string, url: string | null, collectedAt: number): PostOwner {
    const id = this.idOf.get(urn)?.id;
    return id ? this.owner(this.staying(id)) : this.resolve([urn], url, collectedAt);
  }

  /** The post with these URNs. Creates one when none is known, and merges two when the URNs belong to both. */
  resolve(urns: readonly string[], url: string | null, collectedAt: number): PostRow {
    const ids = new Set<string>();
    for (const urn of urns) {
      const id = this.idOf.get(urn)?.id;
      if (id) ids.add(this.staying(id));
    }
    const [keep, ...others] = [...ids].sort();
    let row = keep === undefined ? this.create(urns[0] ?? '', url, collectedAt) : this.row(keep);
    for (const other of others) row = this.merge(row, other);
    for (const urn of urns) {
      if (this.idOf.get(urn)?.id) continue;
      this.idOf.set(urn, { id: row.id });
      this.newUrns.push({ organization_id: this.organizationId, urn, post_id: row.id });
    }
    return row;
  }

  /** How many posts `flush` would add. Writes nothing. */
  expected(): number {
    return this.created.size;
  }

  /** The post's row. `prepare` must have been told that the batch needs it whole. */
  row(id: string): PostRow {
    const row = this.created.get(id) ?? this.changed.get(id) ?? this.rows.get(id);
    if (!row) throw new Error('a known post has no row');
    return row;
  }

  /** The author and watched profile of a post, including changes of this batch. */
  owner(id: string): PostOwner {
    const owner = this.created.get(id) ?? this.changed.get(id) ?? this.owners.get(id);
    if (!owner) throw new Error('a known post has no row');
    return owner;
  }

  /** Replaces a post's row. It is written with the batch. */
  touch(row: PostRow): void {
    if (this.created.has(row.id)) this.created.set(row.id, row);
    else this.changed.set(row.id, row);
  }

  /** Gives posts of this batch the remaining author after people were merged. */
  renameAuthors(staying: (personId: string) => string): void {
    for (const rows of [this.created, this.changed]) {
      for (const row of [...rows.values()]) {
        const author = row.author_person_id === null ? null : staying(row.author_person_id);
        if (author !== row.author_person_id) rows.set(row.id, { ...row, author_person_id: author });
      }
    }
  }

  /** The remaining id of a post that may have been merged in this batch. */
  staying(id: string): string {
    let at = id;
    for (let next = this.redirects.get(at); next !== undefined; next = this.redirects.get(at)) at = next;
    return at;
  }

  /** Writes the batch. Returns how many posts are new, and the posts whose author or watched profile changed. */
  async flush(): Promise<{ created: number; relinked: string[] }> {
    const created = [...this.created.values()];
    const changed = [...this.changed.values()].filter((row) => !this.redirects.has(row.id));
    await Promise.all([
      insertInto(this.db, posts, created),
      insertInto(this.db, posts, changed, { update: updatable }),
      insertInto(
        this.db,
        postUrns,
        this.newUrns.map((row) => ({ ...row, post_id: this.staying(row.post_id) })),
        'ignore',
      ),
    ]);
    const relinked = changed
      .filter((row) => {
        const old = this.rows.get(row.id);
        return old?.author_person_id !== row.author_person_id || old.monitored_profile_id !== row.monitored_profile_id;
      })
      .map((row) => row.id);
    for (const { keep, drop } of this.merges) await this.mergeRows(keep, drop);
    for (const row of [...created, ...changed]) this.owners.set(row.id, ownerOf(row));
    if (this.redirects.size > 0) this.idOf.clear();
    const result = {
      created: created.length,
      relinked: [...new Set([...relinked, ...this.merges.map(({ keep }) => keep)])],
    };
    this.clearBatch();
    return result;
  }

  private create(urn: string, url: string | null, collectedAt: number): PostRow {
    const row: PostRow = {
      organization_id: this.organizationId,
      id: newId(),
      urn,
      url,
      content_text: null,
      excerpt: null,
      author_name: null,
      author_profile_url: null,
      author_person_id: null,
      monitored_profile_id: null,
      published_at: null,
      collected_at: collectedAt,
      reported_likes: null,
      reported_comments: null,
      reported_reposts: null,
      author_erased: 0,
    };
    this.created.set(row.id, row);
    return row;
  }

  /** Merges the post `other` into `row`: unknown facts are filled from it, and its engagements move over. */
  private merge(row: PostRow, other: string): PostRow {
    const old = this.row(other);
    // Facts collected last are kept. Which of the two rows stays decides only the id and the main URN.
    const [newer, older] = isNewer(old, row) ? [old, row] : [row, old];
    const known = Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== null));
    const hidden = [newer, older].find(isEmptied) ?? [newer, older].find((one) => one.author_erased === 1);
    const author = hidden ?? (newer.author_person_id === null ? older : newer);
    const merged: PostRow = {
      ...older,
      ...known,
      id: row.id,
      urn: row.urn,
      url: row.url ?? old.url,
      author_person_id: author.author_person_id,
      ...authorFacts(author, author === newer ? older : newer),
      // The watchlist entry follows from the author.
      monitored_profile_id: author.monitored_profile_id,
      collected_at: Math.max(row.collected_at, old.collected_at),
    };
    this.touch(merged);
    this.redirects.set(other, row.id);
    if (!this.created.delete(other)) this.merges.push({ keep: row.id, drop: other });
    return merged;
  }

  private async mergeRows(keep: string, drop: string): Promise<void> {
    const orIgnore = this.db.dialect === 'sqlite' ? 'UPDATE OR IGNORE' : 'UPDATE IGNORE';
    const both = [keep, this.organizationId, drop];
    const one = [this.organizationId, drop];
    const watched = await this.db.select<{ id: string }>(
      `SELECT DISTINCT monitored_profile_id AS id FROM engagements${this.db.useIndex('engagements_identity')}
       WHERE organization_id = ? AND post_id = ? AND monitored_profile_id IS NOT NULL`,
      one,
    );
    await markStale(
      this.db,
      this.organizationId,
      'profile',
      watched.map((row) => row.id),
    );
    await this.db.run(`${orIgnore} engagements SET post_id = ? WHERE organization_id = ? AND post_id = ?`, both);
    await this.db.run('DELETE FROM engagements WHERE organization_id = ? AND post_id = ?', one);
    await this.db.run('UPDATE post_urns SET post_id = ? WHERE organization_id = ? AND post_id = ?', both);
    await this.db.run('UPDATE discoveries SET post_id = ? WHERE organization_id = ? AND post_id = ?', both);
    // If both posts have a discovery under way, both continue. The remaining post's discovery is the active one.
    await this.db.run(
      `${orIgnore} discoveries SET active_post = ? WHERE organization_id = ? AND active_post = ?`,
      both,
    );
    await this.db.run('DELETE FROM post_audiences WHERE organization_id = ? AND post_id = ?', one);
    await markAudiences(this.db, this.organizationId, [keep]);
    await this.db.run('DELETE FROM posts WHERE organization_id = ? AND id = ?', one);
  }

  private clearBatch(): void {
    this.rows = new Map();
    this.created = new Map();
    this.changed = new Map();
    this.newUrns = [];
    this.redirects = new Map();
    this.merges = [];
  }
}

/**
 * How a merged post names its author. One whose author was erased or objected stays so, whatever the other row said; one whose
 * author was erased stays without a text too. Nobody is called by the name of another who is said to have written the other row.
 */
function authorFacts(author: PostRow, other: PostRow): Partial<PostRow> {
  const { author_person_id, author_name, author_profile_url } = author;
  if (isEmptied(author)) return emptied;
  const isSame = other.author_person_id === null || other.author_person_id === author_person_id;
  if (author.author_erased === 0 && isSame) return {};
  return { author_name, author_profile_url, author_erased: author.author_erased };
}

/** Of two collected at the same time, the one whose text sorts later counts as newer. */
const isNewer = (a: PostRow, b: PostRow): boolean => {
  const comparedText = (row: PostRow) => JSON.stringify([row.content_text, row.author_name, row.published_at]);
  return a.collected_at === b.collected_at ? comparedText(a) > comparedText(b) : a.collected_at > b.collected_at;
};

const ownerOf = ({ id, author_person_id, monitored_profile_id }: PostRow): PostOwner => ({
  id,
  author_person_id,
  monitored_profile_id,
});

const updatable = Object.keys(posts.columns).filter(
  (name): name is Exclude<keyof typeof posts.columns, 'organization_id' | 'id' | 'urn'> =>
    !['organization_id', 'id', 'urn'].includes(name),
);
