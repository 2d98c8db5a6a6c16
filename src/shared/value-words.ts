/** Values of the API as people read them in tables of the command line and in mails: the words of the console. */
import type { Disposition, LeadTier } from './values';

const words: Readonly<Record<LeadTier | Disposition, string>> = {
  PRIORITY: 'Priority',
  QUALIFIED: 'Qualified',
  NURTURE: 'Nurture',
  UNQUALIFIED: 'Unqualified',
  ACTIVE: 'Active',
  CLIENT: 'Client',
  BAD_LEAD: 'Not a lead',
};

const known = new Map<string, string>(Object.entries(words));

/** The word for a tier or a disposition; another value as it is. */
export const wordFor = (value: string): string => known.get(value) ?? value;

/** A constant of the API as a phrase: `INSUFFICIENT_CREDITS` and `agent_run` are `Insufficient credits` and `Agent run`. */
export const phraseFor = (constant: string): string =>
  constant.slice(0, 1).toUpperCase() + constant.slice(1).toLowerCase().replaceAll('_', ' ');
