/**
 * Finds what is connected with undone batches: the people and posts that they name, everybody whom any record joins with those, and the
 * companies of which they may have been the first to speak. Nothing else can change when the batches go, so only that is
 * replayed and compared (docs/internals/decisions/0037-undo-replays-what-is-connected.md).
 *
 * Where this is not sure or not worth it, the whole workspace is replayed.
 */
import { z } from 'zod';
import { hasLostCase } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import { beforeBatch } from '../../store/log/before';
import { logHead, type LogHead } from '../../store/log/chunks';
import { identitiesOfPeople } from '../../store/log/decisions';
import {
  authorsOf,
  engagedWith,
  peopleWith,
  placesOfBatches,
  postsWith,
  postsWrittenBy,
  urnsOf,
} from '../../store/undo/connected-rows';
import { otherSpellings } from '../../store/reads/spellings';
import { identitiesOf, type Identity } from '../../store/writes/known-people';
import { identitiesIn, loggedLinks, peopleIn } from '../import/import-log';
import type { ChunkLinks } from '../import/logged-records';
import { ConnectedAccounts, NotBounded, personKey, statesCompany, type Other } from './connected-accounts';

/** What is connected with the undone batches. */
export interface Connected {
  /**
   * Keys of people (`personKey`). True: something of the person may change. False: something that may change depends on them,
   * as a post does on its author.
   */
  readonly people: ReadonlyMap<string, boolean>;
  readonly urns: ReadonlySet<string>;
  /** Ids of accounts that may be made or named otherwise without the batches. */
  readonly accounts: ReadonlySet<string>;
  /** Keys of all companies for which people who may change were read to work. */
  readonly companies: ReadonlySet<string>;
  /** Ids of live people who may change, and of live posts. */
  readonly personIds: ReadonlySet<string>;
  readonly postIds: ReadonlySet<string>;
  /** The log for which this was found. */
  readonly head: LogHead;
}

/** A search ends after so many readings of the log. Nearly all end after two. */
const mostReadings = 6;
/** From so many records on, replaying more than this share of them alone is not worth the search. */
const worthFrom = 20_000;
const worthShare = 0.5;

/**
 * @param undoing ids of the batches.
 * @param checkpoint called between reads.
 * @returns undefined when the whole workspace must be replayed.
 */
export async function connectedWith(
  db: Database,
  organizationId: string,
  undoing: ReadonlySet<string>,
  checkpoint: () => Promise<void>,
): Promise<Connected | undefined> {
  try {
    return await new Search(db, organizationId, undoing, checkpoint).run();
  } catch (error) {
    if (error instanceof NotBounded) return undefined;
    throw error;
  }
}

