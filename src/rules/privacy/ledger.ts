/**
 * The ledger of people's requests: lines stored beside the database, so that an older backup can be brought up to date. It
 * holds HMACs, kinds and times, and nothing that names anybody.
 */
import { z } from 'zod';
import { markedKinds } from './key';

/** `lifted` withdraws all requests about a subject. */
const requests = ['erased', 'suppressed', 'no_contact', 'lifted', 'workspace_deleted'] as const;
export type LedgerRequest = (typeof requests)[number];

export const ledgerEntry = z.object({
  at: z.number(),
  request: z.enum(requests),
  organizationId: z.string(),
  /** Joins the identifiers of one person. Empty for a workspace. */
  subject: z.string(),
  marks: z.array(z.object({ digest: z.string(), kind: z.enum(markedKinds) })),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** The combined effect of all requests about one person. */
export interface MarkInForce {
  readonly organizationId: string;
  readonly subject: string;
  readonly request: Exclude<LedgerRequest, 'lifted' | 'workspace_deleted'>;
  readonly at: number;
  readonly marks: readonly { readonly digest: string; readonly kind: (typeof markedKinds)[number] }[];
}

export interface LedgerState {
  readonly people: readonly MarkInForce[];
  /** Ids of workspaces that were deleted. */
  readonly deletedWorkspaces: ReadonlySet<string>;
  /** Subjects, by workspace, without any request in force. */
  readonly lifted: readonly { readonly organizationId: string; readonly subject: string }[];
}

/**
 * Computes the marks in force: later lines add identifiers to a subject, an erasure takes precedence over an objection, and
 * lifting ends both.
 */
export function marksInForce(entries: Iterable<LedgerEntry>): LedgerState {
  const people = new Map<string, MarkInForce>();
  const deletedWorkspaces = new Set<string>();
  const lifted = new Map<string, { organizationId: string; subject: string }>();
  for (const { at, request, organizationId, subject, marks } of entries) {
    const key = `${organizationId} ${subject}`;
    if (request === 'workspace_deleted') deletedWorkspaces.add(organizationId);
    else if (request === 'lifted') {
      people.delete(key);
      lifted.set(key, { organizationId, subject });
    } else {
      lifted.delete(key);
      const before = people.get(key);
      const stays = before && before.request !== 'no_contact' ? before.request : request;
      const known = new Map([...(before?.marks ?? []), ...marks].map((mark) => [mark.digest, mark]));
      people.set(key, { organizationId, subject, request: stays, at, marks: [...known.values()] });
    }
  }
  const stands = (one: { organizationId: string }) => !deletedWorkspaces.has(one.organizationId);
  return {
    people: [...people.values()].filter(stands),
    deletedWorkspaces,
    lifted: [...lifted.values()].filter(stands),
  };
}
