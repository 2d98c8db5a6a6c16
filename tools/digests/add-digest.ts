import { z } from 'zod';
import { readDigestTarget, type DigestTarget } from '../../src/digest/subscriptions';
import { invalid, notFound, OperationError } from '../../src/shared/errors';
import { digestAudiences } from '../../src/store/tables/digests';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { defineAction } from '../define';
import { asUuid, input } from '../fields';
import { digestSchema, digestTimes, needsAdmin, onlyOwn, shown, timesOf } from './schemas';

/** Most digests that a member may add for themselves. A workspace has a limit too, which one person could use up alone. */
const mostOfOneMember = 5;

export const addDigest = defineAction({
  name: 'add_digest',
  title: 'Add a digest',
  description:
    'Sends a digest at set times, at most once a day and only when something is new. Members can send their own leads to their own address or to Slack. Owners and admins can choose any address, any member or the whole workspace.',
  right: 'changeDigests',
  rest: null,
  input: input({
    to: z
      .string()
      .min(1)
      .max(2_100)
      .describe('`mailto:` with an address, or `slack:` with the https address of an incoming webhook.'),
    for: z.enum(digestAudiences).describe('owner: the leads of one member. workspace: all leads.'),
    ownerId: z.string().describe("Whose leads, with `owner`. By default the caller's own.").optional(),
    ...digestTimes,
  }),
  output: z.strictObject({ data: digestSchema }),
  async run(workspace, { to, for: audience, ownerId: named, ...given }) {
    const target = readDigestTarget(to, workspace.digests.allowedHosts);
    if ('problem' in target) throw invalid({ path: 'to', message: target.problem });
    const ownerId = audience === 'owner' ? await ownerOf(workspace, named) : null;
    if (audience === 'workspace' && named !== undefined) {
      throw invalid({ path: 'ownerId', message: 'is allowed only with `for: owner`' });
    }
    await requireOwn(workspace, target, ownerId);
    const { pattern, timeZone } = timesOf(workspace, given);
    const row = await workspace.digests.add({ target, audience, ownerId, pattern, timeZone });
    return {
      answer: { data: await shown(workspace, row.id) },
      changed: { kind: 'digest', id: row.id, detail: row.shown },
    };
  },
});

/** The member whose leads the digest is about. @throws OperationError `not_found`, `validation_failed`. */
async function ownerOf({ writes, caller }: ActingWorkspace, named: string | undefined): Promise<string> {
  const given = named ?? (caller.kind === 'session' ? caller.userId : undefined);
  if (given === undefined)
    throw invalid({ path: 'ownerId', message: 'is required: the member whose leads the digest is about' });
  const id = asUuid(given);
  const member = id === undefined ? undefined : await writes.memberWithId(id);
  if (!member?.active) throw notFound('active member');
  return member.userId;
}

/**
 * Members may add digests only about their own leads, and only to their own mail address. @throws OperationError
 * `role_required`, `conflict`.
 */
async function requireOwn(
  { writes, store, caller }: ActingWorkspace,
  { channel, address }: DigestTarget,
  ownerId: string | null,
): Promise<void> {
  const own = onlyOwn(caller);
  if (own === undefined) return;
  if (ownerId !== own) throw needsAdmin('Digests of other people and of the workspace');
  const member = await writes.memberWithId(own);
  if (channel === 'mail' && address.toLowerCase() !== member?.email) throw needsAdmin('Mails to other addresses');
  if ((await store.digests.list(own)).length >= mostOfOneMember) {
    throw new OperationError('conflict', `A member has at most ${mostOfOneMember} digests: remove one first.`);
  }
}
