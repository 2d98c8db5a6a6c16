/** The filter by owner that several reads of leads share. */
import { z } from 'zod';
import type { Caller } from '../../src/workspace/workspace';
import { invalid } from '../../src/shared/errors';

const most = 50;
// Both cases are spelled out, because a JSON Schema has no flag for them.
const uuidOrWord = /^(?:me|none|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/;

export const ownerIds = z
  .array(
    z
      .string()
      .regex(uuidOrWord, 'must be a uuid, me or none')
      .transform((value) => value.toLowerCase()),
  )
  .min(1)
  .max(most)
  .describe(
    `Who owns the lead: user ids, \`me\` (of this connection), \`none\` (nobody). At most ${most}, any of them matches.`,
  )
  .optional();

/**
 * Ids of the requested owners. Null is nobody.
 * @throws OperationError `validation_failed` for `me` when the caller is not a person.
 */
export function ownersOf(caller: Caller, given: readonly string[] | undefined): (string | null)[] | undefined {
  return given?.map((one) => {
    if (one === 'none') return null;
    return one === 'me' ? userOf(caller) : one;
  });
}

function userOf(caller: Caller): string {
  if (caller.kind === 'connection') return caller.connection.userId;
  if (caller.kind === 'session') return caller.userId;
  throw invalid({
    path: 'ownerIds',
    message:
      caller.kind === 'api_key'
        ? 'me means a person, and an API key speaks for its service, not for a person: give user ids'
        : 'me means the person of a connection, and this caller is not one: give user ids',
  });
}
