/** Two processes behind haproxy are restarted one after the other, and no request is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../../src/auth/api-keys';
import { dataAccessFlags } from '../../../src/auth/rights';
import { machine } from '../../../scripts/machine.cjs';
import { rollingRestart } from '../../../scripts/rolling-restart';
import { openTestDatabase } from '../../support/databases';
import { seedWorkspace } from '../../support/seed';
import { bearer } from '../../support/service';

const { haproxy } = machine();

/** ROLLING_REQUESTS raises it; each process is restarted at least once in any case. */
const requests = Number(process.env['ROLLING_REQUESTS'] ?? 1_000);

jest.setTimeout(600_000 + requests * 20);

// `npm test` says where haproxy is missing.
test('there is a balancer where nothing may be left out', () => {
  expect(haproxy !== null || process.env['CI'] !== 'true').toBe(true);
});

if (haproxy !== null) test('a rolling restart loses no request', () => withoutLoss(haproxy));

async function withoutLoss(balancer: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-rolling-'));
  const { db, database, close } = await openTestDatabase('sqlite');
  try {
    const { organizationId } = await seedWorkspace(db, 'rolling', 20);
    const key = { organizationId, name: 'rolling', dataAccess: dataAccessFlags, expiresAt: null };
    const { secret } = await createApiKey(db, key);
    const { answered, failures, restarts } = await rollingRestart({
      haproxy: balancer,
      serve: [join(__dirname, '../../support/cli-process.cjs'), 'serve'],
      settings: {
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '1000000',
      },
      path: '/api/v1/customer/leads?limit=5',
      headers: bearer(secret),
      requests,
      folder,
    });
    expect(failures).toEqual([]);
    expect(restarts).toBeGreaterThanOrEqual(2);
    expect(answered).toBeGreaterThanOrEqual(requests);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
