/**
 * Decides when a name with added words means the same company. If its first word was made up, that word decides, whatever follows:
 * "Hebemax Rental" is "Hebemax Gabelstapler GmbH". Of other names only plain words and places may be added: "Oakline Bank
 * Technologies Ltd" is "Oakline Bank". Used only to leave out people of own and competing companies. Accounts stay separate
 * (`packages/reader`), because a bank and a bakery of one name are two companies.
 */
import {
  companyKeys,
  companyWords,
  fold,
  isCoined,
  isListedPlace,
  isOwnWord,
  isPlace,
  remembering,
} from '../../packages/reader/src';

/** Words that tell no trade. With them added, a name means the same company. */
const plainWords: ReadonlySet<string> = new Set(
  'technologies technology tech techs software soft systems system solutions solution services service labs lab digital online cloud ai it data analytics apps app platform platforms global worldwide europe emea apac africa asia americas dach nordics latam india deutschland official hq team'.split(
    ' ',
  ),
);
/** The fewest letters of a name. */
const shortest = 4;

interface House {
  /** The name as one word. */
  readonly name: string;
  readonly added: ReadonlySet<string>;
}

/** A company's name without added words. False when no distinctive name is left. */
const houseOf = remembering(4_000, (companyName): House | false => {
  const words = companyWords(companyName);
  let own = words.length;
  const isAdded = (word: string) => plainWords.has(word) || isPlace(word) || isListedPlace(word);
  while (own > 1 && isAdded(words[own - 1] ?? '')) own -= 1;
  const name = words.slice(0, own).join('');
  if (name.length < shortest || !words.slice(0, own).some((word) => isOwnWord(word))) return false;
  return { name, added: new Set(words.slice(own)) };
});

/** Letters of a name that are looked at for its first word. */
const lookedAt = 80;

/** How family names begin: "O'Sullivan", "D’Angelo". */
const familyBegin = /^\s*\p{L}{1,2}['’]\p{L}/u;

/** The keys of a made-up first word of a watched name. None where it is an ordinary one. */
function coinedKeys(companyName: string): readonly string[] {
  if (familyBegin.test(companyName)) return [];
  const [first = ''] = companyWords(companyName);
  // As it is written, for its capitals.
  const written = companyName.slice(0, lookedAt).match(/[\p{L}\p{M}]+/gu) ?? [];
  const asWritten = written.find((word) => fold(word) === first) ?? first;
  return isCoined(asWritten) ? companyKeys(first) : [];
}

/** The keys that an employer's name begins with: its first word, and its first two as one written apart ("Agro Pulso"). */
function firstKeys(companyName: string): readonly string[] {
  const [first = '', second] = companyWords(companyName);
  return second === undefined ? companyKeys(first) : [...companyKeys(first), first + second];
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((word) => all.has(word));

/** How a company is one of others: by its whole name, or by the first word alone, which is not sure. Null: it is none. */
export type Likeness = 'name' | 'first word' | null;

/** Makes a check whether a company is one of these, with words added to its name or left out of it. */
export function sameCompanyAs(names: readonly string[]): (companyName: string) => Likeness {
  const byName = new Map<string, House[]>();
  const coined = new Set(names.flatMap((name) => coinedKeys(name)));
  for (const name of names) {
    const house = houseOf(name);
    if (house) byName.set(house.name, [...(byName.get(house.name) ?? []), house]);
  }
  if (byName.size === 0 && coined.size === 0) return () => null;
  return (companyName) => {
    const house = houseOf(companyName);
    const known = house === false ? [] : (byName.get(house.name) ?? []);
    if (house !== false && known.some(({ added }) => isWithin(added, house.added) || isWithin(house.added, added)))
      return 'name';
    return coined.size > 0 && firstKeys(companyName).some((key) => coined.has(key)) ? 'first word' : null;
  };
}
