/** What values of sentences are called in German: ranks, functions, countries, days, posts. */
import { countryName, isCountryCode } from '../../packages/reader/src';
import { capitalise } from '../shared/text/capitalise';
import { partsOf, type ReadValue, type Say } from './sentences';

const ranks: Readonly<Record<string, string>> = {
  owner: 'Inhaber',
  cxo: 'C-Ebene',
  partner: 'Partner',
  vp: 'Vice President',
  director: 'Leitung',
  manager: 'Manager',
  senior: 'Senior',
  entry: 'Einstieg',
  training: 'Ausbildung',
  unpaid: 'Unbezahlt',
};

const functions: Readonly<Record<string, string>> = {
  management: 'Geschäftsführung',
  sales: 'Vertrieb',
  marketing: 'Marketing',
  product: 'Produkt',
  engineering: 'Entwicklung',
  it: 'IT',
  data: 'Daten',
  design: 'Design',
  operations: 'Operations',
  procurement: 'Einkauf',
  finance: 'Finanzen',
  legal: 'Recht',
  hr: 'Personal',
  support: 'Support',
  consulting: 'Beratung',
  research: 'Forschung',
  administration: 'Verwaltung',
  education: 'Bildung',
  health: 'Gesundheit',
  media: 'Medien',
  other: 'Anderes',
};

/** The post that somebody engaged with. */
const posts: Readonly<Record<string, string>> = {
  'a post': 'Beitrag',
  'a post by a competitor': 'Beitrag eines Wettbewerbers',
  'a post by a teammate': 'Beitrag aus dem eigenen Team',
  'a post by somebody you watch': 'Beitrag eines beobachteten Profils',
};

const inGerman = new Intl.DisplayNames('de', { type: 'region', fallback: 'none' });

/** German names by ISO code and by the name that this service gives in English. */
const countries = new Map<string, string>();
const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n));
for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
  const name = isCountryCode(code) ? inGerman.of(code) : undefined;
  if (name === undefined) continue;
  countries.set(code, name);
  countries.set(countryName(code), name);
}

const written = new Intl.DateTimeFormat('de', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayPattern = /^\d{1,2} [A-Z][a-z]{2,8} \d{4}$/;

/** `3 Oct 2026`, or `3 Oct 2026, 2 days ago`. */
function day(text: string): string | undefined {
  const [date = '', age] = text.split(', ');
  const time = dayPattern.test(date) ? Date.parse(`${date} UTC`) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  if (age === undefined) return written.format(time);
  const days = /^(\d+) days? ago$/.exec(age)?.[1];
  return days === undefined ? undefined : `${written.format(time)}, vor ${days} ${days === '1' ? 'Tag' : 'Tagen'}`;
}

const among =
  (names: Readonly<Record<string, string>>): ReadValue =>
  (value) =>
    Object.hasOwn(names, value) ? names[value] : undefined;

/** The German name of a country, by its ISO code or its English name. */
export const countryInGerman: ReadValue = (value) => countries.get(value);

export const germanValues = (say: Say): Readonly<Record<string, ReadValue>> => ({
  rank: among(ranks),
  function: among(functions),
  post: among(posts),
  country: countryInGerman,
  date: day,
  sentence: say,
  reasons: (list) =>
    partsOf(list, '; ')
      .map((part) => say(part) ?? part)
      .join('; '),
  parts: (list) =>
    partsOf(list, ', ')
      .map((part) => say(part) ?? countryInGerman(part) ?? part)
      .join(', '),
});

/** Groups of an audience (`src/rules/audience/buckets.ts`): rank and function, a country, or what is left. */
const groups = new Map([
  ['Unknown', 'Unbekannt'],
  ['Other', 'Andere'],
  ...Object.entries(ranks).flatMap(([rank, name]): [string, string][] => {
    const written = rank === 'cxo' ? 'C-level' : capitalise(rank);
    return [
      [`${written}, any function`, `${name}, jeder Bereich`],
      ...Object.entries(functions).map(([field, german]): [string, string] => [
        `${written}, ${capitalise(field)}`,
        `${name}, ${german}`,
      ]),
    ];
  }),
  ...Object.entries(functions).map(([field, german]): [string, string] => [
    `${capitalise(field)}, any level`,
    `${german}, jeder Rang`,
  ]),
]);

export const groupInGerman = (group: string, isPlace: boolean): string =>
  groups.get(group) ?? (isPlace ? countries.get(group) : undefined) ?? group;
