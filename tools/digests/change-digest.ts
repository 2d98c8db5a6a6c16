import { personOf } from '../../src/auth/caller';
import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import type { DigestRow } from '../../src/store/tables/digests';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { defineAction } from '../define';
import { input } from '../fields';
import { digestId, digestLanguage, digestOf, digestSchema, digestTimes, shown, timesOf } from './schemas';

export const changeDigest = defineAction({
  name: 'change_digest',
  title: 'Change when a digest goes out, and its language',
  description:
    'Changes the times and the language of a digest. If it stopped because the person who added or read it left, this takes it over and it goes out again. If its reader unsubscribed, only that reader, the person with the address, can start it again.',
  right: 'changeDigests',
  rest: null,
  input: input({
    id: digestId,
    ...digestTimes,
    mailLanguage: digestLanguage.describe('Language of what it says: en or de. By default it stays.').optional(),
  }),
  output: z.strictObject({ data: digestSchema }),
  async run(workspace, { id, mailLanguage: language, ...given }) {
    const digest = await digestOf(workspace, id);
    if (digest.status === 'UNSUBSCRIBED') await requireReader(workspace, digest);
    const by = digest.status === 'MAKER_LEFT' ? personOf(workspace.caller) : undefined;
    const row = await workspace.digests.change(digest, { ...timesOf(workspace, given), language, by });
    return {
      answer: { data: await shown(workspace, row.id) },
      changed: { kind: 'digest', id: row.id, detail: [row.pattern, row.time_zone, language].filter(Boolean).join(' ') },
    };
  },
});

/** Only the person who unsubscribed may turn the digest on again. @throws OperationError `conflict`. */
async function requireReader({ writes, caller }: ActingWorkspace, { target }: DigestRow): Promise<void> {
  const reader = caller.kind === 'session' ? await writes.memberWithId(caller.userId) : undefined;
  if (reader?.email === target.toLowerCase()) return;
  throw new OperationError('conflict', 'The reader has unsubscribed from this digest. Only they can turn it on again.');
}
