/** Takes in, in memory and record by record, what a batch says about people, posts and companies. The writers store it. */
import { industryOf, parseCompanySize } from '../../../packages/reader/src';
import type { PersonRow, PostRow } from '../../store/tables/engagement';
import type { CompanyFacts } from '../../store/writes/account-writer';
import { cut, excerptOf } from '../../shared/text/cut';
import { mentionOf, type Mention } from '../../store/writes/known-people';
import { samePerson } from '../../store/writes/person-differences';
import { PeopleConflict, type PersonWriter } from '../../store/writes/person-writer';
import type { PostMention, PostWriter } from '../../store/writes/post-writer';
import { withWords } from './comment-words';
import type { Site } from './site';
import { derived, withCrmState, repeated, sayingOf, withEnrichment, withReference } from './person-facts';
import type {
  CompanyRecord,
  EngagementRecord,
  IntakeRecord,
  LeadRecord,
  PersonRecord,
  PersonRef,
  PostRecord,
  TraceRecord,
} from './records';

/** Records that are stored. The importer handles refused and skipped ones. Traces come only from the log. */
export type StorableRecord = Exclude<IntakeRecord, { kind: 'refused' | 'skipped' }> | TraceRecord;

/** An engagement with its person and post, as far as the batch has been read. */
export interface Pending {
  readonly record: EngagementRecord;
  personId: string;
  postId: string;
}

/** Records that are stored together, with the people and posts that they name. */
export interface Batch {
  readonly records: readonly StorableRecord[];
  /** By record; null for a record that names no person. */
  readonly mentions: readonly (Mention | null)[];
  readonly posts: readonly PostMention[];
}

/** A batch of records. The words of comments are read here, once, before the batch waits for anything. */
export function batchOf(records: readonly StorableRecord[]): Batch {
  const read = records.map((record) => withWords(record));
  return { records: read, mentions: read.map(mentionIn), posts: postsIn(read) };
}

/** The engagements of a batch alone. */
export function engagementsOf(batch: Batch): Batch {
  const isEngagement = (_: unknown, at: number) => batch.records[at]?.kind === 'engagement';
  const records = batch.records.filter(isEngagement);
  if (records.length === batch.records.length) return batch;
  return { records, mentions: batch.mentions.filter(isEngagement), posts: postsIn(records) };
}

/**
 * Takes in the records of one batch, in their order. Before that, `prepare` of both writers must have looked up the people and
 * posts.
 */
export class Observations {
  readonly pending: Pending[] = [];
  /** What records say about a person's employer. */
  readonly companies = new Map<string, CompanyFacts>();
  readonly companyRecords: CompanyFacts[] = [];
  /** Lead rows whose owner is not a member of the workspace. */
  readonly unknownOwners: { at: number; email: string }[] = [];
  /** Rows whose id and address belong to two known people. */
  readonly conflicts: { at: number; name: string; kind: StorableRecord['kind'] }[] = [];

  constructor(
    private readonly people: PersonWriter,
    private readonly posts: PostWriter,
    private readonly site: Site,
    private readonly now: number,
    /** Where the records come from: the export's format. */
    private readonly source: string,
  ) {}

  /** @param mention the person that the record names, with a digest of its words. */
  take(record: StorableRecord, mention: Mention | null): void {
    try {
      this.takeIn(record, mention);
    } catch (error) {
      if (!(error instanceof PeopleConflict)) throw error;
      this.conflicts.push({ at: record.at, name: nameIn(record), kind: record.kind });
    }
  }

  private takeIn(record: StorableRecord, mention: Mention | null): void {
    switch (record.kind) {
      case 'engagement':
        this.pending.push(this.engagement(record, mention));
        break;
      case 'post':
        this.post(record);
        break;
      case 'person':
        this.person(record);
        break;
      case 'company':
        this.company(record);
        break;
      case 'trace':
        if (record.post) this.posts.resolveOne(record.post.urn, record.post.url, record.observedAt);
        if (record.company) this.company(record.company);
        break;
      case 'lead':
        if (!this.lead(record)) this.unknownOwners.push({ at: record.at, email: record.ownerEmail ?? '' });
        break;
    }
  }

