/**
 * Decides when a name with added words of a trade or place means the same company: "KarmikSoft Technologies Pvt Ltd" and
 * "KarmikSoft". Used only to leave out people of own and competing companies. Accounts stay separate (`rules/companies`),
 * because a bank and a bakery of one name are two companies.
 */
import { remembering } from '../shared/text/remembering';
import { companyWords } from '../rules/companies/company-key';
import { isListedPlace, namesOrganisation } from '../rules/qualification/headline/lists';
import { isOwnWord } from '../rules/qualification/headline/named';
import { isPlace } from '../rules/qualification/headline/place';

/** Words that tell no trade. With them added, a name means the same company. */
const plainWords: ReadonlySet<string> = new Set(
  'technologies technology tech techs software soft systems system solutions solution services service labs lab digital online cloud ai it data analytics apps app platform platforms global worldwide europe emea apac africa asia americas dach nordics latam india deutschland official hq team'.split(
    ' ',
  ),
);
/** A made-up name: in camel case, or this long. For it, words of a trade may also be added. */
const madeUp = /\p{Ll}\p{Lu}/u;
const long = 9;
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

/** Makes a check whether a company is one of these, with words added to its name or left out of it. */
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
