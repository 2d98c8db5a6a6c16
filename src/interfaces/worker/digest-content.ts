/** The content of a digest to send: read with every right of the service, and with the address that unsubscribes. */
import { query } from '../../../tools/catalogue';
import { dataAccessFlags, dataAccessOf } from '../../auth/rights';
import type { Database } from '../../database/database';
import { gather } from '../../digest/content';
import type { DigestContent } from '../../digest/render';
import { unsubscribeUrl } from '../../digest/unsubscribe';
import type { Network } from '../../ingest/import';
import { cursorKeyOf } from '../../store/access/cursor-key';
import type { DigestRow } from '../../store/tables/digests';
import { workspaceReader } from '../../workspace/open-workspace';

export interface Sending {
  readonly db: Database;
  readonly network: Network;
  /** Address of the service, without a final slash. */
  readonly publicUrl: string;
}

/**
 * @param now epoch ms.
 * @returns null when there is nothing to send.
 */
export async function contentOf(
  { db, network, publicUrl }: Sending,
  digest: DigestRow,
  now: number,
): Promise<DigestContent | null> {
  const open = workspaceReader(db, { cursorKey: await cursorKeyOf(db), network, consoleUrl: `${publicUrl}/app` });
  const workspace = open(digest.organization_id, dataAccessOf(dataAccessFlags), { kind: 'operator', name: 'digest' });
  const subject = {
    ownerId: digest.owner_id,
    reportedUntil: digest.told_until,
    language: digest.language ?? ('en' as const),
  };
  const content = await gather(workspace, query.findPeopleToContact.ask, subject, now);
  return content && { ...content, unsubscribeUrl: await unsubscribeUrl(db, publicUrl, digest) };
}