  /**
   * People whose employer must be looked up, once all records are taken in. The last record about a person's employer counts.
   */
  employers(): { personId: string; company: CompanyFacts }[] {
    const employers: { personId: string; company: CompanyFacts }[] = [];
    for (const [id, company] of this.companies) {
      const row = this.people.row(this.people.staying(id));
      const [personId, name] = [row.id, companyOf(row)];
      // If two people turned out to be the same, a record about one of them counts only if it is about the company they work
      // for now.
      if (company.name === name) employers.push({ personId, company });
      else if (personId === id || !this.companies.has(personId)) {
        employers.push({ personId, company: { name, slug: null, domain: null } });
      }
    }
    return employers;
  }

  /** Finds the person and takes in what the row says about them. */
  private seen(
    ref: PersonRef,
    observedAt: number,
    change: (row: PersonRow) => PersonRow = (row) => row,
    company: Partial<CompanyFacts> = {},
  ): PersonRow {
    const old = this.people.resolve(ref, this.now, observedAt);
    const profileUrl = this.people.ownAddress(old.id, ref, ref.profileUrl);
    const theirs = profileUrl === ref.profileUrl;
    // An address that opens another person's page goes, also where an earlier import left it.
    const known = theirs || old.profile_url !== ref.profileUrl ? old : { ...old, profile_url: profileUrl };
    const touched = change(withReference(known, theirs ? ref : { ...ref, profileUrl, slug: null }, observedAt));
    const merged = this.people.tookInAnother(old.id);
    if (touched === old && !merged) return old;
    // The other columns follow from headline and stated facts, so they change only with those.
    const row = samePerson(touched, old) && !merged ? touched : derived(touched);
    const statesCompany = Boolean(company.slug ?? company.domain ?? company.industry ?? company.companySize);
    const named = companyOf(row);
    if (named !== companyOf(old) || statesCompany || (merged && row.account_id === null)) {
      const said = this.companies.get(row.id);
      const known = said?.name === named ? said : undefined;
      this.companies.set(row.id, {
        name: named,
        slug: company.slug ?? known?.slug ?? null,
        domain: company.domain ?? known?.domain ?? null,
        industry: company.industry ?? known?.industry ?? null,
        companySize: company.companySize ?? known?.companySize ?? null,
      });
    }
    const changed = samePerson(row, old) ? row : { ...row, updated_at: this.now };
    this.people.touch(changed);
    return changed;
  }

  private engagement(record: EngagementRecord, mention: Mention | null): Pending {
    const { actor, observedAt, post } = record;
    const known = mention === null ? undefined : this.people.seenAgain(mention);
    const personId = known ?? this.described(actor, mention?.saying ?? null, observedAt).id;
    if (!record.isPostAuthor) {
      return { record, personId, postId: this.posts.resolveOne(post.urn, post.url, observedAt).id };
    }
    const row = this.posts.resolve([post.urn], post.url, observedAt);
    if (row.author_person_id === null && row.author_erased === 0) this.author(row, this.people.row(personId));
    return { record, personId, postId: row.id };
  }

  /** Takes in what a row says about a person. Remembers its words if reading them again would change nothing. */
  private described(ref: PersonRef, saying: string | null, observedAt: number): PersonRow {
    const row = this.seen(ref, observedAt);
    const again = saying === null ? null : repeated(row, ref);
    this.people.remember(row, again === null ? null : saying, again?.dates ?? false);
    return row;
  }

  private post(record: PostRecord): void {
    const old = this.posts.resolve(record.urns, record.post.url, record.observedAt);
    const newer = record.observedAt >= old.collected_at;
    const pick = <Value>(stated: Value | null, known: Value | null): Value | null =>
      stated !== null && (newer || known === null) ? stated : known;
    const hidden = old.author_erased === 1;
    const text = record.text === null || hidden ? null : record.text.trim();
    const authorName = record.authorName === null || hidden ? null : cut(record.authorName, 200);
    const row: PostRow = {
      ...old,
      content_text: pick(text, old.content_text),
      excerpt: pick(text === null ? null : excerptOf(text), old.excerpt),
      author_name: pick(authorName, old.author_name),
      published_at: pick(record.publishedAt, old.published_at),
      collected_at: Math.max(record.observedAt, old.collected_at),
      reported_likes: pick(record.likes, old.reported_likes),
      reported_comments: pick(record.comments, old.reported_comments),
      reported_reposts: pick(record.reposts, old.reported_reposts),
    };
    if (JSON.stringify(row) !== JSON.stringify(old)) this.posts.touch(row);
    if (record.author && !hidden) {
      const author = this.described(record.author, null, record.observedAt);
      const known = row.author_person_id === null ? null : this.people.staying(row.author_person_id);
      // What it was called after somebody else is not what it is called after this one.
      const own =
        known === null || known === author.id ? row : { ...row, author_name: authorName, author_profile_url: null };
      if (row.author_person_id !== author.id) this.author(own, author);
    }
  }

