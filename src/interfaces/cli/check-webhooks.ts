/** What `leadlight doctor` reports about webhooks: those that are disabled. */
import type { Database } from '../../database/database';
import { countActiveWebhooks, disabledWebhooks } from '../../store/webhooks/endpoints';
import { unsureDays } from '../../store/digests/digests';
import type { Finding } from './checks';
import { count, timestamp } from './text';

/** Disabled webhooks, named by host only: paths may hold secrets. */
export async function checkWebhooks(db: Database): Promise<Finding[]> {
  const findings = (await disabledWebhooks(db, 100)).map((webhook): Finding => {
    const { workspace, id, url, disabled_at: at, disabled_reason: reason } = webhook;
    const since = at === null ? '' : ` since ${timestamp(at)}`;
    const message = `${workspace}: webhook ${id} to ${new URL(url).host} is disabled${since}: ${reason ?? 'no reason is stored'}; \`leadlight webhook resume ${id}\` or \`webhook remove ${id}\``;
    return { check: 'webhooks', level: 'warning', message };
  });
  if (findings.length > 0) return findings;
  const active = await countActiveWebhooks(db);
  return [{ check: 'webhooks', level: 'ok', message: `none of ${count(active, 'webhook')} is disabled` }];
}

/** Digests of which nobody knows whether they arrived: the process ended, or the receiver was silent, while it took one over. */
export async function checkDigests(db: Database): Promise<Finding[]> {
  return (await unsureDays(db, 20)).map((one): Finding => {
    const settled = one.ended_at !== null;
    const what = settled
      ? 'it is not sent again; the next one holds the same news'
      : 'it is being sent, or its process ended';
    const message = `digest ${one.digest_id}, ${one.day}: it may have arrived or not (${one.error ?? 'no answer yet'}); ${what}`;
    return { check: 'digests', level: 'warning', message };
  });
}
