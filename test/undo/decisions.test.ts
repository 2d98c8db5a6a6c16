/** What runs that stay have decided, when something else is taken back: to whom it belongs, who may decide otherwise, and what the answer says. */
import type { z } from 'zod';
import { action, query } from '../../tools/catalogue';
import { batchInFull } from '../../tools/batches/schemas';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { storeIcp } from '../../src/store/access/icp';
import type { CandidateRow } from '../../src/store/tables/agent';
import { saveCandidates } from '../../src/store/agent/candidates';
import { newId } from '../../src/database/new-id';
import { personRequests } from '../../src/privacy/requests';
import { workOffQueue } from '../../src/scoring/rescore';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { activity, importInto, memberId, ndjson, now, slugUrl, useSite } from '../import/support/site';
import { availableDatabases } from '../support/databases';
import { network } from '../support/network';
import { collect } from './support/collecting';
import { undo } from './support/undoing';

describe.each(availableDatabases())('decisions of runs that stay on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;
  beforeEach(async () => {
    org = await site.workspace();
    await storeIcp(site.db, org, JSON.stringify({ seniorities: ['vp', 'cxo'] }), now);
  });

  const imported = async (at: number, ...rows: readonly object[]) => {
    const path = site.file(`decisions-${(files += 1)}.ndjson`, ndjson(rows));
    const { batchId } = await importInto(site, org, path, { format: 'generic', now: now + at });
    await workOffQueue(site.db, org, now);
    return batchId ?? '';
  };
  const ran = (at: number, ...slugs: readonly string[]) =>
    collect(site.db, org, { do: 'run', file: (files += 1), slugs, at });
  const undone = async (batchId: string, isWhole = false) => {
    await undo(site.db, org, [batchId], { isWhole });
    await workOffQueue(site.db, org, now);
    return (await batch(batchId)).undone;
  };
  const workspace = () =>
    workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network })(org, dataAccessOf(dataAccessFlags), {
      kind: 'operator',
      name: 'root',
    });
  const batch = async (batchId: string) => batchInFull.parse(await query.getBatch.ask(workspace(), { batchId }));

  const like = (who: object, post = 1) => ({
    ...{ kind: 'like', ...who, postUrl: activity(post), occurredAt: '2026-11-10T10:00:00Z' },
  });
  const bySlug = (slug: string) => ({ profileUrl: slugUrl(slug) });
  const joined = (n: number, slug: string) => ({ kind: 'person', memberId: memberId(n), ...bySlug(slug) });

  /** Decisions by what their people are called. */
  const decisions = async () => {
    const rows = await site.db.select<CandidateRow & { value: string }>(
      `SELECT c.*, i.value FROM agent_candidates c JOIN person_identities i
         ON i.organization_id = c.organization_id AND i.person_id = c.person_id WHERE c.organization_id = ?`,
      [org],
    );
    return rows.map(({ value, decision, lead_id: lead }) => `${value} ${decision} ${lead !== null}`).sort();
  };
  const leads = async () => {
    const rows = await site.db.select<{ value: string; origin: string }>(
      `SELECT i.value, l.origin FROM leads l JOIN person_identities i
         ON i.organization_id = l.organization_id AND i.person_id = l.id WHERE l.organization_id = ?`,
      [org],
    );
    return rows.map(({ value, origin }) => `${value} ${origin}`).sort();
  };
  const candidate = async () => {
    const rows = await site.db.select<CandidateRow>('SELECT * FROM agent_candidates WHERE organization_id = ?', [org]);
    const [row] = rows;
    if (!row || rows.length > 1) throw new Error(`${rows.length} candidates`);
    return row;
  };

  it('go with whom the run met when people come apart', async () => {
    await imported(0, like({ memberId: memberId(1) }));
    const join = await imported(1, joined(1, 'ada'));
    await ran(2, 'ada');
    expect(await decisions()).toEqual([`${memberId(1)} DUPLICATE true`, 'ada DUPLICATE true']);
    const { id, reasons } = await candidate();
    expect(await undone(join)).toMatchObject({ decisionsRemoved: 0, peopleAffected: 1, affected: [{ leadId: null }] });
    expect(await decisions()).toEqual(['ada DUPLICATE false']);
    expect(await candidate()).toMatchObject({ id, reasons, decision: 'DUPLICATE' });
    expect(await leads()).toEqual([`${memberId(1)} watchlist`]);
  });

  it('stay with both where the run met both, so that nobody stops being a lead', async () => {
    await ran(0, 'ada', 'nobody', 'grace');
    expect(await leads()).toEqual(['ada agent', 'grace agent']);
    const joins = await imported(1, joined(1, 'ada'), joined(1, 'grace'));
    const merged = await leads();
    await undone(joins);
    expect(await leads()).toEqual(['ada agent', 'grace agent']);
    expect(await decisions()).toEqual(['ada ACCEPTED true', 'grace ACCEPTED true', 'nobody REJECTED false']);
    expect(merged).not.toEqual(await leads());
  });

  it('about somebody passed over whose lead went may be decided otherwise by hand, and that stays', async () => {
    const import1 = await imported(0, like(bySlug('ada')));
    await ran(1, 'ada');
    const { id } = await candidate();
    const accept = () => action.decideCandidate.act(workspace(), { candidateId: id, decision: 'ACCEPTED' });
    await expect(accept()).rejects.toMatchObject({ code: 'conflict' });
    await undone(import1);
    expect(await leads()).toEqual([]);
    const reject = action.decideCandidate.act(workspace(), { candidateId: id, decision: 'REJECTED' });
    await expect(reject).rejects.toMatchObject({ code: 'conflict' });
    await accept();
    expect(await leads()).toEqual(['ada agent']);
    const other = await imported(3, like(bySlug('grace')));
    expect(await undone(other)).toEqual({ decisionsRemoved: 0, peopleAffected: 0, affected: [] });
    expect(await leads()).toEqual(['ada agent']);
    expect(await decisions()).toEqual(['ada ACCEPTED true']);
  });

  it('by hand count from when they were made: who was a lead of an import by then stays one of it', async () => {
    // Every other one has no headline of a buyer.
    await ran(0, 'buyer', 'ada');
    await imported(1, like(bySlug('ada')));
    expect(await leads()).toEqual(['ada watchlist', 'buyer agent']);
    const rows = await site.db.select<{ id: string }>(
      `SELECT id FROM agent_candidates WHERE organization_id = ? AND decision = 'REJECTED'`,
      [org],
    );
    await action.decideCandidate.act(workspace(), { candidateId: rows[0]?.id ?? '', decision: 'ACCEPTED' });
    const other = await imported(2, like(bySlug('grace'), 2));
    expect(await undone(other)).toEqual({ decisionsRemoved: 0, peopleAffected: 0, affected: [] });
    expect(await leads()).toEqual(['ada watchlist', 'buyer agent']);
  });

  it('go with a person who is gone, and are counted', async () => {
    const run = await ran(0, 'ada');
    const other = await imported(1, like(bySlug('grace')));
    // As if a limit of storage had taken it.
    await site.db.run('DELETE FROM batch_records WHERE organization_id = ? AND batch_id = ?', [org, run]);
    // Only a replay of everything notices what is connected with nothing that is undone.
    expect(await undone(other, true)).toEqual({ decisionsRemoved: 1, peopleAffected: 0, affected: [] });
    expect(await decisions()).toEqual([]);
    expect(await leads()).toEqual([]);
  });

  it('of a run that is taken back go with it, those of another one are named', async () => {
    const first = await ran(0, 'ada');
    expect((await batch(first)).undone).toBeNull();
    const second = await ran(1, 'ada');
    const answer = await undone(first);
    expect(answer).toMatchObject({
      decisionsRemoved: 1,
      peopleAffected: 1,
      affected: [{ displayName: 'ada', decision: 'DUPLICATE', creditSpent: false, leadId: null }],
    });
    expect(await leads()).toEqual([]);
    // What names them goes with the decision.
    expect(await undone(second)).toEqual({ decisionsRemoved: 1, peopleAffected: 0, affected: [] });
    expect((await batch(first)).undone).toMatchObject({ peopleAffected: 1, affected: [] });
  });

  it('name nobody who was erased or objects', async () => {
    const import1 = await imported(0, like(bySlug('ada')), like(bySlug('nobody')), like(bySlug('grace')));
    await ran(1, 'ada', 'nobody', 'grace');
    const requests = personRequests(site.db, org, () => now);
    await requests.object({ identities: [{ kind: 'slug', value: 'nobody' }] });
    await requests.finish();
    const names = (answer: z.output<typeof batchInFull>['undone']) =>
      answer?.affected.map(({ displayName }) => displayName).sort();
    expect(names(await undone(import1))).toEqual(['ada', 'grace']);
    await requests.erase({ identities: [{ kind: 'slug', value: 'ada' }] }, { purge: false });
    await requests.finish();
    expect(names((await batch(import1)).undone)).toEqual(['grace']);
  });

  it('are listed a hundred people at most, the latest decision about each, and all are counted', async () => {
    const people = Array.from({ length: 120 }, (_, n) => `fan-${n}`);
    const import1 = await imported(0, ...people.map((slug) => like(bySlug(slug))));
    const run = await ran(1, people[0] ?? '');
    const [one] = await site.db.select<CandidateRow>('SELECT * FROM agent_candidates WHERE organization_id = ?', [org]);
    if (!one) throw new Error(`nothing was decided by ${run}`);
    const rows = await site.db.select<{ person_id: string }>(
      `SELECT person_id FROM person_identities WHERE organization_id = ? AND value LIKE 'fan-%'`,
      [org],
    );
    const others = rows.filter((row) => row.person_id !== one.person_id);
    // One more run decided about everybody.
    const later = await ran(2, 'somebody');
    const [last] = await site.db.select<{ id: string }>(
      'SELECT id FROM agent_runs WHERE organization_id = ? AND batch_id = ?',
      [org, later],
    );
    const copies = [...others, { person_id: one.person_id }].map(({ person_id }) => ({
      ...{ ...one, id: newId(), run_id: last?.id ?? '', person_id, lead_id: person_id },
    }));
    await saveCandidates(site.db, copies);
    // Everybody is named by the later run's records too: they stay.
    await imported(3, ...people.map((slug) => like(bySlug(slug), 2)));
    const answer = await undone(import1);
    expect(answer).toMatchObject({ decisionsRemoved: 0, peopleAffected: 120 });
    expect(answer?.affected).toHaveLength(100);
    expect(new Set(answer?.affected.map(({ runId }) => runId))).toEqual(new Set([last?.id]));
  });
});
