/** What callers read: counts for each day, and the access log. */
import { big, id, table, text, time, type RowOf } from '../../database/define';

export const callerUsage = table({
  name: 'caller_usage',
  columns: {
    organization_id: id(),
    /** Id of an API key or a connection. */
    caller_id: id(),
    /** UTC, YYYY-MM-DD. */
    day: text(10),
    calls: big(),
    /** Items of the answers. */
    rows_read: big(),
  },
  primaryKey: ['organization_id', 'caller_id', 'day'],
  indexes: [],
});

/** One read of one named person. Written where `ACCESS_LOG` is on. */
export const accessLog = table({
  name: 'access_log',
  columns: {
    organization_id: id(),
    id: id(),
    at: time(),
    /** As in the audit log: `api_key`, `connection`, `session`, `operator`. */
    caller_kind: text(24),
    caller_id: text(120),
    /** Name of the operation. */
    operation: text(64),
    lead_id: id(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'access_log_at', fields: ['organization_id', 'at', 'id'] },
    { name: 'access_log_lead', fields: ['organization_id', 'lead_id', 'at', 'id'] },
  ],
});

export type AccessRow = RowOf<typeof accessLog>;
export const usageTables = [callerUsage, accessLog];
