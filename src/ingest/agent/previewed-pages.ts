/**
 * What a preview keeps of the pages that it reads before it decides: everything about the first people, and nothing about
 * others.
 */
import { z } from 'zod';
import { actorOf } from '../crawl/part-of-page';
import type { CrawlPage } from '../crawl/crawl';
import { decodeRecords, encodeRecords, isStorable } from '../import/kept-records';
import type { StorableRecord } from '../import/observations';
import { identityKey } from '../../store/discovery/discovered-people';

/** The records of a page, as `encodeRecords` writes them. */
export const keptPages = z.array(z.object({ postUrn: z.string().nullable(), records: z.string() }));
type Written = z.infer<typeof keptPages>;

export interface KeptPage {
  /** The post of the page. */
  readonly postUrn: string | null;
  readonly records: readonly StorableRecord[];
}

/** Facts about people and companies, and posts that are not read. */
const mostFacts = 2_000;

export const pagesOf = (written: Written): KeptPage[] =>
  written.map(({ postUrn, records }) => ({ postUrn, records: decodeRecords(records).filter(isStorable) }));

/**
 * Adds a page to the pages kept. New people are taken in until there are as many as are to be judged. Their records are taken
 * from every page, since a run would judge them by all of their engagement.
 * @param most people to be judged.
 */
export function withPage(written: Written, page: CrawlPage, most: number): Written {
  const before = pagesOf(written).flatMap(({ records }) => records);
  const wanted = new Set(page.next.posts.map((post) => post.urn));
  /** The names of the people that are kept. */
  const people = new Set<string>();
  let [count, facts] = [0, 0];
  const isKept = (record: StorableRecord): boolean => {
    const names = actorOf(record)?.map(identityKey);
    if (!names) {
      if (record.kind === 'post' && record.urns.some((urn) => wanted.has(urn))) return true;
      return (facts += 1) <= mostFacts;
    }
    if (!names.some((name) => people.has(name)) && (count += 1) > most) return false;
    for (const name of names) people.add(name);
    return true;
  };
  before.forEach(isKept);
  const records = page.records.filter(isKept).map(withoutText);
  if (records.length === 0) return written;
  return [...written, { postUrn: page.post?.urn ?? null, records: encodeRecords(records).text }];
}

/** The text of a post is not judged. */
const withoutText = (record: StorableRecord): StorableRecord =>
  record.kind === 'post' ? { ...record, text: null } : record;
