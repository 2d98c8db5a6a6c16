/** The agent from the outside: the commands from an empty database to leads, and the two tools, also with 10,000 candidates. */
import { z } from 'zod';
import { mcpQueries } from '../../tools/catalogue';
import { addConsidered, saveCandidates, undecided } from '../../src/store/agent/candidates';
import { insertRun } from '../../src/store/agent/runs';
import { newRun } from '../../src/ingest/agent/agent-service';
import { insertOrganization } from '../../src/store/access/organizations';
import type { Database } from '../../src/database/database';
import { newId } from '../../src/database/new-id';
import { operator, type Operator } from '../cli/recorded-terminal';
import { assistantKinds } from '../mcp/support/clients';
import { startEndpoint, type TestEndpoint } from '../mcp/support/endpoint';
import { post, stateless } from '../mcp/support/messages';
import { ExportFolder, postIdAt } from './support/folder';

const now = Date.now();
const hour = 3_600_000;
const shown = z.looseObject({
  candidates: z.array(z.looseObject({ profile: z.looseObject({ displayName: z.string() }) })),
  page: z.looseObject({ hasMore: z.boolean() }),
});

describe('the commands', () => {
  let op: Operator;
  let folder: ExportFolder;

  beforeAll(async () => {
    folder = new ExportFolder();
    op = operator({ DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder.path });
    await op.run('migrate');
    await op.run('workspace create Acme');
    await op.run('icp set examples/icp.yaml');
    await op.run('watchlist add https://www.linkedin.com/in/ada --type INFLUENCER');
    await op.run('watchlist add https://www.linkedin.com/in/grace --type COMPETITOR');
    for (const [number, slug] of ['ada', 'grace'].entries()) {
      const id = postIdAt(now - 20 * hour, number);
      const author = { name: slug, url: `https://www.linkedin.com/in/${slug}` };
      folder.posts(`${slug}.csv`, author, [{ id, text: 'Words', at: now - 20 * hour }]);
      const people = [0, 1, 2].map((at) => ({
        name: `${slug} fan ${at}`,
        slug: `${slug}-fan-${at}`,
        headline: at === 0 ? 'Nurse' : 'VP Sales at Bluefern',
        comment: 'How much is it for a team of twenty?',
        at: now - 10 * hour,
      }));
      folder.engagements(`${id}/all.csv`, id, people);
    }
  });
  afterAll(() => {
    op.dispose();
    folder.remove();
  });

  it('say what is missing', async () => {
    expect(await op.run('agent status --json').then((ran) => ran.json())).toMatchObject({
      status: 'NOT_CONFIGURED',
      schedule: null,
      lastRun: null,
      latestOnboardingPreview: null,
    });
    const early = await op.run('agent run');
    expect(early.status).not.toBe(0);
    expect(early.err).toContain('No Agent is set up');
    const poor = operator();
    await poor.run('migrate');
    await poor.run('workspace create Acme');
    for (const line of ['agent preview', 'watchlist sync']) {
      expect((await poor.run(line)).err).toContain('DISCOVERY_SOURCE is none');
    }
    poor.dispose();
  });

  const enable = 'agent enable --credits-per-run 200 --credits-per-day 500';
  it.each([
    [`${enable} --schedule "0 7 * *"`, /five cron fields/],
    [`${enable} --schedule "61 7 * * *"`, /five cron fields/],
    [`${enable} --schedule "0 7 * * *" --time-zone Europe/Atlantis`, /IANA time zone/],
    [`${enable} --schedule "0 7 * * *" --time-zone +02:00`, /IANA time zone/],
    [`${enable} --schedule "0 7 * * *" --watch FRIEND`, /TEAMMATE/],
    ['agent enable --schedule "0 7 * * *" --credits-per-run 0 --credits-per-day 5', /credits-per-run/],
    ['agent candidates --limit 101', /limit/],
    ['agent candidates --offset 10001', /offset/],
    ['agent candidates --run-id 0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55', /No such Agent run/],
    ['watchlist sync 0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55', /No such watched profile/],
  ])('refuse %s', async (line, message) => {
    const ran = await op.run(line);
    expect(ran.status).not.toBe(0);
    expect(ran.err).toMatch(message);
  });

  it('find leads', async () => {
    await op.run('credits grant 100');
    const preview = await op.run('agent preview --json');
    expect(preview.json()).toMatchObject({
      status: 'COMPLETED',
      candidates: 6,
      creditsConsumed: 0,
      leadsCreated: 0,
    });
    const seen = await op.run('agent candidates --source latest_onboarding_preview --json');
    expect(seen.json()).toMatchObject({ source: 'latest_onboarding_preview', page: { total: 6 } });
    const line = '--schedule "0 7 1 1 *" --time-zone Europe/Berlin --watch INFLUENCER --json';
    const enabled = await op.run(`${enable} ${line}`);
    expect(enabled.json()).toMatchObject({
      status: 'ACTIVE',
      schedule: '0 7 1 1 * Europe/Berlin',
      nextRunAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT06:00:00\.000Z$/),
      watch: ['INFLUENCER'],
    });
    expect((await op.run('agent run --json')).json()).toMatchObject({
      status: 'COMPLETED',
      candidates: 3,
      leadsCreated: 2,
      creditsConsumed: 3,
    });
    const candidates = await op.run('agent candidates');
    expect(candidates.out).toMatch(
      /^ACCEPTED {2}“ada fan \d”, “VP Sales at Bluefern”\n +fit \d+, interest \d+: Fits your/,
    );
    expect((await op.run('agent runs')).out).toMatch(/Completed +1 +3 +2 +3/);
    expect((await op.run('agent pause --json')).json()).toMatchObject({ status: 'PAUSED', nextRunAt: null });
    expect((await op.run('agent status')).out).toMatch(/^PAUSED/);
    expect((await op.run('agent resume --json')).json()).toMatchObject({ status: 'ACTIVE' });
    const synced = await op.run('watchlist sync --json');
    expect(synced.json()['profiles']).toEqual([
      expect.objectContaining({ status: 'COMPLETED', failure: null }),
      expect.objectContaining({ status: 'COMPLETED', failure: null }),
    ]);
    expect((await op.run('credits balance --json')).json()).toMatchObject({
      credits: { available: 97, held: 0, consumed: 3 },
    });
    expect((await op.run('doctor')).out).toMatch(/ok +jobs[^]*ok +counts[^]*ok +credits/);
  });
});

