/**
 * Collects the content of a digest: whom to call, from the operation of that name, and what changed, from the log of tier
 * changes.
 */
import { z } from 'zod';
import type { Move } from '../store/digests/tier-moves';
import type { Workspace } from '../workspace/workspace';
import type { Language } from '../words/languages';
import { reasonIn } from '../words/reasons';
import type { DigestContent, DigestPerson } from './render';
import { digestTexts } from './texts';

/** Most people in each list. */
const most = 10;
/** How far back the first digest looks for news. */
const firstLookMs = 7 * 24 * 3_600_000;

const answered = z.object({
  data: z.array(
    z.object({
      leadId: z.string(),
      displayName: z.string().nullable(),
      title: z.string().nullable(),
      companyName: z.string().nullable(),
      reasons: z.object({
        whyNow: z.array(z.string()),
        whyFit: z.array(z.string()).nullable(),
        quotedText: z.object({ comment: z.string().nullable() }),
      }),
    }),
  ),
});

/** The operation `find_people_to_contact`. Operations pass it in, because this folder may not import any. */
export type FindPeople = (workspace: Workspace, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The subject of a digest. */
export interface DigestSubject {
  /** The member whose leads the digest is about; null for the workspace. */
  readonly ownerId: string | null;
  /** Epoch ms up to which everything was reported before; null: nothing yet. */
  readonly reportedUntil: number | null;
  readonly language: Language;
}

/**
 * @param now epoch ms.
 * @returns null when there is nothing new since the last digest, or its member is gone. It contains no address to unsubscribe.
 */
export async function gather(
  workspace: Workspace,
  findPeople: FindPeople,
  { ownerId, reportedUntil, language }: DigestSubject,
  now: number,
): Promise<DigestContent | null> {
  const { store, organizationId, consoleUrl } = workspace;
  const name = await store.digests.workspaceName();
  if (name === undefined || !(await isThere(workspace, ownerId))) return null;
  const after = reportedUntil ?? now - firstLookMs;
  const moves = await store.digests.moves({ after, until: now, ownerId, most });
  const toCall = (limit: number, since?: number) =>
    peopleToCall(findPeople, workspace, { ownerId, limit, since, language });
  const call = await toCall(most);
  const moved = moves.movedUp.length + moves.cameNew.length > 0;
  if (!moved && reportedUntil === null && call.length === 0) return null;
  if (!moved && reportedUntil !== null && (await toCall(1, reportedUntil + 1)).length === 0) return null;
  const comments = await commentsOf(workspace, [...moves.movedUp, ...moves.cameNew]);
  const shown = (list: readonly Move[]) =>
    list.map((move) => personOf(move, comments.get(move.lead.id) ?? null, language));
  return {
    language,
    workspace: name,
    call,
    movedUp: shown(moves.movedUp),
    cameNew: shown(moves.cameNew),
    leadsUrl: `${consoleUrl}/${organizationId}/leads/`,
    unsubscribeUrl: null,
  };
}

/** The digest of a member is sent only while they are an active member. */
async function isThere({ store }: Workspace, ownerId: string | null): Promise<boolean> {
  if (ownerId === null) return true;
  return (await store.admin.members()).some(({ userId, active }) => userId === ownerId && active);
}

interface ToCall {
  readonly ownerId: string | null;
  readonly limit: number;
  /** Epoch ms. Only people who engaged since then. */
  readonly since: number | undefined;
  readonly language: Language;
}

async function peopleToCall(
  findPeople: FindPeople,
  workspace: Workspace,
  { ownerId, limit, since, language }: ToCall,
): Promise<DigestPerson[]> {
  const answer = await findPeople(workspace, {
    limit,
    ...(ownerId === null ? {} : { ownerIds: [ownerId] }),
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
  });
  return answered.parse(answer).data.map(({ leadId, displayName, title, companyName, reasons }) => ({
    leadId,
    name: displayName,
    about: aboutOf(title, companyName),
    reasons: [...reasons.whyNow, ...(reasons.whyFit ?? [])].map((reason) => reasonIn(language, reason)),
    comment: reasons.quotedText.comment,
  }));
}

const aboutOf = (title: string | null, company: string | null): string | null =>
  [title, company].filter((text) => text !== null && text !== '').join(', ') || null;

/** The latest comment of each person. */
async function commentsOf(workspace: Workspace, moves: readonly Move[]): Promise<Map<string, string>> {
  const rows = await workspace.store.engagements.latestOf(
    moves.map(({ lead }) => lead.id),
    'comment',
    1,
  );
  return new Map(rows.flatMap((row) => (row.comment_excerpt === null ? [] : [[row.lead_id, row.comment_excerpt]])));
}

const personOf = ({ lead, from, reason }: Move, comment: string | null, language: Language): DigestPerson => ({
  leadId: lead.id,
  name: lead.display_name,
  about: aboutOf(lead.title ?? lead.headline, lead.company_name),
  reasons: [
    from === null
      ? digestTexts[language].newAs(lead.lead_tier)
      : digestTexts[language].moved(from, lead.lead_tier, reason),
  ],
  comment,
});
