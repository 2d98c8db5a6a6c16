/** Places, which are no employers. */
import { remembering } from '../text/remembering';
import { parseLocation } from '../place/location';
import { isListedPlace, withinNames } from './lists';
import type { Token } from './tokens';

/** Whether a text is a country, region, city or other place that is listed. */
export const isPlace: (text: string) => boolean = remembering(4_096, (text) => {
  if (isOnePlace(text)) return true;
  const places = text.split(between).filter((place) => place !== '');
  return places.length > 1 && places.every(isOnePlace);
});

const isOnePlace = (text: string) => isListedPlace(text) || parseLocation(text).country !== null;

/** What stands between places that are listed one after the other: "Punjab, Haryana & Himachal". */
const between =
  / ?[,、，،;/·・|–+] ?| - | (?:& rest of|&|and|und|et|y|e|ed|en|och|og|ja|i|a|și|és|ve|та|і|и|και) | ו(?=[\u05d0-\u05ea]{3})| و(?=[\u0621-\u064a]{3})/u;

/** Whether a word or mark stands between two places: a comma, "&", "and". */
export const isBetweenPlaces = (token: Token | undefined): boolean =>
  token !== undefined && (/^[,、،&·・]$/u.test(token.text) || withinNames.has(token.text.toLowerCase()));
