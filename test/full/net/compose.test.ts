/** examples/operate/compose as processes: two nodes behind haproxy, a worker and a database, with the settings of the file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startComposed, type Composed } from '../../../scripts/composed';
import { until } from '../../../scripts/database-server';
import { machine } from '../../../scripts/machine.cjs';
import { createApiKey } from '../../../src/auth/api-keys';
import { ConsoleSessions } from '../../../src/auth/console-sessions';
import { dataAccessFlags } from '../../../src/auth/rights';
import { addMember } from '../../../src/store/access/members';
import { Browser } from '../../console/support';
import { openTestDatabase, availableDatabases, type OpenTestDatabase } from '../../support/databases';
import { seedWorkspace } from '../../support/seed';
import { bearer, send } from '../../support/service';

const { haproxy } = machine();
const imports = z.object({ status: z.string() });

// `npm test` says where haproxy is missing.
describe.each(haproxy === null ? [] : availableDatabases().filter((kind) => kind === 'mariadb'))('on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-compose-'));
  let opened: OpenTestDatabase;
  let composed: Composed | undefined;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    composed = await startComposed({
      haproxy: haproxy ?? '',
      leadlight: [join(__dirname, '../../support/cli-process.cjs')],
      folder,
      dotEnv: {
        MYSQL_PASSWORD: 'not used here',
        PUBLIC_URL: 'http://leads.example.com',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '100000',
      },
      databaseUrl: opened.database.url,
    });
  });
  afterAll(async () => {
    composed?.stop();
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves, imports in the worker, and loses no request while each node is restarted', async () => {
    if (composed === undefined) throw new Error('nothing was started');
    const { port, nodes, restart } = composed;
    const { organizationId, leadIds } = await seedWorkspace(opened.db, 'composed', 20);
    const key = { organizationId, name: 'composed', dataAccess: dataAccessFlags, expiresAt: null };
    const { secret } = await createApiKey(opened.db, key);
    const read = () => send({ port }, '/api/v1/customer/leads?limit=5', { headers: bearer(secret) });
    expect((await read()).text).toContain(leadIds[0]);

    const person = { organizationId, email: 'ada@acme.example', displayName: 'Ada', passwordHash: null } as const;
    const added = await addMember(opened.db, { ...person, role: 'OWNER', active: true });
    const browser = new Browser({ port }, { origin: 'http://leads.example.com' });
    browser.cookies.set('leadlight-console', await new ConsoleSessions(opened.db).start(added?.userId ?? ''));
    const file = 'profileUrl,name\nhttps://www.linkedin.com/in/ines-haddad-wexley,Ines Haddad-Wexley\n';
    const uploaded = await browser.request('POST', `${organizationId}/upload`, file, {
      Origin: browser.origin,
      'Content-Type': 'application/octet-stream',
      'Sec-Fetch-Site': 'same-origin',
    });
    const { uploadId } = uploaded.body;
    // One node took the file, any node starts its import, and the worker does it.
    const { importId } = (await browser.post(`${organizationId}/start_import`, { uploadId, fileName: 'a.csv' })).body;
    const isDone = async () =>
      imports.parse((await browser.post(`${organizationId}/get_import`, { importId })).body).status === 'done';
    expect(await until(isDone, 300_000)).toBe(true);

    let restarted = false;
    const failures: string[] = [];
    const reading = Array.from({ length: 4 }, async () => {
      while (!restarted) {
        const status = await read().then(({ status: answered }) => String(answered), String);
        if (status !== '200') failures.push(status);
      }
    });
    for (const name of Object.keys(nodes)) await restart(name);
    restarted = true;
    await Promise.all(reading);
    expect(Object.keys(nodes)).toEqual(['node-a', 'node-b']);
    expect(failures).toEqual([]);
  });
});