describe('the tools', () => {
  let endpoint: TestEndpoint;
  const runs: string[] = [];

  async function seed(db: Database, organizationId: string): Promise<void> {
    await insertOrganization(db, organizationId, 'Acme');
    for (const [at, kind] of (['AGENT', 'AGENT', 'PREVIEW'] as const).entries()) {
      const run = newRun(organizationId, kind, 'schedule', '2026-11-22', now - (10 - at) * hour);
      const counts = { candidates: 10_000, people_qualified: 4_000, leads_created: 3_000, posts_scanned: 40 };
      const ended = { status: 'COMPLETED' as const, active: null, started_at: run.created_at, finished_at: now };
      await insertRun(db, { ...run, ...ended, ...(at === 1 ? counts : {}) });
      runs.push(run.id);
    }
    const people = Array.from({ length: 10_000 }, () => ({
      personId: newId(),
      postUrn: 'urn:li:activity:1',
      paid: true,
    }));
    await addConsidered(db, organizationId, runs[1] ?? '', people, now);
    const rows = await undecided(db, organizationId, runs[1] ?? '', 10_000);
    const decided = rows.map((row, at) => ({
      ...row,
      position: at,
      decision: 'REJECTED' as const,
      reasons: '["Too little interest so far."]',
      display_name: `Person ${at}`,
    }));
    await saveCandidates(db, decided);
  }

  beforeAll(async () => {
    endpoint = await startEndpoint({ catalogue: mcpQueries, seed });
  });
  afterAll(() => endpoint.close());

  async function ask(name: string, given: Record<string, unknown> = {}) {
    const token = endpoint.connections.mint();
    const { json } = await post(
      endpoint.url,
      token,
      stateless('tools/call', { name: `svc_${name}`, arguments: given }),
    );
    return json?.result as {
      isError?: boolean;
      structuredContent: Record<string, unknown>;
      content: { text: string }[];
    };
  }

  it('say how the last run went, in exactly these fields', async () => {
    const { structuredContent } = await ask('get_agent_status');
    expect(structuredContent).toEqual({
      status: 'NOT_CONFIGURED',
      schedule: null,
      nextRunAt: null,
      lastRun: {
        id: runs[1],
        status: 'COMPLETED',
        startedAt: new Date(now - 9 * hour).toISOString(),
        finishedAt: new Date(now).toISOString(),
        postsScanned: 40,
        peopleQualified: 4_000,
        candidates: 10_000,
        leadsCreated: 3_000,
      },
      latestOnboardingPreview: expect.objectContaining({ id: runs[2], candidates: 0 }),
    });
  });

  it.each([
    [{ limit: 2 }, { limit: 2, offset: 0, total: 10_000, hasMore: true }, ['Person 0', 'Person 1']],
    [{ limit: 2, offset: 9_999 }, { limit: 2, offset: 9_999, total: 10_000, hasMore: false }, ['Person 9999']],
    [{ limit: 100, offset: 10_000 }, { limit: 100, offset: 10_000, total: 10_000, hasMore: false }, []],
  ])('list candidates %j', async (given, page, names) => {
    const { structuredContent } = await ask('list_agent_candidates', given);
    expect(structuredContent).toMatchObject({ runId: runs[1], source: 'latest_agent_run', page });
    const candidates = structuredContent['candidates'] as { profile: { displayName: string } }[];
    expect(candidates.map((one) => one.profile.displayName)).toEqual(names);
  });

  it.each(assistantKinds)('give the last 500 of 10,000 to $name, each once, page by page', async ({ connect }) => {
    const assistant = await connect(endpoint.url, endpoint.connections.mint());
    const names: string[] = [];
    for (let offset = 9_500; ;) {
      const answer = await assistant.call('svc_list_agent_candidates', { limit: 100, offset });
      expect(answer.isError).toBe(false);
      expect(answer.text.length).toBeLessThanOrEqual(40_960);
      const { candidates, page } = shown.parse(answer.structured);
      names.push(...candidates.map((one) => one.profile.displayName));
      offset += candidates.length;
      if (!page.hasMore) break;
    }
    await assistant.close();
    expect(names).toEqual(Array.from({ length: 500 }, (_, at) => `Person ${9_500 + at}`));
  });

  it('take the run over the source, and refuse what is none', async () => {
    const given = { runId: runs[0]?.toUpperCase(), source: 'latest_onboarding_preview' };
    expect((await ask('list_agent_candidates', given)).structuredContent).toMatchObject({
      runId: runs[0],
      source: 'latest_agent_run',
      candidates: [],
    });
    expect((await ask('list_agent_candidates', { runId: newId() })).isError).toBe(true);
    expect((await ask('list_agent_candidates', { offset: 10_001 })).isError).toBe(true);
  });
});