class Search {
  private readonly people = new Map<string, boolean>();
  private readonly urns = new Set<string>();
  private readonly companies: ConnectedAccounts;
  private readonly personIds = new Set<string>();
  private readonly postIds = new Set<string>();
  /** Not looked up in the live workspace yet: who may change, and the others. */
  private newPeople: Identity[] = [];
  private newOthers: Identity[] = [];
  private newUrns: string[] = [];
  /** Ids of live people who do not change. */
  private readonly otherIds = new Set<string>();
  /** URNs that an undone batch says are of one post. */
  private readonly joined = new Set<string>();
  /** URNs of posts whose author an undone batch names: who wrote them decides which engagement is the author's own. */
  private readonly authored = new Set<string>();
  /** URNs under which people engaged who may change. */
  private readonly met = new Set<string>();
  /** Competitors whom the workspace watches or watched, by their names. */
  private readonly competitors = new Map<string, Identity>();
  /** Who engaged first with a connected post and is not connected. */
  private readonly firsts = new Map<string, readonly Identity[]>();
  private records = { taken: 0, all: 0 };

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly undoing: ReadonlySet<string>,
    private readonly checkpoint: () => Promise<void>,
  ) {
    this.companies = new ConnectedAccounts(db, organizationId, checkpoint);
  }

  async run(): Promise<Connected> {
    const head = await logHead(this.db, this.organizationId);
    await this.readBatches();
    for (const id of this.undoing) await this.readUndone(id);
    // Before the log is read, because every reading that finds something is followed by another one.
    for (let size = ''; size !== this.size();) {
      size = this.size();
      await this.followLive();
      await this.followAccounts();
    }
    for (let reading = 0; reading < mostReadings; reading += 1) {
      const before = this.size();
      await this.readLog();
      await this.followPosts();
      await this.followLive();
      await this.followAccounts();
      if (this.size() === before) {
        await this.expectStored();
        const { people, urns, personIds, postIds } = this;
        const { accounts, companies } = this.companies;
        return { people, urns, accounts, companies, personIds, postIds, head };
      }
    }
    throw new NotBounded();
  }

  private async followAccounts(): Promise<void> {
    const { pages, people } = await this.companies.follow(this.people, this.personIds);
    this.take(pages, true);
    await this.takePeople(people, true);
    await this.followLive();
  }

  private size(): string {
    const changing = [...this.people.values()].filter((changes) => changes).length;
    const { people, personIds, urns, authored, companies } = this;
    return [people.size, changing, personIds.size, urns.size, authored.size, companies.accounts.size].join(' ');
  }

  private async readBatches(): Promise<void> {
    const places = await placesOfBatches(this.db, this.organizationId);
    if (places.some(({ id, records }) => id === beforeBatch && records > 0)) throw new NotBounded();
    const undone = places.filter(({ id }) => this.undoing.has(id));
    // A run or a sync also decides and holds people back.
    if (undone.some(({ kind }) => kind !== 'import')) throw new NotBounded();
    const first = Math.min(...undone.map((one) => one.from_revision));
    const madeAt = ({ settings }: { settings: string }) => batchSettings.parse(JSON.parse(settings)).now;
    const isEarlier = (one: (typeof places)[number]) => one.to_revision < first && one.status !== 'UNDONE';
    for (const one of places.filter(isEarlier)) {
      const at = madeAt(one);
      if (at !== undefined) this.companies.noteBatch(at, true);
    }
    for (const one of places.filter((place) => !isEarlier(place))) {
      const at = madeAt(one);
      if (at !== undefined) this.companies.noteBatch(at, false);
    }
  }

  /** Everything that an undone batch names is connected. */
  private async readUndone(batchId: string): Promise<void> {
    for await (const { links } of loggedLinks(this.db, this.organizationId, batchId)) {
      for (const person of links.people) this.take(identitiesOf(person), true);
      this.companies.notePages(links.people);
      for (const urn of links.urns) this.takeUrn(urn);
      for (const { post, isPostAuthor } of links.engaged) if (isPostAuthor) this.authored.add(links.urns[post] ?? '');
      for (const record of links.others) {
        if (statesCompany(record)) throw new NotBounded();
        this.take(identitiesIn(record), true);
        this.companies.notePages(peopleIn(record));
        if (record.kind !== 'post') continue;
        for (const urn of record.urns) this.takeUrn(urn);
        if (record.urns.length > 1) for (const urn of record.urns) this.joined.add(urn);
        if (record.author) for (const urn of record.urns) this.authored.add(urn);
      }
      await this.checkpoint();
    }
  }

  /** @param changes whether something of the person may change. */
  private take(identities: readonly Identity[], changes: boolean): void {
    for (const identity of identities) {
      // No index finds an id that lost its case.
      if (identity.kind === 'member' && hasLostCase(identity.value)) throw new NotBounded();
      const key = personKey(identity);
      const known = this.people.get(key);
      if (known === true || known === changes) continue;
      this.people.set(key, changes);
      (changes ? this.newPeople : this.newOthers).push(identity);
    }
  }

  private takeUrn(urn: string): void {
    if (this.urns.has(urn)) return;
    this.urns.add(urn);
    this.newUrns.push(urn);
  }

  /** Whether one of these names is connected: true where the person may change. Undefined: none is. */
  private taken(identities: readonly Identity[]): boolean | undefined {
    let found: boolean | undefined;
    for (const one of identities) {
      const changes = this.people.get(personKey(one));
      if (changes === true) return true;
      found ??= changes;
    }
    return found;
  }

  /** Follows what the live workspace joins: people with their names and posts, posts with their names and authors. */
  private async followLive(): Promise<void> {
    const { db, organizationId } = this;
    while (this.newPeople.length + this.newOthers.length + this.newUrns.length > 0) {
      const [names, others, urns] = [this.newPeople, this.newOthers, this.newUrns];
      [this.newPeople, this.newOthers, this.newUrns] = [[], [], []];
      await this.takePeople(await peopleWith(db, organizationId, withSpellings(names)), true);
      await this.takePeople(await peopleWith(db, organizationId, withSpellings(others)), false);
      await this.takePosts(await postsWith(db, organizationId, urns));
      await this.checkpoint();
    }
  }

  private async takePeople(ids: readonly string[], changes: boolean): Promise<void> {
    const { db, organizationId } = this;
    const seen = changes ? this.personIds : this.otherIds;
    const added = ids.filter((id) => !seen.has(id));
    if (added.length === 0) return;
    for (const id of added) seen.add(id);
    this.take(await identitiesOfPeople(db, organizationId, added), changes);
    if (changes) await this.takePosts(await postsWrittenBy(db, organizationId, added));
  }

  private async takePosts(ids: readonly string[]): Promise<void> {
    const { db, organizationId } = this;
    const added = ids.filter((id) => !this.postIds.has(id));
    if (added.length === 0) return;
    for (const id of added) this.postIds.add(id);
    const names = await urnsOf(db, organizationId, added);
    for (const { urn } of names) this.takeUrn(urn);
    const among = (urns: ReadonlySet<string>) =>
      new Set(names.filter(({ urn }) => urns.has(urn)).map((row) => row.post_id));
    const authored = among(this.authored);
    for (const { urn, post_id: id } of names) if (authored.has(id)) this.authored.add(urn);
    await this.takePeople(await authorsOf(db, organizationId, [...authored]), true);
    await this.takePeople(await authorsOf(db, organizationId, added), false);
    // Posts that come apart divide those who engaged with them.
    const apart = among(this.joined);
    if (apart.size > 0) await this.takePeople(await engagedWith(db, organizationId, [...apart]), true);
  }

  /**
   * Of the posts under which people engaged who may change, those of several names are replayed too, because which of two
   * engagements stays depends on when the posts became one, and those of competitors, because comments there are read otherwise.
   */
  private async followPosts(): Promise<void> {
    const { db, organizationId } = this;
    const met = [...this.met].filter((urn) => !this.urns.has(urn));
    const ids = await postsWith(db, organizationId, met);
    const count = new Map<string, number>();
    for (const { post_id: id } of await urnsOf(db, organizationId, ids)) count.set(id, (count.get(id) ?? 0) + 1);
    const rivals = await peopleWith(db, organizationId, withSpellings([...this.competitors.values()]));
    const theirs = new Set(await postsWrittenBy(db, organizationId, rivals));
    await this.takePosts(ids.filter((id) => (count.get(id) ?? 0) > 1 || theirs.has(id)));
  }

  private async readLog(): Promise<void> {
    this.records = { taken: 0, all: 0 };
    this.firsts.clear();
    for await (const { batchId, links } of loggedLinks(this.db, this.organizationId)) {
      if (this.undoing.has(batchId)) continue;
      this.readEngagements(links);
      for (const record of links.others) this.readOther(record);
      await this.checkpoint();
    }
    const { taken, all } = this.records;
    if (all >= worthFrom && taken > all * worthShare) throw new NotBounded();
  }

  private readEngagements({ people, urns, engaged }: ChunkLinks): void {
    this.companies.notePages(people);
    const named = people.map((person) => identitiesOf(person));
    const taken = named.map((identities) => this.taken(identities));
    for (const [at, identities] of named.entries()) {
      const changes = taken[at];
      if (changes !== undefined && identities.length > 1) this.take(identities, changes);
    }
    for (const { persons, post, isPostAuthor } of engaged) {
      const urn = urns[post] ?? '';
      for (const person of persons) this.readEngagement(urn, isPostAuthor, named[person] ?? [], taken[person]);
    }
  }

  /** @param changes of the person, as `taken` says. */
  private readEngagement(
    urn: string,
    isPostAuthor: boolean,
    identities: readonly Identity[],
    changes: boolean | undefined,
  ): void {
    this.records.all += 1;
    if (changes !== undefined) this.records.taken += 1;
    if (changes === true) {
      if (isPostAuthor) this.takeUrn(urn);
      else this.met.add(urn);
    } else if (changes === false && isPostAuthor && this.met.has(urn)) this.takeUrn(urn);
    else if (this.urns.has(urn)) {
      if (isPostAuthor) this.take(identities, this.authored.has(urn));
      else if (changes === undefined && !this.firsts.has(urn)) this.firsts.set(urn, identities);
    }
  }

  private readOther(record: Other): void {
    if (record.kind === 'merge-accounts' || record.kind === 'split-account') throw new NotBounded();
    if (record.kind === 'company' || record.kind === 'trace') {
      this.companies.noteCompany(record);
      return;
    }
    const identities = identitiesIn(record);
    const changes = this.taken(identities);
    this.companies.notePages(peopleIn(record));
    if (record.kind === 'post') {
      if (record.urns.length === 0) return;
      const isTheirs = identities.some((one) => this.competitors.has(personKey(one)));
      const isMet = isTheirs && record.urns.some((urn) => this.met.has(urn));
      if (changes !== true && !isMet && !record.urns.some((urn) => this.urns.has(urn))) return;
      for (const urn of record.urns) this.takeUrn(urn);
      const isAuthored = record.urns.some((urn) => this.authored.has(urn));
      if (isAuthored) for (const urn of record.urns) this.authored.add(urn);
      this.take(identities, isAuthored || changes === true);
      return;
    }
    if (isCompetitor(record)) {
      // Who they are and what they wrote decides how comments of everybody are read.
      if (changes === true) throw new NotBounded();
      this.take(identities, false);
      for (const one of identities) this.competitors.set(personKey(one), one);
    } else if (changes !== undefined) this.take(identities, changes);
    if (changes === true && statesCompany(record)) throw new NotBounded();
  }

  /**
   * A post outlives those who are not replayed as the trace of the first of them, so that row must have been stored. A row is
   * refused when its id and its address belong to two people.
   */
  private async expectStored(): Promise<void> {
    const { db, organizationId } = this;
    const firsts = [...this.firsts.values()].filter((identities) => identities.length > 1);
    const ids = await peopleWith(db, organizationId, firsts.flat());
    const owners = new Map<string, string>();
    for (const row of await identitiesOfPeople(db, organizationId, ids)) owners.set(personKey(row), row.person_id);
    for (const identities of firsts) {
      const theirs = identities.map((one) => owners.get(personKey(one)));
      if (new Set(theirs).size > 1 || theirs.includes(undefined)) throw new NotBounded();
    }
  }
}

/** Names in every spelling that an index can find. */
const withSpellings = (names: readonly Identity[]): Identity[] =>
  names.flatMap((name) =>
    name.kind === 'member' ? [name, ...otherSpellings(name.value).map((value) => ({ ...name, value }))] : [name],
  );

/** Of the settings of a batch, as `openBatch` writes them. */
const batchSettings = z.looseObject({ now: z.number().optional() });
/** Of a watched profile, as `saveWatchlistEntry` writes it. */
const watchedAs = z.looseObject({ relationship: z.string().nullish(), profileType: z.string().nullish() });

/** What is watched as a competitor decides how comments are read. */
const isCompetitor = (record: Other): boolean => {
  if (record.kind !== 'watch') return false;
  const entry = watchedAs.parse(JSON.parse(record.entry));
  return entry.relationship === 'COMPETITOR' || entry.profileType === 'COMPETITOR';
};
