/**
 * Reads the place people put on their profile: "Greater Munich Metropolitan Area" is Germany, Bavaria.
 *
 * Country names are taken from i18n-iso-countries in the languages below; what that list does not have (states, provinces,
 * the cities behind metro names) is in `places.ts`. What cannot be read is null; a region is given only when it is known
 * to be one, never a city.
 */
import countryNames from 'i18n-iso-countries';
import { fold } from '../text/fold';
import {
  canadianProvinces,
  cities,
  countryBeforeState,
  countryNicknames,
  metroWords,
  regions,
  usStates,
} from './places';

export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** State, province or land by its English name. */
  readonly region: string | null;
}

/** Languages in which country names are understood. */
export const countryLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'nb', 'pl'] as const;

const nowhere: Place = Object.freeze({ country: null, region: null });
const countries = new Map<string, string>();
const regionNames = new Map<string, Place>();
const cityNames = new Map<string, Place>();
const codes: ReadonlySet<string> = new Set(Object.keys(countryNames.getAlpha2Codes()));

for (const language of countryLanguages) {
  for (const [code, names] of Object.entries(countryNames.getNames(language, { select: 'all' }))) {
    for (const name of names) if (!countries.has(fold(name))) countries.set(fold(name), code);
  }
}
for (const [alpha3, alpha2] of Object.entries(countryNames.getAlpha3Codes())) countries.set(fold(alpha3), alpha2);
for (const [name, code] of Object.entries(countryNicknames)) countries.set(name, code);
for (const [country, list] of Object.entries(regions)) {
  for (const [name, ...others] of list) {
    if (name === undefined) continue;
    const place = Object.freeze({ country, region: name });
    for (const spelling of [name, ...others]) regionNames.set(fold(spelling), place);
  }
}
for (const [country, region, spellings] of cities) {
  const place = Object.freeze({ country, region });
  for (const spelling of spellings.split(' | ')) cityNames.set(fold(spelling), place);
}

/** Three letters are a country code only when nothing else is meant: "AND" and "CAN" are words. */
const wordsThatAreCodes = new Set(['and', 'can', 'per', 'are', 'not', 'pan', 'cub', 'som', 'mar', 'bel', 'don']);

/** The country that a text names or stands for as a code (`DE`, `deu`, `Deutschland`, `UK`); null when it names none. */
export function countryOf(text: string): string | null {
  const trimmed = text.trim();
  const upper = trimmed.toUpperCase();
  if (/^[A-Za-z]{2}$/.test(trimmed))
    return codes.has(upper) ? upper : (countryNicknames[trimmed.toLowerCase()] ?? null);
  const folded = fold(trimmed)
    .replace(/\.(?=\w\.|$)/g, '')
    .replace(/^the /, '');
  if (folded.length === 3 && wordsThatAreCodes.has(folded)) return null;
  return countries.get(folded) ?? null;
}

/** Whether it is a code of ISO 3166-1 alpha-2, in capitals. */
export function isCountryCode(code: string): boolean {
  return codes.has(code);
}

/** The country's English name, for people: `DE` is `Germany`. An unknown code is given back. */
export function countryName(code: string): string {
  return countryNames.getName(code, 'en') ?? code;
}

/** Reads a location. Both null when it names no place we know ("Remote", "Earth", "EMEA"). */
export function parseLocation(text: string | null | undefined): Place {
  if (text === null || text === undefined || text.length > 200) return nowhere;
  const parts = text
    .normalize('NFKC')
    .split(/[,;|•·()/]|\s+[-–—]\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const whole = fold(text);
  const known = cityNames.get(whole);
  if (known !== undefined) return known;

  const last = parts[parts.length - 1];
  if (last === undefined) return nowhere;
  const behind = parts.slice(0, -1);
  // A single part has been tried in every way.
  return ofLastPart(last, behind) ?? (behind.length === 0 ? null : ofAnyPart(parts)) ?? nowhere;
}

/** The place by its last part, which names the country or state; the parts before it settle what is ambiguous. */
function ofLastPart(last: string, before: readonly string[]): Place | null {
  const city = firstCity(before);
  if (/^[A-Z]{2}$/.test(last) && before.length > 0) {
    const state = usStates[last];
    if (state !== undefined && !(city !== null && city.country === last)) {
      if (city?.country === 'US' || !countryBeforeState.has(last)) return { country: 'US', region: state };
    }
    const province = canadianProvinces[last];
    if (province !== undefined && !codes.has(last)) return { country: 'CA', region: province };
    if (province !== undefined && city?.country === 'CA') return { country: 'CA', region: province };
  }
  const country = countryOf(last);
  if (country !== null) {
    // "Atlanta, Georgia" is no city of the country.
    if (city !== null && city.country === 'US' && fold(last) === fold(city.region ?? '')) return city;
    const named = countryNicknames[fold(last)] === country ? regionNames.get(fold(last))?.region : undefined;
    return { country, region: regionIn(country, before) ?? named ?? null };
  }
  return cityOf(last) ?? regionNames.get(fold(last)) ?? null;
}

/** A country or city in any part, for orders such as "Germany - Remote". */
function ofAnyPart(parts: readonly string[]): Place | null {
  for (const part of parts) {
    const country = part.length > 2 ? countryOf(part) : null;
    if (country !== null) return { country, region: regionIn(country, parts) };
  }
  return firstCity(parts);
}

function firstCity(parts: readonly string[]): Place | null {
  for (const part of parts) {
    const city = cityOf(part);
    if (city !== null) return city;
  }
  return null;
}

/** A city, by itself or inside a metro name: "Greater Boston", "Paris et périphérie", "San Francisco Bay Area". */
function cityOf(text: string): Place | null {
  const folded = fold(text);
  const direct = cityNames.get(folded);
  if (direct !== undefined) return direct;
  let name = folded;
  for (let turn = 0; turn < 3; turn += 1) {
    const shorter = name.replace(metroWords, '');
    if (shorter === name) return null;
    name = shorter;
    const city = cityNames.get(name);
    if (city !== undefined) return city;
    const region = regionNames.get(name);
    if (region !== undefined) return region;
  }
  return null;
}

/** The region among the parts before a country: one in its table, or that of a city in it. */
function regionIn(country: string, parts: readonly string[]): string | null {
  for (const part of [...parts].reverse()) {
    const region = regionNames.get(fold(part));
    if (region?.country === country) return region.region;
    const state = country === 'US' ? usStates[part] : country === 'CA' ? canadianProvinces[part] : undefined;
    if (state !== undefined) return state;
  }
  const city = firstCity(parts);
  return city?.country === country ? city.region : null;
}
