/** How many idempotency keys one discovery has, also when many requests come at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertInto } from '../../src/database/define';
import { createOrganization } from '../../src/store/access/organizations';
import { changeCredits } from '../../src/store/credits/ledger';
import { mostKeysOfDiscovery } from '../../src/store/discovery/lifecycle';
import { discoveryKeys } from '../../src/store/tables/discovery';
import { availableDatabases } from '../support/databases';
import { bearer, send, startTestService, type TestService } from '../support/service';
import { postUrnOf } from './support/exports';

const post = (at: number) => String(7_400_000_000_000_000_000n + BigInt(at));

describe.each(availableDatabases())('on %s', (kind) => {
  let folder: string;
  let service: TestService;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leadlight-source-'));
    // No worker: what is queued stays active.
    service = await startTestService({ kind, env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder } });
  });
  afterAll(async () => {
    await service.end();
    rmSync(folder, { recursive: true });
  });

  it('a hundred; each still gets its discovery, and other posts theirs', async () => {
    const organizationId = (await createOrganization(service.db, `Acme ${kind}`))?.id ?? '';
    await changeCredits(service.db, organizationId, 1_000, null);
    const key = await service.key(organizationId);
    const find = async (postUrn: string, idempotencyKey: string) => {
      const answer = await send(service, '/api/v1/audience-analytics/network-posts/find-audience', {
        method: 'POST',
        headers: { ...bearer(key), 'Content-Type': 'application/json' },
        body: JSON.stringify({ postUrn, idempotencyKey }),
      });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    const count = async () =>
      (await service.db.select('SELECT * FROM discovery_keys WHERE organization_id = ?', [organizationId])).length;

    const urn = postUrnOf(post(1));
    const { body } = await find(urn, 'first');
    const discovery_id: string = body.discoveryId;
    const rows = Array.from({ length: mostKeysOfDiscovery - 3 }, (_, n) => ({
      ...{ organization_id: organizationId, idempotency_key: `seeded-${n}`, discovery_id, created_at: 1 },
    }));
    await insertInto(service.db, discoveryKeys, rows);

    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => find(urn, `more-${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 409, 409, 409, 409]);
    expect(await count()).toBe(mostKeysOfDiscovery);
    const refused = await find(urn, 'late');
    expect(refused.body.error).toMatchObject({ code: 'conflict', status: 409 });
    expect(refused.body.error.message).toContain(discovery_id);
    expect(refused.body.error.message).toContain('100 keys');

    expect(await find(urn, 'first')).toMatchObject({
      status: 202,
      body: { discoveryId: discovery_id, replayed: true },
    });
    expect((await find(urn, 'seeded-7')).body.discoveryId).toBe(discovery_id);
    expect((await find(postUrnOf(post(2)), 'late')).body).toMatchObject({ status: 'QUEUED', replayed: false });
    // No key was kept for what was refused.
    expect((await find(urn, 'late')).body.error.code).toBe('idempotency_conflict');
  });
});
