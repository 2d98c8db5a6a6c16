/**
 * Goes through posts at a source. First it asks for the posts, then it collects each one, except posts that have not changed
 * since last time. Every page is handed over with the position to continue from, so that a crawl can be interrupted anywhere.
 */
import { z } from 'zod';
import { parsePostReference, type Network } from '../import';
import type { StorableRecord } from '../import/observations';
import type { IntakeRecord } from '../import/records';
import { timeOfPostId } from '../../shared/post-time';
import { recordsOfPost } from './of-post';
import { SourceFailure, type FoundPost, type Source, type SourceProfile } from '../sources/source';

/** Where to look for posts: a watched profile, or keywords. */
const targetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('profile'), profileId: z.string() }),
  z.object({ kind: z.literal('words'), words: z.string() }),
]);
export type Target = z.infer<typeof targetSchema>;

const found = z.object({ urn: z.string(), url: z.string(), mark: z.string().nullable() });

/** The position of a crawl: JSON. */
export const crawlState = z.object({
  targets: z.array(targetSchema),
  /** Targets done. */
  target: z.number(),
  /** Posts to collect, newest first once all targets are done. */
  posts: z.array(found),
  /** There were more posts than are collected. */
  left: z.boolean(),
  /** Posts done. */
  post: z.number(),
  /** The source's own state, within the target or post. */
  source: z.unknown(),
  /** What could not be read, in words. The crawl went on without it. */
  trouble: z.string().nullable(),
  /** How the source did not answer: see `Unanswered`. */
  failures: z.number(),
  waitedMs: z.number().catch(0),
});
export type CrawlState = z.infer<typeof crawlState>;

export const crawlOver = (targets: readonly Target[]): CrawlState => ({
  targets: [...targets],
  target: 0,
  posts: [],
  left: false,
  post: 0,
  source: null,
  trouble: null,
  failures: 0,
  waitedMs: 0,
});

/** A profile to ask the source for, with the posts that are known to be its own. */
export interface WalkProfile extends SourceProfile {
  readonly known: readonly { readonly urn: string; readonly url: string | null; readonly urns: readonly string[] }[];
}

/** A page on its way into the database. */
export interface CrawlPage {
  readonly records: readonly StorableRecord[];
  /** The position to continue from. Stored in the same transaction. */
  readonly next: CrawlState;
  /** The post of these records; null while looking for posts. */
  readonly post: FoundPost | null;
  /** This is the last page of the post, so the post's mark may be stored. */
  readonly isLast: boolean;
  /** Number of followers of the profile, if the source says. */
  readonly followers: number | null;
}

export interface CrawlParts {
  readonly source: Source;
  readonly network: Network;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** A paid source need not name posts published before this time. Epoch ms. */
  readonly since: number;
  readonly mostPosts: number;
  readonly mostPeople: number;
  /** Undefined: the profile is no longer watched. */
  profile(profileId: string): Promise<WalkProfile | undefined>;
  /** All URNs of a post. */
  urnsOf(urn: string): Promise<readonly string[]>;
  /** The marks of the posts that were read completely, as of that time. */
  marks(urns: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Stores a page. `stop`: no more pages are wanted. */
  store(page: CrawlPage): Promise<'go on' | 'stop'>;
  /** Called when the source needs this long before it has more. Must throw. */
  wait(ms: number): never;
}

/**
 * Continues from a state.
 * @returns the last state; `stopped` when `store` wanted no more.
 * @throws SourceFailure when nothing at all can be read; OutgoingError when the source does not answer.
 */
export async function crawl(parts: CrawlParts, from: CrawlState): Promise<{ state: CrawlState; stopped: boolean }> {
  const crawling = new Crawl(parts, from);
  const ended = (await crawling.find()) && (await crawling.collect());
  return { state: crawling.state, stopped: !ended };
}

class Crawl {
  constructor(
    private readonly parts: CrawlParts,
    public state: CrawlState,
  ) {}

  /** Looks for posts. False when no more are wanted. */
  async find(): Promise<boolean> {
    for (let target = this.target(); target !== undefined; target = this.target()) {
      const failed = await this.failureOf(() => this.findIn(target));
      if (failed === 'stopped') return false;
      const done = { target: this.state.target + 1, source: null };
      // If the only target failed, there is nothing to read. With several targets, the others go on, and the trouble is
      // reported.
      if (failed && this.state.targets.length === 1) throw failed;
      if (!(await this.note({ ...done, ...(failed ? { trouble: failed.message } : {}) }))) return false;
    }
    return true;
  }

  /** Collects the posts that were found. False when no more are wanted. */
  async collect(): Promise<boolean> {
    for (let post = this.state.posts[this.state.post]; post; post = this.state.posts[this.state.post]) {
      const one = post;
      const failed = await this.failureOf(() => this.collectPost(one));
      if (failed === 'stopped') return false;
      // A post that is gone, or one damaged file, does not stop the others.
      if (failed?.code === 'source_refused') throw failed;
      const trouble = failed && failed.code !== 'post_not_found' ? { trouble: failed.message } : {};
      const next = { ...this.state, post: this.state.post + 1, source: null, failures: 0, ...trouble };
      if (!(await this.hand({ records: [], next, post, isLast: !failed, followers: null }))) return false;
    }
    return true;
  }

  private target(): Target | undefined {
    return this.state.targets[this.state.target];
  }

  /** The source's error; undefined when the work succeeded, `stopped` when no more is wanted. */
  private async failureOf(work: () => Promise<boolean>): Promise<SourceFailure | 'stopped' | undefined> {
    try {
      return (await work()) ? undefined : 'stopped';
    } catch (error) {
      if (error instanceof SourceFailure) return error;
      throw error;
    }
  }

