/** After an upgrade, what older rules read of headlines and comments is read again by the worker, and doctor says how much is left. */
import pino from 'pino';
import { checkWorkspaces } from '../../src/interfaces/cli/check-workspaces';
import { renewReadings } from '../../src/ingest/import/renewal';
import { readerVersion } from '../../packages/reader/src';
import { workOffQueue } from '../../src/scoring/rescore';
import { countOldReadings, noteReadings, readingsMark } from '../../src/store/writes/readings';
import { startWorker } from '../../src/interfaces/worker/worker';

import { undo } from '../undo/support/undoing';
import { activity, contents, importInto, ndjson, now, openSite, slugUrl, without, type Site } from './support/site';
import { eventually } from '../jobs/support/runners';

const at = '2026-09-01T12:00:00Z';
const comment = (n: number, commentText: string) => ({
  kind: 'comment',
  profileUrl: slugUrl(`person-${n}`),
  name: `Person ${n}`,
  headline: `VP Sales at Company${n}x`,
  postUrl: activity(0),
  commentText,
  occurredAt: at,
  observedAt: at,
});
const long = `Could you send us an offer? ${'And much more besides. '.repeat(20)}`;
const rows = [comment(0, 'What does it cost?'), comment(1, 'Nice'), comment(2, long), comment(3, 'Well said')];
const nothing = () => Promise.resolve();

describe.each(['sqlite'] as const)('readings of older rules on %s', (kind) => {
  let site: Site;
  let org: string;
  let file: string;
  let batch: string;
  beforeEach(async () => {
    site = await openSite(kind);
    org = await site.workspace();
    file = site.file('rows.ndjson', ndjson(rows));
    batch = (await importInto(site, org, file, { format: 'generic' })).batchId ?? '';
    await importInto(site, org, site.file('other.ndjson', ndjson([comment(9, 'Great')])), { format: 'generic' });
  });
  afterEach(() => site.close());

  const shown = async () => {
    const { people, engagements, leads, lead_evidence, account_summaries } = await contents(site.db, org);
    return {
      people: without(people, ['updated_at']),
      leads: without(leads, ['updated_at', 'scored_at']),
      ...{ engagements, lead_evidence, account_summaries },
    };
  };
  /** What an older release would have stored. */
  async function age(): Promise<void> {
    const { db } = site;
    await db.run(
      `UPDATE people SET title = 'Older', seniority = NULL, company_name = NULL, account_id = NULL, standing = 'students\tx'
       WHERE organization_id = ? AND display_name <> 'Person 9'`,
      [org],
    );
    await db.run(
      `UPDATE engagements SET comment_class = 'objection', intent_hint = 0 WHERE organization_id = ? AND comment_excerpt NOT LIKE '%…'`,
      [org],
    );
    await noteReadings(db, { version: 'older', at: null });
    await db.run('INSERT INTO scoring_queue (organization_id, person_id) SELECT organization_id, id FROM people', []);
    await workOffQueue(db, org, now);
  }
  const finding = async () => (await checkWorkspaces(site.db)).find(({ check }) => check === 'readings');

  it('are none in a database that this version made', async () => {
    expect(await readingsMark(site.db)).toEqual({ version: readerVersion(), at: null });
    expect(await finding()).toMatchObject({ level: 'ok' });
  });

  it('are renewed by a worker that starts, to what an import stores today', async () => {
    const fresh = await shown();
    await age();
    expect(await shown()).not.toEqual(fresh);
    expect(await finding()).toMatchObject({ level: 'warning', message: expect.stringMatching(/^5 people/) as string });
    const worker = startWorker(site.db, pino({ level: 'silent' }), { concurrency: 2, pollMs: 20, alone: true });
    await eventually(async () => ((await countOldReadings(site.db, readerVersion())) > 0 ? undefined : true));
    await worker.stop();
    await workOffQueue(site.db, org, now);
    expect(await shown()).toEqual(fresh);
    expect(await finding()).toMatchObject({ level: 'ok' });
  });

  it('go on where they were interrupted, and say how many are left', async () => {
    const fresh = await shown();
    await age();
    let turns = 0;
    const stopping = { now: () => now, targetMs: 1, guard: nothing, checkpoint: nothing };
    const interrupted = renewReadings(site.db, {
      ...stopping,
      guard: () => ((turns += 1) > 1 ? Promise.reject(new Error('stopped')) : nothing()),
    });
    await expect(interrupted).rejects.toThrow('stopped');
    expect(await renewReadings(site.db, stopping)).toBeLessThanOrEqual(5);
    await workOffQueue(site.db, org, now);
    expect(await shown()).toEqual(fresh);
    expect(await renewReadings(site.db, stopping)).toBe(0);
  });

  it('stay renewed when an import is taken back', async () => {
    await age();
    await renewReadings(site.db, { now: () => now, targetMs: 50, guard: nothing, checkpoint: nothing });
    await undo(site.db, org, [batch]);
    const taken = await shown();
    const other = await site.workspace();
    await importInto(site, other, site.file('again.ndjson', ndjson([comment(9, 'Great')])), { format: 'generic' });
    const { people } = await contents(site.db, other);
    expect(taken.people).toEqual(without(people, ['updated_at']));
  });
});
