/** What `leadlight doctor` says about assistants that are known by a document which their vendor publishes. */
import type { Settings } from '../../../config/settings';
import type { Database } from '../../database/database';
import { clientsWithStandIn } from '../../store/oauth/clients';
import { listDocumentFaults } from '../../store/oauth/documents';
import { knownDocument } from '../../shared/vendors';
import type { Finding } from './checks';
import { timestamp } from './text';

const check = 'assistants';
const mostShown = 10;

/**
 * Documents that a copy stands in for, and those that could not be used. "Not fetched" is this service's network, "refused" the
 * document itself.
 */
export async function checkAssistants(
  db: Database,
  settings: Pick<Settings, 'OAUTH_CLIENT_DOCUMENTS'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Finding[]> {
  if (settings.OAUTH_CLIENT_DOCUMENTS === 'off') {
    return [{ check, level: 'ok', message: 'OAUTH_CLIENT_DOCUMENTS is off: applications register' }];
  }
  const findings: Finding[] = [];
  for (const { id, standIn } of await clientsWithStandIn(db, mostShown)) {
    if (!standIn) continue;
    const copy =
      standIn.from === 'copy' ? 'its last good copy' : `the copy of ${knownDocument(id)?.seen ?? 'this release'}`;
    const message = `${id} cannot be fetched by this service since ${timestamp(standIn.since)} (${standIn.reason}); ${copy} is used`;
    findings.push({ check, level: 'warning', message });
  }
  for (const fault of await listDocumentFaults(db, mostShown)) {
    const said = fault.kind === 'refused' ? 'was refused' : 'could not be fetched by this service';
    const message = `${fault.client_id} ${said} since ${timestamp(fault.since)}: ${fault.reason}`;
    findings.push({ check, level: 'warning', message });
  }
  const proxy = ['HTTPS_PROXY', 'https_proxy'].find((name) => env[name]);
  if (proxy !== undefined) {
    const message = `${proxy} is set, but documents of assistants are fetched without it, because the address behind a proxy cannot be checked; without a direct way out set OAUTH_CLIENT_DOCUMENTS=off`;
    findings.push({ check, level: 'warning', message });
  }
  return findings.length > 0 ? findings : [{ check, level: 'ok', message: 'no document of an assistant is missing' }];
}
