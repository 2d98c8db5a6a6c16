/**
 * Folded texts that filters compare for equality. Folding can lengthen a text (`ß` to `ss`), so stored texts are cut to their
 * column, and requested texts must be cut in the same way.
 */
import { askedCompanyKeys, companyKey, fold } from '../../../packages/reader/src';
import { cut } from '../../shared/text/cut';

/** The stored key of a lead's company name. For a name that means no company, the name itself. */
export const companyNameKey = (name: string): string => cut(companyKey(name) || fold(name), 200);
/** Keys that find leads of a company by a name in a request. */
export const askedCompanyNameKeys = (name: string): string[] => {
  const keys = askedCompanyKeys(name);
  return (keys.length === 0 ? [fold(name)] : keys).map((key) => cut(key, 200));
};
export const industryKey = (industry: string): string => cut(fold(industry), 160);
export const labelKey = (label: string): string => cut(fold(label), 80);
