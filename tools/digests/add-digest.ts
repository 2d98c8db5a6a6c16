import { z } from 'zod';
import { personOf } from '../../src/auth/caller';
import { readDigestTarget, type DigestTarget } from '../../src/digest/subscriptions';
import { invalid, OperationError } from '../../src/shared/errors';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { defineAction } from '../define';
import { input } from '../fields';
import {
  digestAbout,
  digestLanguage,
  digestSchema,
  digestTimes,
  needsAdmin,
  onlyOwn,
  ownerAsked,
  shown,
  timesOf,
} from './schemas';

/** Most digests that a member may add for themselves. A workspace has a limit too, which one person could use up alone. */
const mostOfOneMember = 5;

export const addDigest = defineAction({
  name: 'add_digest',
  title: 'Add a digest',
  description:
    'Sends a digest at set times, at most once a day and only when something is new. Members can send their own leads to their own address or to Slack. Owners and admins can choose any address, any member or the whole workspace.',
  right: 'changeDigests',
  rest: null,
  inTurn: true,
  input: input({
    to: z
      .string()
      .min(1)
      .max(2_100)
      .describe('`mailto:` with an address, or `slack:` with the https address of an incoming webhook.'),
    ...digestAbout,
    ...digestTimes,
    mailLanguage: digestLanguage.optional(),
  }),
  output: z.strictObject({ data: digestSchema }),
  async run(workspace, { to, for: audience, ownerId: named, mailLanguage: language = null, ...given }) {
    const target = readDigestTarget(to, workspace.digests.allowedHosts);
    if ('problem' in target) throw invalid({ path: 'to', message: target.problem });
    const ownerId = await ownerAsked(workspace, { for: audience, ownerId: named });
    await requireOwnAddress(workspace, target);
    const { pattern, timeZone } = timesOf(workspace, given);
    const row = await workspace.digests.add({
      target,
      audience,
      ownerId,
      pattern,
      timeZone,
      language,
      by: personOf(workspace.caller),
    });
    return {
      answer: { data: await shown(workspace, row.id) },
      changed: { kind: 'digest', id: row.id, detail: row.shown },
    };
  },
});

/**
 * Members may have mails sent only to their own address, and only a few. @throws OperationError `role_required`, `conflict`.
 */
async function requireOwnAddress(
  { writes, store, caller }: ActingWorkspace,
  { channel, address }: DigestTarget,
): Promise<void> {
  const own = onlyOwn(caller);
  if (own === undefined) return;
  const member = await writes.memberWithId(own);
  if (channel === 'mail' && address.toLowerCase() !== member?.email) throw needsAdmin('Mails to other addresses');
  if ((await store.digests.list(own)).length >= mostOfOneMember) {
    throw new OperationError('conflict', `A member has at most ${mostOfOneMember} digests: remove one first.`);
  }
}
