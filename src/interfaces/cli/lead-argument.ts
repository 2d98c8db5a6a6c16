import { z } from 'zod';
import { leadIdOrText } from '../../shared/lead-address';
import { parameter } from './command';

const what = 'the id of a lead or the address of its page in the console';

/** The id of a lead, in lower case; the address of its page names it too. */
export const leadId = z
  .string()
  .trim()
  .overwrite(leadIdOrText)
  .pipe(z.uuid(`is not ${what}`).toLowerCase());

export const leadArgument = parameter('<lead id>', what, leadId);

/** A person in a request about their data. */
export const personArgument = parameter(
  '<person>',
  'the address of a profile, a member id, the id of a lead or the address of its page',
  z.string().trim().min(1, 'must name somebody'),
);
