/** A database and the ledger beside it: what the one lacks of the other is counted, and is made up for, whatever was asked in between. */
import { completeLedger, ledgerState, replayLedger } from '../../src/privacy/replay';
import { personRequests } from '../../src/privacy/requests';
import { leftoversIn } from '../../src/privacy/leftovers';
import { beginDeletion } from '../../src/privacy/delete-workspace';
import { privacyKeeper } from '../../src/auth/privacy-keeper';
import { keeperOf, withKeeper } from '../../src/store/statements/keeper';
import { Database } from '../../src/database/database';
import { SuppressionKey } from '../../src/rules/privacy/key';
import type { PrivacyMarkRow } from '../../src/store/tables/privacy';
import { ledgerJob } from '../../src/privacy/ledger-job';
import { enqueue } from '../../src/jobs/enqueue';
import { systemClock } from '../../src/jobs/clock';
import { cleanTexts } from '../../src/store/privacy/clean-texts';
import { PacedEraser } from '../../src/store/statements/paced-eraser';
import { TextEraser } from '../../packages/reader/src';
import { workOff } from '../agent/support/workspace';
import { importInto, memberId, ndjson, now, slugUrl } from '../import/support/site';
import { z } from 'zod';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byProfile, ines, openHousehold, rows, type Household } from './support/household';

let house: Household;
beforeEach(async () => {
  house = await openHousehold('sqlite');
});
afterEach(() => house.close());

const byMember = (n: number) => ({ identities: [{ kind: 'member' as const, value: memberId(n) }] });
const good = { behind: 0, undeleted: [], unnoted: 0 };
const marks = () => house.db.select<PrivacyMarkRow>('SELECT * FROM privacy_marks ORDER BY digest');
/** As a backup of before brings it back. */
const forgetMarks = () => house.db.run('DELETE FROM privacy_marks');
const none = { workspaces: 0, marks: 0, erased: 0, objecting: 0, deletedWorkspaces: 0 };

test('nothing asked: nothing is behind, and replaying does nothing', async () => {
  expect(await ledgerState(house.db)).toEqual(good);
  expect(await replayLedger(house.db, now)).toEqual(none);
  expect(await completeLedger(house.db)).toBe(0);
});

test('requests that the database forgot are behind, each once, and are carried out again', async () => {
  const { requests } = house;
  await requests.suppress(byMember(700), { purge: false });
  await requests.suppress(byMember(701), { purge: false });
  await requests.object(byMember(1));
  expect(await ledgerState(house.db)).toEqual(good);
  const before = await marks();
  await forgetMarks();
  await house.db.run('UPDATE people SET do_not_contact = 0');
  expect(await ledgerState(house.db)).toEqual({ ...good, behind: 3 });
  expect(await replayLedger(house.db, now)).toEqual({ ...none, workspaces: 1, marks: before.length, objecting: 1 });
  // Who objected is scored again at once, not with the next import.
  expect(await house.db.select('SELECT person_id FROM scoring_queue')).toEqual([]);
  expect(await marks()).toEqual(before.map((row) => ({ ...row, created_at: expect.any(Number) })));
  expect(await house.db.select('SELECT display_name FROM people WHERE do_not_contact = 1')).toEqual([
    { display_name: 'Other 1' },
  ]);
  expect(await ledgerState(house.db)).toEqual(good);
  expect(await replayLedger(house.db, now)).toEqual({ ...none, workspaces: 1, objecting: 1 });
});

test('without the key, or with another, nothing of the ledger is written', async () => {
  await house.requests.suppress(byMember(700), { purge: false });
  await forgetMarks();
  const here = keeperOf(house.db);
  if (!here) throw new Error('no keeper');
  for (const key of [undefined, new SuppressionKey('another key that is long enough, yes')]) {
    const db = withKeeper(await Database.open(house.site.url), { ...here, key: () => key });
    await expect(replayLedger(db, now)).rejects.toThrow(/suppression key/);
    await db.close();
  }
  expect(await marks()).toEqual([]);
});

