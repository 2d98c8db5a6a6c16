/** Runs, previews and syncs over a folder of files: who becomes a lead, what it costs, and what happens the second time. */
import { changeCredits, creditBalance, derivedBalance, listLedger } from '../../src/store/credits/ledger';
import { listRuns } from '../../src/store/agent/runs';
import { enqueue } from '../../src/jobs/enqueue';
import { agentRun } from '../../src/ingest/agent/kinds';
import type { Database } from '../../src/database/database';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { queueSync } from '../../src/ingest/sync/request';
import { workOffQueue } from '../../src/scoring/rescore';
import { decideLead } from '../../src/store/writes/leads';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { ExportFolder, postIdAt, type Engager } from './support/folder';
import { fits, jobsOver, makeWorkspace, misfits, workOff, type Limits } from './support/workspace';

const hour = 3_600_000;
const now = Date.now();
const setup = {
  pattern: '0 7 1 1 *',
  timeZone: 'Europe/Berlin',
  creditsPerRun: 200,
  creditsPerDay: 500,
  watch: ['INFLUENCER'] as const,
  keywords: [],
};
const buying = 'How much is it for a team of twenty? We would like to buy.';
const person = (number: number, more: Partial<Engager> = {}): Engager => ({
  name: `Person ${number}`,
  slug: `person-${number}`,
  headline: number % 2 === 0 ? fits : misfits,
  ...(number % 2 === 0 ? { comment: buying } : {}),
  at: now - 5 * hour,
  ...more,
});
const people = (from: number, count: number) => Array.from({ length: count }, (_, at) => person(from + at));
const ada = { name: 'Ada', url: 'https://www.linkedin.com/in/ada' };

