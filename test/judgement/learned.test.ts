/** What the reader of headlines learned from, and that it learned from just that. */
import { digestOf, exampleOf, heldOutRows, lettersOf, rows } from '../../training/rows';
import { learn } from '../../training/field';
import { bytesOf } from '../../training/bytes';
import { model, modelOf } from '../../src/qualification/headline/model';
import { tag } from '../../src/qualification/headline/tagger';
import { readable, tokensIn } from '../../src/qualification/headline/tokens';
import { learnedHeadlines } from './support/load';

test('every row has the form of the labelled sets, in 25 languages', () => {
  const languages = new Set(learnedHeadlines().map(({ language }) => language));
  expect(languages.size).toBe(25);
});

test('what is measured with is not learned', () => {
  const measured = heldOutRows().map((row) => lettersOf(row.headline));
  const learned = new Set(rows().map((row) => lettersOf(row.headline)));
  expect(measured.length).toBeGreaterThan(2_000);
  expect(measured.filter((letters) => learned.has(letters)).length).toBe(0);
});

test('the model is of the rows that are there: npm run train after a change of them', () => {
  expect(model().trainedOn).toBe(digestOf(rows()).toString('hex'));
});

test('nearly every answer stands in its headline as it is cut', () => {
  const all = rows();
  const without = all.filter((row) => exampleOf(row) === null);
  expect(without.length / all.length).toBeLessThan(0.01);
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
        digestOf(few),
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
