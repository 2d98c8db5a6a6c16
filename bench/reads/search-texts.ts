/** Texts people search for, of every kind that works differently. */
import { companies, firstNames, lastNames, topics } from '../seed/words';

/** Every nth item, a few of them. */
const some = (items: readonly string[], count: number) =>
  Array.from({ length: count }, (_, at) => items[Math.floor(((at + 0.5) * items.length) / count)] ?? '');

export interface SearchTexts {
  readonly kind: string;
  readonly texts: readonly string[];
  /** Measured and shown, but no part of the mix that the target is about. */
  readonly isExtra?: boolean;
}

export const searchTexts: readonly SearchTexts[] = [
  { kind: 'common word', texts: ['manager', 'sales', 'marketing', 'VP', 'director', 'software', 'growth', 'founder'] },
  { kind: 'name', texts: [...some(firstNames, 10), ...some(lastNames, 20)] },
  { kind: 'company', texts: some(companies, 20).map((name) => name.split(' ')[0] ?? name) },
  { kind: 'rare word', texts: some(lastNames.slice(-2000), 10) },
  { kind: 'fragment', texts: ['mana', 'oftwar', 'ller', 'ark', 'ing', 'str', 'ai', 'e', 'xo', 'zz', 'rketin', 'nda'] },
  {
    kind: 'several words',
    texts: [
      ...some(firstNames, 6).map((first, at) => `${first} ${some(lastNames, 6)[at] ?? ''}`),
      'senior software engineer',
      'head of growth',
      'helping founders with pricing',
      'anna smith',
      'sales director',
      'manager marketing',
      ...some(companies, 4),
    ],
  },
  { kind: 'accents and case', texts: ['MÜLLER', 'zoe', 'Łukasz', 'garcía', 'SØREN'] },
  {
    kind: 'matches nothing',
    texts: [
      'qqqq',
      'xylophonist',
      'manager qqq',
      'zoe qwrtz',
      'no such person anywhere',
      ...topics.slice(0, 3).map((topic) => `${topic}zz`),
    ],
  },
  {
    kind: 'words in another order',
    texts: ['manager marketing', 'director sales', 'engineer software', 'growth of head', 'pricing with founders'],
    isExtra: true,
  },
  { kind: 'signs alone', texts: ['&', '@', '|', '100%', '_', "o'"], isExtra: true },
];