describe.each(availableDatabases())('the agent on %s', (kind) => {
  let opened: OpenTestDatabase;
  let db: Database;
  let folder: ExportFolder;
  let made = 0;
  const post = () => postIdAt(now - 30 * hour, (made += 1));

  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    ({ db } = opened);
    folder = new ExportFolder();
  });
  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  const work = (limits?: Limits) => workOff(db, jobsOver(folder.path, limits));
  const workspace = (credits = 500) =>
    makeWorkspace(db, `Workspace ${(made += 1)}`, { credits, watched: [{ slug: 'ada', type: 'INFLUENCER' }] });
  const candidatesOf = async (organizationId: string, at = 0) => {
    const [run] = (await listRuns(db, organizationId, 'AGENT', at + 1)).slice(at);
    if (!run) throw new Error('no run');
    const { rows, total } = await openWorkspaceStore(db, organizationId).agent.candidates(run.id, {
      limit: 100,
      offset: 0,
    });
    return { run, rows, total };
  };
  const leadsOf = (organizationId: string) =>
    db.select<{ id: string; origin: string; disposition: string; signal_count: number }>(
      'SELECT id, origin, disposition, signal_count FROM leads WHERE organization_id = ? ORDER BY id',
      [organizationId],
    );

  test('a run makes leads of those who fit and show interest, and says why of everybody', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, people(0, 10));
    const { organizationId, agent } = await workspace();
    await agent.enable(setup);
    await agent.request('AGENT');
    await work();

    const { run, rows } = await candidatesOf(organizationId);
    expect(run).toMatchObject({
      status: 'COMPLETED',
      posts_scanned: 1,
      candidates: 10,
      people_qualified: 5,
      leads_created: 5,
      credits_consumed: 10,
      credits_held: 0,
      stop_reason: null,
      failure_message: null,
    });
    expect(rows.map((row) => row.decision)).toEqual([...Array(5).fill('ACCEPTED'), ...Array(5).fill('REJECTED')]);
    expect(rows[0]).toMatchObject({ headline: fits, lead_id: rows[0]?.person_id, post_urn: `urn:li:activity:${id}` });
    expect(JSON.parse(rows[0]?.reasons ?? '')).toEqual([
      expect.stringMatching(/^Fits your ideal customer \(\d+ %\): /),
      'Asked for a price in a comment.',
      expect.stringMatching(/^Interest of \d+ is enough: it takes \d+\.$/),
    ]);
    expect(JSON.parse(rows[9]?.reasons ?? '')).toEqual([expect.stringMatching(/^Does not fit your ideal customer/)]);
    const leads = await leadsOf(organizationId);
    expect(leads).toHaveLength(5);
    expect(new Set(leads.map((lead) => lead.origin))).toEqual(new Set(['agent']));
    expect(await creditBalance(db, organizationId)).toEqual({ available: 490, held: 0, consumed: 10 });
    expect(await derivedBalance(db, organizationId)).toEqual({ available: 490, held: 0, consumed: 10 });
    expect((await listLedger(db, organizationId, 10)).map((entry) => [entry.kind, entry.amount]).sort()).toEqual([
      ['CONSUME', 10],
      ['GRANT', 500],
      ['HOLD', 200],
      ['RELEASE', 190],
    ]);
  });

  test('the next run meets those who did something new, pays for nobody again and makes no second lead', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, people(0, 10));
    const { organizationId, agent } = await workspace();
    await agent.enable(setup);
    for (let round = 0; round < 2; round += 1) {
      await agent.request('AGENT');
      await work();
    }
    expect(await candidatesOf(organizationId)).toMatchObject({ total: 0, run: { credits_consumed: 0 } });
    // A rejected person comes back with a question, a lead with another comment, and somebody new likes.
    const back = { headline: fits, comment: buying };
    const more = [
      ...people(0, 10),
      person(1, { ...back, at: now - hour }),
      person(2, { comment: 'Great!' }),
      person(13),
    ];
    folder.engagements(`${id}/all.csv`, id, more);
    await agent.request('AGENT');
    await work();
    const { rows, run } = await candidatesOf(organizationId);
    expect(rows.map((row) => [row.display_name, row.decision]).sort()).toEqual([
      ['Person 1', 'ACCEPTED'],
      ['Person 13', 'REJECTED'],
      ['Person 2', 'DUPLICATE'],
    ]);
    expect(run).toMatchObject({ credits_consumed: 2, leads_created: 1 });
    const leads = await leadsOf(organizationId);
    expect(leads).toHaveLength(6);
    const returned = rows.find((row) => row.display_name === 'Person 1');
    expect(leads.find((lead) => lead.id === returned?.person_id)).toMatchObject({ signal_count: 2, origin: 'agent' });
  });

  test('a budget holds to the credit, the run says so, and the next goes on', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, people(0, 25));
    const { organizationId, agent } = await workspace(22);
    await agent.enable({ ...setup, creditsPerRun: 7, creditsPerDay: 20 });
    const stops: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      await agent.request('AGENT');
      await work();
      const { run, total } = await candidatesOf(organizationId);
      stops.push([run.stop_reason, run.credits_consumed, total]);
    }
    expect(stops).toEqual([
      ['run_budget', 7, 7],
      ['run_budget', 7, 7],
      ['day_budget', 6, 6],
      ['day_budget', 0, 0],
    ]);
    expect(await creditBalance(db, organizationId)).toEqual({ available: 2, held: 0, consumed: 20 });
    await agent.enable({ ...setup, creditsPerRun: 7, creditsPerDay: 200 });
    await agent.request('AGENT');
    await work();
    expect((await candidatesOf(organizationId)).run).toMatchObject({ stop_reason: 'credits_exhausted', candidates: 2 });
    await changeCredits(db, organizationId, 100, null);
    await agent.request('AGENT');
    await work();
    expect((await candidatesOf(organizationId)).run).toMatchObject({ stop_reason: null, candidates: 3 });
    expect(await creditBalance(db, organizationId)).toEqual({ available: 97, held: 0, consumed: 25 });
  });

  test('one run is active; a scheduled one while it runs, or while the agent is paused, is none', async () => {
    const { organizationId, agent } = await workspace();
    await agent.enable(setup);
    const first = await agent.request('AGENT');
    const second = await agent.request('AGENT');
    expect(second).toEqual({ run: first.run, added: false });
    await enqueue(db, agentRun, {}, { organizationId });
    await work();
    const runs = await listRuns(db, organizationId, 'AGENT', 10);
    expect(runs.length).toBeLessThanOrEqual(2);
    await agent.setStatus('PAUSED');
    await enqueue(db, agentRun, {}, { organizationId });
    await work();
    expect(await listRuns(db, organizationId, 'AGENT', 10)).toHaveLength(runs.length);
  });

  test('posts by keyword', async () => {
    const [wanted, other] = [post(), post()];
    folder.posts('posts.csv', { name: 'Grace', url: 'https://www.linkedin.com/in/grace' }, [
      { id: wanted, text: 'Zürich: why FORECASTS fail', at: now - 30 * hour },
      { id: other, text: 'On lunch', at: now - 30 * hour },
    ]);
    folder.engagements(`${wanted}.csv`, wanted, people(0, 4));
    folder.engagements(`${other}.csv`, other, people(10, 4));
    const { organizationId, agent } = await workspace();
    await agent.enable({ ...setup, watch: [], keywords: ['zurich', 'forecasts fail'] });
    await agent.request('AGENT');
    await work();
    const { rows } = await candidatesOf(organizationId);
    expect(rows.map((row) => row.display_name).sort()).toEqual(['Person 0', 'Person 1', 'Person 2', 'Person 3']);
  });

  test('a preview shows the same decisions, costs nothing and keeps nobody', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, people(0, 40));
    const { organizationId, agent } = await workspace(0);
    await agent.request('PREVIEW');
    await work();
    const [preview] = await listRuns(db, organizationId, 'PREVIEW', 1);
    expect(preview).toMatchObject({ status: 'COMPLETED', candidates: 25, credits_consumed: 0, people_qualified: 13 });
    const { rows } = await openWorkspaceStore(db, organizationId).agent.candidates(preview?.id ?? '', {
      limit: 100,
      offset: 0,
    });
    expect(rows.filter((row) => row.decision === 'ACCEPTED')).toHaveLength(13);
    expect(new Set(rows.map((row) => row.lead_id))).toEqual(new Set([null]));
    expect(await leadsOf(organizationId)).toEqual([]);
    const counts = await db.select(
      `SELECT (SELECT COUNT(*) FROM engagements WHERE organization_id = ?) AS engagements,
         (SELECT COUNT(*) FROM people WHERE organization_id = ?) AS people`,
      [organizationId, organizationId],
    );
    // The watched profile is the one person there is.
    expect(counts).toEqual([{ engagements: 0, people: 1 }]);
    // A run says the same of the same people: that the post is a watched profile's counts in both.
    await changeCredits(db, organizationId, 100, null);
    await agent.enable(setup);
    await agent.request('AGENT');
    await work();
    const ran = new Map((await candidatesOf(organizationId)).rows.map((row) => [row.display_name, row]));
    for (const { display_name, decision, reasons, intent_score, icp_match_percent } of rows) {
      expect(ran.get(display_name)).toMatchObject({ decision, reasons, intent_score, icp_match_percent });
    }
  });

  test('whom the agent rejected becomes a lead when the watchlist brings them, with all they did', async () => {
    const [id, later] = [post(), post()];
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, [person(1), person(3)]);
    const { organizationId, profileIds, agent } = await workspace();
    await agent.enable(setup);
    await agent.request('AGENT');
    await work();
    await workOffQueue(db, organizationId, now);
    expect(await leadsOf(organizationId)).toEqual([]);
    folder.posts('more.csv', ada, [{ id: later, text: 'More', at: now - 20 * hour }]);
    folder.engagements(`${later}/all.csv`, later, [person(1)]);
    await queueSync(db, organizationId, profileIds[0] ?? '', Date.now());
    await work();
    const leads = await leadsOf(organizationId);
    expect(leads.map((lead) => [lead.origin, lead.signal_count]).sort()).toEqual([
      ['watchlist', 1],
      ['watchlist', 2],
    ]);
  });

  test('a lead marked BAD_LEAD or CLIENT stays so, and their engagement accrues', async () => {
    const id = post();
    folder.posts('posts.csv', ada, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${id}/all.csv`, id, [person(0), person(2)]);
    const { organizationId, profileIds, agent } = await workspace();
    await agent.enable(setup);
    await agent.request('AGENT');
    await work();
    const [bad, client] = await leadsOf(organizationId);
    await decideLead(db, organizationId, bad?.id ?? '', { disposition: 'BAD_LEAD' });
    await decideLead(db, organizationId, client?.id ?? '', { disposition: 'CLIENT' });
    await workOffQueue(db, organizationId, now);
    const again = [person(0), person(2)].map((one) => ({ ...one, comment: 'Me too', at: now - hour }));
    folder.engagements(`${id}/all.csv`, id, [person(0), person(2), ...again]);
    await agent.request('AGENT');
    await work();
    await queueSync(db, organizationId, profileIds[0] ?? '', Date.now());
    await work();
    await workOffQueue(db, organizationId, now);
    expect(await leadsOf(organizationId)).toEqual([
      expect.objectContaining({ id: bad?.id, disposition: 'BAD_LEAD', signal_count: 2 }),
      expect.objectContaining({ id: client?.id, disposition: 'CLIENT', signal_count: 2 }),
    ]);
    const { rows } = await candidatesOf(organizationId);
    expect(rows.map((row) => row.decision)).toEqual(['DUPLICATE', 'DUPLICATE']);
  });
});
