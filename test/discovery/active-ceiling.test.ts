/** How many discoveries of one workspace are queued or running, also when many requests come at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { changeCredits, creditBalance } from '../../src/store/credits/ledger';
import { mostActiveDiscoveries } from '../../src/store/discovery/lifecycle';
import { Browser } from '../console/support';
import { availableDatabases } from '../support/databases';
import { bearer, send, startTestService, type TestService } from '../support/service';
import { postUrnOf } from './support/exports';

const hold = 100;
const post = (at: number) => postUrnOf(String(7_400_000_000_000_000_000n + BigInt(at)));
const queued = z.object({ discoveryId: z.string() });
const refusal = {
  status: 409,
  code: 'conflict',
  message: `A workspace has at most ${mostActiveDiscoveries} discoveries that are queued or running: ask again when one has ended, or cancel one.`,
};

describe.each(availableDatabases())('on %s', (kind) => {
  let folder: string;
  let service: TestService;
  let organizationId: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leadlight-source-'));
    // No worker: what is queued stays active.
    service = await startTestService({ kind, env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder } });
    organizationId = (await createOrganization(service.db, `Acme ${kind}`))?.id ?? '';
    const owner = {
      organizationId,
      email: 'o@acme.example',
      displayName: 'O',
      role: 'OWNER',
      passwordHash: null,
    } as const;
    const { userId } = (await addMember(service.db, { ...owner, active: true })) ?? { userId: '' };
    browser = new Browser(service);
    browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
  });
  afterAll(async () => {
    await service.end();
    rmSync(folder, { recursive: true });
  });

  const finder = (key: string) => async (postUrn: string, idempotencyKey: string) => {
    const answer = await send(service, '/api/v1/audience-analytics/network-posts/find-audience', {
      method: 'POST',
      headers: { ...bearer(key), 'Content-Type': 'application/json' },
      body: JSON.stringify({ postUrn, idempotencyKey }),
    });
    return { status: answer.status, body: JSON.parse(answer.text) };
  };
  const act = (name: 'cancel_discovery' | 'retry_discovery', discoveryId: string) =>
    browser.post(`${organizationId}/${name}`, { discoveryId });

  it('fifty; what was asked before is still answered, and one that ended makes room', async () => {
    await changeCredits(service.db, organizationId, hold * (mostActiveDiscoveries + 1), null);
    const find = finder(await service.key(organizationId));
    const ids: string[] = [];
    for (let at = 0; at < mostActiveDiscoveries - 2; at += 1) {
      ids.push(queued.parse((await find(post(at), `key-${at}`)).body).discoveryId);
    }

    const many = await Promise.all(Array.from({ length: 6 }, (_, n) => find(post(100 + n), `more-${n}`)));
    expect(many.map(({ status }) => status).sort()).toEqual([202, 202, 409, 409, 409, 409]);
    const full = { available: hold, held: hold * mostActiveDiscoveries, consumed: 0 };
    expect(await creditBalance(service.db, organizationId)).toEqual(full);

    expect(await find(post(200), 'late')).toMatchObject({ status: 409, body: { error: refusal } });
    expect(await find(post(0), 'key-0')).toMatchObject({ status: 202, body: { discoveryId: ids[0], replayed: true } });
    expect(await find(post(1), 'another')).toMatchObject({
      status: 202,
      body: { discoveryId: ids[1], replayed: true },
    });
    expect((await find(post(200), 'key-0')).body.error.code).toBe('idempotency_conflict');
    expect(await creditBalance(service.db, organizationId)).toEqual(full);

    expect((await act('cancel_discovery', ids[2] ?? '')).status).toBe(200);
    // The refused key was not kept: it may name any post.
    expect((await find(post(201), 'late')).body).toMatchObject({ status: 'QUEUED', replayed: false });
    expect(await act('retry_discovery', ids[2] ?? '')).toMatchObject({ status: 409, body: { error: refusal } });
    expect((await act('cancel_discovery', ids[3] ?? '')).status).toBe(200);
    expect((await act('retry_discovery', ids[2] ?? '')).body).toMatchObject({ status: 'QUEUED' });
    expect(await creditBalance(service.db, organizationId)).toEqual(full);
  });

  it('a workspace without credits hears of those first, and a neighbour has room', async () => {
    await changeCredits(service.db, organizationId, -hold, null);
    expect((await finder(await service.key(organizationId))(post(300), 'poor')).status).toBe(402);
    const neighbour = (await createOrganization(service.db, `Neighbour ${kind}`))?.id ?? '';
    await changeCredits(service.db, neighbour, hold, null);
    expect((await finder(await service.key(neighbour))(post(0), 'key-0')).body).toMatchObject({ replayed: false });
  });
});
