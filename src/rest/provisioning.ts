/**
 * Provisioning: an application that signs its people in itself keeps the members of a workspace here, by its own ids.
 * `PUT` and `DELETE /admin/organizations/{organizationId}/members/{externalId}`, with a key made for this and nothing else.
 */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { apiPrefix } from '../../config/settings';
import { detailsOf } from '../../tools/issues';
import { roles } from '../domain/values';
import { invalid, OperationError } from '../errors';
import { bearerToken } from '../http/bearer';
import { readJsonObject } from '../http/body';
import { WindowLimiter } from '../http/window-limiter';
import { respond, sendJson } from '../http/respond';
import type { Route } from '../http/router';
import type { TracedResponse } from '../http/traced-response';
import type { Database } from '../store/database';
import { callerOfKey } from '../access/provisioning-keys';
import { deactivateMember, putMember } from '../store/provisioning';
import { readPathSegment } from './query-string';

export const memberPath = '/admin/organizations/{organizationId}/members/{externalId}';

/** What an application may say of a person. */
export const memberShape = z.strictObject({
  email: z.email('must be an e-mail address').max(254).optional().describe('Required for a new person.'),
  displayName: z.string().trim().min(1).max(200).optional().describe('How the person is called.'),
  role: z
    .enum(roles, `must be one of ${roles.join(', ')}`)
    .optional()
    .describe('MEMBER for a new person.'),
  active: z.boolean('must be true or false').optional().describe('Whether they have access; true for a new person.'),
});

/** What a workspace's member is, as it is answered. */
export const memberAnswer = z.object({
  data: z.object({
    userId: z.guid().describe('The id in this service.'),
    externalId: z.string(),
    email: z.string(),
    displayName: z.string(),
    role: z.enum(roles),
    active: z.boolean(),
  }),
});

const conflicts = {
  last_owner: 'A workspace keeps one active owner at least.',
  email_taken: 'This e-mail address belongs to another person of this service.',
  shared: 'This person belongs to other workspaces too: their e-mail address and name cannot be changed from here.',
} as const;

/** @param perMinute calls of one key in a minute. */
export function provisioningRoutes(db: Database, perMinute: number, now: () => number = Date.now): readonly Route[] {
  const limiter = new WindowLimiter(60);
  const allowed = async (req: IncomingMessage, [organizationId = '', externalId = '']: readonly string[]) => {
    const secret = bearerToken(req.headers.authorization);
    const caller = secret === undefined ? undefined : await callerOfKey(db, secret, now());
    if (caller === undefined) {
      throw new OperationError('invalid_api_key', 'Send a provisioning key (`leadlight key create --provisioning`).');
    }
    const { organizationId: workspace } = caller;
    if (limiter.wait(workspace, perMinute) > 0) throw new OperationError('rate_limited', 'Too many calls in a minute.');
    limiter.add(workspace, 1);
    if (readPathSegment('organizationId', organizationId).toLowerCase() !== workspace) {
      throw new OperationError('not_found', 'No such organization for this key.');
    }
    const id = readPathSegment('externalId', externalId);
    if (id.length > 255 || id.trim() !== id || /[\p{Cc}\p{Cf}]/u.test(id)) {
      throw invalid({ path: 'externalId', message: 'must be 1 to 255 characters without control characters' });
    }
    return { caller, externalId: id };
  };

  const put = async (req: IncomingMessage, res: TracedResponse, segments: readonly string[]) => {
    const { caller, externalId } = await allowed(req, segments);
    const parsed = memberShape.safeParse(await readJsonObject(req, res));
    if (!parsed.success) throw invalid(...detailsOf(parsed.error.issues));
    const result = await putMember(db, caller, externalId, parsed.data, now());
    if ('member' in result) return sendJson(res, result.outcome === 'created' ? 201 : 200, { data: result.member });
    if (result.outcome === 'email_required') {
      throw invalid({ path: 'email', message: 'is required for a person who is not known yet' });
    }
    throw new OperationError('conflict', conflicts[result.outcome]);
  };
  const remove = async (req: IncomingMessage, res: TracedResponse, segments: readonly string[]) => {
    const { caller, externalId } = await allowed(req, segments);
    const change = await deactivateMember(db, caller, externalId, now());
    if (change === 'not_a_member') throw new OperationError('not_found', 'No such member.');
    if (change === 'last_owner') throw new OperationError('conflict', 'A workspace keeps one active owner at least.');
    return respond(res, 204, null, '');
  };
  return [{ path: `${apiPrefix}${memberPath}`, name: memberPath, answer: { PUT: put, DELETE: remove } }];
}
