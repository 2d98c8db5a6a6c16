import { z } from 'zod';
import { gather, type DigestSubject } from '../../src/digest/content';
import { subjectOf, plainText } from '../../src/digest/render';
import { invalid } from '../../src/shared/errors';
import type { Language } from '../../src/words/languages';
import type { Workspace } from '../../src/workspace/workspace';
import { defineQuery } from '../define';
import { input } from '../fields';
import { findPeopleToContact } from '../leads/find-people-to-contact';
import { digestAbout, digestId, digestLanguage, digestOf, ownerAsked } from './schemas';

export const previewDigest = defineQuery({
  name: 'preview_digest',
  title: 'Preview a digest',
  description:
    'Shows what a digest would report if it was sent now, and sends nothing. Give `id` for a digest that exists, or `for` for one to add. It is the text part of the mail without its link to unsubscribe. Slack gets the same people.',
  right: 'readDigests',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({
    id: digestId.describe('A digest that exists: what it has reported before is left out.').optional(),
    for: digestAbout.for.optional(),
    ownerId: digestAbout.ownerId,
    mailLanguage: digestLanguage
      .describe('Language of what it says: en or de. Default: that of the digest, else en.')
      .optional(),
  }),
  output: z.strictObject({
    data: z
      .strictObject({
        subject: z.string().describe('Subject line.'),
        text: z.string().describe('The text part of the mail.'),
      })
      .nullable()
      .describe('Null if nothing is new: nothing would be sent.'),
  }),
  async run(workspace, given) {
    const content = await gather(workspace, findPeopleToContact.ask, await subjectAsked(workspace, given), Date.now());
    return { data: content && { subject: subjectOf(content), text: plainText(content) } };
  },
});

/** @throws OperationError `not_found`, `validation_failed`, `role_required`. */
async function subjectAsked(
  workspace: Workspace,
  {
    id,
    for: audience,
    ownerId,
    mailLanguage: language,
  }: {
    readonly id?: string | undefined;
    readonly for?: 'owner' | 'workspace' | undefined;
    readonly ownerId?: string | undefined;
    readonly mailLanguage?: Language | undefined;
  },
): Promise<DigestSubject> {
  if ((id === undefined) === (audience === undefined)) {
    throw invalid({ path: 'id', message: 'either `id` or `for` is required, not both' });
  }
  if (id !== undefined) {
    if (ownerId !== undefined) throw invalid({ path: 'ownerId', message: 'is allowed only with `for: owner`' });
    const row = await digestOf(workspace, id);
    return { ownerId: row.owner_id, reportedUntil: row.told_until, language: language ?? row.language ?? 'en' };
  }
  return {
    ownerId: await ownerAsked(workspace, { for: audience ?? 'owner', ownerId }),
    reportedUntil: null,
    language: language ?? 'en',
  };
}
