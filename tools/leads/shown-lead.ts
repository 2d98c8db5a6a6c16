/**
 * Which single leads a caller may open. Programs and assistants read ACTIVE leads by id, and find the others in lists by their
 * disposition. People open leads of every disposition, to bring them back.
 */
import { notFound } from '../../src/shared/errors';
import type { Workspace } from '../../src/workspace/workspace';
import { asUuid } from '../fields';

/** The lead with its evidence. @throws OperationError `not_found` */
export async function shownLead({ store, caller }: Workspace, leadId: string) {
  const id = asUuid(leadId);
  const isPerson = caller.kind === 'session';
  const row = id && (await (isPerson ? store.leads.any(id) : store.leads.active(id)));
  if (!row) throw notFound(isPerson ? 'lead' : 'active lead');
  return row;
}

/** The id of a lead that the caller may open. @throws OperationError `not_found` */
export async function expectShownLead({ store, caller }: Workspace, leadId: string): Promise<string> {
  const id = asUuid(leadId);
  const isPerson = caller.kind === 'session';
  if (id && (await (isPerson ? store.leads.exists(id) : store.leads.isActive(id)))) return id;
  throw notFound(isPerson ? 'lead' : 'active lead');
}
