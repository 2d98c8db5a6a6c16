/** Asking for a discovery over REST, up to the audience that it leads to. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { balanceOf } from '../../src/rules/credits/rules';
import { changeCredits, creditBalance, listLedger } from '../../src/store/credits/ledger';
import { createOrganization } from '../../src/store/access/organizations';
import { listDiscoveries } from '../../src/store/discovery/reads';
import { availableDatabases } from '../support/databases';
import { bearer, send, startTestService, type TestService } from '../support/service';
import { postUrnOf, writeReactions } from './support/exports';

const post = (at: number) => String(7_400_000_000_000_000_000n + BigInt(at));

describe.each(availableDatabases())('find-audience on %s', (kind) => {
  let folder: string;
  let service: TestService;
  let organizations = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leadlight-source-'));
    service = await startTestService({
      kind,
      env: { DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder, RUN_WORKER: 'true' },
    });
  });
  afterAll(async () => {
    await service.end();
    rmSync(folder, { recursive: true });
  });

  async function workspace(credits: number) {
    const organization = await createOrganization(service.db, `Workspace ${(organizations += 1)}`);
    if (!organization) throw new Error('no workspace');
    if (credits > 0) await changeCredits(service.db, organization.id, credits, null);
    const key = await service.key(organization.id);
    const ask = async (path: string) => {
      const answer = await send(service, `/api/v1/audience-analytics${path}`, { headers: bearer(key) });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    const find = async (postUrn: string, idempotencyKey: string) => {
      const answer = await send(service, '/api/v1/audience-analytics/network-posts/find-audience', {
        method: 'POST',
        headers: { ...bearer(key), 'Content-Type': 'application/json' },
        body: JSON.stringify({ postUrn, idempotencyKey }),
      });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    const ended = async (discoveryId: string) => {
      // The limit of the test ends what never comes.
      for (;;) {
        const { body } = await ask(`/discoveries/${discoveryId}`);
        if (!['QUEUED', 'RUNNING'].includes(body.status)) return body;
        await setTimeout(25);
      }
    };
    return { id: organization.id, ask, find, ended };
  }

  test('from the first query to the audience', async () => {
    const id = post(1);
    writeReactions(join(folder, `reactions-${id}.json`), id, 60);
    const { ask, find, ended } = await workspace(500);
    const before = await ask(`/network-posts?postUrn=${postUrnOf(id)}`);
    expect(before.body).toMatchObject({ status: 'NOT_DISCOVERED', audienceSize: null, discovery: null });

    const asked = await find(`https://www.linkedin.com/posts/somebody_words-activity-${id}-AbCd`, 'first');
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      postUrn: postUrnOf(id),
      status: 'QUEUED',
      replayed: false,
      credits: { held: 100, consumed: 0, available: 400 },
      startedAt: null,
      finishedAt: null,
    });
    const done = await ended(asked.body.discoveryId);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      credits: { held: 0, consumed: 60, available: 440 },
      progress: { percent: 100, peopleFound: 60 },
      failure: null,
      stopReason: null,
    });
    const { body } = await ask(`/network-posts?postUrn=${encodeURIComponent(postUrnOf(id))}`);
    expect(body).toMatchObject({
      status: 'READY',
      audienceSize: 60,
      engagementCounts: { likes: 60, comments: 0, reposts: 0 },
      privacy: { minimumGroupSize: 5, minimumAudience: 20 },
      discovery: { discoveryId: asked.body.discoveryId, status: 'COMPLETED' },
    });
    expect(body.breakdowns.title).toContainEqual({ bucket: 'Director, Sales', percent: 17 });
    const again = await find(postUrnOf(id), 'first');
    expect(again.body).toMatchObject({ discoveryId: asked.body.discoveryId, replayed: true, status: 'COMPLETED' });
    expect((await find(postUrnOf(post(2)), 'first')).body.error).toMatchObject({
      code: 'idempotency_conflict',
      status: 409,
    });
  });

  test('50 requests at once: one key, 50 keys, and credits for 10 holds on 50 posts', async () => {
    const one = await workspace(1_000);
    const same = await Promise.all(Array.from({ length: 50 }, () => one.find(postUrnOf(post(100)), 'key')));
    expect(new Set(same.map(({ body }) => body.discoveryId)).size).toBe(1);
    expect(same.filter(({ body }) => body.replayed === false)).toHaveLength(1);
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, at) => one.find(postUrnOf(post(101)), `key ${at}`.replace(' ', '-'))),
    );
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([202]));
    // One at a time: where the first has ended already, the next request begins another.
    const begun = (await listDiscoveries(service.db, one.id, 100)).slice(0, -1).reverse();
    expect(begun.filter((later, at) => at > 0 && later.created_at < (begun[at - 1]?.finished_at ?? Infinity))).toEqual(
      [],
    );

    const poor = await workspace(1_050);
    const wanted = await Promise.all(
      Array.from({ length: 50 }, (_, at) => poor.find(postUrnOf(post(200 + at)), `key-${at}`)),
    );
    // More than ten only where one has failed already and gave its credits back.
    const begunOnes = wanted.filter(({ status }) => status === 202).length;
    expect(begunOnes).toBeGreaterThanOrEqual(10);
    expect(wanted.filter(({ body }) => body.error?.code === 'insufficient_credits')).toHaveLength(50 - begunOnes);
    expect(await listDiscoveries(service.db, poor.id, 100)).toHaveLength(begunOnes);
    for (const row of await listDiscoveries(service.db, poor.id, 100)) await poor.ended(row.id);
    // No file is about these posts: each failed, saying so, and everything came back.
    expect(await creditBalance(service.db, poor.id)).toEqual({ available: 1_050, held: 0, consumed: 0 });
    // At no time was more held than there was.
    const entries = (await listLedger(service.db, poor.id, 1_000)).sort((a, b) => (a.id < b.id ? -1 : 1));
    const balances = entries.map((_, at) => balanceOf(entries.slice(0, at + 1)).available);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
    const [row] = await listDiscoveries(service.db, poor.id, 1);
    expect((await poor.ask(`/discoveries/${row?.id ?? ''}`)).body).toMatchObject({
      status: 'FAILED',
      failure: { code: 'post_not_found' },
    });
  });

  test('further holds while there are credits, and the end where there are none', async () => {
    const id = post(3);
    writeReactions(join(folder, id, 'likers.json'), id, 250);
    const rich = await workspace(1_000);
    const all = await rich.ended((await rich.find(postUrnOf(id), 'a')).body.discoveryId);
    expect(all).toMatchObject({ credits: { consumed: 250, available: 750 }, progress: { peopleFound: 250 } });
    const poor = await workspace(230);
    const some = await poor.ended((await poor.find(postUrnOf(id), 'a')).body.discoveryId);
    expect(some).toMatchObject({
      status: 'COMPLETED',
      stopReason: 'credits_exhausted',
      credits: { held: 0, consumed: 200, available: 30 },
      progress: { peopleFound: 200 },
    });
  });

  test('every kind of URN of one post is one post', async () => {
    const [activity, share] = [post(4), post(5)];
    // The file says what it was asked for by another number.
    writeReactions(join(folder, `export ${share}.json`), activity, 30);
    const { find, ended, ask } = await workspace(500);
    const asked = await find(`urn:li:share:${share}`, 'a');
    expect(await ended(asked.body.discoveryId)).toMatchObject({ status: 'COMPLETED', progress: { peopleFound: 30 } });
    for (const urn of [`urn:li:share:${share}`, `urn:li:activity:${activity}`]) {
      expect((await ask(`/network-posts?postUrn=${urn}`)).body).toMatchObject({ postUrn: urn, status: 'READY' });
    }
    // The same key and the same post by its other name.
    expect((await find(`urn:li:activity:${activity}`, 'a')).body).toMatchObject({
      discoveryId: asked.body.discoveryId,
      replayed: true,
    });
  });
});
