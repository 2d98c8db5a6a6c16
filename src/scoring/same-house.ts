/**
 * When a name with words of a trade or a place added is the same house: "KarmikSoft Technologies Pvt Ltd" and "KarmikSoft". For leaving
 * out own and competitors' staff alone: accounts stay apart (`rules/companies`), because a bank and a bakery of one name are two.
 */
import { remembering } from '../shared/text/remembering';
import { companyWords } from '../rules/companies/company-key';
import { isListedPlace, namesOrganisation } from '../rules/qualification/headline/lists';
import { isOwnWord } from '../rules/qualification/headline/named';
import { isPlace } from '../rules/qualification/headline/place';

/** Words that tell nobody's trade; beside them any name of its own is the same house. */
const plainWords: ReadonlySet<string> = new Set(
  'technologies technology tech techs software soft systems system solutions solution services service labs lab digital online cloud ai it data analytics apps app platform platforms global worldwide europe emea apac africa asia americas dach nordics latam india deutschland official hq team'.split(
    ' ',
  ),
);
/** A made-up name: written in two, or this long. Beside it also words of a trade are the same house. */
const madeUp = /\p{Ll}\p{Lu}/u;
const long = 9;
/** Letters that a name needs. */
const shortest = 4;

interface House {
  /** What it is called, in one word. */
  readonly name: string;
  readonly added: ReadonlySet<string>;
}

/** A company's name without what was added; false where nothing of its own is left. */
const houseOf = remembering(4_000, (companyName): House | false => {
  const words = companyWords(companyName);
  let own = words.length;
  const mayTrade =
    madeUp.test(companyName.slice(0, 40).split(/[^\p{L}\p{N}]/u)[0] ?? '') || (words[0]?.length ?? 0) >= long;
  const isAdded = (word: string) =>
    plainWords.has(word) || isPlace(word) || isListedPlace(word) || (mayTrade && namesOrganisation(word));
  while (own > 1 && isAdded(words[own - 1] ?? '')) own -= 1;
  const name = words.slice(0, own).join('');
  if (name.length < shortest || !words.slice(0, own).some((word) => isOwnWord(word))) return false;
  return { name, added: new Set(words.slice(own)) };
});

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((word) => all.has(word));

/** Finds out whether a company is one of some, with words added to its name or left out of it. */
export function sameHouseAs(names: readonly string[]): (companyName: string) => boolean {
  const houses = new Map<string, House[]>();
  for (const name of names) {
    const house = houseOf(name);
    if (house) houses.set(house.name, [...(houses.get(house.name) ?? []), house]);
  }
  if (houses.size === 0) return () => false;
  return (companyName) => {
    const house = houseOf(companyName);
    if (house === false) return false;
    const known = houses.get(house.name) ?? [];
    return known.some(({ added }) => isWithin(added, house.added) || isWithin(house.added, added));
  };
}
