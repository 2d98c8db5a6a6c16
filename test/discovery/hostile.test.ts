/** Asking for a discovery in forms that nobody should send: what is refused, what it costs, and whose it is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrganization } from '../../src/store/access/organizations';
import { changeCredits, creditBalance, listLedger } from '../../src/store/credits/ledger';
import { listDiscoveries } from '../../src/store/discovery/reads';

import { bearer, send, startTestService, type TestService } from '../support/service';
import { postUrnOf } from './support/exports';

const hold = 100;
const post = (at: number) => String(7_410_000_000_000_000_000n + BigInt(at));

describe.each(['sqlite'] as const)('find-audience on %s', (kind) => {
  let folder: string;
  let service: TestService;
  let organizations = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leadlight-hostile-'));
    service = await startTestService({ kind, env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder } });
  });
  afterAll(async () => {
    await service.end();
    rmSync(folder, { recursive: true });
  });

  async function workspace(credits: number) {
    const organization = await createOrganization(service.db, `Hostile ${(organizations += 1)}`);
    if (!organization) throw new Error('no workspace');
    if (credits > 0) await changeCredits(service.db, organization.id, credits, null);
    const key = await service.key(organization.id);
    const post = async (body: unknown) => {
      const answer = await send(service, '/api/v1/audience-analytics/network-posts/find-audience', {
        method: 'POST',
        headers: { ...bearer(key), 'Content-Type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: answer.status, text: answer.text, body: JSON.parse(answer.text) };
    };
    return {
      id: organization.id,
      post,
      find: (postUrn: unknown, idempotencyKey: unknown) => post({ postUrn, idempotencyKey }),
    };
  }

  test('bodies that name no post, or no key: refused by name, and nothing is left behind', async () => {
    const { id, post: ask, find } = await workspace(hold);
    const good = postUrnOf(post(1));
    const wrong: readonly (readonly [string, unknown, unknown])[] = [
      ['postUrn', good.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))), 'k'],
      ['postUrn', good.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))), 'k'],
      ['postUrn', `${good}\u200b`, 'k'],
      ['postUrn', `${good}\u0000`, 'k'],
      ['postUrn', 'urn:li:activity:0', 'k'],
      ['postUrn', 'urn:li:activity:-7410000000000000000', 'k'],
      ['postUrn', 'urn:li:activity:7.41e18', 'k'],
      ['postUrn', `urn:li:activity:${'7'.repeat(60)}`, 'k'],
      ['postUrn', 'urn:other:activity:7410000000000000001', 'k'],
      ['postUrn', 'urn:li:member:7410000000000000001', 'k'],
      ['postUrn', `https://linkedin.com.example.org/feed/update/${good}`, 'k'],
      ['postUrn', `https://www.linkedin.com@example.org/feed/update/${good}`, 'k'],
      ['postUrn', `javascript:${good}`, 'k'],
      ['postUrn', `https://www.linkedin.com/feed/update/${'%25'.repeat(300)}${good}`, 'k'],
      ['postUrn', 'urn:li:fsd_update:('.repeat(50), 'k'],
      ['postUrn', 'x'.repeat(1_025), 'k'],
      ['postUrn', '', 'k'],
      ['postUrn', null, 'k'],
      ['postUrn', [good], 'k'],
      ['postUrn', { $ne: null }, 'k'],
      ['postUrn', 7_410_000_000, 'k'],
      ['idempotencyKey', good, ''],
      ['idempotencyKey', good, 'with space'],
      ['idempotencyKey', good, 'k\u0000'],
      ['idempotencyKey', good, 'ключ'],
      ['idempotencyKey', good, 'k'.repeat(256)],
      ['idempotencyKey', good, 7],
      ['idempotencyKey', good, ['k']],
    ];
    for (const [name, urn, key] of wrong) {
      const { status, body } = await find(urn, key);
      const shown = JSON.stringify([urn, key]).slice(0, 80);
      expect([shown, status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([
        shown,
        400,
        'validation_failed',
        name,
      ]);
    }
    expect((await ask({ postUrn: good, idempotencyKey: 'k', priority: 1 })).body.error.code).toBe('validation_failed');
    expect((await ask('[]')).status).toBe(400);
    expect((await ask(`{"postUrn":"${'a'.repeat(2_000_000)}"}`)).status).toBe(413);
    expect(await listDiscoveries(service.db, id, 10)).toEqual([]);
    expect(await creditBalance(service.db, id)).toEqual({ available: hold, held: 0, consumed: 0 });
    // The positive control: the same workspace, key and post in a good form.
    expect(await find(good, 'k')).toMatchObject({ status: 202, body: { status: 'QUEUED', replayed: false } });
  });

  test('a key is its bytes, and its workspace’s: other case, other post, other form, other workspace', async () => {
    const [one, two] = [await workspace(5 * hold), await workspace(5 * hold)];
    const first = await one.find(postUrnOf(post(2)), 'Key');
    expect(first).toMatchObject({ status: 202, body: { replayed: false } });
    expect(await one.find(postUrnOf(post(3)), 'key')).toMatchObject({ status: 202, body: { replayed: false } });
    expect(await one.find(postUrnOf(post(3)), 'Key')).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    });
    const other = await one.find(`https://de.linkedin.com/posts/x_y-activity-${post(2)}-AbCd?utm_source=z#c`, 'Key');
    expect(other.body).toMatchObject({ replayed: true, discoveryId: first.body.discoveryId });
    const elsewhere = await two.find(postUrnOf(post(3)), 'Key');
    expect(elsewhere).toMatchObject({ status: 202, body: { replayed: false } });
    expect(elsewhere.body.discoveryId).not.toBe(first.body.discoveryId);
    expect(await listDiscoveries(service.db, one.id, 10)).toHaveLength(2);
    expect(await creditBalance(service.db, one.id)).toEqual({ available: 3 * hold, held: 2 * hold, consumed: 0 });
    // Somebody else's discovery is as unknown as one that never was.
    const key = await service.key(two.id);
    const path = `/api/v1/audience-analytics/discoveries/${String(first.body.discoveryId)}`;
    expect((await send(service, path, { headers: bearer(key) })).status).toBe(404);
  });

  test('credits to the last one: a hold exactly, one less, and a key that a refusal did not use up', async () => {
    const { id, find } = await workspace(hold - 1);
    expect(await find(postUrnOf(post(4)), 'k')).toMatchObject({
      status: 402,
      body: { error: { code: 'insufficient_credits' } },
    });
    await changeCredits(service.db, id, 1, null);
    // The refused key is free for another post.
    const queued = await find(postUrnOf(post(5)), 'k');
    expect(queued).toMatchObject({ status: 202, body: { credits: { held: hold, consumed: 0, available: 0 } } });
    expect(await find(postUrnOf(post(5)), 'again')).toMatchObject({
      status: 202,
      body: { discoveryId: queued.body.discoveryId },
    });
    expect((await find(postUrnOf(post(6)), 'other')).status).toBe(402);
    expect(await changeCredits(service.db, id, -1, null)).toBeUndefined();
    expect((await listLedger(service.db, id, 10)).map((entry) => [entry.kind, entry.amount])).toEqual([
      ['HOLD', hold],
      ['GRANT', 1],
      ['GRANT', hold - 1],
    ]);
  });
});
