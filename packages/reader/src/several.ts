/** What is put together from the others, for those who use the package. */
import { companyKeys } from './company/company-key';
import { titlePhrase } from './company/names';
import { readHeadline, type ReadHeadline } from './headline/headline';
import { isListed, listedTitle } from './title/listed-title';

/** Whether two names are of one company: `sameCompany('Nordwerk A/S', 'nordwerk')`. */
export function sameCompany(one: string, other: string): boolean {
  const keys = new Set(companyKeys(one));
  return companyKeys(other).some((key) => keys.has(key));
}

/**
 * Whether a title is the wanted one, also in another language: `titleMatches('Leitung Nachhaltigkeit', 'Head of Sustainability')`.
 * @param title as its holder writes it. @param wanted as a customer profile lists it.
 */
export const titleMatches = (title: string, wanted: string): boolean =>
  isListed(listedTitle(wanted), title, titlePhrase(title));

/**
 * Reads headlines, a promise because a reader that asks elsewhere fits behind it too.
 * @param headlines at most 400 characters of each are read. @returns one reading each, in their order.
 */
export const readMany = (headlines: readonly (string | null)[]): Promise<ReadHeadline[]> =>
  Promise.resolve(headlines.map(readHeadline));
