/** The action that takes a batch back, called as every interface calls it: who may, what is recorded, and what it refuses. */
import { action } from '../../tools/catalogue';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import type { Caller } from '../../src/workspace/workspace';
import { personRequests } from '../../src/privacy/requests';
import { byHandBatch } from '../../src/store/log/decisions';
import { newId } from '../../src/database/new-id';
import { closeAbandoned } from '../../src/store/log/abandoned';
import { listAudit } from '../../src/store/log/audit';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { activity, importInto, memberId, ndjson, now, useSite, slugUrl, watched } from '../import/support/site';
import type { Role } from '../../src/shared/values';
import { memberCaller } from '../support/callers';
import { availableDatabases } from '../support/databases';
import { network } from '../support/network';
import { finishUndoing } from './support/undoing';

const operator: Caller = { kind: 'operator', name: 'root' };

describe.each(availableDatabases())('undo_batch on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let batchId: string;

  const likes = (name: string) => {
    const like = { kind: 'like', profileUrl: slugUrl('ada'), postUrl: activity(1), occurredAt: '2026-11-01T10:00:00Z' };
    return site.file(`${name}.ndjson`, ndjson([like]));
  };
  beforeEach(async () => {
    org = await site.workspace();
    ({ batchId } = await importInto(site, org, likes(org)).then(({ batchId: id }) => ({ batchId: id ?? '' })));
  });

  const undo = (id: string, caller: Caller = operator, organizationId = org) => {
    const open = workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network });
    return action.undoBatch.act(open(organizationId, dataAccessOf(dataAccessFlags), caller), { batchId: id });
  };
  const state = async () => ({
    batches: await site.db.select('SELECT id, status FROM batches WHERE organization_id = ? ORDER BY id', [org]),
    people: await site.db.select('SELECT id FROM people WHERE organization_id = ?', [org]),
    jobs: await site.db.select("SELECT id FROM jobs WHERE organization_id = ? AND name = 'undo-batches'", [org]),
    audit: (await listAudit(site.db)).filter((row) => row.organization_id === org).length,
  });

  const session = (role: Role) => memberCaller(site.db, org, role);
  it.each(['operator', 'OWNER', 'ADMIN'] as const)(
    'queues the work once, and records who asked and of what: %s',
    async (who) => {
      const caller = who === 'operator' ? operator : await session(who);
      expect(await undo(batchId, caller)).toMatchObject({ id: batchId, kind: 'import', status: 'UNDOING' });
      expect((await state()).jobs).toHaveLength(1);
      const entries = (await listAudit(site.db)).filter((row) => row.organization_id === org);
      expect(entries).toEqual([
        expect.objectContaining({ action: 'undo_batch', object_kind: 'batch', object_id: batchId }),
      ]);
      expect(JSON.stringify(entries)).toContain('import');
      await finishUndoing(site.db, org);
      expect((await state()).people).toEqual([]);
    },
  );

  it('refuses what cannot be taken back, each in words of its own, and changes nothing', async () => {
    const other = await site.workspace();
    const foreign = (await importInto(site, other, likes('other'))).batchId ?? '';
    await saveWatchlistEntry(site.db, org, watched('grace'), now);
    const running = (await importInto(site, org, likes('running'))).batchId ?? '';
    await site.db.run("UPDATE batches SET status = 'OPEN', touched_at = ? WHERE organization_id = ? AND id = ?", [
      Date.now(),
      org,
      running,
    ]);
    const undone = (await importInto(site, org, likes('undone'))).batchId ?? '';
    await undo(undone);
    await finishUndoing(site.db, org);
    const undoing = (await importInto(site, org, likes('undoing'))).batchId ?? '';
    await undo(undoing);
    const refusals: readonly [id: string, code: string, says: RegExp, caller?: Caller][] = [
      [batchId, 'role_required', /ADMIN/, await session('MEMBER')],
      [newId(), 'not_found', /batch/],
      ['not-an-id', 'not_found', /batch/],
      [foreign, 'not_found', /batch/],
      [foreign.toUpperCase(), 'not_found', /batch/],
      [byHandBatch, 'not_found', /batch/],
      [undone, 'conflict', /taken back already/],
      [undoing, 'conflict', /being taken back/],
      [running, 'conflict', /still running/],
    ];
    const before = await state();
    const theirs = await site.db.select('SELECT * FROM batches WHERE organization_id = ?', [other]);
    for (const [id, code, says, caller] of refusals) {
      const refused = await undo(id, caller).then(
        () => 'done',
        (error: unknown) => error,
      );
      expect([id, refused]).toEqual([id, expect.objectContaining({ code, message: expect.stringMatching(says) })]);
    }
    expect(await state()).toEqual(before);
    expect(await site.db.select('SELECT * FROM batches WHERE organization_id = ?', [other])).toEqual(theirs);
    // The positive control.
    expect(await undo(batchId.toUpperCase())).toMatchObject({ id: batchId, status: 'UNDOING' });
  });

  it('also of an import whose process ended: after an hour it is FAILED, and another that runs is not', async () => {
    const running = (await importInto(site, org, likes('running'))).batchId ?? '';
    const hour = 3_600_000;
    const touched = (id: string, at: number) =>
      site.db.run("UPDATE batches SET status = 'OPEN', touched_at = ? WHERE organization_id = ? AND id = ?", [
        at,
        org,
        id,
      ]);
    await touched(batchId, now - hour - 1);
    await touched(running, now - hour);
    expect(await closeAbandoned(site.db, now)).toBe(1);
    const rows = await site.db.select<{ id: string }>(
      'SELECT id, status, finished_at FROM batches WHERE organization_id = ? AND id IN (?, ?) ORDER BY id',
      [org, batchId, running],
    );
    expect(rows).toEqual([
      { id: batchId, status: 'FAILED', finished_at: now - hour - 1 },
      { id: running, status: 'OPEN', finished_at: expect.anything() },
    ]);
    expect(await undo(batchId)).toMatchObject({ id: batchId, status: 'UNDOING' });
  });

  it('is carried out though a watched person has objected since', async () => {
    const person = { memberId: memberId(7), slug: 'grace', isCompany: false };
    await saveWatchlistEntry(site.db, org, watched('grace', { person }), now);
    const identities = [{ kind: 'slug' as const, value: 'grace' }];
    await personRequests(site.db, org).object({ identities });
    const people = () =>
      site.db.select('SELECT id, display_name, do_not_contact FROM people WHERE organization_id = ?', [org]);
    await undo(batchId);
    await finishUndoing(site.db, org);
    expect(await people()).toEqual([{ id: expect.any(String), display_name: 'grace', do_not_contact: 1 }]);
    expect(await site.db.select('SELECT id FROM monitored_profiles WHERE organization_id = ?', [org])).toEqual([]);
  });

  it('leaves a post of which the author was erased without one, even when a file that stays names somebody', async () => {
    const bring = (name: string, row: object) =>
      importInto(site, org, site.file(`${name}-${org}.ndjson`, ndjson([row])));
    await bring('post', { kind: 'post', postUrl: activity(1), authorMemberId: memberId(8), authorName: 'Ines' });
    const bob = { profileUrl: slugUrl('bob'), name: 'Bob', occurredAt: '2026-11-01T10:00:00Z' };
    await bring('comment', { kind: 'comment', ...bob, postUrl: activity(1), commentText: 'Hi', isPostAuthor: 'true' });
    const requests = personRequests(site.db, org, () => now);
    await requests.erase({ identities: [{ kind: 'member', value: memberId(8) }] }, { purge: false });
    await requests.finish();
    await undo(batchId);
    await finishUndoing(site.db, org);
    expect(
      await site.db.select('SELECT author_person_id, author_name, author_erased FROM posts WHERE organization_id = ?', [
        org,
      ]),
    ).toEqual([{ author_person_id: null, author_name: null, author_erased: 1 }]);
  });

  it('asked at once by many is done once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => undo(batchId)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await state()).toMatchObject({ audit: 1, jobs: [expect.anything()] });
  });
});
