/**
 * Stores batches of records, each in a transaction that leaves the workspace consistent, whatever happens afterwards.
 *
 * On a server a transaction stores the people and posts of its batch, and the engagements of the batch before. Those are ready,
 * so the server has work while this process reads through the batch.
 */
import { Breathing } from '../../shared/breathing';
import { timeOfPostId } from '../../shared/post-time';
import { isAsking } from '../../shared/values';
import { appendChunk, pack } from '../../store/log/chunks';
import { countStored } from '../../store/log/batches';
import { handled, type Database } from '../../database/database';
import { newId } from '../../database/new-id';
import type { EngagementRow, Origin } from '../../store/tables/engagement';
import type { ScoringCause } from '../../store/tables/leads';
import { AccountWriter } from '../../store/writes/account-writer';
import { correctionKey, type StoredCorrection } from '../../store/writes/corrections';
import { identitiesOf } from '../../store/writes/known-people';
import { leadsOfAccounts, watchedPeople } from '../../store/writes/lookups';
import {
  insertEngagements,
  markStale,
  markSynced,
  queueScoring,
  relinkEngagements,
} from '../../store/writes/engagement-writer';
import { withoutNobody } from '../../rules/fit/rivals';
import { hasPending, keepPending, releasePending } from '../../store/writes/pending-people';
import { linkPostsOfMerged } from '../../store/writes/merge-people';
import { PersonWriter } from '../../store/writes/person-writer';
import { PostWriter } from '../../store/writes/post-writer';
import { writeWorkspace } from '../../store/log/workspace-lock';
import { knowingRivals, readyToRead, wordsOf } from './comment-words';
import { readyForRivals, siteOf, type Site } from './site';
import { encodeRecords } from './logged-records';
import { admit } from './admission';
import type { EngagementRecord } from './records';
import { batchOf, engagementsOf, Observations, type Batch, type Pending, type StorableRecord } from './observations';

export interface BatchCounts {
  engagementsNew: number;
  engagementsKnown: number;
  peopleNew: number;
  peopleMerged: number;
  postsNew: number;
  /** Records left out because they are about people who were erased or suppressed. */
  suppressed: number;
  /** Lead rows whose owner is not a member of the workspace. */
  unknownOwners: { at: number; email: string }[];
  /** Rows whose id and address belong to two known people. */
  conflicts: { at: number; name: string; kind: StorableRecord['kind'] }[];
}

const nothingKnown: Site = {
  watched: new Map(),
  owners: new Map(),
  withoutRivals: withoutNobody,
  rivals: new Set(),
  corrections: new Map(),
};

const noCounts = (): BatchCounts => ({
  engagementsNew: 0,
  engagementsKnown: 0,
  peopleNew: 0,
  peopleMerged: 0,
  postsNew: 0,
  suppressed: 0,
  unknownOwners: [],
  conflicts: [],
});

export interface WriterOptions {
  readonly origin: Origin;
  /** Where the records come from: the export's format, or the source. */
  readonly source: string;
  /** Epoch ms; the clock of the import. */
  readonly now: number;
  /** Milliseconds to add to the times that ids of posts and comments contain. */
  readonly shift?: number | undefined;
  /** The batch (`openBatch`) that counts the records and whose log keeps them; null keeps no log. */
  readonly batchId: string | null;
  /** New people do not become leads yet: the agent decides about them. */
  readonly withholdsLeads?: boolean;
  /** Called with the new engagements, in the transaction that stores them. */
  readonly onNew?: (rows: readonly EngagementRow[]) => void;
  /** Called with the person of each engagement of the records, new or known. A person may come more than once. */
  readonly onMet?: ((personId: string) => void) | undefined;
  /** Gives other work of the process its turn while a batch is read; always so on a server. */
  readonly breathes?: boolean;
}

/** A batch that is stored except for its engagements. */
interface Unfinished {
  /**
   * The engagements as they were read. If another process writes before they are stored, they are read again. The other records
   * are not, because then what the CRM said would override what people have set since.
   */
  readonly batch: Batch;
  readonly rows: readonly EngagementRow[];
}

const nothingUnfinished: Unfinished = { batch: batchOf([]), rows: [] };

/** The batch, without the engagements of people who have been erased since. */
function withoutPeople(unfinished: Unfinished, erased: readonly string[]): Unfinished {
  if (erased.length === 0) return unfinished;
  return { ...unfinished, rows: unfinished.rows.filter((row) => !erased.includes(row.person_id)) };
}

