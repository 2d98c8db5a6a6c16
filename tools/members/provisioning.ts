/** What the operations for provisioning members from another application share: parameters and refusals. */
import { z } from 'zod';
import type { PutRefusal } from '../../src/auth/provisioning-policy';
import type { Workspace } from '../../src/workspace/workspace';
import { roles } from '../../src/shared/values';
import { invalid, notFound, OperationError } from '../../src/shared/errors';

/** The member and the workspace: the two parameters of the path. */
export const memberAddress = {
  organizationId: z.string().max(100).describe('The workspace of the key.'),
  externalId: z
    .string()
    .min(1)
    .max(255, 'must be at most 255 characters')
    .refine(
      (id) => id.trim() === id && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(id),
      'must hold no control characters or outer blanks',
    )
    .describe("Your application's id of the person, at most 255 characters. Valid only in this workspace."),
};

/** @throws OperationError `not_found` when the workspace is not the caller's. */
export function requireOwn({ organizationId }: Workspace, named: string): void {
  if (named.toLowerCase() !== organizationId) throw notFound('organization');
}

export const memberSchema = z.strictObject({
  userId: z.guid().describe('The id in this service.'),
  externalId: z.string().describe('The id in the application.'),
  email: z.string().describe('Their e-mail address, in lower case.'),
  displayName: z.string().describe('Display name.'),
  role: z.enum(roles).describe('Their role in this workspace.'),
  active: z.boolean().describe('Whether they have access.'),
});

const conflicts: Readonly<Record<Exclude<PutRefusal, 'email_required'>, string>> = {
  email_taken: 'This e-mail address belongs to another person.',
  email_elsewhere:
    'Somebody has an account with this e-mail address and is no member of this workspace. Nobody is joined by their address alone: an owner or admin invites them (Members in the console), and the owner of the account accepts the link. The operator of this service can add them too (`leadlight member add`), or say that all workspaces share one directory.',
  shared: 'This person belongs to other workspaces too: their e-mail address and name cannot be changed from here.',
  has_password: 'This person signs in here with a password and their address: it cannot be changed from here.',
};

export const lastOwner = () => new OperationError('conflict', 'A workspace must keep at least one active owner.');

export function refusal(why: PutRefusal): OperationError {
  return why === 'email_required'
    ? invalid({ path: 'email', message: 'is required for a person who is not known yet' })
    : new OperationError('conflict', conflicts[why]);
}