  private async findIn(target: Target): Promise<boolean> {
    const { source, network, now, signal, since, mostPosts } = this.parts;
    const options = { network, now, signal, since, mostPosts };
    if (target.kind === 'words') {
      if (!source.postsWith) throw new SourceFailure('source_failed', source.cannot ?? 'It cannot look for words.');
      for await (const page of source.postsWith(target.words, this.state.source, options)) {
        if (!(await this.foundPage(page.records, page.posts, page.state, null))) return false;
        if (page.waitMs !== undefined) this.parts.wait(page.waitMs);
      }
      return true;
    }
    const profile = await this.parts.profile(target.profileId);
    if (!profile) return true;
    if (source.postsOf) {
      for await (const page of source.postsOf(profile, this.state.source, options)) {
        const records = page.records.flatMap((record) => ofProfile(record, profile));
        const foreign = new Set(page.records.flatMap((one) => (one.kind === 'post' ? one.post.urn : [])));
        for (const record of records) if (record.kind === 'post') foreign.delete(record.post.urn);
        const posts = page.posts.filter((post) => !foreign.has(post.urn));
        if (!(await this.foundPage(records, posts, page.state, page.followers ?? null))) return false;
        if (page.waitMs !== undefined) this.parts.wait(page.waitMs);
      }
    }
    return source.markOf ? this.addKnown(profile, source.markOf.bind(source)) : true;
  }

  /** Adds posts that were imported before, if the source holds something about them. */
  private async addKnown(
    { known }: WalkProfile,
    markOf: (urns: readonly string[]) => Promise<string | null>,
  ): Promise<boolean> {
    const posts: FoundPost[] = [];
    for (const { urn, url, urns } of known) {
      if (this.state.posts.some((post) => urns.includes(post.urn))) continue;
      const mark = await markOf(urns);
      if (mark !== null) posts.push({ urn, url: url ?? '', mark });
    }
    return posts.length === 0 || this.foundPage([], posts, this.state.source, null);
  }

  private async foundPage(
    records: readonly IntakeRecord[],
    posts: readonly FoundPost[],
    source: unknown,
    followers: number | null,
  ): Promise<boolean> {
    const known = new Set(this.state.posts.map((post) => post.urn));
    const fresh = posts.filter((post) => !known.has(post.urn));
    const marks = await this.parts.marks(fresh.map((post) => post.urn));
    const changed = fresh.filter((post) => post.mark === null || marks.get(post.urn) !== post.mark);
    const next = { ...this.state, ...this.newest([...this.state.posts, ...changed]), source, failures: 0 };
    return this.hand({ records: records.flatMap(storable), next, post: null, isLast: false, followers });
  }

  /** The newest posts, as many as are wanted. */
  private newest(posts: readonly FoundPost[]): Pick<CrawlState, 'posts' | 'left'> {
    const sorted = [...posts].sort((a, b) => timeOf(b.urn) - timeOf(a.urn) || (a.urn < b.urn ? 1 : -1));
    const { mostPosts } = this.parts;
    return { posts: sorted.slice(0, mostPosts), left: this.state.left || sorted.length > mostPosts };
  }

  private async collectPost(post: FoundPost): Promise<boolean> {
    const { source, network, now, signal, mostPeople } = this.parts;
    const reference = parsePostReference(post.urn, network);
    if (!reference.ok) throw new SourceFailure('post_not_found', `The post cannot be named: ${reference.reason}.`);
    const urns = new Set([post.urn, ...(await this.parts.urnsOf(post.urn))]);
    const wanted = { urn: post.urn, url: post.url === '' ? reference.url : post.url, urns: [...urns] };
    for await (const page of source.collect(wanted, this.state.source, { network, now, mostPeople, signal })) {
      const records = recordsOfPost(page.records, urns);
      const next = { ...this.state, source: page.state, failures: 0 };
      if (!(await this.hand({ records, next, post, isLast: false, followers: null }))) return false;
      if (page.waitMs !== undefined) this.parts.wait(page.waitMs);
    }
    return true;
  }

  private note(changes: Partial<CrawlState>): Promise<boolean> {
    const next = { ...this.state, ...changes };
    return this.hand({ records: [], next, post: null, isLast: false, followers: null });
  }

  private async hand(page: CrawlPage): Promise<boolean> {
    const answer = await this.parts.store(page);
    this.state = page.next;
    return answer === 'go on';
  }
}

/** Epoch ms. */
const timeOf = (urn: string) => timeOfPostId(urn.split(':').at(-1) ?? '') ?? 0;

function storable(record: IntakeRecord): StorableRecord[] {
  // What a CRM says about people is left out: collecting posts decides nothing about leads.
  return record.kind === 'refused' || record.kind === 'skipped' || record.kind === 'lead' ? [] : [record];
}

/** Posts that are not the profile's own, such as what it shared of others, are left out. */
function ofProfile(record: IntakeRecord, profile: SourceProfile): IntakeRecord[] {
  if (record.kind !== 'post') return [record];
  const { memberId, slug, isCompany, url } = profile;
  if (record.author === null) {
    const author = { memberId, slug, isCompany, name: null, headline: null, profileUrl: url, followers: null };
    return [{ ...record, author }];
  }
  const same =
    (memberId !== null && record.author.memberId === memberId) ||
    (slug !== null && record.author.slug === slug && record.author.isCompany === isCompany);
  return same ? [record] : [];
}
