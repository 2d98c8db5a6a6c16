/** What `leadlight doctor` reports about webhooks: those that are disabled. */
import type { Database } from '../../database/database';
import { listOrganizations } from '../../store/admin/organizations';
import { listWebhooks } from '../../store/webhooks/endpoints';
import type { Finding } from './checks';
import { count, timestamp } from './text';

/** Disabled webhooks, named by host only: paths may hold secrets. */
export async function checkWebhooks(db: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  let active = 0;
  for (const { id: organizationId, name } of await listOrganizations(db)) {
    for (const { id, url, status, disabled_at: at, disabled_reason: reason } of await listWebhooks(
      db,
      organizationId,
    )) {
      if (status === 'ACTIVE') active += 1;
      else {
        const since = at === null ? '' : ` since ${timestamp(at)}`;
        const message = `${name}: webhook ${id} to ${new URL(url).host} is disabled${since}: ${reason ?? 'no reason is stored'}; \`leadlight webhook resume ${id}\` or \`webhook remove ${id}\``;
        findings.push({ check: 'webhooks', level: 'warning', message });
      }
    }
  }
  return findings.length > 0
    ? findings
    : [{ check: 'webhooks', level: 'ok', message: `none of ${count(active, 'webhook')} is disabled` }];
}
