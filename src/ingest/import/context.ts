/** What every format needs while it reads one file: the network, the times, and builders of references and refusals. */
import {
  DateOrdersSeen,
  Troubles,
  isNumericDate,
  parseNumericDate,
  settleNumericDate,
  UnreadableDate,
  type DateOrder,
} from './dates';
import { noSigns, type ColumnSigns } from './column-signs';
import { sizeText } from './company-sizes';
import { cleanFact, detach, lengths, parseCount, parseTime, safeRaw } from './fields';
import { isMemberId, memberKey } from '../../../packages/reader/src';
import type { Network } from './network';
import { isPlaceholder, namesNobody } from './placeholders';
import { parseProfileReference, type ProfileReference } from './profile';
import type { IntakeRecord, PersonRef, Position } from './records';
import { parsePostReference, type PostRef, type PostReference } from './urn';

export interface ContextOptions {
  readonly network: Network;
  /** Epoch ms. No observation is later. */
  readonly now: number;
  /** Epoch ms when the file was exported. */
  readonly observedAt: number;
  /** The post of rows that name none. */
  readonly post: PostRef | null;
  /** How to read dates such as `03/04/2026`. When left out, a date that the file does not settle is refused with its row. */
  readonly dateOrder?: DateOrder;
  /** The order that the file's own dates settle, when the import was not told one. */
  readonly settledOrder?: DateOrder;
  /**
   * Milliseconds added to every time in the file, and to the day in its name. The demo uses this to move its examples to today.
   */
  readonly shift?: number;
  /** What the first rows of the file show about its columns. */
  readonly signs?: ColumnSigns;
}

/** What a row says about a person. */
export interface PersonFacts {
  /**
   * Links, URNs and member ids that may name them, the best first. The first one that is valid decides whether it is a person
   * or a company.
   */
  readonly links: readonly (string | null)[];
  readonly name: string | null;
  readonly headline?: string | null;
  readonly followers?: number | null;
}

const rememberedPosts = 5000;
const rememberedIds = 5000;
/** Characters of a stable id of the network. */
const wholeId = 39;
const longestPostText = 1024;

export class ReadContext {
  readonly network: Network;
  /** Epoch ms when the file was exported, never later than now. */
  readonly observedAt: number;
  /** Dates that were not understood so far. */
  readonly dates = new Troubles();
  /** Numbers that were not understood so far. */
  readonly numbers = new Troubles();
  /** What the first rows of the file show about its columns. */
  readonly signs: ColumnSigns;
  private readonly now: number;
  private readonly dateOrder: DateOrder | undefined;
  private readonly settledOrder: DateOrder | undefined;
  /** The orders of day and month that the dates so far prove. */
  readonly ordersSeen = new DateOrdersSeen();
  private readonly shift: number;
  private readonly defaultPost: PostRef | null;
  private readonly posts = new Map<string, PostReference>();
  private readonly shortIds = new Map<string, string>();
  /** The post of the row before. Rows of one post follow each other, often with the same time. */
  private lastPost: { readonly text: string; readonly found: PostReference } | undefined;
  private lastTime: { readonly text: string; readonly base: number; readonly time: number } | undefined;

  constructor(options: ContextOptions) {
    this.network = options.network;
    this.now = options.now;
    this.observedAt = Math.min(options.observedAt, options.now);
    this.defaultPost = options.post;
    this.dateOrder = options.dateOrder;
    this.settledOrder = options.settledOrder;
    this.shift = options.shift ?? 0;
    this.signs = options.signs ?? noSigns;
  }

  /**
   * The post that the first non-empty text names.
   * @returns a refusal with what to do when there is no text and the import names no post either.
   */
  post(...texts: readonly (string | null)[]): PostReference {
    let refusal: PostReference | undefined;
    for (const text of texts) {
      if (text === null || isPlaceholder(text)) continue;
      const found = this.knownPost(text);
      if (found.ok) return found;
      refusal ??= { ok: false, reason: `post: ${found.reason}` };
    }
    if (refusal) return refusal;
    if (this.defaultPost) return { ok: true, ...this.defaultPost };
    return { ok: false, reason: 'names no post; import the file again with the post it is about (--post URL)' };
  }

  /** Whether the import names the post of rows that name none. */
  get namesPost(): boolean {
    return this.defaultPost !== null;
  }

  /** Cached: engagement files name few posts many times. */
  private knownPost(text: string): PostReference {
    if (text.length > longestPostText) return parsePostReference(text, this.network);
    if (this.lastPost?.text === text) return this.lastPost.found;
    // A copy, because a cached substring would keep the whole piece of the file in memory.
    const key = detach(text);
    let found = this.posts.get(key);
    if (!found) {
      found = parsePostReference(key, this.network);
      if (this.posts.size >= rememberedPosts) this.posts.clear();
      this.posts.set(key, found);
    }
    this.lastPost = { text: key, found };
    return found;
  }

