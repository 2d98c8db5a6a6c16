/** English for what the rules say about people, where the words of the APIs are not those of a person who reads a screen or a mail. */
import { partsOf, type ReadValue, type Row, type Say } from './sentences';

const ranks: Readonly<Record<string, string>> = {
  owner: 'owner',
  cxo: 'C-level',
  partner: 'partner',
  vp: 'vice president',
  director: 'director',
  manager: 'manager',
  senior: 'senior',
  entry: 'entry level',
  training: 'in training',
  unpaid: 'unpaid',
};

const functions: Readonly<Record<string, string>> = { it: 'IT', hr: 'human resources' };

export const englishReasons: readonly Row[] = [
  // A listed title is also found in the words of another language.
  ['title has "{title}"', 'title matches "{title}"'],
  [
    '1 colleague at the same company engaged too, {count} of them in this answer.',
    '1 colleague at the same company engaged too, and is in this list.',
  ],
  [
    '{count} colleagues at the same company engaged too, {some} of them in this answer.',
    '{count} colleagues at the same company engaged too, {some} of them in this list.',
  ],
  ['seniority {rank}', 'rank {rank}'],
  ['function {function}', 'function {function}'],
  ['role ({parts})', 'role ({parts})'],
  ['Role fits: {parts}.', 'Role fits: {parts}.'],
  ['Role does not fit: {parts}.', 'Role does not fit: {parts}.'],
  [
    'Does not fit your ideal customer ({percent} %): {parts}.',
    'Does not fit your ideal customer ({percent} %): {parts}.',
  ],
  [
    'Fits your ideal customer ({percent} %): {parts}; not known: {parts2}.',
    'Fits your ideal customer ({percent} %): {parts}; not known: {parts2}.',
  ],
  ['Fits your ideal customer ({percent} %): {parts}.', 'Fits your ideal customer ({percent} %): {parts}.'],
  ['Left out by your ideal customer profile: {reasons}.', 'Left out by your ideal customer profile: {reasons}.'],
  ['left out by your profile ({reasons})', 'left out by your profile ({reasons})'],
  // What would change under another customer profile (`src/scoring/preview.ts`).
  ...['fits', 'does not fit'].flatMap((fits): Row[] => [
    [`{what} ${fits} now ({parts}), {then} before`, `{what} ${fits} now ({parts}), {then} before`],
    [`{what} ${fits} ({parts})`, `{what} ${fits} ({parts})`],
  ]),
  ...['', ' now, {then} before', ' and was not asked for before'].map((end): Row => {
    const unknown = `{what} is unknown${end}`;
    return [unknown, unknown];
  }),
];

const among =
  (names: Readonly<Record<string, string>>): ReadValue =>
  (value) =>
    Object.hasOwn(names, value) ? names[value] : /^[a-z]+$/.test(value) ? value : undefined;

export const englishValues = (say: Say): Readonly<Record<string, ReadValue>> => ({
  sentence: say,
  // The name of a criterion.
  what: (value) => (/^[a-z ]+$/.test(value) ? value : undefined),
  rank: among(ranks),
  function: among(functions),
  parts: (list: string) =>
    partsOf(list, ', ')
      .map((part) => say(part) ?? part)
      .join(', '),
  reasons: (list: string) =>
    partsOf(list, '; ')
      .map((part) => say(part) ?? part)
      .join('; '),
});
