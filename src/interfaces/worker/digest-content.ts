/** The content of a digest: whom to call, from the operation of that name, and changes from the log of tier changes. */
import { z } from 'zod';
import { query } from '../../../tools/catalogue';
import { dataAccessFlags, dataAccessOf } from '../../auth/rights';
import type { Database } from '../../database/database';
import type { Network } from '../../ingest/import';
import { cursorKeyOf } from '../../store/admin/cursor-key';
import { listMembers } from '../../store/admin/members';
import { findOrganization } from '../../store/admin/organizations';
import { tierMoves, type Move } from '../../store/digests/tier-moves';
import type { TierChangeReason } from '../../store/tables/changes';
import type { DigestRow } from '../../store/tables/digests';
import { workspaceReader } from '../../workspace/open-workspace';
import type { Workspace } from '../../workspace/workspace';
import type { DigestContent, DigestPerson } from '../../digest/render';
import { unsubscribeUrl } from '../../digest/unsubscribe';

/** Most entries in each list. */
const most = 10;
/** How far back the first digest looks for changes. */
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

const becauseOf: Readonly<Record<TierChangeReason, string>> = {
  engagement: 'of new engagement',
  icp: 'the customer profile changed',
  decay: 'time passed',
  profile: 'their profile changed',
  enrichment: 'more is known of them',
  undo: 'an import was undone',
};

export interface Gathering {
  readonly db: Database;
  readonly network: Network;
  /** Address of the service, without a final slash. */
  readonly publicUrl: string;
}

/**
 * @param now epoch ms.
 * @returns null if there is nothing new since the last digest, or its member is gone.
 */
export async function gather(parts: Gathering, digest: DigestRow, now: number): Promise<DigestContent | null> {
  const { db, publicUrl } = parts;
  const { organization_id: organizationId, owner_id: ownerId, told_until: toldUntil } = digest;
  const organization = await findOrganization(db, organizationId);
  if (!organization || !(await isThere(db, digest))) return null;
  const workspace = await workspaceOf(parts, organizationId);
  const after = toldUntil ?? now - firstLookMs;
  const moves = await tierMoves(db, organizationId, { after, until: now, ownerId, most });
  const call = await toCall(workspace, ownerId, most);
  const moved = moves.movedUp.length + moves.cameNew.length > 0;
  if (!moved && toldUntil === null && call.length === 0) return null;
  if (!moved && toldUntil !== null && (await toCall(workspace, ownerId, 1, toldUntil + 1)).length === 0) return null;
  const comments = await commentsOf(workspace, [...moves.movedUp, ...moves.cameNew]);
  const shown = (list: readonly Move[]) => list.map((move) => personOf(move, comments.get(move.lead.id) ?? null));
  return {
    workspace: organization.name,
    call,
    movedUp: shown(moves.movedUp),
    cameNew: shown(moves.cameNew),
    leadsUrl: `${publicUrl}/app/${organizationId}/leads/`,
    unsubscribeUrl: await unsubscribeUrl(db, publicUrl, digest),
  };
}

/** A member's digest is sent only while they are an active member. */
async function isThere(db: Database, { organization_id, owner_id }: DigestRow): Promise<boolean> {
  if (owner_id === null) return true;
  return (await listMembers(db, organization_id)).some(({ userId, active }) => userId === owner_id && active);
}

async function workspaceOf({ db, network, publicUrl }: Gathering, organizationId: string): Promise<Workspace> {
  const open = workspaceReader(db, { cursorKey: await cursorKeyOf(db), network, consoleUrl: `${publicUrl}/app` });
  return open(organizationId, dataAccessOf(dataAccessFlags), { kind: 'operator', name: 'digest' });
}

/** @param since epoch ms: only people who engaged since then. */
async function toCall(
  workspace: Workspace,
  ownerId: string | null,
  limit: number,
  since?: number,
): Promise<DigestPerson[]> {
  const answer = await query.findPeopleToContact.ask(workspace, {
    limit,
    ...(ownerId === null ? {} : { ownerIds: [ownerId] }),
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
  });
  return answered.parse(answer).data.map(({ leadId, displayName, title, companyName, reasons }) => ({
    leadId,
    name: displayName,
    about: aboutOf(title, companyName),
    reasons: [...reasons.whyNow, ...(reasons.whyFit ?? [])],
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

const personOf = ({ lead, from, reason }: Move, comment: string | null): DigestPerson => ({
  leadId: lead.id,
  name: lead.display_name,
  about: aboutOf(lead.title ?? lead.headline, lead.company_name),
  reasons: [
    from === null
      ? `New as ${lead.lead_tier}.`
      : `Moved from ${from} to ${lead.lead_tier}, because ${becauseOf[reason]}.`,
  ],
  comment,
});
