/** Finds, in the log of a workspace, what earlier releases misread. Changes nothing. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { allBatches } from '../../store/log/batch-reads';
import { notesOfBatch } from '../../store/log/batches';
import { authorsOf, memberIdsByPerson } from '../../store/log/misread';
import { memberKey } from '../../../packages/reader/src';
import { loggedRecords } from './import-log';
import type { LoggedRecord } from './logged-records';
import { misreadEncoding } from './encoding';
import { mendLetters, windows1252Bytes } from './mend-letters';
import type { EngagementRecord, PersonRef } from './records';

/** What can have been misread, and what taking back and importing again changes. */
export const misreadings = {
  'own-likes': {
    what: 'likes of a post by its own author: rows that said nothing of a like',
    again: 'rows that do not say what happened are refused; --kind says what they are',
  },
  'one-like-a-post': {
    what: 'each like is under another post: the file may be a list of posts or of activity. Look at it',
    again: 'if the rows say nothing of a like they are refused; if they do, nothing changes',
  },
  'joined-people': {
    what: 'rows about people with several ids of the network, joined by an address that was passed on',
    again: 'each id is a person of its own',
  },
  'garbled-text': {
    what: 'names and headlines read in a wrong encoding',
    again: 'they are read rightly; importing the file again mends them also without taking it back',
  },
  'tenfold-counts': {
    what: 'counts below 1,000 that all end in 0, as "12.0" was read as 120. Look at the file',
    again: 'the counts of the file are stored',
  },
} as const satisfies Record<string, { readonly what: string; readonly again: string }>;
export type Misreading = keyof typeof misreadings;

export interface Finding {
  readonly batchId: string;
  readonly misreading: Misreading;
  /** Rows concerned. */
  readonly rows: number;
  /** At most three of them. */
  readonly examples: readonly string[];
}

/** Authors among the likers of their own posts. Fewer in a batch may be chance. */
const [fewestOwnLikes, leastShareOfOwn] = [2, 0.1];
/** From so many on, likes that are all under different posts, or counts that all end in 0, are hardly chance. */
const fewestAlike = 10;
/** People with several ids who are looked for in the log. */
const mostJoined = 10_000;
const mostExamples = 3;
/** Names of a batch by which the encoding of its file is judged. */
const mostNames = 1_000;

/**
 * @param onRead told how many records were read.
 * @returns findings by batch, in the order in which the batches stored first.
 */
export async function findMisread(
  db: Database,
  organizationId: string,
  onRead: (records: number) => void = () => undefined,
): Promise<Finding[]> {
  const joined = await joinedIds(db, organizationId);
  const damaged = await batchesWithDamage(db, organizationId);
  const batches = new Map<string, BatchSigns>();
  let read = 0;
  for await (const { batchId, records } of loggedRecords(db, organizationId)) {
    let signs = batches.get(batchId);
    if (!signs) batches.set(batchId, (signs = new BatchSigns(joined, damaged.has(batchId))));
    const urns = new Set(records.flatMap((record) => (record.kind === 'engagement' ? [record.post.urn] : [])));
    const authors = await authorsOf(db, organizationId, [...urns]);
    for (const [at, record] of records.entries()) {
      if (at % 500 === 499) await setImmediate();
      signs.take(record, authors);
    }
    onRead((read += records.length));
  }
  return [...batches].flatMap(([batchId, signs]) => signs.found().map((one) => ({ batchId, ...one })));
}

/** Batches whose notes say that letters are damaged in the file itself. Releases that misread letters had no such notes. */
async function batchesWithDamage(db: Database, organizationId: string): Promise<Set<string>> {
  const rows = await allBatches(db, organizationId);
  return new Set(rows.filter((row) => notesOfBatch(row).some((note) => note.includes('\ufffd'))).map(({ id }) => id));
}

/** Ids of people who have two of one kind: two ids of the network, or two numbers. Nobody has two, so these were two people. */
async function joinedIds(db: Database, organizationId: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const page of memberIdsByPerson(db, organizationId)) {
    for (const values of page.values()) if (areOfSeveral(values)) for (const value of values) ids.add(value);
    if (ids.size > mostJoined) break;
    await setImmediate();
  }
  return ids;
}

/** Ids that applications were given are left out: each is given its own. See decisions/0027-who-is-who.md. */
function areOfSeveral(values: readonly string[]): boolean {
  const ofNetwork = new Set(values.filter((value) => /^ac[ow]aa/i.test(value)).map(memberKey));
  return ofNetwork.size > 1 || new Set(values.filter((value) => /^\d+$/.test(value))).size > 1;
}

/** Whether names of one file were read as Windows-1252 but are in another encoding. A letter that Windows-1252 lacks shows that they were not. */
function areMisread(names: readonly string[]): boolean {
  const bytes = windows1252Bytes(names.join('\n'));
  return bytes !== null && misreadEncoding(bytes) !== undefined;
}

