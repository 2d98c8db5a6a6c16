/** Export files of one post, as a source would bring them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const postUrnOf = (id: string) => `urn:li:activity:${id}`;

const jobs = ['VP Marketing', 'Sales Director', 'Software Engineer', 'Head of Finance', 'HR Manager', 'Recruiter'];

/** Reactions in the form of Unipile, whose people are told by member id; the same every time. */
export function reactionItems(postId: string, people: number, from = 0): Record<string, unknown>[] {
  return Array.from({ length: people }, (_, at) => ({
    object: 'PostReaction',
    value: at % 7 === 0 ? 'PRAISE' : 'LIKE',
    post_id: postUrnOf(postId),
    author: {
      id: `ACoAAB${String(from + at).padStart(8, '0')}xYz`,
      type: 'INDIVIDUAL',
      name: `Person ${from + at}`,
      headline: `${jobs[(from + at) % jobs.length] ?? ''} at Company ${(from + at) % 40}`,
      profile_url: `https://www.linkedin.com/in/ACoAAB${String(from + at).padStart(8, '0')}xYz`,
    },
  }));
}

export function writeReactions(path: string, postId: string, people: number, from = 0): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ object: 'PostReactionList', items: reactionItems(postId, people, from) }));
}
