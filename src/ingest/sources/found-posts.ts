/** The posts that a page of records names. */
import type { IntakeRecord } from '../import/records';
import type { FoundPost } from './source';

/** The posts of a page. Their counts are their marks. */
export function foundIn(records: readonly IntakeRecord[]): FoundPost[] {
  return records.flatMap((record) => {
    if (record.kind !== 'post') return [];
    const { post, likes, comments, reposts } = record;
    const counted = likes !== null || comments !== null || reposts !== null;
    const mark = counted ? `${likes ?? '-'}:${comments ?? '-'}:${reposts ?? '-'}` : null;
    return [{ urn: post.urn, url: post.url, mark }];
  });
}