/** How many queued people are remembered. */
const rememberedQueue = 100_000;
/** Stores batches of one workspace. Caches what it looked up, and forgets it when another process has written meanwhile. */
export class BatchWriter {
  private readonly people: PersonWriter;
  private readonly posts: PostWriter;
  private readonly accounts: AccountWriter;
  private site: Site = nothingKnown;
  /** People whom earlier batches queued for scoring. */
  private readonly queued = new Set<string>();
  /** Whether engagements wait for the next batch. SQLite works in this process, not beside it, so nothing would be gained. */
  private readonly waits: boolean;
  /** Whether other work of the process gets its turn while a batch is read. */
  private readonly breathes: boolean;
  private unfinished = nothingUnfinished;
  /** Epoch ms to the hour, by id of the post, for the current batch. */
  private readonly postTimes = new Map<string, number | null>();
  /** Whether the agent holds any people of the workspace. */
  private somePending = false;
  private lastRevision: number | undefined;

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly options: WriterOptions,
  ) {
    this.waits = db.dialect === 'mysql';
    this.breathes = this.waits || (options.breathes ?? false);
    this.people = new PersonWriter(db, organizationId);
    this.posts = new PostWriter(db, organizationId);
    this.accounts = new AccountWriter(db, organizationId);
  }

  /**
   * Stores a batch. On a server the engagements are stored by the next call, or by `finish`.
   * @param begun called when the transaction has locked the workspace.
   * @returns counts of what was stored in this call.
   * @throws BatchEndedError when the batch was undone meanwhile. Nothing of this call is stored then.
   */
  async store(batch: Batch, begun: () => void = () => undefined): Promise<BatchCounts> {
    const { batchId } = this.options;
    await readyToRead(batch.records);
    if (this.lastRevision === undefined) await readyForRivals(this.db, this.organizationId);
    const packed = batchId === null ? undefined : await pack(encodeRecords(batch.records));
    const { counts, unfinished, revision } = await writeWorkspace(this.db, this.organizationId, async (revision) => {
      begun();
      const counts = noCounts();
      const before = await this.resume(revision);
      const admitted = await this.admitted(batch, before, counts);
      const unfinished = await this.write(admitted.batch, admitted.before, revision, counts);
      if (batchId !== null && packed) {
        const chunk = admitted.batch === batch ? packed : await pack(encodeRecords(admitted.batch.records));
        await appendChunk(this.db, this.organizationId, batchId, revision, chunk);
      }
      await this.count(counts, admitted.batch.records.length);
      return { counts, unfinished, revision };
    });
    this.unfinished = unfinished;
    this.lastRevision = revision;
    return counts;
  }

  /** Stores the engagements that still wait, at the end of the import. */
  async finish(): Promise<BatchCounts> {
    const counts = await writeWorkspace(this.db, this.organizationId, async (revision) => {
      const counts = noCounts();
      const unfinished = await this.resume(revision);
      await this.queue(await this.insert(unfinished, revision, counts));
      await this.people.noteSightings();
      await this.count(counts, 0);
      return counts;
    });
    this.unfinished = nothingUnfinished;
    return counts;
  }

  private async count(counts: BatchCounts, records: number): Promise<void> {
    const { batchId } = this.options;
    if (batchId === null) return;
    await countStored(this.db, this.organizationId, batchId, {
      records,
      engagements_new: counts.engagementsNew,
      people_new: counts.peopleNew,
      posts_new: counts.postsNew,
    });
  }

  /** What the transaction before left to this one. It is read again when another process wrote meanwhile. */
  private async resume(revision: number): Promise<Unfinished> {
    // Undefined after a failed or retried batch, different after another writer. In both cases the caches may be wrong.
    const alone = this.lastRevision === revision - 1;
    this.lastRevision = undefined;
    if (alone) return this.unfinished;
    await this.forget();
    const { batch } = this.unfinished;
    // It was counted when it was stored first.
    if (batch.records.length === 0) return nothingUnfinished;
    const admitted = await this.admitted(batch, nothingUnfinished, noCounts());
    return this.write(admitted.batch, nothingUnfinished, revision, noCounts());
  }

  /** The part of a batch that may be stored, and of the batch before, whose people may have turned out to be suppressed. */
  private async admitted(
    batch: Batch,
    before: Unfinished,
    counts: BatchCounts,
  ): Promise<{ batch: Batch; before: Unfinished }> {
    const marks = this.people.marks;
    const found = await admit(this.db, this.organizationId, batch, marks, this.options.now);
    counts.suppressed += found.suppressed;
    if (found.erased.length > 0) await this.forget();
    return { batch: found.batch, before: withoutPeople(before, found.erased) };
  }

  private async forget(): Promise<void> {
    this.queued.clear();
    this.people.reset();
    this.posts.reset();
    this.accounts.reset();
    this.somePending = await hasPending(this.db, this.organizationId);
    this.site = await siteOf(this.db, this.organizationId);
  }

  /** Writes a batch, and the engagements of the batch before. Returns what it keeps of this one. */
  private async write(batch: Batch, before: Unfinished, revision: number, counts: BatchCounts): Promise<Unfinished> {
    const { now } = this.options;
    await this.people.prepare(batch.mentions.filter((mention) => mention !== null));
    await this.posts.prepare(batch.posts);

    const inserting = handled(this.insert(before, revision, counts));
    const said = new Observations(this.people, this.posts, this.site, now, this.options.source);
    const breathing = new Breathing();
    for (const [at, record] of batch.records.entries()) {
      // In this turn requests are answered, answers of the server are read, and the next statement is sent.
      const turn = this.breathes ? breathing.next() : undefined;
      if (turn) await turn;
      said.take(record, batch.mentions[at] ?? null);
    }

    const employers = said.employers();
    await this.accounts.prepare([...employers.map((one) => one.company), ...said.companyRecords]);
    // Accounts that are created, or gain or lose people, in ways that the scoring of leads does not notice
    // (known-companies.ts).
    const unseen = new Set<string | null>();
    const described = new Set<string | null>();
    const engaged = new Set(
      this.options.withholdsLeads ? [] : said.pending.map((one) => this.people.staying(one.personId)),
    );
    for (const company of said.companyRecords) described.add(await this.accounts.resolve(company, now));
    for (const { personId, company } of employers) {
      const row = this.people.row(personId);
      const accountId = await this.accounts.resolve(company, now);
      if (accountId === row.account_id) continue;
      if (row.account_id !== null) unseen.add(row.account_id);
      if (!engaged.has(personId) || row.is_company === 1) unseen.add(accountId);
      this.people.touch({ ...row, account_id: accountId, updated_at: now });
    }

    // Resolve the person and post of each engagement before the writers forget what they merged.
    for (const one of said.pending) {
      one.personId = this.people.staying(one.personId);
      this.options.onMet?.(one.personId);
      one.postId = this.posts.staying(one.postId);
    }
    this.posts.renameAuthors((id) => this.people.staying(id));
    // Await the insert, so that what this batch merges or links again includes those engagements. Nothing has been written
    // since they were sent: a statement after one that failed would run on its own.
    const added = await inserting;
    const accounts = handled(this.accounts.flush());
    const people = await this.people.flush();
    const posts = await this.posts.flush();
    const relinked = new Set(posts.relinked);
    if (people.mergedInto.length > 0) {
      for (const id of await linkPostsOfMerged(this.db, this.organizationId, people.mergedInto)) relinked.add(id);
      this.posts.reset();
      await this.posts.prepareOwners(new Set(said.pending.map((one) => one.postId)));
      this.site = { ...this.site, watched: await watchedPeople(this.db, this.organizationId) };
    }
    await relinkEngagements(this.db, this.organizationId, [...relinked]);
    const { created, filled } = await accounts;
    for (const id of filled) unseen.add(id);
    for (const id of created) if (described.has(id)) unseen.add(id);
    await markStale(
      this.db,
      this.organizationId,
      'account',
      [...unseen].filter((id) => id !== null),
    );
    const named = await leadsOfAccounts(this.db, this.organizationId, filled);
    const ready = { batch: engagementsOf(batch), rows: await this.engagementRows(said.pending) };
    const own = this.waits ? [] : await this.insert(ready, revision, counts);
    await this.queue([...people.enriched, ...named], 'enrichment');
    await this.queue([...added, ...own, ...people.touched]);
    counts.peopleNew += people.created;
    counts.peopleMerged += people.merged;
    counts.postsNew += posts.created;
    counts.unknownOwners.push(...said.unknownOwners);
    counts.conflicts.push(...said.conflicts);
    counts.engagementsKnown -= said.conflicts.filter(({ kind }) => kind === 'engagement').length;
    return this.waits ? ready : nothingUnfinished;
  }

  /** Stores the engagements of a batch. Returns the people with new engagements. */
  private async insert({ batch, rows }: Unfinished, revision: number, counts: BatchCounts): Promise<string[]> {
    const added = await insertEngagements(this.db, this.organizationId, rows);
    if (this.options.withholdsLeads) await keepPending(this.db, this.organizationId, added);
    else if (this.somePending) await this.release(rows);
    this.options.onNew?.(added);
    const profiles = added.flatMap((row) => row.monitored_profile_id ?? []);
    await markSynced(this.db, this.organizationId, profiles, this.options.now, revision);
    counts.engagementsNew += added.length;
    counts.engagementsKnown += batch.records.length - added.length;
    return added.map((row) => row.person_id);
  }

  /** A person stored in any other way than by the agent becomes a lead, whatever the agent decided. */
  private async release(rows: readonly EngagementRow[]): Promise<void> {
    const people = [...new Set(rows.filter((row) => row.by_author === 0).map((row) => row.person_id))];
    await this.queue(await releasePending(this.db, this.organizationId, people, this.options.origin));
  }

  /**
   * Queues people for scoring. Those whom an earlier batch queued are still queued, since no other process has written since.
   */
  private async queue(people: readonly string[], cause: ScoringCause | null = null): Promise<void> {
    const added = new Set(people.filter((id) => !this.queued.has(id)));
    await queueScoring(this.db, this.organizationId, added, cause);
    if (this.queued.size > rememberedQueue) this.queued.clear();
    for (const id of added) this.queued.add(id);
  }

  /** The rows, each once. A batch can hold a row twice, and without the duplicates the counts of MySQL and SQLite agree. */
  private async engagementRows(pending: readonly Pending[]): Promise<EngagementRow[]> {
    const rows: EngagementRow[] = [];
    this.postTimes.clear();
    const distinct = new Map<string, Set<string>>();
    // In the order of an index, which new ids follow too. Neighbours then share most of their values (sqlite-insert.ts).
    const ordered = [...pending].sort((a, b) =>
      a.postId === b.postId
        ? a.personId < b.personId
          ? -1
          : Number(a.personId > b.personId)
        : a.postId < b.postId
          ? -1
          : 1,
    );
    const breathing = new Breathing();
    for (const one of ordered) {
      const turn = this.breathes ? breathing.next() : undefined;
      if (turn) await turn;
      const row = this.engagementRow(one);
      let ofPost = distinct.get(row.post_id);
      if (!ofPost) distinct.set(row.post_id, (ofPost = new Set()));
      // Most rows are likes, and each person likes a post once.
      const key = row.type === 'LIKE' ? row.person_id : `${row.person_id}${row.type}${row.discriminator}`;
      if (ofPost.has(key)) continue;
      ofPost.add(key);
      rows.push(row);
    }
    return rows;
  }

  private engagementRow({ record, personId: person, postId }: Pending): EngagementRow {
    const post = this.posts.owner(postId);
    const words = knowingRivals(
      wordsOf(record),
      this.site.withoutRivals,
      post.monitored_profile_id !== null && this.site.rivals.has(post.monitored_profile_id),
    );
    const { excerpt, discriminator } = words;
    const corrected = this.correctionOf(record, discriminator);
    const said = corrected?.said ?? words.said;
    // The id of a comment contains its time.
    const at = record.occurredAt ?? this.timeOf(record.commentId);
    return {
      organization_id: this.organizationId,
      id: newId(),
      post_id: post.id,
      person_id: person,
      monitored_profile_id: post.monitored_profile_id,
      type: record.type,
      reaction: record.reaction,
      origin: this.options.origin,
      occurred_at: at ?? record.observedAt,
      observed_at: record.observedAt,
      comment_excerpt: excerpt,
      intent_hint: isAsking(said) || said === 'question' ? 1 : 0,
      by_author: record.isPostAuthor || post.author_person_id === person ? 1 : 0,
      discriminator,
      earliest_at: this.madeAt(record.post.id),
      dated: at === null ? 0 : 1,
      comment_class: said,
      said_confidence: corrected === undefined ? words.confidence : 1_000,
      ...{ said_set_at: corrected?.at ?? null, said_by: null, said_built_in: null },
    };
  }

  /** What a colleague set of this person's comment before its import was taken back. */
  private correctionOf({ type, post, actor }: EngagementRecord, discriminator: string): StoredCorrection | undefined {
    const { corrections } = this.site;
    if (corrections.size === 0 || type !== 'COMMENT') return undefined;
    const [key] = identitiesOf(actor)
      .map((identity) => correctionKey(identity, post.urn, discriminator))
      .filter((one) => corrections.has(one));
    return key === undefined ? undefined : corrections.get(key);
  }

  /** When a post was made, to the hour. Its ids as activity, share and ugcPost were given out within a second. */
  private madeAt(postNumber: string): number | null {
    const known = this.postTimes.get(postNumber);
    if (known !== undefined) return known;
    const exactly = this.timeOf(postNumber);
    const at = exactly === null ? null : exactly - (exactly % 3_600_000);
    this.postTimes.set(postNumber, at);
    return at;
  }

  /** The time that an id contains, shifted like every time of the file; null when the id contains none. */
  private timeOf(id: string | null): number | null {
    const at = id === null ? null : timeOfPostId(id);
    return at === null ? null : at + (this.options.shift ?? 0);
  }
}