/** What one batch shows. */
class BatchSigns {
  private readonly signs = new Map<Misreading, { rows: number; examples: string[] }>();
  private likes = 0;
  private readonly likedPosts = new Set<string>();
  private counts = 0;
  private round = 0;
  /** Rows whose name has letters beyond ASCII, and such names, each once. */
  private namedBeyondAscii = 0;
  private readonly namesBeyondAscii = new Set<string>();

  constructor(
    private readonly joined: ReadonlySet<string>,
    private readonly isDamaged: boolean,
  ) {}

  take(record: LoggedRecord, authors: ReadonlyMap<string, ReadonlySet<string>>): void {
    if (record.kind === 'engagement') {
      this.person(record.actor);
      if (record.type === 'LIKE') this.like(record, authors.get(record.post.urn));
    } else if (record.kind === 'person') this.person(record.person);
    else if (record.kind === 'post') {
      if (record.author) this.person(record.author);
      for (const count of [record.likes, record.comments, record.reposts]) this.count(count);
    } else if (record.kind === 'stored-person') {
      const { display_name: name, headline } = record.person;
      this.texts([name, headline], name);
      this.nameOf(name);
      const own = record.engagements.filter((row) => row.type === 'LIKE' && row.by_author === 1).length;
      this.likes += record.engagements.filter((row) => row.type === 'LIKE').length;
      for (let n = 0; n < own; n += 1) this.note('own-likes', name);
      if (record.identities.some(({ value }) => this.joined.has(value))) this.note('joined-people', name);
    } else if (record.kind === 'stored-post') {
      const { reported_likes: likes, reported_comments: comments, reported_reposts: reposts } = record.post;
      for (const count of [likes, comments, reposts]) this.count(count);
    }
  }

  found(): Omit<Finding, 'batchId'>[] {
    const own = this.signs.get('own-likes')?.rows ?? 0;
    const isOwn = own >= fewestOwnLikes && own >= leastShareOfOwn * this.likes;
    if (!isOwn) {
      this.signs.delete('own-likes');
      if (this.likes >= fewestAlike && this.likedPosts.size === this.likes)
        this.signs.set('one-like-a-post', { rows: this.likes, examples: [] });
    }
    const names = [...this.namesBeyondAscii];
    // The names together show more than each alone.
    const garbled = this.signs.get('garbled-text')?.rows ?? 0;
    if (garbled < this.namedBeyondAscii && areMisread(names))
      this.signs.set('garbled-text', { rows: this.namedBeyondAscii, examples: names.slice(0, mostExamples) });
    if (this.counts >= fewestAlike && this.round === this.counts)
      this.signs.set('tenfold-counts', { rows: this.counts, examples: [] });
    return [...this.signs].map(([misreading, { rows, examples }]) => ({ misreading, rows, examples }));
  }

  private like({ actor, post, reaction, isPostAuthor }: EngagementRecord, author: ReadonlySet<string> | undefined) {
    this.likes += 1;
    // A row that names the reaction does say what happened.
    if (reaction === null) this.likedPosts.add(post.urn);
    const isAuthor = isPostAuthor || [actor.memberId, actor.slug].some((name) => name !== null && author?.has(name));
    if (isAuthor && reaction === null) this.note('own-likes', actor.name ?? actor.slug ?? '');
  }

  private person({ memberId, name, headline, slug }: PersonRef): void {
    this.texts([name, headline], name ?? slug ?? '');
    this.nameOf(name);
    if (memberId !== null && this.joined.has(memberId)) this.note('joined-people', name ?? memberId);
  }

  private nameOf(name: string | null): void {
    if (name === null || !/[^\0-\x7f]/.test(name)) return;
    this.namedBeyondAscii += 1;
    if (this.namesBeyondAscii.size < mostNames) this.namesBeyondAscii.add(name);
  }

  private texts(texts: readonly (string | null)[], example: string): void {
    let garbled = false;
    const mended = () => (garbled = true);
    for (const text of texts) {
      if (text === null) continue;
      if (text.includes('\ufffd')) garbled ||= !this.isDamaged;
      else mendLetters(text, mended);
    }
    if (garbled) this.note('garbled-text', example);
  }

  /** The network itself rounds counts from a thousand on. */
  private count(count: number | null): void {
    if (count === null || count === 0 || count >= 1_000) return;
    this.counts += 1;
    if (count % 10 === 0) this.round += 1;
  }

  private note(misreading: Misreading, example: string): void {
    const sign = this.signs.get(misreading) ?? { rows: 0, examples: [] };
    sign.rows += 1;
    if (sign.examples.length < mostExamples && !sign.examples.includes(example)) sign.examples.push(example);
    this.signs.set(misreading, sign);
  }
}
