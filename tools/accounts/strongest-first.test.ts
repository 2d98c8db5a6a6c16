import type { AccountComment } from '../../src/store/reads/account-words';
import { storedClasses, type StoredClass } from '../../src/shared/values';
import { strongestFirst } from './strongest-first';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 28);

const comment = (comment_class: StoredClass | null, daysAgo: number, dated: 0 | 1 = 1): AccountComment => ({
  id: `${comment_class ?? 'unread'} ${daysAgo}`,
  account_id: 'acme',
  lead_id: 'lead',
  display_name: 'Ines',
  title: null,
  comment_excerpt: 'words',
  comment_class,
  occurred_at: now - daysAgo * day,
  observed_at: now,
  earliest_at: null,
  dated,
  post_urn: 'urn:li:activity:1',
  post_author_name: null,
  profile_type: null,
});
const shown = (comments: readonly AccountComment[], count = 20) =>
  strongestFirst(comments, count, now).map(({ id }) => id);

test('what asks, leaves or objects is before the rest, newest first', () => {
  const all = [null, ...storedClasses].map((kind, at) => comment(kind, at + 1));
  expect(shown(all)).toEqual([
    'request 2',
    'leaving 4',
    'price 3',
    'question 5',
    'objection 6',
    'refusal 7',
    'unread 1',
    'plain 8',
    'congratulation 9',
    'tag 10',
    'self_promotion 11',
    'job_hunting 12',
    'joke 13',
  ]);
});

test('after 45 days only the date counts', () => {
  const comments = [comment('plain', 1), comment('request', 45), comment('plain', 46), comment('request', 47)];
  expect(shown(comments)).toEqual(['request 45', 'plain 1', 'plain 46', 'request 47']);
});

test('what has no date is behind what has one, whatever it says', () => {
  const comments = [comment('request', 0, 0), comment('tag', 1), comment('plain', 90)];
  expect(shown(comments)).toEqual(['tag 1', 'plain 90', 'request 0']);
});

test('the newest of equals is first, and no more are shown than asked for', () => {
  expect(shown([comment('tag', 1), comment('leaving', 2), comment('leaving', 3)], 2)).toEqual([
    'leaving 2',
    'leaving 3',
  ]);
});