test('erased people who are back go again, each under their own request, with their posts and what mentions them', async () => {
  const other = await house.site.workspace();
  await importInto(house.site, other, house.file);
  await house.requests.erase(byProfile, { purge: false });
  await house.requests.finish();
  const third = await house.requests.erase(byMember(3), { purge: false });
  const effects = async () => (await marks()).map(({ digest, effect, subject }) => [digest, effect, subject]);
  const before = await effects();
  expect(before.some(([, effect]) => effect === 'author')).toBe(true);
  await forgetMarks();
  await house.importAgain();
  // One of them has an address that no mark knows.
  const again = { ...rows.others[2], profileUrl: slugUrl('third-renamed') };
  await importInto(house.site, house.organizationId, house.site.file('again.ndjson', ndjson([again])));
  expect(await house.traces()).not.toEqual([]);
  expect(await replayLedger(house.db, now)).toMatchObject({ workspaces: 1, erased: 2, objecting: 0 });
  const replayed = await effects();
  expect(replayed).toEqual(expect.arrayContaining(before));
  expect(replayed).toHaveLength(before.length + 1);
  expect(await leftoversIn(house.db, house.organizationId)).toEqual({});
  const left = await house.db.select('SELECT display_name FROM people WHERE organization_id = ? ORDER BY 1', [
    house.organizationId,
  ]);
  expect(left).toEqual([1, 2].map((n) => ({ display_name: `Other ${n}` })));
  expect(
    await house.db.select('SELECT author_name, content_text FROM posts WHERE organization_id = ?', [
      house.organizationId,
    ]),
  ).toEqual([
    { author_name: null, content_text: null },
    { author_name: null, content_text: null },
  ]);
  expect(await house.requests.lift(byMember(3))).toMatchObject({ subject: third?.subject, remembered: 3 });
  expect(await effects()).toEqual(before.filter(([, , subject]) => subject !== third?.subject));
  // Nobody asked anything of the other workspace.
  expect(await house.db.select('SELECT id FROM people WHERE organization_id = ?', [other])).toHaveLength(4);
});

test('what is left of somebody is found by table, and of nobody who only objected', async () => {
  await house.requests.object(byMember(1));
  expect(await leftoversIn(house.db, house.organizationId)).toEqual({});
  await house.requests.suppress(byMember(700), { purge: false });
  const [mark] = (await marks()).filter(({ effect }) => effect === 'suppressed');
  // Marked behind the back of the service: she is still everywhere.
  const key = keeperOf(house.db)?.key();
  for (const identity of [
    { kind: 'member' as const, value: ines.memberId },
    { kind: 'slug' as const, value: ines.slug },
  ]) {
    await house.db.run(
      `INSERT INTO privacy_marks (organization_id, digest, effect, kind, subject, created_at) VALUES (?, ?, 'suppressed', ?, ?, 0)`,
      [house.organizationId, key?.digest(house.organizationId, identity) ?? '', identity.kind, mark?.subject ?? ''],
    );
  }
  const found = await leftoversIn(house.db, house.organizationId);
  expect(found).toMatchObject({ person_identities: 2, jobs: 2, batch_records: expect.any(Number) });
  expect(found['batch_records']).toBeGreaterThanOrEqual(4);
});

