/** Storing one batch of records: a transaction that leaves the workspace consistent, whatever happens after it. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { parseCompanySize } from '../qualification/company-size';
import { canonicalIndustry } from '../qualification/industry';
import { hasIntentHint } from '../qualification/intent';
import { fold } from '../text/fold';
import { handled, type Database } from '../store/database';
import type { EngagementRow, Origin, PersonRow, PostRow } from '../store/tables/engagement';
import { AccountWriter, type CompanyFacts } from '../store/writes/account-writer';
import { cut, excerptOf } from '../store/writes/batches';
import { activeMembers, peopleOfAccounts, watchedPeople } from '../store/writes/lookups';
import { insertEngagements, markSynced, queueScoring, relinkEngagements } from '../store/writes/engagement-writer';
import { linkPostsOfMerged } from '../store/writes/merge-people';
import { mentionOf, PersonWriter, samePerson, type Mention } from '../store/writes/person-writer';
import { PostWriter, type PostMention } from '../store/writes/post-writer';
import { writeWorkspace } from '../store/writes/workspace-lock';
import { derived, repeated, sayingOf, withEnrichment, withReference } from './person-facts';
import type { EngagementRecord, IntakeRecord, LeadRecord, PersonRecord, PersonRef, PostRecord } from './records';

/** Records that are stored; refused and skipped ones are the importer's. */
export type StorableRecord = Exclude<IntakeRecord, { kind: 'refused' | 'skipped' }>;

export interface BatchCounts {
  engagementsNew: number;
  engagementsKnown: number;
  peopleNew: number;
  peopleMerged: number;
  postsNew: number;
  /** Lead rows whose owner is no member of the workspace. */
  unknownOwners: { at: number; email: string }[];
}

interface Pending {
  readonly record: EngagementRecord;
  personId: string;
  postId: string;
}

/** What tells the engagements of a batch apart, by post. */
type Distinct = Map<string, Set<string>>;

/** Engagements of a plain batch that are stored with one call. */
const together = 2_000;

/** A record that says who engaged with what, and gives one name to each. */
function isPlain(record: StorableRecord): boolean {
  if (record.kind !== 'engagement' || record.isPostAuthor) return false;
  return (record.actor.memberId === null) !== (record.actor.slug === null);
}

/** How many people are remembered to be queued. */
const rememberedQueue = 200_000;

