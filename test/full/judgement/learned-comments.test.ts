/** What the reader of comments learned from, and that it learned from just that. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  commentDigestOf,
  commentExamplesOf,
  commentRows,
  heldOutCommentRows,
  heldOutComments,
  visibleComments,
} from '../../../packages/reader/training/comment-rows';
import { commentBytesOf } from '../../../packages/reader/training/comments';
import { lettersOf } from '../../../packages/reader/training/rows';
import { learn } from '../../../packages/reader/training/regression';
import { learnedClasses } from '../../../packages/reader/src/comment/comment-features';
import { commentModel, commentModelOf, commentSizes } from '../../../packages/reader/src/comment/comment-model';

test('what is measured with is not learned', () => {
  const measured = heldOutCommentRows().map((row) => lettersOf(row.text));
  const learned = new Set(commentRows().map((row) => lettersOf(row.text)));
  expect(measured.length).toBeGreaterThan(800);
  expect(measured.filter((letters) => learned.has(letters)).length).toBe(0);
});

test('each set to measure with is learned or held out, by name', () => {
  const folder = join(__dirname, '../../judgement/comments');
  const sets = readdirSync(folder).map((name) => name.replace(/\.tsv$/, ''));
  expect(sets.sort()).toEqual([...visibleComments, ...heldOutComments].sort());
});

test('the model is of the rows, word lists and features that are there: npm run train after a change', () => {
  const examples = commentExamplesOf(commentRows());
  expect(examples.length).toBeGreaterThan(24_000);
  expect(commentModel().trainedOn).toBe(commentDigestOf(examples).toString('hex'));
});

test('the same rows give the same weights', () => {
  const examples = commentExamplesOf(
    ['Send zarn please', 'Send wobbler please', 'Wobbler never worked', 'Zarn never worked'].map((text, n) => ({
      text,
      labels: [n < 2 ? 'request' : 'objection'],
      isOfSet: false,
    })),
  );
  const buckets = (commentSizes.evidence + commentSizes.words) / learnedClasses.length;
  const trained = [1, 2].map(() =>
    commentModelOf(
      commentBytesOf(
        learn(examples, buckets, () => undefined),
        commentDigestOf(examples),
      ),
    ),
  );
  expect(trained[0]?.words).toEqual(trained[1]?.words);
  expect(trained[0]?.evidence.some((weight) => weight !== 0)).toBe(true);
});
