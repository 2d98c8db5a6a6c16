/** What the reader of headlines learned from, and that it learned from just that. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  digestOf,
  exampleOf,
  heldOut,
  heldOutRows,
  lettersOf,
  rows,
  visible,
} from '../../../packages/reader/training/rows';
import { learn } from '../../../packages/reader/training/field';
import { bytesOf } from '../../../packages/reader/training/bytes';
import { model, modelOf } from '../../../packages/reader/src/headline/model';
import { tag } from '../../../packages/reader/src/headline/tagger';
import { readable, tokensIn } from '../../../packages/reader/src/headline/tokens';
import { learnedHeadlines } from '../../judgement/support/load';

test('every row has the form of the labelled sets, in 41 languages', () => {
  const languages = new Set(learnedHeadlines().map(({ language }) => language));
  expect(languages.size).toBe(41);
});

test('what is measured with is not learned', () => {
  const measured = heldOutRows().map((row) => lettersOf(row.headline));
  const learned = new Set(rows().map((row) => lettersOf(row.headline)));
  expect(measured.length).toBeGreaterThan(2_000);
  expect(measured.filter((letters) => learned.has(letters)).length).toBe(0);
});

test('each set to measure with is learned or held out, by name', () => {
  const folder = join(__dirname, '../../judgement/headlines');
  const sets = readdirSync(folder).map((name) => name.replace(/\.tsv$/, ''));
  // Its headlines are learned with titles, as training/headlines/employers.tsv.
  expect(sets.filter((name) => name !== 'companies').sort()).toEqual([...visible, ...heldOut].sort());
});

test('the model is of the rows, word lists and features that are there: npm run train after a change', () => {
  const all = rows();
  const examples = all.flatMap((row) => exampleOf(row) ?? []);
  expect((all.length - examples.length) / all.length).toBeLessThan(0.01);
  expect(model().trainedOn).toBe(digestOf(examples).toString('hex'));
});

test('a few rows are learned by heart, the same way each time', () => {
  const few = [
    { headline: 'Wobbler Zarn', title: ['Wobbler'], company: ['Zarn'] },
    { headline: 'Zarn: Wobbler', title: ['Wobbler'], company: ['Zarn'] },
    { headline: 'Wobbler', title: ['Wobbler'], company: [null] },
    { headline: 'Nothing at all', title: [null], company: [null] },
  ];
  const examples = few.flatMap((row) => exampleOf(row) ?? []);
  const trained = [1, 2].map(() =>
    modelOf(
      bytesOf(
        learn(examples, () => undefined),
        digestOf(examples),
      ),
    ),
  );
  expect(trained[0]?.words).toEqual(trained[1]?.words);
  const [first] = trained;
  for (const { headline, title, company } of few) {
    const text = readable(headline);
    const tokens = tokensIn(text);
    const found = tag(tokens, text, first ?? model());
    const read = [found.title, found.company].map((span) =>
      span === null ? null : text.slice(tokens[span.first]?.from, tokens[span.last]?.to),
    );
    expect({ headline, read }).toEqual({ headline, read: [title[0], company[0]] });
  }
});
