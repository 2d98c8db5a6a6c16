/** What is held of a person, how long, for what, and that nobody sees who asked not to be contacted. */
import { z } from 'zod';
import { action, queries, query } from '../../tools/catalogue';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { applyRetention } from '../../src/privacy/retention';
import { retentionCutoff } from '../../src/rules/privacy/retention';
import { newId } from '../../src/database/new-id';
import { workOffQueue } from '../../src/scoring/rescore';
import { checkCounts } from '../../src/store/writes/check-counts';
import { listAudit } from '../../src/store/log/audit';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { importInto, ndjson, now, slugUrl, watched, activity, memberId } from '../import/support/site';

import { putRow } from '../support/put-row';
import { network } from '../support/network';
import { ines, openHousehold, rows, type Household } from './support/household';

const shown = z.object({
  people: z.array(z.looseObject({ id: z.string(), displayName: z.string() })),
  rows: z.array(z.object({ table: z.string(), rows: z.int() })),
});

describe.each(['sqlite'] as const)('requests about a person on %s', (kind) => {
  let house: Household;
  beforeEach(async () => {
    house = await openHousehold(kind);
  });
  afterEach(() => house.close());

  const handle = () =>
    workspaceOpener(house.db, { cursorKey: Buffer.alloc(32), network })(
      house.organizationId,
      dataAccessOf(dataAccessFlags),
      { kind: 'operator', name: 'root' },
    );
  const score = () => workOffQueue(house.db, house.organizationId, now);
  const inesId = async () =>
    (await house.db.select<{ id: string }>('SELECT id FROM people WHERE display_name = ?', [ines.name]))[0]?.id ?? '';

  /** Every answer of every read, as text. What reads need of the path is tried with every id there is. */
  const answers = async () => {
    const ids = {
      leadId: (await house.db.select<{ id: string }>('SELECT id FROM people')).map(({ id }) => id),
      postId: (await house.db.select<{ id: string }>('SELECT id FROM posts')).map(({ id }) => id),
      monitoredProfileId: (await house.db.select<{ id: string }>('SELECT id FROM monitored_profiles')).map((r) => r.id),
      accountId: (await house.db.select<{ id: string }>('SELECT id FROM accounts')).map(({ id }) => id),
      postUrn: [activity(1), activity(2)],
      discoveryId: ['0198c0de-0000-7000-8000-000000000000'],
    };
    let text = '';
    let answered = 0;
    // What admins read of the running of the workspace names files and errors, not people to contact.
    const ofTheService = new Set(['list_audit', 'list_jobs']);
    for (const query of queries.filter(({ name }) => !ofTheService.has(name))) {
      const needed = Object.entries(ids).filter(
        ([name]) => name in query.input.shape && !query.input.safeParse({}).success,
      );
      const inputs =
        needed.length === 0 ? [{}] : needed.flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
      for (const input of inputs) {
        const answer = await query.ask(handle(), input).catch(() => undefined);
        if (answer) answered += 1;
        text += JSON.stringify(answer ?? '');
      }
    }
    return { text: text.toLowerCase(), answered };
  };
  const shows = (text: string) =>
    [ines.name, ines.slug, ines.memberId, ines.headline, ines.comment, ines.mail].filter((word) =>
      text.includes(word.toLowerCase()),
    );

  it('an erasure is shown before it is made: every row that goes, and nothing changes by looking', async () => {
    await score();
    const look = async (person: string) => shown.parse(await query.previewErasure.ask(handle(), { person }));
    const before = await look(slugUrl(ines.slug));
    expect(before.people.map(({ displayName }) => displayName)).toContain(ines.name);
    expect(await look(slugUrl(ines.slug))).toEqual(before);
    const page = (workspace: string) => `https://leads.example/app/${workspace}/leads/${before.people[0]?.id ?? ''}`;
    expect((await look(page(house.organizationId))).people).toHaveLength(1);
    const counted = Object.fromEntries(before.rows.map(({ table, rows }) => [table, rows]));
    expect(counted).toMatchObject({ people: expect.any(Number), engagements: expect.any(Number) });

    const erased = await action.erasePerson.act(handle(), { person: slugUrl(ines.slug) });
    for (const [table, gone] of Object.entries(erased.rows)) {
      if (gone > 0 && table !== 'scoring_queue') expect([table, counted[table]]).toEqual([table, gone]);
    }
    expect(await look(slugUrl(ines.slug))).toEqual({ people: [], rows: [] });
    // The address of a lead's page names that lead, and of another workspace nobody.
    expect(await look(page(house.organizationId))).toEqual({ people: [], rows: [] });
    await expect(look(page(newId()))).rejects.toMatchObject({
      details: [{ path: 'person', message: 'is the address of a lead in another workspace' }],
    });
    expect(await look(slugUrl('never-seen'))).toEqual({ people: [], rows: [] });
  });

  it('who objected is counted, and in no answer of any read; taking it back shows them again', async () => {
    await score();
    // Watched as herself she is no lead: as somebody else's customer she is.
    await house.db.run('UPDATE monitored_profiles SET profile_type = ? WHERE organization_id = ?', [
      'CUSTOM',
      house.organizationId,
    ]);
    const before = await answers();
    expect(before.answered).toBeGreaterThan(20);
    expect(shows(before.text)).toEqual(
      expect.arrayContaining([ines.name, ines.slug, ines.headline, ines.comment, ines.mail]),
    );
    const counted = await house.db.select('SELECT COUNT(*) AS n FROM engagements');

    await action.setDoNotContact.act(handle(), { person: slugUrl(ines.slug) });
    const after = await answers();
    expect(shows(after.text).filter((word) => word !== ines.name)).toEqual([]);
    // Somebody else's comment names her; it is theirs.
    expect(after.text.split(ines.name.toLowerCase()).length - 1).toBe(
      after.text.split(`well said, ${ines.name.toLowerCase()}`).length - 1,
    );
    expect(await house.db.select('SELECT COUNT(*) AS n FROM engagements')).toEqual(counted);
    expect((await checkCounts(house.db, house.organizationId)).differences).toEqual([]);
    await expect(saveWatchlistEntry(house.db, house.organizationId, watched(ines.slug), now)).rejects.toMatchObject({
      code: 'conflict',
    });
    // A later import, and scoring everybody, change nothing of it.
    await house.importAgain();
    const joined = {
      kind: 'like',
      memberId: ines.memberId,
      profileUrl: slugUrl('ines-second-name'),
      postUrl: activity(3),
    };
    await importInto(house.site, house.organizationId, house.site.file('j.ndjson', ndjson([joined])));
    await score();
    expect(shows((await answers()).text).filter((word) => word !== ines.name)).toEqual([]);

    await action.setDoNotContact.act(handle(), { person: ines.memberId, doNotContact: false });
    expect(shows((await answers()).text)).toEqual(expect.arrayContaining([ines.name, ines.headline]));
    expect(
      (await listAudit(house.db)).map((row) => JSON.stringify(row)).filter((text) => text.includes(ines.slug)),
    ).toHaveLength(1);
  });

  it('an objection holds for somebody who comes in later', async () => {
    await action.setDoNotContact.act(handle(), { person: slugUrl('later-comer') });
    const like = {
      kind: 'like',
      profileUrl: slugUrl('later-comer'),
      name: 'Later Comer',
      headline: 'VP Sales',
      postUrl: activity(1),
    };
    await importInto(house.site, house.organizationId, house.site.file('l.ndjson', ndjson([like])));
    expect(await house.db.select("SELECT do_not_contact FROM people WHERE display_name = 'Later Comer'")).toEqual([
      { do_not_contact: 1 },
    ]);
    expect((await answers()).text).not.toContain('later comer');
  });

  it('an export holds everything, and says where each datum came from', async () => {
    await score();
    const { people, sections } = await action.exportPerson.act(handle(), { person: slugUrl(ines.slug) });
    const all: Record<string, unknown[]> = {};
    for (const personId of people) {
      for (const section of sections) {
        for (let after: number | null = 0; after !== null;) {
          const page: { rows: unknown[]; next: number | null } = await action.readPersonSection.act(handle(), {
            personId,
            section,
            after,
          });
          all[section] = [...(all[section] ?? []), ...page.rows];
          after = page.next;
        }
      }
    }
    const text = JSON.stringify(all);
    for (const word of [ines.name, ines.slug, ines.memberId, ines.headline, ines.comment, ines.mail, ines.post])
      expect(text).toContain(word);
    expect(all['received']).toHaveLength(4);
    // The first is that somebody put her on the watchlist.
    expect(all['received']?.[1]).toMatchObject({
      from: { kind: 'import', source: 'generic', name: 'first.ndjson', date: new Date(now).toISOString() },
      record: { kind: 'engagement', actor: { slug: ines.slug } },
    });
    expect(JSON.stringify(all['mentions'])).toContain('comments of');
    expect(text).not.toContain('Other 2');
    expect(await listAudit(house.db)).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'export_person', object_id: await inesId() })]),
    );
    await expect(action.exportPerson.act(handle(), { person: memberId(4_000) })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('people beyond the limit go, with what logs keep of them, and engaging again brings them back', async () => {
    await house.db.run('DELETE FROM monitored_profiles');
    const recent = { ...rows.others[0], postUrl: activity(5), occurredAt: new Date(now - 86_400_000).toISOString() };
    await importInto(house.site, house.organizationId, house.site.file('r.ndjson', ndjson([recent])));
    const beyond = (months: number, at: number, dryRun: boolean) =>
      applyRetention(house.db, house.organizationId, months, { now: at, dryRun });
    // Everybody else engaged on the first two days of November.
    const later = Date.UTC(2026, 11, 10);
    expect(await beyond(1, later, true)).toBe(2);
    expect(await beyond(2, later, true)).toBe(0);
    await house.db.run('UPDATE posts SET published_at = 1');
    expect(await beyond(1, later, true)).toBe(3);
    expect(await house.db.select('SELECT id FROM people')).toHaveLength(4);
    expect(await beyond(1, later, false)).toBe(3);
    expect(await house.db.select('SELECT display_name FROM people')).toEqual([{ display_name: 'Other 1' }]);
    expect(await house.traces()).toEqual([]);
    expect((await checkCounts(house.db, house.organizationId)).differences).toEqual([]);
    expect(await house.importAgain()).toMatchObject({ suppressed: 0, people: { new: 3 } });
  });

  it('the record of processing names sources, recipients and figures, and nobody of the data', async () => {
    await action.setRetention.act(handle(), { months: 24 });
    const other = await house.site.workspace();
    for (const [organization_id, of] of [
      [house.organizationId, 'own'],
      [other, 'other'],
    ] as const) {
      const time = {
        created_at: 1,
        activated_at: 1,
        expires_at: Number.MAX_SAFE_INTEGER,
        idle_expires_at: Number.MAX_SAFE_INTEGER,
      };
      await putRow(house.db, 'oauth_grants', { organization_id, client_name: `${of} assistant`, ...time });
      await putRow(house.db, 'api_keys', {
        organization_id,
        name: `${of} key`,
        secret_hash: `${of} key`,
        created_at: 1,
      });
      await putRow(house.db, 'provisioning_keys', {
        organization_id,
        name: `${of} maker`,
        secret_hash: of,
        created_at: 1,
      });
      await putRow(house.db, 'opinion_passes', {
        organization_id,
        reader: `${of} model`,
        host: 'x.example',
        first_at: 1,
      });
    }
    const report = await queries.find(({ name }) => name === 'get_processing_report')?.ask(handle(), {});
    expect(report).toMatchObject({
      retentionMonths: 24,
      counts: { people: 4 },
      sources: [{ kind: 'import', source: 'generic' }],
      recipients: [
        { kind: 'api_key', name: 'own key' },
        { kind: 'assistant', name: 'own assistant' },
        { kind: 'language_model', name: 'own model at x.example' },
        { kind: 'provisioning_key', name: 'own maker' },
      ],
    });
    expect(shows(JSON.stringify(report).toLowerCase())).toEqual([]);
  });
});

it.each([
  ['2026-03-31', 1, '2026-02-28'],
  ['2028-03-31', 1, '2028-02-29'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-11-20', 24, '2024-11-20'],
])('%s less %d months is %s', (from, months, to) => {
  expect(retentionCutoff(Date.parse(`${from}T05:06:07Z`), months)).toBe(Date.parse(`${to}T05:06:07Z`));
});
