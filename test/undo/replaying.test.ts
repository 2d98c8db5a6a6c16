/** What replaying the log rests on: when it must begin again, by which rules comments are read, and which ids people keep. */
import type { CommentClass } from '../../src/shared/values';
import { decodeRecords, encodeRecords } from '../../src/ingest/import/logged-records';
import { chunkAfter, logHead, pack, replaceChunk } from '../../src/store/log/chunks';
import type { Database } from '../../src/database/database';
import { newId } from '../../src/database/new-id';
import { personIdentities, type IdentityKind } from '../../src/store/tables/engagement';
import { insertInto } from '../../src/database/define';
import type { Extent } from '../../src/ingest/undo/undo';
import { LiveIds } from '../../src/store/undo/ids';
import { someAt } from '../../src/store/undo/connected-rows';
import { peopleNames } from '../../src/store/undo/names';
import { activity, importInto, memberId, ndjson, now, slugUrl, useSite } from '../import/support/site';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { undo } from './support/undoing';

const site = useSite('sqlite');
const nothing = () => Promise.resolve();
let files = 0;
const imported = (organizationId: string, ...rows: readonly object[]) =>
  importInto(site, organizationId, site.file(`${(files += 1)}.ndjson`, ndjson(rows)));

describe('the head of the log', () => {
  const mark = (organizationId: string, digest: string, at: number) =>
    site.db.run(
      `INSERT INTO privacy_marks (organization_id, digest, effect, kind, subject, created_at)
       VALUES (?, ?, 'suppressed', 'slug', ?, ?)`,
      [organizationId, digest, newId(), at],
    );

  it('changes with every mark that is made, also when another one was lifted meanwhile', async () => {
    const [org, other] = [await site.workspace(), await site.workspace()];
    const head = async () => (await logHead(site.db, org)).rewritten;
    const heads = [await head()];
    await mark(other, 'a', 1);
    expect(await head()).toBe(heads[0]);
    await mark(org, 'a', 1_000);
    heads.push(await head());
    await site.db.run("DELETE FROM privacy_marks WHERE organization_id = ? AND digest = 'a'", [org]);
    await mark(org, 'b', 2_000);
    heads.push(await head());
    await mark(org, 'c', 2_000);
    heads.push(await head());
    expect(new Set(heads).size).toBe(heads.length);
  });
});

describe('comments of the log', () => {
  const comment = (slug: string, commentText: string) => ({
    ...{ kind: 'comment', profileUrl: slugUrl(slug), name: slug, postUrl: activity(1), commentText },
    occurredAt: '2026-11-01T10:00:00Z',
  });
  const asks = 'How much is it for a team of twenty? We would like to buy.';
  const long = `${'We talked about it for a long time and to no end. '.repeat(8)}How much is it?`;
  const classesOf = async (org: string) => {
    const rows = await site.db.select<{ name: string; said: CommentClass | null }>(
      `SELECT p.display_name AS name, e.comment_class AS said FROM engagements e
       JOIN people p ON p.organization_id = e.organization_id AND p.id = e.person_id WHERE e.organization_id = ?`,
      [org],
    );
    return Object.fromEntries(rows.map(({ name, said }) => [name, said]));
  };

  it('are read again by the rules of today; what was cut stays as it was read whole', async () => {
    const org = await site.workspace();
    await imported(org, comment('whole', asks), comment('cut', long));
    const today = await classesOf(org);
    // Only what is connected with the undone batch is replayed, so it names both.
    const again = ['whole', 'cut'].map((slug) => ({ ...comment(slug, asks), postUrl: activity(2) }));
    const { batchId } = await imported(org, ...again);
    // As if rules of long ago had taken both for a tag.
    expect(Object.values(today)).not.toContain('tag');
    const chunk = await chunkAfter(site.db, org, 0);
    if (!chunk) throw new Error('nothing was logged');
    const old = decodeRecords(chunk.text).map((record) =>
      record.kind === 'engagement' && record.words
        ? { ...record, words: { ...record.words, said: 'tag' as const } }
        : record,
    );
    await replaceChunk(site.db, org, chunk.revision, await pack(encodeRecords(old)));
    await site.db.run("UPDATE engagements SET comment_class = 'tag' WHERE organization_id = ?", [org]);
    await undo(site.db, org, [batchId ?? '']);
    expect(await classesOf(org)).toEqual({ whole: today['whole'], cut: 'tag' });
  });
});

