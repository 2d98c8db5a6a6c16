/**
 * Folded texts that filters compare for equality. Folding can lengthen a text (`ß` to `ss`), so what is stored is cut to its
 * column, and what is asked for must be cut alike.
 */
import { askedCompanyKeys, companyKey } from '../../rules/companies/company-key';
import { fold } from '../../shared/text/fold';
import { cut } from './batches';

/** What a lead stores of its company's name; of a name that means no company, the name itself. */
export const companyNameKey = (name: string): string => cut(companyKey(name) || fold(name), 200);
/** Keys under which leads of a company are found that somebody asks for by name. */
export const askedCompanyNameKeys = (name: string): string[] => {
  const keys = askedCompanyKeys(name);
  return (keys.length === 0 ? [fold(name)] : keys).map((key) => cut(key, 200));
};
export const industryKey = (industry: string): string => cut(fold(industry), 160);
export const labelKey = (label: string): string => cut(fold(label), 80);
