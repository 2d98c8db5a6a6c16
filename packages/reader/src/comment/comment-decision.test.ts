/** When the model of comments is believed: each chance from both sides, said by a model that the test makes up. */
import type { CommentClass } from './comment-classes';
import { decide } from './comment-decision';
import { learnedClasses } from './comment-features';
import { commentScale } from './comment-model';
import { Comment, readComment } from './comment-verdict';

/** What rows learned from hold too few of, and too many. */
const weights: Partial<Record<CommentClass, number>> = { plain: 4.5, leaving: 0.85, refusal: 0.7 };

/** What a model says that gives these chances. */
function saying(chances: Partial<Record<CommentClass, number>>): Int32Array {
  return Int32Array.from(learnedClasses, (name) => {
    const chance = chances[name] ?? 0;
    return chance === 0 ? -100_000 : Math.round(Math.log(chance / (weights[name] ?? 1)) * commentScale);
  });
}
function decided(text: string, chances: Partial<Record<CommentClass, number>>): CommentClass {
  const comment = readComment(text);
  if (!(comment instanceof Comment)) throw new Error('no sentences');
  return decide(comment, saying(chances));
}

const texts = {
  plain: 'So true!',
  request: 'Looking for a supplier, we are looking for a new system.',
  question: 'Ne kadar sürüyor?',
  congratulation: 'Great post!',
};

test.each<readonly [found: keyof typeof texts, other: CommentClass, least: number]>([
  ['plain', 'request', 0.45],
  ['plain', 'leaving', 0.5],
  ['question', 'price', 0.45],
  ['congratulation', 'leaving', 0.5],
  ['question', 'plain', 0.85],
  ['congratulation', 'plain', 0.85],
  ['plain', 'refusal', 0.4],
  ['plain', 'self_promotion', 0.7],
  ['plain', 'job_hunting', 0.7],
])('of %s to %s from %d on', (found, other, least) => {
  const text = texts[found];
  const chances = (chance: number) => {
    // The rest is spread, so that none of it is likelier.
    const rest = (['objection', 'job_hunting', 'self_promotion', 'congratulation'] as const).filter(
      (name) => name !== other,
    );
    return { ...Object.fromEntries(rest.map((name) => [name, (1 - chance) / rest.length])), [other]: chance };
  };
  expect(readComment(text)).toMatchObject({ verdict: found });
  expect(decided(text, chances(least + 0.009))).toBe(other);
  expect(decided(text, chances(least - 0.009))).toBe(found);
});

test('a request that the lists find is never plain', () => {
  expect(decided(texts.request, { plain: 1 })).toBe('request');
});

test('what the lists find too is left, and another class than a request for their own is believed', () => {
  expect(decided(texts.congratulation, { congratulation: 0.3, plain: 0.29, refusal: 0.2, question: 0.21 })).toBe(
    'congratulation',
  );
  expect(decided(texts.request, { refusal: 0.3, plain: 0.29, objection: 0.28, congratulation: 0.13 })).toBe('refusal');
  expect(decided(texts.request, { price: 0.74, plain: 0.13, objection: 0.13 })).toBe('request');
  expect(decided(texts.request, { price: 0.76, plain: 0.12, objection: 0.12 })).toBe('price');
  for (const name of ['objection', 'congratulation'] as const) {
    expect(decided(texts.request, { [name]: 0.74, plain: 0.13, price: 0.13 })).toBe('request');
    expect(decided(texts.request, { [name]: 0.76, plain: 0.12, price: 0.12 })).toBe(name);
  }
});

test('which of three it asks matters less than that it asks', () => {
  expect(decided(texts.plain, { request: 0.2, price: 0.23, leaving: 0.1, plain: 0.47 })).toBe('price');
  expect(decided(texts.plain, { request: 0.1, price: 0.13, leaving: 0.1, plain: 0.67 })).toBe('plain');
});

test('a question that is likelier than each of the three is one', () => {
  const chances = { question: 0.37, price: 0.34, request: 0.13, plain: 0.16 };
  expect(decided(texts.plain, chances)).toBe('plain');
  expect(decided(texts.question, chances)).toBe('question');
  expect(decided(texts.question, { ...chances, price: 0.38, question: 0.33 })).toBe('price');
});

test('who laughs in another sentence asks for nothing that the lists do not find', () => {
  expect(decided('So true! Well 😂', { request: 1 })).toBe('plain');
  expect(decided('So true! Well 😂', { refusal: 1 })).toBe('refusal');
  expect(decided('So true! Well', { request: 1 })).toBe('request');
});

test('of a language that was never learned nine words say nothing, eight may', () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, at) => `zq${'bcdfghjkl'[at % 9] ?? ''}xw`).join(' ');
  expect(decided(words(8), { request: 1 })).toBe('request');
  expect(decided(words(9), { request: 1 })).toBe('plain');
});
