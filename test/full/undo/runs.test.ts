/** Runs, syncs and discoveries that are taken back through the commands: as if they had not run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '../../../config/settings';
import { privacyKeeper } from '../../../src/auth/privacy-keeper';
import { systemClock } from '../../../src/jobs/clock';
import { Database } from '../../../src/database/database';
import { configuredJobs } from '../../../src/interfaces/worker/configured';
import { scoringJobs } from '../../../src/interfaces/worker/rescoring';
import { batchInFull } from '../../../tools/batches/schemas';
import { workOff } from '../../agent/support/workspace';
import { atLength } from '../../support/at-length';
import { availableDatabases, migratedTestDatabase, type TestDatabase } from '../../support/databases';
import { testSuppressionKey } from '../../support/keeper';
import { operator, type Operator } from '../../cli/recorded-terminal';
import { ExportFolder, postIdAt } from '../../agent/support/folder';
import { withKeeper } from '../../../src/store/statements/keeper';

const now = Date.now();
const hour = 3_600_000;
const slugs = ['ada', 'grace'] as const;

interface Batch {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly name: string;
}

describe.each(availableDatabases())('taking back on %s', (kind) => {
  let database: TestDatabase;
  let op: Operator;
  let folder: ExportFolder;
  const ids = slugs.map((_, at) => postIdAt(now - 20 * hour, at));

  beforeEach(async () => {
    folder = new ExportFolder();
    database = await migratedTestDatabase(kind);
    op = operator({
      ...{ DATABASE_URL: database.url, SUPPRESSION_KEY: testSuppressionKey },
      ...{ DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: folder.path },
    });
    for (const line of ['workspace create Acme', 'icp set examples/icp.yaml', 'credits grant 100']) {
      expect((await op.run(line)).status).toBe(0);
    }
    await op.run('watchlist add https://www.linkedin.com/in/ada --type INFLUENCER');
    await op.run('watchlist add https://www.linkedin.com/in/grace --type COMPETITOR');
    for (const [at, slug] of slugs.entries()) {
      const id = ids[at] ?? '';
      const author = { name: slug, url: `https://www.linkedin.com/in/${slug}` };
      folder.posts(`${slug}.csv`, author, [{ id, text: 'Words', at: now - 20 * hour }]);
      folder.engagements(
        `${id}/all.csv`,
        id,
        [0, 1, 2].map((n) => fan(slug, n)),
      );
    }
    const enable = 'agent enable --credits-per-run 50 --credits-per-day 90 --schedule "0 7 1 1 *"';
    expect((await op.run(`${enable} --time-zone Europe/Berlin --watch INFLUENCER`)).status).toBe(0);
  });
  afterEach(async () => {
    await database.drop();
    op.dispose();
    folder.remove();
  });

  const fan = (slug: string, n: number, more = {}) => ({
    name: `${slug} fan ${n}`,
    slug: `${slug}-fan-${n}`,
    headline: n === 0 ? 'Nurse' : 'VP Sales at Bluefern',
    comment: 'How much is it for a team of twenty?',
    at: now - 10 * hour,
    ...more,
  });
  const ask = async (line: string) => {
    const ran = await op.run(`${line} --json`);
    expect({ line, status: ran.status, err: ran.status === 0 ? '' : ran.err }).toEqual({ line, status: 0, err: '' });
    return ran.json();
  };
  const leads = async () => {
    const db = await Database.open(database.url);
    const rows = await db.select<{ name: string; origin: string }>(
      `SELECT p.display_name AS name, l.origin FROM leads l JOIN people p ON p.id = l.id AND p.organization_id = l.organization_id`,
    );
    await db.close();
    return rows.map(({ name, origin }) => `${name} ${origin}`).sort();
  };
  const batches = async (kind: string) =>
    ((await ask('import list'))['data'] as Batch[]).filter((batch) => batch.kind === kind);
  const undo = async (batch: Batch | undefined) => {
    const answer = await ask(`import undo ${batch?.id}`);
    expect(answer).toMatchObject({ status: 'UNDONE', outcome: 'undone' });
    return batchInFull.shape.undone.parse(answer['undone']);
  };
  const healthy = async () =>
    expect((await op.run('doctor')).out).toMatch(/ok +jobs[^]*ok +privacy[^]*ok +counts[^]*ok +credits/);

  it('a run: its leads and candidates go, and the next run finds them again', async () => {
    const status = await ask('agent status');
    const run = await ask('agent run');
    expect(run).toMatchObject({ status: 'COMPLETED', candidates: 3, leadsCreated: 2 });
    expect(await leads()).toEqual(['ada fan 1 agent', 'ada fan 2 agent']);
    const [batch] = await batches('agent_run');
    await undo(batch);
    expect(await leads()).toEqual([]);
    expect((await ask('agent status'))['lastRun']).toEqual(status['lastRun']);
    expect(await ask(`agent candidates --run-id ${String(run['id'])}`)).toMatchObject({ candidates: [] });
    await healthy();
    expect(await ask('agent run')).toMatchObject({ candidates: 3, leadsCreated: 2 });
    expect(await leads()).toEqual(['ada fan 1 agent', 'ada fan 2 agent']);
  });

  // Of MySQL, whose statements are the same, the first alone.
  if (kind === 'mysql' && !atLength(false, true)) return;

  it('a run whose people another run met too: whom only it accepted are no leads', async () => {
    folder.engagements(`${ids[0]}/all.csv`, ids[0] ?? '', [
      fan('ada', 1, { comment: 'Nice', at: now - 90 * 24 * hour }),
    ]);
    expect(await ask('agent run')).toMatchObject({ candidates: 1, leadsCreated: 0 });
    folder.engagements(`${ids[0]}/all.csv`, ids[0] ?? '', [
      fan('ada', 1, { comment: 'Nice', at: now - 90 * 24 * hour }),
      fan('ada', 1),
    ]);
    expect(await ask('agent run')).toMatchObject({ candidates: 1, leadsCreated: 1 });
    const [second, first] = await batches('agent_run');
    await undo(second);
    expect(await leads()).toEqual([]);
    expect((await ask('agent candidates'))['candidates']).toMatchObject([{ decision: 'REJECTED' }]);
    await undo(first);
    expect((await ask('agent status'))['lastRun']).toBeNull();
    await healthy();
  });

  it('an import that made leads before a run met them: the decisions stand, and the answer names whom they are about', async () => {
    const path = join(op.dataDir, 'likes.ndjson');
    const likes = [0, 1].map((n) => ({
      kind: 'like',
      profileUrl: `https://www.linkedin.com/in/ada-fan-${n}`,
      postUrl: 'urn:li:activity:7402746946853250100',
    }));
    writeFileSync(path, likes.map((like) => JSON.stringify(like)).join('\n'));
    await ask(`import ${path} --format generic`);
    const run = await ask('agent run');
    expect(run).toMatchObject({ candidates: 3, leadsCreated: 1 });
    const decisions = async () => {
      const { candidates } = await ask(`agent candidates --run-id ${String(run['id'])}`);
      const rows = candidates as { profile: { displayName: string }; decision: string; leadId: string | null }[];
      return rows
        .map(({ profile, decision, leadId }) => `${profile.displayName} ${decision} ${leadId !== null}`)
        .sort();
    };
    expect(await decisions()).toEqual([
      'ada fan 0 DUPLICATE true',
      'ada fan 1 DUPLICATE true',
      'ada fan 2 ACCEPTED true',
    ]);
    // Of an import that said the same once more nothing is gone with it.
    await ask(`import ${path} --format generic`);
    const [again, first] = await batches('import');
    expect(await undo(again)).toEqual({ decisionsRemoved: 0, peopleAffected: 0, affected: [] });
    const [balance, runs] = [await ask('credits balance'), await ask('agent runs')];
    const answer = await undo(first);
    expect(answer).toMatchObject({ decisionsRemoved: 0, peopleAffected: 2 });
    const named = (answer?.affected ?? []).map(({ displayName, decision, creditSpent, leadId, runId }) => [
      ...[displayName, decision, creditSpent, leadId, runId === run['id']],
    ]);
    expect(named.sort()).toEqual([
      ['ada fan 0', 'DUPLICATE', false, null, true],
      ['ada fan 1', 'DUPLICATE', false, null, true],
    ]);
    const shown = (await op.run(`import show ${first?.id}`)).out;
    expect(shown).toMatch(/decided about 2 people with data that is now gone[^]*ada fan [01] +DUPLICATE +- +no +/);
    expect(await decisions()).toEqual([
      'ada fan 0 DUPLICATE false',
      'ada fan 1 DUPLICATE false',
      'ada fan 2 ACCEPTED true',
    ]);
    expect(await leads()).toEqual(['ada fan 2 agent']);
    expect(await ask('agent runs')).toEqual(runs);
    expect(await ask('credits balance')).toEqual(balance);
    await healthy();
  });

  it('names nobody of runs that had ended before, and counts what an undone run decided', async () => {
    const path = join(op.dataDir, 'facts.ndjson');
    const facts = { kind: 'person', profileUrl: 'https://www.linkedin.com/in/ada-fan-1', companyName: 'Bluefern' };
    writeFileSync(path, JSON.stringify({ ...facts, title: 'Nurse', country: 'SE' }));
    await ask('agent run');
    await ask(`import ${path} --format generic`);
    const [facted] = await batches('import');
    expect(await undo(facted)).toEqual({ decisionsRemoved: 0, peopleAffected: 0, affected: [] });
    await ask(`import ${path} --format generic`);
    const [run] = await batches('agent_run');
    expect(await undo(run)).toEqual({ decisionsRemoved: 3, peopleAffected: 0, affected: [] });
    await ask('agent run');
    const [later] = await batches('import');
    expect(await undo(later)).toMatchObject({
      peopleAffected: 1,
      affected: [{ displayName: 'ada fan 1', creditSpent: true }],
    });
    await healthy();
  });

  it('a sync: only what the run found stays, and the next sync brings the rest again', async () => {
    await ask('agent run');
    const before = await leads();
    await ask('watchlist sync');
    const synced = await leads();
    expect(synced).toHaveLength(6);
    for (const batch of await batches('sync')) await undo(batch);
    expect(await leads()).toEqual(before);
    await healthy();
    await ask('watchlist sync');
    expect(await leads()).toEqual(synced);
  });

  it('a discovery', async () => {
    await ask(`discovery start urn:li:activity:${ids[1]}`);
    const settings = loadSettings(op.env);
    const db = withKeeper(await Database.open(settings.DATABASE_URL), privacyKeeper(settings));
    // It begins a moment after it was asked for.
    const soon = { ...systemClock, now: () => Date.now() + 10_000 };
    await workOff(db, [...configuredJobs(settings), ...scoringJobs], soon);
    await db.close();
    expect(await leads()).toHaveLength(3);
    const [batch] = await batches('discovery');
    await undo(batch);
    expect(await leads()).toEqual([]);
    await healthy();
  });

  it('brings back nobody who was suppressed, and an objection stands', async () => {
    const facts = (n: number) => `https://www.linkedin.com/in/grace-fan-${n}`;
    await ask('agent run');
    await ask('watchlist sync');
    await ask(`privacy suppress ${facts(1)}`);
    await ask(`privacy do-not-contact ${facts(2)}`);
    const left = (await leads()).filter((lead) => !/grace fan [12]/.test(lead));
    expect(await leads()).toEqual(left);
    const [run] = await batches('agent_run');
    await undo(run);
    expect((await leads()).filter((lead) => /grace/.test(lead))).toEqual(['grace fan 0 watchlist']);
    for (const batch of await batches('sync')) await undo(batch);
    expect(await leads()).toEqual([]);
    await ask('watchlist sync');
    expect((await leads()).filter((lead) => /grace/.test(lead))).toEqual(['grace fan 0 watchlist']);
    await healthy();
  });
});
