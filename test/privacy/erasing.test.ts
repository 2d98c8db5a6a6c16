/** Somebody is erased: nothing of them is left, and nothing brings them back. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privacyKeeper } from '../../src/auth/privacy-keeper';
import { withKeeper } from '../../src/store/statements/keeper';
import { scrubJob } from '../../src/privacy/mention-scrub';
import { decodeRecords } from '../../src/ingest/import/logged-records';
import { chunkAfter } from '../../src/store/log/chunks';
import { checkCounts } from '../../src/store/writes/check-counts';
import { storeIcp } from '../../src/store/access/icp';
import { Database } from '../../src/database/database';
import { noteRejectsFile, rejectsFilesOf } from '../../src/store/privacy/rejects-files';
import { keepAnswer } from '../../src/store/facade/idempotency';
import { recordAudit } from '../../src/store/log/audit';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { workOffQueue } from '../../src/scoring/rescore';
import { eventually, runnerOf } from '../jobs/support/runners';
import { consume, copyOf, differences, emptyDisk, listed } from '../changes/support/consumer';
import { ask, workspaceOf } from '../store/support/ask';
import { importInto, memberId, ndjson, now, slugUrl, watched, activity } from '../import/support/site';
import { putRow } from '../support/put-row';
import { availableDatabases } from '../support/databases';
import { byProfile, ines, openHousehold, rows, traces, tracesIn, type Household } from './support/household';

describe.each(availableDatabases())('erasing on %s', (kind) => {
  let house: Household;
  beforeEach(async () => {
    house = await openHousehold(kind);
  });
  afterEach(() => house.close());

  const erase = async () => {
    const done = await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    await workOffQueue(house.db, house.organizationId, now);
    return done;
  };

  it('lines of refused rows that name them go, uploads go whole, and files that are gone are forgotten', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-rejects-'));
    const [refused, other, upload, gone] = ['a.csv.rejects', 'b.csv.rejects', 'upload', 'gone.csv.rejects'].map(
      (name) => join(folder, name),
    );
    if (!refused || !other || !upload || !gone) throw new Error('no paths');
    try {
      const line = (n: number, name: string) => `line ${n}\tno profile link\t${name},VP Sales\n`;
      writeFileSync(refused, line(2, 'Bo Lind') + line(3, ines.name) + line(4, 'Cy Moss'));
      writeFileSync(other, line(2, 'Bo Lind'));
      writeFileSync(upload, 'a workbook');
      // An import that was killed left these, and a cleaning that was.
      for (const path of [`${other}.part`, `${other}.clean`, `${gone}.part`]) writeFileSync(path, line(3, ines.name));
      for (const path of [refused, other, upload, gone]) {
        await noteRejectsFile(house.db, house.organizationId, path, now);
      }
      await erase();
      expect(readFileSync(refused, 'utf8')).toBe(line(2, 'Bo Lind') + line(4, 'Cy Moss'));
      expect(readFileSync(other, 'utf8')).toBe(line(2, 'Bo Lind'));
      expect(readdirSync(folder).sort()).toEqual(['a.csv.rejects', 'b.csv.rejects']);
      const noted = (await rejectsFilesOf(house.db, house.organizationId)).map(({ path }) => path);
      expect(noted.filter((path) => path.startsWith(folder)).sort()).toEqual([refused, other]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** Every record of the logs of batches, as text. */
  const loggedRecords = async () => {
    const texts: string[] = [];
    for (let chunk = await chunkAfter(house.db, house.organizationId, 0); chunk;) {
      texts.push(JSON.stringify(decodeRecords(chunk.text)));
      chunk = await chunkAfter(house.db, house.organizationId, chunk.revision);
    }
    return texts.join('\n').toLowerCase();
  };

  it('finds her everywhere before, and nowhere after', async () => {
    const before = await house.traces();
    for (const table of [
      'people',
      'person_identities',
      'profile_snapshots',
      'engagements',
      'posts',
      'lead_terms',
      'term_suffixes',
      'monitored_profiles',
      'jobs',
      'oauth_audit',
      'discovery_keys',
    ]) {
      expect(before.map((line) => line.split(':')[0])).toContain(table);
    }
    expect(before.some((line) => line.includes('.rejects'))).toBe(true);
    expect(await loggedRecords()).toContain('kumquat');

    // First answers of changes lie encrypted, so no look at their rows finds her: one that names her goes, another stays.
    for (const [key, name] of [
      ['k-1', ines.name],
      ['k-2', 'Nobody'],
    ] as const) {
      const answer = { outcome: 'done' as const, answer: JSON.stringify({ data: { name } }), created_at: now };
      const of = { caller_id: 'key', idempotency_key: key, request_digest: '', ...answer };
      await keepAnswer(house.db, house.organizationId, of);
    }

    expect(await erase()).toMatchObject({ held: true, remembered: 2 });
    expect(await house.traces()).toEqual([]);
    expect(await house.db.select('SELECT idempotency_key AS name FROM idempotency_keys')).toEqual([{ name: 'k-2' }]);
    const remaining = await loggedRecords();
    expect(traces.filter((trace) => remaining.includes(trace.toLowerCase()))).toEqual([]);
    const { differences, pending } = await checkCounts(house.db, house.organizationId);
    expect({ differences, pending }).toEqual({ differences: [], pending: 0 });
    // The others are there, and so is the post that they engaged with.
    expect(await house.db.select('SELECT id FROM leads')).toHaveLength(3);
    expect(await house.db.select('SELECT author_name FROM posts')).toEqual([
      { author_name: null },
      { author_name: null },
    ]);
  });

  it('tells other systems that the firm called by her name is gone, and keeps the name in no row', async () => {
    const firm = {
      ...{ kind: 'person', memberId: ines.memberId, profileUrl: slugUrl(ines.slug), name: ines.name },
      companyName: `${ines.name} Consulting`,
    };
    const path = house.site.file('firm.ndjson', ndjson([firm]));
    await importInto(house.site, house.organizationId, path, { now: now + 3_600_000 });
    const workspace = workspaceOf(house.db, house.organizationId);
    const disk = emptyDisk();
    await consume(workspace, disk, { limit: 1 });
    const key = 'account ines-haddad-wexley-consulting';
    expect([...disk.items.keys()]).toContain(key);
    // Gone once before already, in plain words: nobody contacts her.
    await house.requests.object(byProfile);
    await workOffQueue(house.db, house.organizationId, now);
    const tombstones = () => house.db.select("SELECT * FROM change_tombstones WHERE kind = 'account'");
    expect(JSON.stringify(await tombstones())).toContain('wexley');
    await erase();
    expect(await house.traces()).toEqual([]);
    // Nothing waits to be counted for a firm that is gone.
    const marks =
      "SELECT target_id FROM stale_summaries WHERE kind = 'account' AND target_id NOT IN (SELECT id FROM accounts)";
    expect(await house.db.select(marks)).toEqual([]);
    expect(await tombstones()).toEqual([
      expect.objectContaining({ sealed_id: expect.stringMatching(/^[\w-]{40,}$/), reason: 'removed' }),
    ]);
    await consume(workspace, disk, { limit: 1 });
    expect(differences(copyOf(disk), await listed(workspace))).toEqual([]);
    expect([...disk.items.keys()]).not.toContain(key);
  });

  it('the report of a firm called by her name goes, and who was placed there by another of its names is placed again', async () => {
    const firm = {
      ...{ kind: 'person', memberId: ines.memberId, profileUrl: slugUrl(ines.slug), name: ines.name },
      companyName: `${ines.name} Consulting`,
    };
    const placed = { kind: 'like', memberId: memberId(12), name: 'Nadia Placed', postUrl: activity(9) };
    const path = house.site.file('firm.ndjson', ndjson([firm, placed]));
    await importInto(house.site, house.organizationId, path, { now: now + 3_600_000 });
    const reports = () => house.db.select("SELECT name FROM account_summaries WHERE name LIKE 'Ines%'");
    expect(await reports()).toHaveLength(1);
    const moved = await house.db.run(
      `UPDATE leads SET named_company = 'IHW', account_id = (SELECT id FROM accounts WHERE name LIKE 'Ines%')
       WHERE id IN (SELECT id FROM people WHERE display_name = 'Nadia Placed')`,
    );
    expect(moved).toBe(1);
    const other = await house.site.workspace();
    for (const organization_id of [house.organizationId, other])
      await putRow(house.db, 'account_aliases', {
        ...{ organization_id, kind: 'name', value: 'ihw' },
        account_id: 'ines-haddad-wexley-consulting',
      });
    await house.requests.erase(byProfile, { purge: false });
    expect(await reports()).toEqual([]);
    await house.requests.finish();
    await workOffQueue(house.db, house.organizationId, now);
    const lost = 'SELECT id FROM leads WHERE account_id IS NOT NULL AND account_id NOT IN (SELECT id FROM accounts)';
    expect(await house.db.select(lost)).toEqual([]);
    const aliases = "SELECT organization_id AS of FROM account_aliases WHERE account_id LIKE 'ines%'";
    expect(await house.db.select(aliases)).toEqual([{ of: other }]);
  });

  it('her name goes from the customer profile too', async () => {
    const written = { titles: ['vp sales'], description: `As ${ines.name} wished` };
    await storeIcp(house.db, house.organizationId, JSON.stringify(written));
    expect(await house.traces()).toContain(`icp_definitions: ${ines.name}`);
    await erase();
    expect(await house.traces()).toEqual([]);
  });

  it('an import does not bring her back, by either name or both', async () => {
    await erase();
    expect(await house.importAgain()).toMatchObject({ suppressed: 3, people: { new: 0 } });
    const only = [
      { ...rows.comment, memberId: undefined },
      { ...rows.comment, profileUrl: undefined, memberId: ines.memberId.replace('ACoAA', 'ACwAA') },
      { ...rows.comment, memberId: undefined, profileUrl: slugUrl(ines.slug.toUpperCase()) },
      { ...rows.own, authorMemberId: undefined, authorProfileUrl: undefined },
      { kind: 'lead', profileUrl: slugUrl(ines.slug), disposition: 'CLIENT' },
    ];
    const summary = await importInto(house.site, house.organizationId, house.site.file('b.ndjson', ndjson(only)));
    expect(summary).toMatchObject({ suppressed: 4 });
    expect(await house.traces()).toEqual([]);
  });

  it('a row that joins her with somebody stored takes that one too', async () => {
    await erase();
    const alias = { kind: 'like', profileUrl: slugUrl('i-haddad-zz'), name: 'I. H.', postUrl: activity(1) };
    await importInto(house.site, house.organizationId, house.site.file('c.ndjson', ndjson([alias])));
    expect(await house.db.select("SELECT id FROM people WHERE display_name = 'I. H.'")).toHaveLength(1);
    const joins = { kind: 'like', profileUrl: slugUrl('i-haddad-zz'), memberId: ines.memberId, postUrl: activity(3) };
    const after = { kind: 'like', profileUrl: slugUrl('i-haddad-zz'), postUrl: activity(4), name: 'I. H.' };
    await importInto(house.site, house.organizationId, house.site.file('d.ndjson', ndjson([joins, after])));
    await workOffQueue(house.db, house.organizationId, now);
    expect(await house.db.select("SELECT id FROM people WHERE display_name = 'I. H.'")).toEqual([]);
    const engaged = 'SELECT e.id FROM engagements e LEFT JOIN people p ON p.id = e.person_id WHERE p.id IS NULL';
    expect(await house.db.select(engaged)).toEqual([]);
    expect(
      await importInto(house.site, house.organizationId, house.site.file('e.ndjson', ndjson([after]))),
    ).toMatchObject({
      suppressed: 1,
    });
  });

  it('rows that lead to her over others take all of those, whatever their order; who is beside the chain stays', async () => {
    await erase();
    const row = (slug: string, member: string) => ({
      kind: 'like',
      profileUrl: slugUrl(slug),
      memberId: member,
      name: `Called ${slug}`,
      postUrl: activity(1),
    });
    const last = 1_500;
    // Ids that applications gave: one person has several. Two ids of the network would be two people.
    const given = (n: number) => `urn:li:person:Given${String(n).padStart(6, '0')}`;
    // Each row shares a name with the next: a slug here, an id there. The first of the chain, hers, comes last in the file.
    const chain = Array.from({ length: last }, (_, at) =>
      at === 0
        ? row('chain-0', ines.memberId)
        : row(`chain-${at % 2 === 1 ? at - 1 : at}`, given(at % 2 === 1 ? at : at - 1)),
    ).reverse();
    const outsider = row('beside-the-chain', memberId(9_000));
    await importInto(house.site, house.organizationId, house.site.file('f.ndjson', ndjson([...chain, outsider])));
    expect(await house.db.select("SELECT display_name FROM people WHERE display_name LIKE 'Called%'")).toEqual([
      { display_name: 'Called beside-the-chain' },
    ]);
  });

  it('an address that was hers stays out with the person who has it now, in this file and in later ones', async () => {
    await erase();
    const like = { kind: 'like', name: 'Called after her', postUrl: activity(1) };
    const rows = [
      { ...like, profileUrl: slugUrl('another-of-hers'), memberId: memberId(8_100) },
      { ...like, profileUrl: slugUrl('another-of-hers'), memberId: ines.memberId },
    ];
    const later = [
      { ...like, profileUrl: slugUrl('another-of-hers'), memberId: memberId(8_200), postUrl: activity(3) },
    ];
    for (const [at, some] of [rows, later].entries()) {
      const path = house.site.file(`address${at}.ndjson`, ndjson(some));
      expect(await importInto(house.site, house.organizationId, path)).toMatchObject({ suppressed: some.length });
    }
    expect(await house.db.select("SELECT id FROM people WHERE display_name = 'Called after her'")).toEqual([]);
  });

  it('somebody stored who is joined with her goes under every name they have here, within the same file', async () => {
    await erase();
    const like = { kind: 'like', name: 'Of many names', postUrl: activity(1) };
    const stored = { ...like, profileUrl: slugUrl('of-many-names'), memberId: memberId(8_000) };
    await importInto(house.site, house.organizationId, house.site.file('g.ndjson', ndjson([stored])));
    const rows = [
      // Only what is stored says that this is the same person, and that the next one is them too.
      { ...like, memberId: memberId(8_000), postUrl: activity(3) },
      { ...like, memberId: memberId(8_000), profileUrl: slugUrl('of-many-names-2'), postUrl: activity(3) },
      { ...like, profileUrl: slugUrl('of-many-names-2'), postUrl: activity(4) },
      { ...like, profileUrl: slugUrl('of-many-names'), memberId: ines.memberId, postUrl: activity(5) },
    ];
    expect(await importInto(house.site, house.organizationId, house.site.file('h.ndjson', ndjson(rows)))).toMatchObject(
      { suppressed: 4 },
    );
    expect(await house.db.select("SELECT id FROM people WHERE display_name = 'Of many names'")).toEqual([]);
  });

  it('a text that names her by the id of the sales product is cleaned', async () => {
    const detail = `looked at ${ines.memberId.replace('ACoAA', 'ACwAA')} twice`;
    await recordAudit(house.db, { at: now, action: 'note', organization_id: house.organizationId, detail });
    await erase();
    expect(await house.db.select("SELECT detail FROM oauth_audit WHERE action = 'note'")).toEqual([
      { detail: 'looked at [erased] twice' },
    ]);
  });

  it('others whose profile names her keep it without her name: in lists, search, reasons and history', async () => {
    const rowsOf = (headline: string, observedAt: string) => ({
      kind: 'comment',
      memberId: memberId(9),
      profileUrl: slugUrl('assistant-9'),
      name: 'Petr Assistant',
      headline,
      postUrl: activity(3),
      commentText: 'We need this',
      occurredAt: observedAt,
      observedAt,
    });
    const headlines = ['Intern of Ines Haddad-Wexley at Globex', 'Executive Assistant to Ines Haddad-Wexley at Globex'];
    for (const [at, headline] of headlines.entries()) {
      const text = ndjson([rowsOf(headline, `2026-11-0${at + 3}T10:00:00Z`)]);
      await importInto(house.site, house.organizationId, house.site.file(`assistant${at}.ndjson`, text));
    }
    const list = async (search: string) =>
      (await ask(workspaceOf(house.db, house.organizationId), 'list_leads', { search })).data.length;
    const mentions = async () => {
      const before = await tracesIn(house.db, []);
      return [...new Set(before.map((line) => line.split(':')[0]))];
    };
    await workOffQueue(house.db, house.organizationId, now);
    expect(await list('assistant')).toBe(1);
    expect(await mentions()).toEqual(expect.arrayContaining(['people', 'leads', 'lead_terms']));
    await house.requests.erase(byProfile, { purge: false });
    await house.requests.finish();
    expect(await mentions()).toEqual([]);
    expect(await list('assistant')).toBe(1);
    expect(await house.db.select("SELECT headline FROM people WHERE display_name = 'Petr Assistant'")).toEqual([
      { headline: 'Executive Assistant to [erased] at Globex' },
    ]);
  });

  it('she cannot be watched again', async () => {
    await erase();
    await expect(saveWatchlistEntry(house.db, house.organizationId, watched(ines.slug), now)).rejects.toMatchObject({
      code: 'conflict',
    });
    await saveWatchlistEntry(house.db, house.organizationId, watched('somebody-else'), now);
  });

  it('suppressing works for somebody who was never seen', async () => {
    const never = { identities: [{ kind: 'member' as const, value: memberId(500) }] };
    expect(await house.requests.erase(never, { purge: false })).toBeUndefined();
    expect(await house.requests.suppress(never, { purge: false })).toMatchObject({ held: false, remembered: 1 });
    await house.requests.finish();
    const like = { kind: 'like', memberId: memberId(500), name: 'Never Seen', postUrl: activity(1) };
    const path = house.site.file('n.ndjson', ndjson([like]));
    expect(await importInto(house.site, house.organizationId, path)).toMatchObject({
      suppressed: 1,
      people: { new: 0 },
    });
    expect(await house.requests.lift(never)).toMatchObject({ remembered: 1 });
    expect(await importInto(house.site, house.organizationId, path)).toMatchObject({
      suppressed: 0,
      people: { new: 1 },
    });
  });

  it('the caller dies after the transaction: the worker finishes, and the job shows nobody', async () => {
    await house.requests.erase(byProfile, { purge: false });
    const left = await house.traces();
    expect(left.map((line) => line.split(':')[0])).toEqual(expect.arrayContaining(['oauth_audit', 'engagements']));
    expect(left.filter((line) => /people|leads|identities|snapshots/.test(line))).toEqual([]);
    const queued = () => house.db.select("SELECT input FROM jobs WHERE name = 'erase-mentions'");
    expect(await queued()).toHaveLength(1);
    // Uploads that wait go. One that began later stays: its import leaves out who is erased.
    const uploads = ['/nowhere/before', '/nowhere/after'] as const;
    await noteRejectsFile(house.db, house.organizationId, uploads[0], Date.now());
    await noteRejectsFile(house.db, house.organizationId, uploads[1], Date.now() + 3_600_000);
    await house.db.run("UPDATE jobs SET run_at = 0 WHERE name = 'erase-mentions'");
    const runner = runnerOf(house.db, [scrubJob]);
    runner.start();
    await eventually(async () => (await queued()).length === 0 || undefined);
    await runner.stop();
    const noted = (await rejectsFilesOf(house.db, house.organizationId)).map(({ path }) => path);
    expect(uploads.map((path) => noted.includes(path))).toEqual([false, true]);
    expect(await house.traces()).toEqual([]);
  });

  it('leaves other workspaces alone', async () => {
    const other = await house.site.workspace();
    await importInto(house.site, other, house.file);
    await erase();
    expect(await house.db.select('SELECT id FROM people WHERE organization_id = ?', [other])).toHaveLength(4);
    expect(await importInto(house.site, other, house.file)).toMatchObject({ suppressed: 0 });
  });

  it('stores nothing where the key is missing or another one, and everything where nobody is marked', async () => {
    await erase();
    const wrong = privacyKeeper({ DATA_DIR: '/nonexistent', SUPPRESSION_KEY: 'another key that is long enough, yes' });
    for (const privacy of [undefined, wrong]) {
      const db = withKeeper(await Database.open(house.site.url), privacy);
      const site = { ...house.site, db };
      await expect(importInto(site, house.organizationId, house.file)).rejects.toThrow(/suppression key/);
      const free = await site.workspace();
      expect(await importInto(site, free, house.file)).toMatchObject({ people: { new: 4 } });
      await db.close();
    }
    expect(
      await house.db.select('SELECT id FROM people WHERE organization_id = ?', [house.organizationId]),
    ).toHaveLength(3);
  });
});

it('with purge no byte of her is left in the files of SQLite', async () => {
  const house = await openHousehold('sqlite');
  const folder = join(house.site.url.slice('sqlite:'.length), '..');
  const bytes = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1').toLowerCase())
      .join('\n');
  const found = () => traces.filter((trace) => bytes().includes(trace.toLowerCase()));
  try {
    expect(found()).toEqual([...traces].filter((trace) => trace !== ''));
    await house.requests.erase(byProfile, { purge: true });
    const swept = await house.requests.finish();
    expect(swept?.purged).toMatchObject({ complete: true });
    expect(found()).toEqual([]);
    await house.importAgain();
    expect(found()).toEqual([]);
  } finally {
    await house.close();
  }
});
