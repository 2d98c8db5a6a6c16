/** What is kept of a comment's words: an excerpt, what it is, and a digest that tells it from another. Not the words. */
import { createHash } from 'node:crypto';
import { commentClasses, isAsking, type CommentClass } from '../../shared/values';
import { classifyComment } from '../../rules/qualification/comments';
import { cut, excerptOf } from '../../store/writes/batches';
import { fold } from '../../shared/text/fold';
import type { CommentWords, EngagementRecord } from './records';

const noWords: CommentWords = { excerpt: null, said: null, discriminator: '' };

export function wordsOf(record: EngagementRecord): CommentWords {
  if (record.words) return record.words;
  if (record.commentText === null && record.type !== 'COMMENT') return noWords;
  const text = record.commentText === null ? '' : record.commentText.trim();
  return {
    excerpt: text === '' ? null : excerptOf(text),
    said: record.type === 'COMMENT' && text !== '' ? classifyComment(text) : null,
    discriminator: discriminatorOf(record, text),
  };
}

/**
 * What a stored comment is by the rules of today. Of one that was cut only the beginning is kept: it stays as it was read whole, but
 * which kind of asking it is may be read off its beginning.
 * @param said null for one that was stored before this was noted.
 */
export function readAgain(excerpt: string, said: CommentClass | null): CommentClass {
  const read = classifyComment(excerpt);
  if (said === null || !excerpt.endsWith('…') || excerpt.length < 279) return read;
  return isAsking(said) && isAsking(read) ? read : said;
}

/** What a log of an older release says, in words of today: those who may buy were one kind. */
export function saidToday(said: string | null, excerpt: string | null): CommentClass | null {
  if (said === 'buying') return excerpt === null ? 'request' : readAgain(excerpt, 'request');
  return commentClasses.find((known) => known === said) ?? null;
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
