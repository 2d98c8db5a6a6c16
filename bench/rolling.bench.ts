/** A rolling restart of two processes behind haproxy: how many of 20,000 requests fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../src/auth/api-keys';
import { dataAccessFlags } from '../src/auth/rights';
import { Database } from '../src/database/database';
import { machine } from '../scripts/database-server';
import { rollingRestart } from '../scripts/rolling-restart';
import { percentile, round, type Benchmark } from './harness';
import { makeDatabase, organizationId } from './mcp/workspace';

const requestsAtFullSize = 20_000;

export const benchmark: Benchmark = {
  title: 'requests lost in a rolling restart of two processes behind haproxy',
  async run({ scale, say }) {
    const { haproxy } = machine();
    if (!haproxy) {
      say('rolling: left out, because this machine lacks haproxy (apt-get install haproxy)');
      return { sections: [], targets: [] };
    }
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-rolling-'));
    const database = await makeDatabase();
    try {
      const db = await Database.open(database.url);
      const key = { organizationId, name: 'rolling', dataAccess: dataAccessFlags, expiresAt: null };
      const { secret } = await createApiKey(db, key);
      await db.close();
      const { answered, failures, restarts, seconds, latencies } = await rollingRestart({
        haproxy,
        serve: [join(__dirname, 'rolling', 'serve.js')],
        settings: { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' },
        path: '/api/v1/customer/leads?limit=5',
        headers: { Authorization: `Bearer ${secret}` },
        requests: Math.round(requestsAtFullSize * scale),
        folder,
      });
      for (const failure of new Set(failures)) say(`rolling: ${failure}`);
      const row = {
        requests: answered,
        failed: failures.length,
        restarts,
        seconds: round(seconds, 1),
        'p50 ms': round(percentile(latencies, 50)),
        'p99 ms': round(percentile(latencies, 99)),
        'most ms': round(Math.max(...latencies)),
      };
      return {
        sections: [{ title: 'Rolling restart behind haproxy', rows: [row] }],
        targets: [{ name: 'requests that failed', limit: 0, value: failures.length, sense: 'most' }],
      };
    } finally {
      database.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