describe('who named a company first', () => {
  const row = (n: number, headline: string) => ({
    ...{ kind: 'like', memberId: memberId(n), name: `Person ${n}`, headline },
    ...{ postUrl: activity(n), occurredAt: '2026-11-01T10:00:00Z' },
  });
  /** Imports before the undone one, it, and the one after it; each with how late it was, in milliseconds. @returns the accounts. */
  async function accountsAfter(times: readonly [number, number, number], extents: Extent[], isUndone = true) {
    const org = await site.workspace();
    const bring = (at: number, one: object) =>
      importInto(site, org, site.file(`${(files += 1)}.ndjson`, ndjson([one])), { now: now + at });
    await bring(times[0], row(1, 'VP Sales at Initech'));
    if (isUndone) {
      const { batchId } = await bring(times[1], row(2, 'VP Sales at Globex'));
      await bring(times[2], row(3, 'VP Sales at GLOBEX'));
      await undo(site.db, org, [batchId ?? ''], { chose: (extent) => extents.push(extent) });
    } else await bring(times[2], row(3, 'VP Sales at GLOBEX'));
    return site.db.select('SELECT id, name, created_at FROM accounts WHERE organization_id = ? ORDER BY id', [org]);
  }

  it.each<[says: string, times: readonly [number, number, number]]>([
    ['at times of their own', [0, 1, 2]],
    // Who was brought in at that time was brought in by either, so the time says of nobody that they were there before.
    ['when an import before and one after the undone one share their time', [0, 1, 0]],
  ])('is as if the undone batch had never been: %s', async (_says, times) => {
    const extents: Extent[] = [];
    expect(await accountsAfter(times, extents)).toEqual(await accountsAfter(times, [], false));
    expect(extents).toEqual(['connected']);
  });

  it('is looked for among some people of every account, however many another one has', async () => {
    const org = await site.workspace();
    const people = { Globex: 420, Initech: 3 };
    const rows = Object.entries(people).flatMap(([company, count]) =>
      Array.from({ length: count }, (_, n) => row(n, `VP Sales at ${company}`)),
    );
    const named = rows.map((one, n) => ({ ...one, memberId: memberId(n), postUrl: activity(1) }));
    await importInto(site, org, site.file('many.ndjson', ndjson(named)), { now });
    const accounts = await site.db.select<{ id: string; name: string }>(
      'SELECT id, name FROM accounts WHERE organization_id = ? ORDER BY id',
      [org],
    );
    const found = await someAt(
      site.db,
      org,
      accounts.map(({ id }) => id),
    );
    const counted = accounts.map(({ id, name }) => [name, found.filter((one) => one.account_id === id).length]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(Object.fromEntries(counted)).toEqual({ ...people, Globex: 200 });
  });
});

describe('the ids of people', () => {
  let live: OpenTestDatabase;
  let scratch: OpenTestDatabase;
  beforeEach(async () => {
    [live, scratch] = [await openTestDatabase(), await openTestDatabase()];
  });
  afterEach(async () => {
    await live.close();
    await scratch.close();
  });

  const org = newId();
  type Names = readonly (readonly [kind: IdentityKind, value: string])[];
  async function stored(db: Database, id: string, names: Names): Promise<string> {
    await db.run(
      `INSERT INTO people (organization_id, id, display_name, disposition, is_company, do_not_contact, observed_at, created_at, updated_at)
       VALUES (?, ?, ?, 'ACTIVE', 0, 0, ?, ?, ?)`,
      [org, id, id, now, now, now],
    );
    const rows = names.map(([kind, value]) => ({ organization_id: org, kind, value, person_id: id }));
    await insertInto(db, personIdentities, rows);
    return id;
  }
  const assigned = async () => {
    const ids = await LiveIds.open(live.db, scratch.db, org);
    await ids.assign(peopleNames, nothing);
    return ids;
  };
  const [older, younger, own, other] = ['1', '2', '3', '4'].map((digit) => digit.repeat(32)) as [
    string,
    string,
    string,
    string,
  ];

  it.each<[string, Names, Names]>([
    ['by its slug', [['slug', 'a']], [['member', 'b']]],
    ['by its member id', [['member', 'b']], [['slug', 'a']]],
  ])('one who is two there keeps the older id: known %s', async (_name, ofOlder, ofYounger) => {
    await stored(live.db, younger, ofYounger);
    await stored(live.db, older, ofOlder);
    await stored(scratch.db, own, [...ofOlder, ...ofYounger]);
    expect([...(await (await assigned()).liveOf([own]))]).toEqual([[own, older]]);
  });

  it('of two who are one there the older keeps the id, the other gets a new one', async () => {
    await stored(live.db, older, [
      ['slug', 'a'],
      ['member', 'b'],
    ]);
    await stored(scratch.db, own, [['member', 'b']]);
    await stored(scratch.db, other, [['slug', 'a']]);
    const ids = await assigned();
    const liveOf = await ids.liveOf([own, other]);
    expect(liveOf.get(own)).toBe(older);
    expect(liveOf.get(other)).toMatch(/./);
    expect(liveOf.get(other)).not.toBe(older);
    expect([...(await ids.ownOf([older]))]).toEqual([[older, own]]);
  });

  it('a person unknown there gets a new id', async () => {
    await stored(live.db, older, [['slug', 'a']]);
    await stored(scratch.db, own, [['member', 'a']]);
    expect((await (await assigned()).liveOf([own])).get(own)).not.toBe(older);
  });
});