  /**
   * The person or company that a row names.
   * @returns a refusal when no link names anybody.
   */
  person(facts: PersonFacts): PersonRef | { readonly reason: string } {
    let memberId: string | null = null;
    let slug: string | null = null;
    let first: Extract<ProfileReference, { ok: true }> | undefined;
    let reason: string | undefined;
    for (const link of facts.links) {
      if (link === null || isPlaceholder(link) || namesNobody.test(link)) continue;
      const found = parseProfileReference(link, this.network);
      if (!found.ok) {
        reason ??= found.reason;
        continue;
      }
      first ??= found;
      if (found.kind !== first.kind) continue;
      if (contradict(memberId, found.memberId)) return { reason: twoIds };
      memberId ??= found.memberId;
      slug ??= found.slug;
      if (slug === found.slug && slug !== null) first = found;
    }
    if (!first) return { reason: reason ?? 'no profile link' };
    if (memberId !== null && memberId.length < wholeId && this.isShared(memberId, facts.name))
      return { reason: sharedId };
    return {
      memberId: memberId === null ? null : detach(memberId),
      slug: slug === null ? null : detach(slug),
      name: nameOf(facts.name),
      headline: cleanFact(facts.headline, lengths.headline),
      profileUrl: first.url,
      isCompany: first.kind === 'company',
      followers: facts.followers ?? null,
    };
  }

  /** Whether a link or id of a row, such as that of the post's author, names this person. */
  isSame(person: PersonRef, link: string | null): boolean {
    if (link === null || isPlaceholder(link)) return false;
    const found = parseProfileReference(link, this.network);
    if (!found.ok || (found.kind === 'company') !== person.isCompany) return false;
    const { memberId, slug } = found;
    return (memberId !== null && memberId === person.memberId) || (slug !== null && slug === person.slug);
  }

  /** Whether an id that is shorter than those of the network stood with another name before: then it is a beginning of several. */
  private isShared(id: string, given: string | null): boolean {
    const name = nameOf(given)?.toLowerCase();
    if (!isMemberId(id) || name === undefined) return false;
    const known = this.shortIds.get(id);
    if (known === undefined && this.shortIds.size < rememberedIds) this.shortIds.set(detach(id), detach(name));
    return known !== undefined && known !== name;
  }

  /**
   * When something happened, or null. Relative times count from `base`. Values in no known form of time are counted.
   * @throws UnreadableDate for a date whose order the import must be told. The row is refused.
   */
  time(value: string | number | null, base: number): number | null {
    const { lastTime } = this;
    if (lastTime?.text === value && lastTime.base === base) return lastTime.time;
    const written = typeof value === 'string' && isNumericDate(value) ? this.numericDate(value) : value;
    const time = parseTime(written, base - this.shift);
    if (time === null && written !== null && !isPlaceholder(String(written))) this.dates.note(String(written));
    if (time === null) return null;
    if (typeof value === 'string') this.lastTime = { text: detach(value), base, time: time + this.shift };
    return time + this.shift;
  }

  /** A count; null when there is none. Texts that are no count are counted. */
  count(value: string | null): number | null {
    return parseCount(value, (text) => this.numbers.note(text));
  }

  /** A company's size; null when there is none. Texts that are no size are counted. */
  size(value: string | null | undefined): string | null {
    if (value === null || value === undefined) return null;
    return sizeText(value, this.signs.sizesAre, (text) => this.numbers.note(text));
  }

  /**
   * When a row was observed: its own time if it has one, otherwise the file's.
   * @throws UnreadableDate
   */
  observed(value: string | number | null): number {
    return this.time(value, this.now) ?? this.observedAt;
  }

  private numericDate(text: string): number {
    try {
      if (this.dateOrder === undefined) return settleNumericDate(text, this.settledOrder, this.ordersSeen);
      const time = parseNumericDate(text, this.dateOrder);
      if (time === null) throw new UnreadableDate(text, this.dateOrder);
      return time;
    } catch (error) {
      this.dates.note(text);
      throw error;
    }
  }
}

const twoIds = 'it has the ids of two people of the network; which of them it is about cannot be told';
const sharedId = 'its member id was cut short: another person of this file has the same';
/** Two ids of one kind. Members also have a number, which says nothing against the id. */
const contradict = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && isMemberId(one) && isMemberId(other) && memberKey(one) !== memberKey(other);

/** An address or an e-mail where a name should stand, and what pages show beside names. */
const noName = /^(?:https?:\/\/|www\.)\S+$|^[\w.+-]{1,64}@[\w-]{1,60}\.[\w.-]{2,120}$/i;
const degreeBehindName = /\s[•·]\s?(?:1st|2nd|3rd\+?)$|\s3rd\+$/;

/** The name of a person; null for none, or for an address in its place. */
function nameOf(given: string | null): string | null {
  const name = cleanFact(given, lengths.name);
  return name === null || noName.test(name) ? null : name.replace(degreeBehindName, '');
}

/** The list that records are put into. */
export type Out = IntakeRecord[];

/** Puts a refusal. */
export function refuse(out: Out, at: Position, reason: string, raw: string): void {
  out.push({ kind: 'refused', at, reason, raw: safeRaw(raw) });
}

/** Reads a row. If it holds a date that cannot be read, the whole row is refused. */
export function orRefuse(out: Out, at: Position, raw: () => string, read: () => void): void {
  const before = out.length;
  try {
    read();
  } catch (error) {
    if (!(error instanceof UnreadableDate)) throw error;
    out.length = before;
    refuse(out, at, error.message, raw());
  }
}