/** Stores batches of one workspace. Keeps what it looked up, and forgets it when somebody else wrote meanwhile. */
export class BatchWriter {
  private readonly people: PersonWriter;
  private readonly posts: PostWriter;
  private readonly accounts: AccountWriter;
  /** Watched profile of a person. */
  private watched = new Map<string, string>();
  private owners = new Map<string, string>();
  /** Whom the batches before queued for scoring. */
  private readonly queued = new Set<string>();
  private lastRevision: number | undefined;

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly options: { origin: Origin; source: string; now: number },
  ) {
    this.people = new PersonWriter(db, organizationId);
    this.posts = new PostWriter(db, organizationId);
    this.accounts = new AccountWriter(db, organizationId);
  }

  /** Stores records in one transaction. */
  async store(records: readonly StorableRecord[]): Promise<BatchCounts> {
    let revisionHere = 0;
    const counts = await writeWorkspace(this.db, this.organizationId, async (revision) => {
      revisionHere = revision;
      // Undefined after a failed or retried batch, different after another writer: what is remembered may be wrong.
      if (this.lastRevision !== revision - 1) await this.forget();
      this.lastRevision = undefined;
      return this.write(records, revision);
    });
    this.lastRevision = revisionHere;
    return counts;
  }

  /** Writes what was kept for the end of the import. */
  async finish(): Promise<void> {
    this.lastRevision = undefined;
    await writeWorkspace(this.db, this.organizationId, () => this.people.noteSightings());
  }

  private async forget(): Promise<void> {
    this.queued.clear();
    this.people.reset();
    this.posts.reset();
    this.accounts.reset();
    this.watched = await watchedPeople(this.db, this.organizationId);
    this.owners = await activeMembers(this.db, this.organizationId);
  }

  private async write(records: readonly StorableRecord[], revision: number): Promise<BatchCounts> {
    const { now } = this.options;
    const mentions = records.map(mentionIn);
    await this.people.prepare(mentions.filter((mention) => mention !== null));
    await this.posts.prepare(records.flatMap(postMentionOf));

    const companies = new Map<string, CompanyFacts>();
    const pending: Pending[] = [];
    const unknownOwners: BatchCounts['unknownOwners'] = [];
    const companyRecords: CompanyFacts[] = [];
    // Nothing in such a batch can change whose post it is or make one person of two: engagements can go while it is read. On
    // SQLite nobody would work meanwhile, and the whole batch in order is better.
    const plain = this.db.dialect === 'mysql' && records.every(isPlain);
    const inserting: Promise<readonly EngagementRow[]>[] = [];
    const distinct: Distinct = new Map();
    for (const [at, record] of records.entries()) {
      if (plain && pending.length === together) {
        inserting.push(handled(this.insert(pending.splice(0), distinct)));
        // The server's answers come in here, and the next statement goes out.
        await setImmediate();
      }
      switch (record.kind) {
        case 'engagement':
          pending.push(this.engagement(record, mentions[at] ?? null, companies));
          break;
        case 'post':
          this.post(record, companies);
          break;
        case 'person':
          this.person(record, companies);
          break;
        case 'company':
          companyRecords.push({
            ...record,
            industry: canonicalIndustry(record.industry),
            companySize: parseCompanySize(record.size),
          });
          break;
        case 'lead':
          if (!this.lead(record, companies)) {
            unknownOwners.push({ at: record.at, email: record.ownerEmail ?? '' });
          }
          break;
      }
    }

    const employers: { personId: string; company: CompanyFacts }[] = [];
    for (const [id, company] of companies) {
      const { id: personId, company_name: name } = this.people.row(this.people.staying(id));
      // What was said of somebody who turned out to be another counts only when it is of the company they work for.
      if (company.name === name) employers.push({ personId, company });
      else if (personId === id || !companies.has(personId)) {
        employers.push({ personId, company: { name, slug: null, domain: null } });
      }
    }
    await this.accounts.prepare([...employers.map((one) => one.company), ...companyRecords]);
    for (const company of companyRecords) await this.accounts.resolve(company, now);
    for (const { personId, company } of employers) {
      const row = this.people.row(personId);
      const accountId = await this.accounts.resolve(company, now);
      if (accountId !== row.account_id) this.people.touch({ ...row, account_id: accountId, updated_at: now });
    }

    // Who and which post each engagement is about, before the writers forget what they merged.
    for (const one of pending) {
      one.personId = this.people.staying(one.personId);
      one.postId = this.posts.staying(one.postId);
    }
    this.posts.renameAuthors((id) => this.people.staying(id));
    const accounts = handled(this.accounts.flush());
    const people = await this.people.flush();
    const posts = await this.posts.flush();
    const relinked = new Set(posts.relinked);
    if (people.mergedInto.length > 0) {
      for (const id of await linkPostsOfMerged(this.db, this.organizationId, people.mergedInto)) relinked.add(id);
      this.posts.reset();
      await this.posts.prepareOwners(new Set(pending.map((one) => one.postId)));
      this.watched = await watchedPeople(this.db, this.organizationId);
    }
    await relinkEngagements(this.db, this.organizationId, [...relinked]);
    inserting.push(handled(this.insert(pending, distinct)));
    const added = (await Promise.all(inserting)).flat();

    await this.queue([
      ...added.map((row) => row.person_id),
      ...people.touched,
      ...(await peopleOfAccounts(this.db, this.organizationId, await accounts)),
    ]);
    const synced = added.flatMap((row) => row.monitored_profile_id ?? []);
    await markSynced(this.db, this.organizationId, synced, now, revision);
    return {
      engagementsNew: added.length,
      engagementsKnown: records.filter((record) => record.kind === 'engagement').length - added.length,
      peopleNew: people.created,
      peopleMerged: people.merged,
      postsNew: posts.created,
      unknownOwners,
    };
  }

  /**
   * Stores engagements. A batch can hold the same one twice; the counts of MySQL and SQLite only agree without the second.
   * @param distinct keys of those of the batch so far.
   * @returns those that were new.
   */
  private insert(pending: readonly Pending[], distinct: Distinct): Promise<readonly EngagementRow[]> {
    const rows: EngagementRow[] = [];
    // In the order of two of the indexes: neighbours then go to the same page. Ids are given in this order too.
    const ordered = [...pending].sort((a, b) => (a.personId < b.personId ? -1 : a.personId > b.personId ? 1 : 0));
    for (const one of ordered) {
      const row = this.engagementRow(one);
      let ofPost = distinct.get(row.post_id);
      if (!ofPost) distinct.set(row.post_id, (ofPost = new Set()));
      // Most are likes: one for each person.
      const key = row.type === 'LIKE' ? row.person_id : `${row.person_id}${row.type}${row.discriminator}`;
      if (ofPost.has(key)) continue;
      ofPost.add(key);
      rows.push(row);
    }
    return insertEngagements(this.db, this.organizationId, rows);
  }

  /** Queues people for scoring; those whom an earlier batch queued are still waiting, as nobody else wrote since. */
  private async queue(people: readonly string[]): Promise<void> {
    const added = new Set(people.filter((id) => !this.queued.has(id)));
    await queueScoring(this.db, this.organizationId, added);
    if (this.queued.size > rememberedQueue) this.queued.clear();
    for (const id of added) this.queued.add(id);
  }

  /** Finds the person and takes in what the row says of them. */
  private seen(
    ref: PersonRef,
    observedAt: number,
    companies: Map<string, CompanyFacts>,
    change: (row: PersonRow) => PersonRow = (row) => row,
    company: Partial<CompanyFacts> = {},
  ): PersonRow {
    const old = this.people.resolve(ref, this.options.now);
    const touched = change(withReference(old, ref, observedAt));
    const merged = this.people.tookInAnother(old.id);
    if (touched === old && !merged) return old;
    // Headline and stated facts decide the rest; where they stay, so does the rest.
    const row = samePerson(touched, old) && !merged ? touched : derived(touched);
    const statesCompany = Boolean(company.slug ?? company.domain ?? company.industry ?? company.companySize);
    if (row.company_name !== old.company_name || statesCompany || (merged && row.account_id === null)) {
      const said = companies.get(row.id);
      const known = said?.name === row.company_name ? said : undefined;
      companies.set(row.id, {
        name: row.company_name,
        slug: company.slug ?? known?.slug ?? null,
        domain: company.domain ?? known?.domain ?? null,
        industry: company.industry ?? known?.industry ?? null,
        companySize: company.companySize ?? known?.companySize ?? null,
      });
    }
    const changed = samePerson(row, old) ? row : { ...row, updated_at: this.options.now };
    this.people.touch(changed);
    return changed;
  }

  private engagement(record: EngagementRecord, mention: Mention | null, companies: Map<string, CompanyFacts>): Pending {
    const { actor, observedAt, post } = record;
    const known = mention === null ? undefined : this.people.seenAgain(mention);
    const personId = known ?? this.described(actor, mention?.saying ?? null, observedAt, companies).id;
    if (!record.isPostAuthor) {
      return { record, personId, postId: this.posts.resolveOne(post.urn, post.url, observedAt).id };
    }
    const row = this.posts.resolve([post.urn], post.url, observedAt);
    if (row.author_person_id === null) this.author(row, this.people.row(personId));
    return { record, personId, postId: row.id };
  }

  /** Takes in what a row says of somebody, and remembers its words when they need not be looked at again. */
  private described(
    ref: PersonRef,
    saying: string | null,
    observedAt: number,
    companies: Map<string, CompanyFacts>,
  ): PersonRow {
    const row = this.seen(ref, observedAt, companies);
    const again = saying === null ? null : repeated(row, ref);
    this.people.remember(row, again === null ? null : saying, again?.dates ?? false);
    return row;
  }

  private post(record: PostRecord, companies: Map<string, CompanyFacts>): void {
    const old = this.posts.resolve(record.urns, record.post.url, record.observedAt);
    const newer = record.observedAt >= old.collected_at;
    const pick = <Value>(stated: Value | null, known: Value | null): Value | null =>
      stated !== null && (newer || known === null) ? stated : known;
    const text = record.text === null ? null : record.text.trim();
    const row: PostRow = {
      ...old,
      content_text: pick(text, old.content_text),
      excerpt: pick(text === null ? null : excerptOf(text), old.excerpt),
      author_name: pick(record.authorName === null ? null : cut(record.authorName, 200), old.author_name),
      published_at: pick(record.publishedAt, old.published_at),
      collected_at: Math.max(record.observedAt, old.collected_at),
      reported_likes: pick(record.likes, old.reported_likes),
      reported_comments: pick(record.comments, old.reported_comments),
      reported_reposts: pick(record.reposts, old.reported_reposts),
    };
    if (JSON.stringify(row) !== JSON.stringify(old)) this.posts.touch(row);
    if (record.author) {
      const author = this.described(record.author, null, record.observedAt, companies);
      if (row.author_person_id !== author.id) this.author(row, author);
    }
  }

  private author(post: PostRow, person: PersonRow): void {
    this.posts.touch({
      ...post,
      author_person_id: person.id,
      author_name: post.author_name ?? (person.display_name === '' ? null : person.display_name),
      author_profile_url: person.profile_url ?? post.author_profile_url,
      monitored_profile_id: this.watched.get(person.id) ?? null,
    });
  }

  private person(record: PersonRecord, companies: Map<string, CompanyFacts>): void {
    const row = this.seen(
      record.person,
      record.observedAt,
      companies,
      (row) => withEnrichment(row, record, record.observedAt, this.options.source),
      {
        slug: record.companySlug,
        domain: record.companyDomain,
        industry: canonicalIndustry(record.industry),
        companySize: parseCompanySize(record.companySize),
      },
    );
    this.people.remember(row, null, false);
  }

  /** What the CRM says of a person. False when the owner is no member of the workspace. */
  private lead(record: LeadRecord, companies: Map<string, CompanyFacts>): boolean {
    const owner = record.ownerEmail === null ? undefined : this.owners.get(record.ownerEmail.toLowerCase());
    if (record.ownerEmail !== null && owner === undefined) return false;
    const row = this.seen(record.person, 0, companies, (old) => ({
      ...old,
      disposition: record.disposition,
      owner_id: owner ?? old.owner_id,
    }));
    this.people.remember(row, null, false);
    return true;
  }

  private engagementRow({ record, personId: person, postId }: Pending): EngagementRow {
    const post = this.posts.owner(postId);
    const text = record.commentText === null ? '' : record.commentText.trim();
    return {
      organization_id: this.organizationId,
      id: uuid(),
      post_id: post.id,
      person_id: person,
      monitored_profile_id: post.monitored_profile_id,
      type: record.type,
      reaction: record.reaction,
      origin: this.options.origin,
      occurred_at: record.occurredAt ?? record.observedAt,
      observed_at: record.observedAt,
      comment_excerpt: text === '' ? null : excerptOf(text),
      intent_hint: record.type === 'COMMENT' && text !== '' && hasIntentHint(text) ? 1 : 0,
      by_author: record.isPostAuthor || post.author_person_id === person ? 1 : 0,
      discriminator: discriminatorOf(record, text),
    };
  }
}

