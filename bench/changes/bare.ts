/**
 * The side to compare the change feed with: node:http and the driver, one statement with fixed parameters for each depth, the rows shown as
 * the service shows them. No key, no rate limit, no parsing, no accounts, no deletions, no log.
 */
import { createServer } from 'node:http';
import { Database } from '../../src/database/database';
import { leadColumns, type LeadRecord } from '../../src/store/reads/lead-reads';
import { leadJoins } from '../../src/store/reads/lead-joins';
import { showLead } from '../../tools/schemas/lead';
import { serveMeasured } from '../harness';

interface Setup {
  readonly databaseUrl: string;
  readonly organizationId: string;
  /** The lead after which each depth begins. */
  readonly after: readonly string[];
}

serveMeasured(async ({ databaseUrl, organizationId, after }: Setup) => {
  const db = await Database.open(databaseUrl);
  const sql = `SELECT ${leadColumns}, 0 AS revision FROM leads l${db.useIndex('leads_changed')} ${leadJoins(db)}
    WHERE l.organization_id = ? AND l.change_revision = 0 AND l.id > ? ORDER BY l.id LIMIT 100`;
  const server = createServer((req, res) => {
    void db.select<LeadRecord>(sql, [organizationId, after[Number(req.url?.slice(1))] ?? '']).then((rows) => {
      const data = rows.map((row) => ({
        ...{ kind: 'lead', id: row.id, change: 'upsert', reason: null, mergedInto: null },
        ...{ changedAt: new Date(row.updated_at).toISOString(), item: showLead(row) },
      }));
      const text = JSON.stringify({ data, page: { limit: 100, nextCursor: '' }, hasMore: true });
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: async () => {
      server.closeAllConnections();
      await db.close();
    },
  };
});
