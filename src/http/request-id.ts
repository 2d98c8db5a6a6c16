/** Request ids: one per request, echoed as `X-Request-Id` and written in error bodies and log lines. */
import { randomUUID } from 'node:crypto';

/**
 * The form of a client's own id: 1 to 128 letters, digits and `- _ . ~ : @ + / =`. That covers uuids, ULIDs, base64 and trace
 * ids, and excludes everything that could break a log line or a header.
 */
const wellFormedRequestId = /^[\w.~:@+/=-]{1,128}$/;

/** The inbound id when it is well-formed, otherwise a new uuid. */
export function requestIdFrom(inbound: string | readonly string[] | undefined): string {
  return typeof inbound === 'string' && wellFormedRequestId.test(inbound) ? inbound : randomUUID();
}
