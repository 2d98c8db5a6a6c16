/** How a request about a person names that person. */
import { z } from 'zod';
import { invalid } from '../../src/shared/errors';
import { parseProfileReference, type Network } from '../../src/ingest/import';
import type { PersonReference } from '../../src/store/reads/find-people';
import { readLeadAddress } from '../../src/shared/lead-address';
import { visibleText } from '../../packages/reader/src';
import { asUuid } from '../fields';

export const person = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .describe('The address of their profile, their member id, or the id of their lead or the address of its page.');

interface Named {
  readonly network: Network;
  readonly organizationId: string;
}

/** @throws OperationError `validation_failed` when the text names no person, or a lead of another workspace. */
export function referenceOf(given: string, { network, organizationId }: Named): PersonReference {
  const text = visibleText(given).trim();
  const page = readLeadAddress(text);
  if (page && page.organizationId !== organizationId) {
    throw invalid({ path: 'person', message: 'is the address of a lead in another workspace' });
  }
  const id = page?.leadId ?? asUuid(text);
  if (id !== undefined) return { personId: id };
  if (/^\d{1,30}$/.test(text)) return { identities: [{ kind: 'member', value: text }] };
  const found = parseProfileReference(text, network);
  if (!found.ok) {
    const message = `is ${found.reason}; give the address of a profile, a member id or the id of a lead`;
    throw invalid({ path: 'person', message });
  }
  if (found.kind === 'company') throw invalid({ path: 'person', message: 'names a company page, not a person' });
  const { memberId, slug } = found;
  return {
    identities: [
      ...(memberId === null ? [] : [{ kind: 'member' as const, value: memberId }]),
      ...(slug === null ? [] : [{ kind: 'slug' as const, value: slug }]),
    ],
  };
}

/** The answer to a request. It names no person. */
export const outcome = {
  reference: z.uuid().describe('Id under which the request is recorded. It identifies nobody.'),
  held: z.boolean().describe('Whether anything was held about this person.'),
  remembered: z.int().min(0).describe('Identifiers that are, or were, stored as keyed hashes.'),
};