/**
 * What tells two comments of one person under one post apart: their words, because some exports number a comment and others
 * do not; its number only where it has no words. A like is one like; a repost is told by its words too.
 */
function discriminatorOf(record: EngagementRecord, text: string): string {
  if (record.type === 'LIKE') return '';
  if (text !== '') return createHash('sha256').update(fold(text)).digest('base64url').slice(0, 22);
  return record.type === 'COMMENT' && record.commentId !== null ? cut(`#${record.commentId}`, 64) : '';
}

/** Whom a record names, with a digest of its words where they are all it says of them. */
function mentionIn(record: StorableRecord): Mention | null {
  switch (record.kind) {
    case 'engagement':
      // The author's row is needed, for the post.
      return mentionOf(record.actor, record.isPostAuthor ? null : sayingOf(record.actor), record.observedAt);
    case 'post':
      return record.author && mentionOf(record.author, null, record.observedAt);
    case 'person':
      return mentionOf(record.person, null, record.observedAt);
    case 'lead':
      return mentionOf(record.person, null, 0);
    case 'company':
      return null;
  }
}

function postMentionOf(record: StorableRecord): PostMention[] {
  if (record.kind === 'engagement') return [{ urns: [record.post.urn], whole: record.isPostAuthor }];
  return record.kind === 'post' ? [{ urns: record.urns, whole: true }] : [];
}
