/** Storing one batch of records: a transaction that leaves the workspace consistent, whatever happens after it. */
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { parseCompanySize } from '../qualification/company-size';
import { canonicalIndustry } from '../qualification/industry';
import { hasIntentHint } from '../qualification/intent';
import { fold } from '../text/fold';
import type { Database } from '../store/database';
import type { EngagementRow, Origin, PersonRow, PostRow } from '../store/tables/engagement';
import { AccountWriter, type CompanyFacts } from '../store/writes/account-writer';
import { cut, excerptOf } from '../store/writes/batches';
import { activeMembers, peopleOfAccounts, watchedPeople } from '../store/writes/lookups';
import { insertEngagements, markSynced, queueScoring, relinkEngagements } from '../store/writes/engagement-writer';
import { linkPostsOfMerged } from '../store/writes/merge-people';
import { PersonWriter, samePerson } from '../store/writes/person-writer';
import { PostWriter } from '../store/writes/post-writer';
import { writeWorkspace } from '../store/writes/workspace-lock';
import { derived, withEnrichment, withReference } from './person-facts';
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
  readonly personId: string;
  readonly postId: string;
}

/** Stores batches of one workspace. Keeps what it looked up, and forgets it when somebody else wrote meanwhile. */
export class BatchWriter {
  private readonly people: PersonWriter;
  private readonly posts: PostWriter;
  private readonly accounts: AccountWriter;
  /** Watched profile of a person. */
  private watched = new Map<string, string>();
  private owners = new Map<string, string>();
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
    this.people.reset();
    this.posts.reset();
    this.accounts.reset();
    this.watched = await watchedPeople(this.db, this.organizationId);
    this.owners = await activeMembers(this.db, this.organizationId);
  }

  private async write(records: readonly StorableRecord[], revision: number): Promise<BatchCounts> {
    const { now } = this.options;
    await this.people.prepare(records.flatMap(peopleOf));
    await this.posts.prepare(records.flatMap(urnsOf));

    const companies = new Map<string, CompanyFacts>();
    const pending: Pending[] = [];
    const unknownOwners: BatchCounts['unknownOwners'] = [];
    const companyRecords: CompanyFacts[] = [];
    for (const record of records) {
      switch (record.kind) {
        case 'engagement':
          pending.push(await this.engagement(record, companies));
          break;
        case 'post':
          await this.post(record, companies);
          break;
        case 'person':
          await this.person(record, companies);
          break;
        case 'company':
          companyRecords.push({
            ...record,
            industry: canonicalIndustry(record.industry),
            companySize: parseCompanySize(record.size),
          });
          break;
        case 'lead':
          if (!(await this.lead(record, companies))) {
            unknownOwners.push({ at: record.at, email: record.ownerEmail ?? '' });
          }
          break;
      }
    }

    const employers: { personId: string; company: CompanyFacts }[] = [];
    for (const [id, company] of companies) {
      const { id: personId, company_name: name } = await this.people.row(this.people.staying(id));
      // What was said of somebody who turned out to be another counts only when it is of the company they work for.
      if (company.name === name) employers.push({ personId, company });
      else if (personId === id || !companies.has(personId)) {
        employers.push({ personId, company: { name, slug: null, domain: null } });
      }
    }
    await this.accounts.prepare([...employers.map((one) => one.company), ...companyRecords]);
    for (const company of companyRecords) await this.accounts.resolve(company, now);
    for (const { personId, company } of employers) {
      const row = await this.people.row(personId);
      const accountId = await this.accounts.resolve(company, now);
      if (accountId !== row.account_id) this.people.touch({ ...row, account_id: accountId, updated_at: now });
    }

    // Who and which post each engagement is about, before the writers forget what they merged.
    const resolved = pending.map((one) => ({
      record: one.record,
      personId: this.people.staying(one.personId),
      postId: this.posts.staying(one.postId),
    }));
    this.posts.renameAuthors((id) => this.people.staying(id));
    const accountsFilled = await this.accounts.flush();
    const people = await this.people.flush();
    const posts = await this.posts.flush();
    const relinked = new Set(posts.relinked);
    if (people.mergedInto.length > 0) {
      for (const id of await linkPostsOfMerged(this.db, this.organizationId, people.mergedInto)) relinked.add(id);
      this.posts.reset();
      this.watched = await watchedPeople(this.db, this.organizationId);
    }
    await relinkEngagements(this.db, this.organizationId, [...relinked]);
    const rows: EngagementRow[] = [];
    for (const one of resolved) rows.push(await this.engagementRow(one));
    const added = await insertEngagements(this.db, this.organizationId, unique(rows));

    await queueScoring(this.db, this.organizationId, [
      ...added.map((row) => row.person_id),
      ...people.touched,
      ...(await peopleOfAccounts(this.db, this.organizationId, accountsFilled)),
    ]);
    const synced = added.flatMap((row) => row.monitored_profile_id ?? []);
    await markSynced(this.db, this.organizationId, synced, now, revision);
    return {
      engagementsNew: added.length,
      engagementsKnown: pending.length - added.length,
      peopleNew: people.created,
      peopleMerged: people.merged,
      postsNew: posts.created,
      unknownOwners,
    };
  }

  /** Finds the person and takes in what the row says of them. */
  private async seen(
    ref: PersonRef,
    observedAt: number,
    companies: Map<string, CompanyFacts>,
    change: (row: PersonRow) => PersonRow = (row) => row,
    company: Partial<CompanyFacts> = {},
  ): Promise<PersonRow> {
    const old = await this.people.resolve(ref, this.options.now);
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

  private async engagement(record: EngagementRecord, companies: Map<string, CompanyFacts>): Promise<Pending> {
    const person = await this.seen(record.actor, record.observedAt, companies);
    const post = await this.posts.resolve([record.post.urn], record.post.url, record.observedAt);
    if (record.isPostAuthor && post.author_person_id === null) this.author(post, person);
    return { record, personId: person.id, postId: post.id };
  }

  private async post(record: PostRecord, companies: Map<string, CompanyFacts>): Promise<void> {
    const old = await this.posts.resolve(record.urns, record.post.url, record.observedAt);
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
      const author = await this.seen(record.author, record.observedAt, companies);
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

  private async person(record: PersonRecord, companies: Map<string, CompanyFacts>): Promise<void> {
    await this.seen(
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
  }

  /** What the CRM says of a person. False when the owner is no member of the workspace. */
  private async lead(record: LeadRecord, companies: Map<string, CompanyFacts>): Promise<boolean> {
    const owner = record.ownerEmail === null ? undefined : this.owners.get(record.ownerEmail.toLowerCase());
    if (record.ownerEmail !== null && owner === undefined) return false;
    await this.seen(record.person, 0, companies, (row) => ({
      ...row,
      disposition: record.disposition,
      owner_id: owner ?? row.owner_id,
    }));
    return true;
  }

  private async engagementRow({ record, personId: person, postId }: Pending): Promise<EngagementRow> {
    const post = await this.posts.row(postId);
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

/** A batch can hold the same engagement twice; the counts of MySQL and SQLite then only agree without the second. */
function unique(rows: readonly EngagementRow[]): EngagementRow[] {
  const seen = new Map<string, EngagementRow>();
  for (const row of rows) {
    const key = `${row.post_id}|${row.person_id}|${row.type}|${row.discriminator}`;
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
}

function peopleOf(record: StorableRecord): PersonRef[] {
  switch (record.kind) {
    case 'engagement':
      return [record.actor];
    case 'post':
      return record.author ? [record.author] : [];
    case 'person':
    case 'lead':
      return [record.person];
    case 'company':
      return [];
  }
}

function urnsOf(record: StorableRecord): readonly string[] {
  if (record.kind === 'engagement') return [record.post.urn];
  return record.kind === 'post' ? record.urns : [];
}
