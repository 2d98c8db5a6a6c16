/**
 * Limits over real nodes: three services behind haproxy, once with RATE_LIMIT_NODES=3 and once without. Requests of a key and tries to
 * sign in are sent until they are refused. All nodes together should grant what is configured.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { machine } from '../scripts/database-server';
import { createApiKey } from '../src/auth/api-keys';
import { Database } from '../src/database/database';
import { signInLimits } from '../src/interfaces/web/sign-in';
import { send, type Benchmark, type Cell, type Target } from './harness';
import { makeDatabase, organizationId } from './mcp/workspace';
import { Fleet } from './storm/fleet';

const nodes = 3;
const perMinute = 60;
const publicUrl = 'http://leadlight.test';

export const benchmark: Benchmark = {
  title: 'limits of three services behind haproxy, together',
  async run({ say }) {
    const { haproxy } = machine();
    if (!haproxy) {
      say('limits: left out, because this machine lacks haproxy (apt-get install haproxy)');
      return { sections: [], targets: [] };
    }
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    for (const said of [1, nodes]) {
      const granted = await measure(haproxy, said);
      for (const { what, configured, count } of granted) {
        rows.push({ RATE_LIMIT_NODES: said, what, configured, granted: count });
        if (said === 1) continue;
        targets.push({ name: `${what}: granted`, limit: configured, value: count, sense: 'most' });
        const least = nodes * Math.floor(configured / nodes);
        targets.push({
          name: `${what}: granted, at least each node's share`,
          limit: least,
          value: count,
          sense: 'least',
        });
      }
    }
    return { sections: [{ title: 'What three nodes granted', rows }], targets };
  },
};

async function measure(haproxy: string, said: number) {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-limits-'));
  mkdirSync(join(folder, 'files'));
  const database = await makeDatabase();
  const db = await Database.open(database.url);
  const { secret } = await createApiKey(db, { organizationId, name: 'limits', dataAccess: ['leads'], expiresAt: null });
  await db.close();
  const settings = {
    PUBLIC_URL: publicUrl,
    RATE_LIMIT_PER_MINUTE: String(perMinute),
    RATE_LIMIT_NODES: String(said),
    FILES_DIR: join(folder, 'files'),
    SUPPRESSION_KEY: 'b'.repeat(64),
  };
  const databaseUrls = Array.from({ length: nodes }, () => database.url);
  const program = { leadlight: [join(__dirname, 'faults', 'leadlight.js')], folder };
  const fleet = await Fleet.start({ haproxy, folder, settings, databaseUrls }, program);
  try {
    const read = async () => {
      const headers = { Authorization: `Bearer ${secret}` };
      return (await send(fleet.port, { path: '/api/v1/customer/leads?limit=1', headers })).status === 200;
    };
    const signIn = async (email: string) => {
      const headers = { 'Content-Type': 'application/json', Origin: publicUrl, 'Sec-Fetch-Site': 'same-origin' };
      const body = JSON.stringify({ email, password: 'not the right one' });
      const { status, body: said } = await send(fleet.port, {
        path: '/app/api/sign-in',
        method: 'POST',
        headers,
        body,
      });
      if (status !== 403 && status !== 429)
        throw new Error(`a try to sign in was answered ${status}: ${said.toString()}`);
      return status === 403;
    };
    const ofPerson = signInLimits.personFromAddress.points;
    const ofAddress = signInLimits.address.points;
    const requests = await countTrue(nodes * perMinute + 30, read);
    const one = await countTrue(nodes * ofPerson + 6, () => signIn('one@acme.example'));
    // The tries for that person count for the address too.
    const many = one + (await countTrue(nodes * ofAddress + 30, (n) => signIn(`p${n}@acme.example`)));
    return [
      { what: 'requests of a key in a minute', configured: perMinute, count: requests },
      { what: 'tries for one person from one address', configured: ofPerson, count: one },
      { what: 'tries from one address', configured: ofAddress, count: many },
    ];
  } finally {
    await fleet.stop();
    database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many of so many calls, some at a time, were granted. */
async function countTrue(calls: number, call: (n: number) => Promise<boolean>): Promise<number> {
  let granted = 0;
  for (let first = 0; first < calls; first += nodes) {
    const answers = await Promise.all(Array.from({ length: nodes }, (_, at) => call(first + at)));
    granted += answers.filter(Boolean).length;
  }
  return granted;
}
