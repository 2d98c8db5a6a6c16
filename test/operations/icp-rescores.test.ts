/** A customer profile that is set concerns everybody: all people of the workspace wait to be scored again, and nobody else's. */
import { action } from '../../tools/catalogue';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { newId } from '../../src/database/new-id';
import { workOffQueue } from '../../src/scoring/rescore';
import { activity, importInto, ndjson, now, slugUrl, useSite } from '../import/support/site';
import { network } from '../support/network';

const site = useSite('sqlite');

it('setting it puts everybody of the workspace into the queue, once', async () => {
  const likes = [1, 2, 3].map((n) => {
    const who = { profileUrl: slugUrl(`person-${n}`), name: `Person ${n}`, headline: 'VP Sales at Globex' };
    return { kind: 'like', ...who, postUrl: activity(1), occurredAt: '2026-11-01T10:00:00Z' };
  });
  const file = site.file('likes.ndjson', ndjson(likes));
  const [org, other] = [await site.workspace(), await site.workspace()];
  for (const one of [org, other]) {
    await importInto(site, one, file);
    await workOffQueue(site.db, one, now);
  }
  const queued = async (id: string) =>
    (await site.db.select('SELECT person_id FROM scoring_queue WHERE organization_id = ?', [id])).length;
  expect([await queued(org), await queued(other)]).toEqual([0, 0]);
  const open = workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network });
  const workspace = open(org, dataAccessOf(dataAccessFlags), { kind: 'operator', name: 'root' });
  for (let times = 0; times < 2; times += 1) {
    await action.setIcp.act(workspace, { definition: { seniorities: ['vp'] } });
    expect([await queued(org), await queued(other)]).toEqual([3, 0]);
  }
});

it.each([
  [
    'a key waits for some of a long queue, and the job does the rest',
    { kind: 'api_key', keyId: 'k', canWrite: true },
    200,
  ],
  ['the operator’s command waits for all', { kind: 'operator', name: 'root' }, 0],
] as const)('%s', async (_name, caller, left) => {
  const org = await site.workspace();
  const rows = Array.from({ length: 1_200 }, () => [org, newId(), null]);
  await site.db.insertRows('scoring_queue', ['organization_id', 'person_id', 'cause'], rows);
  const open = workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network });
  await open(org, dataAccessOf(dataAccessFlags), caller).scoreQueue();
  const count = async (sql: string) => (await site.db.select(sql, [org])).length;
  expect(await count('SELECT person_id FROM scoring_queue WHERE organization_id = ?')).toBe(left);
  const jobs = await count("SELECT id FROM jobs WHERE organization_id = ? AND name = 'score-queued'");
  expect(jobs).toBe(left > 0 ? 1 : 0);
});
