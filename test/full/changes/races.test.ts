/** Changes over REST raced over two real processes on one database: what is sent again is done once, and what was read is changed once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLength } from '../../support/at-length';
import { seedWorkspace, type SeededWorkspace } from '../../support/seed';
import { bearer, send } from '../../support/service';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../../support/databases';
import { startProcess, type ServiceProcess } from '../../oauth/support/processes';
import { writingKey } from '../../webhooks/support/keys';

const width = 50;

// What MySQL is asked here is what MariaDB is: it is for the proofs.
const kinds = availableDatabases().filter((kind) => atLength(kind !== 'mysql', true));

describe.each(kinds)('two processes on %s', (kind) => {
  let opened: OpenTestDatabase;
  let seeded: SeededWorkspace;
  let folder: string;
  let key: string;
  let processes: ServiceProcess[];

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), 'leadlight-races-'));
    seeded = await seedWorkspace(opened.db, 'races');
    key = await writingKey(opened.db, seeded.organizationId);
    const env = { DATABASE_URL: opened.database.url, DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '100000' };
    processes = await Promise.all([startProcess(env), startProcess(env)]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.kill()));
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A request to the process whose turn it is. */
  async function ask(n: number, method: string, path: string, headers: Record<string, string> = {}, body?: object) {
    const process = processes[n % processes.length];
    if (!process) throw new Error('no process');
    const answer = await send(process, `/api/v1${path}`, {
      method,
      headers: { ...bearer(key), ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: answer.text, etag: String(answer.headers['etag']) };
  }
  const entries = (action: string, objectId: string) =>
    opened.db.select('SELECT id FROM oauth_audit WHERE action = ? AND object_id = ?', [action, objectId]);
  const many = <T>(one: (n: number) => Promise<T>) => Promise.all(Array.from({ length: width }, (_, n) => one(n)));
  const distinct = (answers: readonly { status: number; text: string }[]) =>
    new Set(answers.map(({ status, text }) => `${status} ${text}`)).size;

  test(`${width} identical PATCHes with one Idempotency-Key are one change and one audit entry`, async () => {
    const path = `/customer/leads/${seeded.leadIds[0]}`;
    const headers = { 'Idempotency-Key': 'race-1' };
    const body = { disposition: 'ACTIVE', outreach: { status: 'CONTACTED', note: 'Called' } };
    const answers = await many((n) => ask(n, 'PATCH', path, headers, body));
    expect([answers[0]?.status, distinct(answers)]).toEqual([200, 1]);
    expect(await entries('decide_lead', seeded.leadIds[0] ?? '')).toHaveLength(1);
    const decided = await opened.db.select<{ records: number }>(
      "SELECT records FROM batch_records WHERE organization_id = ? AND batch_id = '00000000-0000-7000-8000-000000000002'",
      [seeded.organizationId],
    );
    // The disposition and the outreach, once each.
    expect(decided).toEqual([{ records: 2 }]);
    // The control: without the key each is a change.
    const each = await many((n) => ask(n, 'PATCH', path, {}, { outreach: { note: `${n}` } }));
    expect(new Set(each.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await entries('decide_lead', seeded.leadIds[0] ?? '')).toHaveLength(1 + width);
  });

  test(`${width} subscriptions with one Idempotency-Key are one webhook with one secret`, async () => {
    const body = { url: 'https://hooks.example.com/race', types: ['leads.changed'] };
    const answers = await many((n) => ask(n, 'POST', '/customer/webhooks', { 'Idempotency-Key': 'race-2' }, body));
    expect([answers[0]?.status, distinct(answers)]).toEqual([201, 1]);
    expect(
      await opened.db.select('SELECT id FROM webhooks WHERE organization_id = ? AND url = ?', [
        seeded.organizationId,
        body.url,
      ]),
    ).toHaveLength(1);
  });

  test('of two that differ, sent with the ETag that both read, one wins and one is 412', async () => {
    const id = seeded.leadIds[1] ?? '';
    const path = `/customer/leads/${id}`;
    for (let round = 0; round < 20; round += 1) {
      const { etag } = await ask(round, 'GET', path);
      const notes = [`left ${round}`, `right ${round}`];
      const answers = await Promise.all(
        notes.map((note, n) => ask(n, 'PATCH', path, { 'If-Match': etag }, { outreach: { note } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const won = notes[answers.findIndex(({ status }) => status === 200)];
      const now = await ask(round + 1, 'GET', path);
      expect(JSON.parse(now.text)).toMatchObject({ data: { outreach: { note: won } } });
      expect(await entries('decide_lead', id)).toHaveLength(round + 1);
    }
  });
});