  private company(facts: Omit<CompanyRecord, 'kind' | 'at'>): void {
    const { name, slug, domain } = facts;
    const [industry, companySize] = [industryOf(facts.industry), parseCompanySize(facts.size)];
    this.companyRecords.push({ name, slug, domain, industry, companySize });
  }

  private author(post: PostRow, person: PersonRow): void {
    if (person.do_not_contact === 1) {
      const unnamed = {
        author_name: null,
        author_profile_url: null,
        monitored_profile_id: null,
        author_erased: 1,
      } as const;
      this.posts.touch({ ...post, author_person_id: person.id, ...unnamed });
      return;
    }
    this.posts.touch({
      ...post,
      author_person_id: person.id,
      author_name: post.author_name ?? (person.display_name === '' ? null : person.display_name),
      author_profile_url: person.profile_url ?? post.author_profile_url,
      monitored_profile_id: this.site.watched.get(person.id) ?? null,
    });
  }

  private person(record: PersonRecord): void {
    const row = this.seen(
      record.person,
      record.observedAt,
      (row) => withEnrichment(row, record, record.observedAt, this.source),
      {
        slug: record.companySlug,
        domain: record.companyDomain,
        industry: industryOf(record.industry),
        companySize: parseCompanySize(record.companySize),
      },
    );
    this.people.remember(row, null, false);
  }

  /** Takes in what the CRM says about a person. False when the owner is not a member of the workspace. */
  private lead(record: LeadRecord): boolean {
    const owner = record.ownerEmail === null ? undefined : this.site.owners.get(record.ownerEmail.toLowerCase());
    if (record.ownerEmail !== null && owner === undefined) return false;
    const row = this.seen(record.person, 0, (old) => withCrmState(old, record.disposition, owner));
    this.people.remember(row, null, false);
    return true;
  }
}

/** The company that a person works for. A company page counts as its own company. */
const companyOf = (row: PersonRow): string | null =>
  row.is_company === 1 ? row.display_name || null : row.company_name;

/** The person that a record names, with a digest of its words if the words are all it says about them. */
function mentionIn(record: StorableRecord): Mention | null {
  switch (record.kind) {
    case 'engagement':
      // The post needs the author's row.
      return mentionOf(record.actor, record.isPostAuthor ? null : sayingOf(record.actor), record.observedAt);
    case 'post':
      return record.author && mentionOf(record.author, null, record.observedAt);
    case 'person':
      return mentionOf(record.person, null, record.observedAt);
    case 'lead':
      return mentionOf(record.person, null, 0);
    case 'company':
    case 'trace':
      return null;
  }
}

/** The posts that records name. A run of records with the same post, as in a list of likers, gives it once. */
function postsIn(records: readonly StorableRecord[]): PostMention[] {
  const mentions: PostMention[] = [];
  let last: string | undefined;
  for (const record of records) {
    if (record.kind === 'post') mentions.push({ urns: record.urns, whole: true });
    const post = record.kind === 'engagement' || record.kind === 'trace' ? record.post : undefined;
    const whole = record.kind === 'engagement' && record.isPostAuthor;
    if (!post || (post.urn === last && !whole)) continue;
    last = post.urn;
    mentions.push({ urns: [post.urn], whole });
  }
  return mentions;
}

/** The name of the person of a record, for its refusal. */
function nameIn(record: StorableRecord): string {
  switch (record.kind) {
    case 'engagement':
      return record.actor.name ?? '';
    case 'person':
    case 'lead':
      return record.person.name ?? '';
    case 'post':
      return record.authorName ?? '';
    case 'company':
    case 'trace':
      return '';
  }
}