test('a request that was taken back is behind while the database still holds it, and goes', async () => {
  await house.requests.suppress(byMember(700), { purge: false });
  await house.requests.object(byMember(1));
  const before = await marks();
  await house.requests.lift(byMember(700));
  await house.requests.withdraw(byMember(1));
  expect(await ledgerState(house.db)).toEqual(good);
  for (const row of before) {
    await house.db.run(
      `INSERT INTO privacy_marks (organization_id, digest, effect, kind, subject, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
      [row.organization_id, row.digest, row.effect, row.kind, row.subject, row.created_at],
    );
  }
  expect(await ledgerState(house.db)).toEqual({ ...good, behind: 2 });
  expect(await completeLedger(house.db)).toBe(0);
  const noted = () => [...(keeperOf(house.db)?.noted() ?? [])];
  const ledger = noted();
  await replayLedger(house.db, now);
  expect(await marks()).toEqual([]);
  // What comes from the ledger is not noted there once more.
  expect(noted()).toEqual(ledger);
  expect(await ledgerState(house.db)).toEqual(good);
});

test('a workspace that was deleted and is back is named, and goes', async () => {
  const gone = await house.site.workspace();
  const remaining = await house.site.workspace();
  await beginDeletion(house.db, gone, now);
  expect(await ledgerState(house.db)).toEqual(good);
  await house.db.run(`INSERT INTO organizations (id, name, revision, created_at) VALUES (?, 'Back', 0, 0)`, [gone]);
  expect(await ledgerState(house.db)).toEqual({ ...good, undeleted: [gone] });
  expect(await replayLedger(house.db, now)).toEqual({ ...none, deletedWorkspaces: 1 });
  expect(await house.db.select('SELECT id FROM organizations WHERE id IN (?, ?)', [gone, remaining])).toEqual([
    { id: remaining },
  ]);
  expect(await replayLedger(house.db, now)).toEqual(none);
});

test('marks of another machine are noted here, as what they are, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-ledger-'));
  try {
    await house.requests.suppress(byMember(700), { purge: false });
    await house.requests.object(byMember(1));
    const secret = 'SUPPRESSION_KEY' as const;
    const key = keeperOf(house.db)?.key();
    expect(key).toBeDefined();
    // The same key, and a ledger of its own.
    const here = keeperOf(house.db);
    const own = privacyKeeper({ DATA_DIR: folder, [secret]: undefined });
    const elsewhere = withKeeper(await Database.open(house.site.url), { ...own, key: () => here?.key() });
    expect(await ledgerState(elsewhere)).toEqual({ ...good, unnoted: (await marks()).length });
    await enqueue(elsewhere, { name: 'complete-privacy-ledger', input: z.object({}) }, {}, { now });
    await workOff(elsewhere, [ledgerJob], { now: () => now, monotonic: () => systemClock.monotonic() });
    expect(await ledgerState(elsewhere)).toEqual(good);
    expect(await completeLedger(elsewhere)).toBe(0);
    const noted = [...own.noted()];
    expect(noted.map(({ request }) => request).sort()).toEqual(
      [...(await marks()).map(({ effect }) => (effect === 'no_contact' ? 'no_contact' : 'suppressed'))].sort(),
    );
    for (const { marks: each, organizationId } of noted)
      expect([each.length, organizationId]).toEqual([1, house.organizationId]);
    await elsewhere.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('requests about a person', () => {
  const clock = () => now;
  const requests = () => personRequests(house.db, house.organizationId, clock);

  test('nobody is named: nothing is done, and nothing is remembered', async () => {
    const nobody = { identities: [] };
    const never = byMember(4_000);
    for (const reference of [nobody, never]) {
      expect(await requests().erase(reference, { purge: false })).toBeUndefined();
      expect(await requests().withdraw(reference)).toBeUndefined();
      expect(await requests().lift(reference)).toBeUndefined();
    }
    expect(await requests().suppress(nobody, { purge: false })).toBeUndefined();
    expect(await requests().object(nobody)).toBeUndefined();
    expect(await requests().finish()).toBeNull();
    expect(await marks()).toEqual([]);
  });

  test('each says whom it is remembered under, whether they were held, and how many names are remembered', async () => {
    const objection = await requests().object(byMember(1));
    expect(objection).toMatchObject({
      held: true,
      rows: {},
      remembered: 2,
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    // The same person asks again, otherwise named: under the same subject.
    const again = await requests().object({ identities: [{ kind: 'slug', value: 'other-1' }] });
    expect(again).toMatchObject({ subject: objection?.subject, remembered: 2 });
    expect(await requests().object(byMember(700))).toMatchObject({ held: false, remembered: 1 });
    const erased = await requests().suppress(byMember(1), { purge: false });
    expect(erased).toMatchObject({ subject: objection?.subject, held: true, remembered: 2 });
    expect(erased?.rows).toMatchObject({ people: 1 });
    // What is stricter stays, and is no objection that could be taken back.
    expect(await requests().withdraw(byMember(1))).toBeUndefined();
    expect(await requests().lift(byMember(1))).toMatchObject({
      subject: objection?.subject,
      held: false,
      remembered: 2,
    });
    expect(await requests().lift(byMember(1))).toBeUndefined();
    expect(await requests().withdraw(byMember(700))).toMatchObject({ held: false, remembered: 1 });
    expect(await marks()).toEqual([]);
  });

  test('an objection that only the person’s row shows can be taken back too', async () => {
    await requests().object(byMember(2));
    await forgetMarks();
    expect(await requests().withdraw(byMember(2))).toMatchObject({ subject: '', held: true, remembered: 0 });
    expect(await house.db.select('SELECT id FROM people WHERE do_not_contact = 1')).toEqual([]);
    expect(await requests().withdraw(byMember(2))).toBeUndefined();
  });

  test('who is joined with somebody suppressed goes from the texts of others too', async () => {
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    const alias = {
      kind: 'like',
      profileUrl: 'https://www.linkedin.com/in/qadira-zz',
      name: 'Qadira Zahir',
      postUrl: rows.comment.postUrl,
    };
    const says = {
      ...rows.others[0],
      commentText: 'So says Qadira Zahir',
      postUrl: 'https://www.linkedin.com/feed/update/urn:li:activity:7400000000000000777',
    };
    const load = (name: string, ...given: object[]) =>
      importInto(
        house.site,
        house.organizationId,
        house.site.file(name, given.map((row) => JSON.stringify(row)).join('\n')),
      );
    await load('alias.ndjson', alias, says);
    expect(await house.db.select("SELECT id FROM engagements WHERE comment_excerpt LIKE '%Qadira%'")).toHaveLength(1);
    await load('joins.ndjson', { ...alias, memberId: ines.memberId });
    const queued = () => house.db.select<{ input: string }>("SELECT input FROM jobs WHERE name = 'erase-mentions'");
    expect(await queued()).toHaveLength(1);
    expect(JSON.stringify(await queued())).not.toMatch(/qadira/i);
  });

  test('an erasure says what it cleaned, to the number; where nobody names them, nothing', async () => {
    await house.requests.erase(byProfile, { purge: false });
    const swept = await house.requests.finish();
    // The watchlist entry, her comment, her facts, her post, and the comment that names her.
    expect(swept).toMatchObject({ loggedRecords: 5, rejectedRows: 1, purged: null });
    expect(swept?.texts).toMatchObject({ jobs: 1, discovery_keys: 1, engagements: 1 });
    expect(house.requests.lastScrub()).toEqual(swept);
    const [chunk] = await house.db.select<{ text: unknown }>('SELECT * FROM batch_records LIMIT 1');
    await house.requests.suppress(byMember(4_321), { purge: false });
    // A cleaning that is asked to stop stops.
    const cleaning = {
      eraser: new PacedEraser(new TextEraser([])),
      checkpoint: () => Promise.reject(new Error('asked to stop')),
      searched: new Set<string>(),
    };
    await expect(cleanTexts(house.db, house.organizationId, cleaning)).rejects.toThrow('asked to stop');
    expect(await house.requests.finish()).toEqual({ texts: {}, loggedRecords: 0, rejectedRows: 0, purged: null });
    expect((await house.db.select('SELECT * FROM batch_records LIMIT 1'))[0]).toEqual(chunk);
  });

  test('another name of a suppressed person who is not stored leaves nothing to be looked for', async () => {
    await house.requests.suppress(byMember(700), { purge: false });
    await house.requests.finish();
    const both = {
      kind: 'like',
      memberId: memberId(700),
      profileUrl: 'https://www.linkedin.com/in/nobody-stored',
      postUrl: rows.comment.postUrl,
    };
    await importInto(house.site, house.organizationId, house.site.file('both.ndjson', JSON.stringify(both)));
    expect(await house.db.select("SELECT id FROM jobs WHERE name = 'erase-mentions'")).toEqual([]);
    const known = await house.requests.suppress(
      { identities: [{ kind: 'slug', value: 'nobody-stored' }] },
      { purge: false },
    );
    expect(known?.subject).toBe((await marks())[0]?.subject);
  });
});
