/** A person decides about candidates otherwise than the run did, and that stands when something else is taken back. */
import { join } from 'node:path';
import { z } from 'zod';
import { action } from '../../tools/catalogue';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { importFile } from '../../src/ingest/import/importer';
import { listRuns } from '../../src/store/agent/runs';
import { listAudit } from '../../src/store/log/audit';
import { workOffQueue } from '../../src/scoring/rescore';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import type { Database } from '../../src/database/database';
import type { CandidateRow } from '../../src/store/tables/agent';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { undo } from '../undo/support/undoing';
import { ExportFolder, postIdAt } from './support/folder';
import { fits, jobsOver, makeWorkspace, misfits, workOff } from './support/workspace';

const hour = 3_600_000;
const reasonsOf = ({ reasons }: CandidateRow): string[] => z.array(z.string()).parse(JSON.parse(reasons ?? '[]'));
const now = Date.now();
const ada = { name: 'Ada', url: 'https://www.linkedin.com/in/ada' };
const setup = {
  ...{ pattern: '0 7 1 1 *', timeZone: 'Europe/Berlin', creditsPerRun: 200, creditsPerDay: 500 },
  ...{ watch: ['INFLUENCER'] as const, keywords: [] },
};
const engager = (number: number, headline: string) => ({
  name: `Person ${number}`,
  slug: `person-${number}`,
  headline,
  comment: 'How much is it for a team of twenty? We would like to buy.',
  at: now - 5 * hour,
});

describe.each(availableDatabases())('candidates decided by hand on %s', (kind) => {
  let opened: OpenTestDatabase;
  let db: Database;
  let folder: ExportFolder;
  let organizationId: string;

  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    ({ db } = opened);
    folder = new ExportFolder();
    const post = postIdAt(now - 30 * hour, 1);
    folder.posts('posts.csv', ada, [{ id: post, text: 'On forecasts', at: now - 30 * hour }]);
    folder.engagements(`${post}/all.csv`, post, [engager(0, fits), engager(1, misfits)]);
    const made = await makeWorkspace(db, 'By hand', { credits: 500, watched: [{ slug: 'ada', type: 'INFLUENCER' }] });
    ({ organizationId } = made);
    await made.agent.enable(setup);
    await made.agent.request('AGENT');
    await workOff(db, jobsOver(folder.path));
  });
  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  const handle = (id = organizationId) =>
    workspaceOpener(db, { cursorKey: Buffer.alloc(32), network })(id, dataAccessOf(dataAccessFlags), {
      kind: 'operator',
      name: 'root',
    });
  const decide = (candidateId: string, decision: 'ACCEPTED' | 'REJECTED', id = organizationId) =>
    action.decideCandidate.act(handle(id), { candidateId, decision });
  const latest = async () => {
    const [run] = await listRuns(db, organizationId, 'AGENT', 1);
    if (!run) throw new Error('no run');
    const page = { limit: 100, offset: 0 };
    return { run, rows: (await openWorkspaceStore(db, organizationId).agent.candidates(run.id, page)).rows };
  };
  const of = async (name: string): Promise<CandidateRow> => {
    const row = (await latest()).rows.find((one) => one.display_name === name);
    if (!row) throw new Error(`no candidate ${name}`);
    return row;
  };
  const leads = async () =>
    db.select(
      `SELECT p.display_name AS name, l.disposition FROM leads l
       JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
       WHERE l.organization_id = ? ORDER BY p.display_name`,
      [organizationId],
    );
  const first = { name: 'Person 0', disposition: 'ACTIVE' };
  const second = { name: 'Person 1', disposition: 'ACTIVE' };

  test('who is accepted becomes a lead, once, and the run counts it', async () => {
    expect(await leads()).toEqual([first]);
    const { id, person_id: personId } = await of('Person 1');
    const before = (await listAudit(db)).length;
    expect(await decide(id, 'ACCEPTED')).toEqual({ candidateId: id, decision: 'ACCEPTED', leadId: personId });
    await decide(id, 'ACCEPTED');
    expect(await leads()).toEqual([first, second]);
    const accepted = await of('Person 1');
    expect(accepted).toMatchObject({ decision: 'ACCEPTED', lead_id: personId });
    expect(reasonsOf(accepted).slice(0, 2)).toEqual([
      'Accepted by hand.',
      expect.stringMatching(/^Does not fit your ideal customer/),
    ]);
    expect((await latest()).run.leads_created).toBe(2);
    const log = await listAudit(db);
    expect(log.length - before).toBe(1);
    expect(log[0]).toMatchObject({ action: 'decide_candidate', object_kind: 'candidate', object_id: id });
  });

  test('who is rejected is a bad lead, and can be accepted again', async () => {
    const { id } = await of('Person 0');
    await decide(id, 'REJECTED');
    expect(await leads()).toEqual([{ ...first, disposition: 'BAD_LEAD' }]);
    expect((await latest()).rows.map((row) => row.decision)).toEqual(['REJECTED', 'REJECTED']);
    await decide(id, 'ACCEPTED');
    expect(await leads()).toEqual([first]);
    expect(reasonsOf(await of('Person 0'))).toEqual(expect.arrayContaining(['Accepted by hand.']));
    expect(reasonsOf(await of('Person 0'))).not.toContain('Rejected by hand.');
  });

  test('both decisions stand when an import that named them is taken back', async () => {
    const people = ['person-0', 'person-1'].map((slug) => ({
      ...{ kind: 'person', profileUrl: `https://www.linkedin.com/in/${slug}`, headline: 'Engineer at Globex' },
    }));
    folder.write('people.ndjson', people.map((one) => JSON.stringify(one)).join('\n'));
    const path = join(folder.path, 'people.ndjson');
    const { batchId } = await importFile(db, organizationId, path, { network, now });
    await decide((await of('Person 0')).id, 'REJECTED');
    await decide((await of('Person 1')).id, 'ACCEPTED');
    await undo(db, organizationId, [batchId ?? ''], { now: () => now });
    await workOffQueue(db, organizationId, now);
    expect(await leads()).toEqual([{ ...first, disposition: 'BAD_LEAD' }, second]);
  });

  test('of another workspace, of a preview and of leads before the run nobody is decided about', async () => {
    const { id } = await of('Person 1');
    const other = await makeWorkspace(db, 'Other', { credits: 0, watched: [] });
    await expect(decide(id, 'ACCEPTED', other.organizationId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(decide('no-id', 'ACCEPTED')).rejects.toMatchObject({ code: 'not_found' });
    const known = `UPDATE agent_candidates SET decision = 'DUPLICATE', lead_id = person_id WHERE organization_id = ? AND id = ?`;
    await db.run(known, [organizationId, id]);
    await expect(decide(id, 'ACCEPTED')).rejects.toMatchObject({ code: 'conflict' });
    await db.run(`UPDATE agent_candidates SET decision = 'REJECTED', person_id = NULL WHERE id = ?`, [id]);
    await expect(decide(id, 'ACCEPTED')).rejects.toMatchObject({ code: 'conflict' });
    expect(await leads()).toEqual([first]);
  });
});
