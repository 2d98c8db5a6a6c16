/**
 * What a preview keeps of the pages that it reads before it decides: everything about the first people, and what may turn out
 * to be about them under another name.
 */
import { z } from 'zod';
import { actorOf, namesOf } from '../crawl/part-of-page';
import type { CrawlPage } from '../crawl/crawl';
import { decodeRecords, encodeRecords, isStorable } from '../import/logged-records';
import type { StorableRecord } from '../import/observations';
import { identityKey, type Identity } from '../../store/discovery/discovered-people';

/** The records of a page, as `encodeRecords` writes them. */
export const storedPages = z.array(z.object({ postUrn: z.string().nullable(), records: z.string() }));
type Written = z.infer<typeof storedPages>;

export interface StoredPage {
  /** The post of the page. */
  readonly postUrn: string | null;
  readonly records: readonly StorableRecord[];
}

/** Facts about people and companies, and posts that are not read. */
const mostFacts = 2_000;
/** Engagements of further people, who may turn out to be one of the first under another name. */
const mostOthers = 2_000;

const everyPage = (written: Written): StoredPage[] =>
  written.map(({ postUrn, records }) => ({ postUrn, records: decodeRecords(records).filter(isStorable) }));

/**
 * The pages, reduced to the first people. Two names are one person when any record has both, or when the workspace knows them
 * as one.
 * @param most people to be judged.
 * @param personsOf the persons of the workspace behind names, by `identityKey`.
 */
export async function pagesOf(
  written: Written,
  most: number,
  personsOf: (names: readonly Identity[]) => Promise<ReadonlyMap<string, string>>,
): Promise<StoredPage[]> {
  const pages = everyPage(written);
  const named = pages.flatMap(({ records }) => records.map(namesIn));
  const persons = await personsOf(named.flat());
  const sameAs = samePeople(
    named.map((names) => names.map(identityKey).flatMap((key) => [key, persons.get(key) ?? key])),
  );
  const first = new Set<string>();
  const mayStay = (record: StorableRecord): boolean => {
    const [name] = actorOf(record) ?? [];
    if (!name) return true;
    const person = sameAs(identityKey(name));
    if (first.size < most) first.add(person);
    return first.has(person);
  };
  return pages.map(({ postUrn, records }) => ({ postUrn, records: records.filter(mayStay) }));
}

/** All names that a record gives one person. */
function namesIn(record: StorableRecord): Identity[] {
  const person = record.kind === 'engagement' ? record.actor : record.kind === 'person' ? record.person : null;
  return person === null || person.isCompany ? [] : namesOf(person);
}

/** A function that gives all names joined with each other, directly or not, the same key. */
function samePeople(joined: readonly (readonly string[])[]): (name: string) => string {
  const next = new Map<string, string>();
  const sameAs = (name: string): string => {
    for (let at = name; ;) {
      const to = next.get(at);
      if (to === undefined) return at;
      const further = next.get(to);
      if (further === undefined) return to;
      // Shortens the path for the next call.
      next.set(at, further);
      at = further;
    }
  };
  for (const [one, ...others] of joined) {
    if (one === undefined) continue;
    for (const other of others) {
      const [from, to] = [sameAs(other), sameAs(one)];
      if (from !== to) next.set(from, to);
    }
  }
  return sameAs;
}

/**
 * Adds a page to the pages kept. New people are taken in until there are as many as are to be judged. Their records are taken
 * from every page, since a run would judge them by all of their engagement. Of others as many records are kept as are needed to
 * notice a person who appears under another name.
 * @param most people to be judged.
 */
export function withPage(written: Written, page: CrawlPage, most: number): Written {
  const before = everyPage(written).flatMap(({ records }) => records);
  const wanted = new Set(page.next.posts.map((post) => post.urn));
  /** The names of the first people. */
  const people = new Set<string>();
  let [count, facts, others] = [0, 0, 0];
  const mayStay = (record: StorableRecord): boolean => {
    const names = actorOf(record)?.map(identityKey);
    if (!names) {
      if (record.kind === 'post' && record.urns.some((urn) => wanted.has(urn))) return true;
      return (facts += 1) <= mostFacts;
    }
    if (!names.some((name) => people.has(name)) && (count += 1) > most) return (others += 1) <= mostOthers;
    for (const name of names) people.add(name);
    return true;
  };
  before.forEach(mayStay);
  const records = page.records.filter(mayStay).map(withoutText);
  if (records.length === 0) return written;
  return [...written, { postUrn: page.post?.urn ?? null, records: encodeRecords(records).text }];
}

/** The text of a post is not judged. */
const withoutText = (record: StorableRecord): StorableRecord =>
  record.kind === 'post' ? { ...record, text: null } : record;
