/**
 * What is kept of a comment: an excerpt, its class, and a digest that distinguishes it from other comments. Not the full text.
 */
import { createHash } from 'node:crypto';
import { commentsReady, headlinesReady } from '../../shared/reader-ready';
import { storedClasses, type StoredClass } from '../../shared/values';
import { fold, readComment } from '../../../packages/reader/src';
import type { WithoutNames } from '../../rules/fit/rivals';
import { readAgain, rivalOf } from '../../scoring/read-again';
import { cut, excerptOf } from '../../shared/text/cut';
import type { CommentWords, EngagementRecord } from './records';

/** Waits until the reader's tables for these records are made (reader-ready.ts). Call it before a transaction, which others wait for. */
export async function readyToRead(records: readonly { readonly kind: string }[]): Promise<void> {
  await headlinesReady();
  if (records.some((record) => isEngagement(record) && !record.words && record.type === 'COMMENT'))
    await commentsReady();
}

const noWords: CommentWords = { excerpt: null, said: null, confidence: null, discriminator: '' };

export function wordsOf(record: EngagementRecord): CommentWords {
  if (record.words) return record.words;
  if (record.commentText === null && record.type !== 'COMMENT') return noWords;
  const text = record.commentText === null ? '' : record.commentText.trim();
  const read = record.type === 'COMMENT' && text !== '' ? readComment(text) : null;
  return {
    excerpt: text === '' ? null : excerptOf(text),
    said: read?.said ?? null,
    confidence: read?.confidence ?? null,
    discriminator: discriminatorOf(record, text),
  };
}

/** A record with what is kept of its words, read now, instead of the words. Reading takes about as long as all else of a record. */
export const withWords = <Read extends { readonly kind: string }>(
  record: Read | EngagementRecord,
): Read | EngagementRecord =>
  !isEngagement(record) || record.words || (record.commentText === null && record.type !== 'COMMENT')
    ? record
    : { ...record, words: wordsOf(record), commentText: null };

const isEngagement = (record: { readonly kind: string }): record is EngagementRecord => record.kind === 'engagement';

/**
 * The same, read again where a competitor that the workspace watches is named or wrote the post: "Hebemax c'est fini pour nous" leaves them.
 * @param under whether the post is a watched competitor's.
 */
export function knowingRivals(words: CommentWords, withoutRivals: WithoutNames, under: boolean): CommentWords {
  const { excerpt, said, confidence } = words;
  // Only what is plain otherwise may be leaving.
  if (said !== 'plain' || excerpt === null) return words;
  const rival = rivalOf(excerpt, withoutRivals, under);
  return rival === null ? words : { ...words, ...readAgain(excerpt, said, confidence, rival) };
}

/** The class of a comment in a log of an older release, in today's terms. Older releases had one class for all who may buy. */
export function saidToday(said: string | null, excerpt: string | null): StoredClass | null {
  if (said === 'buying') return excerpt === null ? 'request' : readAgain(excerpt, 'request', null).said;
  return storedClasses.find((known) => known === said) ?? null;
}

/**
 * What distinguishes two comments of one person under one post: their words, because some exports give comments an id and
 * others do not. The id counts only when there are no words. A like has none; a repost is distinguished by its words too.
 */
export function discriminatorOf(record: EngagementRecord, text: string): string {
  if (record.type === 'LIKE') return '';
  if (text !== '') return createHash('sha256').update(fold(text)).digest('base64url').slice(0, 22);
  return record.type === 'COMMENT' && record.commentId !== null ? cut(`#${record.commentId}`, 64) : '';
}
