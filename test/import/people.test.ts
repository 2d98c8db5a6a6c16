/** What newer, older and CRM rows change about a person and their lead. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { BatchWriter } from '../../src/ingest/import/batch';
import { batchOf, type StorableRecord } from '../../src/ingest/import/observations';
import { decideLead } from '../../src/store/writes/leads';
import { addMember } from '../../src/store/access/members';

import { ask, workspaceOf } from '../store/support/ask';
import { activity, importInto, memberId, ndjson, now, useSite, slugUrl } from './support/site';
import { propertyRuns } from '../support/at-length';

const day = (n: number) => new Date(Date.UTC(2026, 8, n, 12)).toISOString();

describe.each(['sqlite'] as const)('what rows say of people on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;

  beforeEach(async () => {
    org = await site.workspace();
  });

  const file = (name: string, text: string) => site.file(`${(files += 1)}-${name}`, text);
  const take = (...rows: object[]) => importInto(site, org, file('rows.ndjson', ndjson(rows)));
  const select = <Row extends object>(sql: string) => site.db.select<Row>(sql, [org]);

  describe('freshness', () => {
    const seen = (n: number, headline: string | null, name = 'Ada Okoro') => ({
      kind: 'like',
      postUrl: activity(1),
      memberId: memberId(1),
      observedAt: day(n),
      name,
      headline,
    });
    const ada = async () => {
      const [row] = await select<Record<string, unknown>>('SELECT * FROM people WHERE organization_id = ?');
      return row;
    };

    it.each([
      [
        'an older export does not overwrite a newer headline',
        [
          [5, 'New'],
          [3, 'Old'],
        ],
        'New',
      ],
      [
        'a newer one does',
        [
          [3, 'Old'],
          [5, 'New'],
        ],
        'New',
      ],
      [
        'seen again unchanged is seen newer',
        [
          [3, 'Kept'],
          [9, 'Kept'],
          [6, 'Between'],
        ],
        'Kept',
      ],
      [
        'a newer row without headline leaves it',
        [
          [3, 'Kept'],
          [9, null],
          [6, 'Between'],
        ],
        'Between',
      ],
      [
        'an older one fills what is unknown',
        [
          [5, null],
          [3, 'Old'],
        ],
        'Old',
      ],
    ] as const)('%s', async (_, sightings, headline) => {
      for (const [n, text] of sightings) await take(seen(n, text));
      expect(await ada()).toMatchObject({ headline, display_name: 'Ada Okoro' });
    });

    const facts = (workspace: string) =>
      site.db.select(
        `SELECT p.display_name, p.headline, p.profile_url, p.observed_at, p.title, p.company_name, p.account_id, i.value
         FROM people p JOIN person_identities i ON i.organization_id = p.organization_id AND i.person_id = p.id
         WHERE p.organization_id = ? AND i.kind = 'slug' ORDER BY i.value`,
        [workspace],
      );

    it('is what each row says in its turn, however the file is cut into batches', async () => {
      const words = fc.record({
        who: fc.nat(2),
        // Hours and part hours: sightings within an hour count as one.
        at: fc.integer({ min: 0, max: 12 }).map((n) => n * 40 * 60_000 + Date.UTC(2026, 8, 1)),
        name: fc.constantFrom('Ada', 'Bo', null),
        headline: fc.constantFrom('CEO at Acme', 'CTO at Acme', null),
        url: fc.constantFrom('member', 'slug', 'both'),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(words, { minLength: 1, maxLength: 14 }),
          fc.constantFrom(1, 2, 5, 100),
          async (said, batchSize) => {
            const workspace = await site.workspace();
            // Both identities first, so that no order of rows makes one person two.
            const first = [0, 1, 2].map((who) => ({ who, at: 0, name: null, headline: null, url: 'both' as const }));
            const rows = [...first.map((row) => ({ ...row, at: Date.UTC(2026, 7, 1) })), ...said].map(
              ({ who, at, name, headline, url }, post) => ({
                kind: 'like',
                postUrl: activity(post + 1),
                ...(url !== 'slug' && { memberId: memberId(who) }),
                ...(url !== 'member' && { profileUrl: slugUrl(`person-${who}`) }),
                observedAt: new Date(at).toISOString(),
                name,
                headline,
              }),
            );
            const path = file('said.ndjson', ndjson(rows));
            await importInto(site, workspace, path, { batchSize, score: false });
            const whole = await facts(workspace);
            const alone = await site.workspace();
            for (const row of rows) await importInto(site, alone, file('one.ndjson', ndjson([row])), { score: false });
            const each = await facts(alone);
            expect(whole).toEqual(each);
          },
        ),
        { numRuns: propertyRuns(6, 25) },
      );
    });

    it('stays with the later sighting when two imports end in the other order', async () => {
      const like = (at: number, post: number): StorableRecord => ({
        kind: 'engagement',
        at: 1,
        post: {
          kind: 'activity',
          id: String(7_000_000_000_000_000_000n + BigInt(post)),
          urn: `urn:li:activity:${7_000_000_000_000_000_000n + BigInt(post)}`,
          url: activity(post),
        },
        actor: {
          memberId: memberId(1),
          slug: null,
          name: 'Ada Okoro',
          headline: 'CEO',
          profileUrl: null,
          isCompany: false,
          followers: null,
        },
        type: 'LIKE',
        reaction: null,
        commentText: null,
        commentId: null,
        occurredAt: null,
        observedAt: Date.parse(day(at)),
        isPostAuthor: false,
      });
      const options = { origin: 'watchlist', source: 'test', now, batchId: null } as const;
      const early = new BatchWriter(site.db, org, options);
      const late = new BatchWriter(site.db, org, options);
      await early.store(batchOf([like(1, 1)]));
      await early.store(batchOf([like(3, 2)]));
      await late.store(batchOf([like(5, 3)]));
      await late.finish();
      await early.finish();
      expect(await ada()).toMatchObject({ observed_at: Date.parse(day(5)) });
    });

    it('keeps a snapshot for each headline and no more', async () => {
      for (const [n, text] of [
        [3, 'Old'],
        [5, 'New'],
        [6, 'New'],
        [4, 'Between'],
      ] as const)
        await take(seen(n, text));
      expect(
        await select('SELECT headline FROM profile_snapshots WHERE organization_id = ? ORDER BY observed_at'),
      ).toEqual([{ headline: 'Old' }, { headline: 'New' }]);
    });

    it('what an enrichment said again later is as new as that: one from between changes nothing', async () => {
      const facts = (n: number, industry: string) => ({
        ...{ kind: 'person', profileUrl: slugUrl('said-again'), name: 'Said Again', industry },
        observedAt: new Date(Date.UTC(2026, 8, n, 12)).toISOString(),
      });
      for (const [n, industry] of [
        [1, 'Mining'],
        [5, 'Mining'],
        [3, 'Farming'],
      ] as const)
        await take(facts(n, industry));
      const rows = await site.db.select<{ industry: string | null; enriched_at: number }>(
        "SELECT industry, enriched_at FROM people WHERE organization_id = ? AND display_name = 'Said Again'",
        [org],
      );
      expect(rows).toEqual([{ industry: 'Mining', enriched_at: Date.UTC(2026, 8, 5, 12) }]);
    });

    it('does not let a sighting make an enrichment look older than it is', async () => {
      const enriched = (n: number, industry: string) => ({
        kind: 'person',
        memberId: memberId(1),
        observedAt: day(n),
        industry,
        companyName: 'Globex',
      });
      await take(seen(2, 'VP Sales at Globex'), enriched(3, 'Banking'));
      await take(seen(9, 'VP Sales at Globex'));
      await take(enriched(5, 'Software Development'));
      expect(await ada()).toMatchObject({ industry: 'Software Development' });
      await take(enriched(4, 'Retail'));
      expect(await ada()).toMatchObject({ industry: 'Software Development' });
    });

    it('keeps the readable address, whenever it was seen', async () => {
      const both = { ...seen(1, 'CTO'), profileUrl: slugUrl('ada-okoro') };
      for (const order of [
        [both, seen(8, 'CTO')],
        [seen(8, 'CTO'), both],
      ]) {
        org = await site.workspace();
        for (const row of order) await take(row);
        expect(await ada()).toMatchObject({ profile_url: slugUrl('ada-okoro') });
      }
    });

    it('takes industry and size from the company somebody works for now', async () => {
      const page = (slug: string) => `https://www.linkedin.com/company/${slug}/`;
      const companies = [
        { kind: 'company', name: 'Globex', profileUrl: page('globex'), industry: 'Banking', companySize: '51-200' },
        { kind: 'company', name: 'Initech', profileUrl: page('initech'), industry: 'Software Development' },
      ];
      const workspace = workspaceOf(site.db, org);
      const profile = async () => (await ask(workspace, 'list_leads', {})).data[0]?.['profile'];
      await take(...companies, seen(2, 'VP Sales at Globex'));
      expect(await profile()).toMatchObject({ companyName: 'Globex', industry: 'Banking', companySize: '51-200' });
      await take(seen(6, 'VP Sales at Initech'));
      expect(await profile()).toMatchObject({ industry: 'Software Development', companySize: null });
    });
  });

  describe('CRM rows', () => {
    const like = { kind: 'like', postUrl: activity(1), memberId: memberId(1), name: 'Ada Okoro' };
    const lead = () =>
      select<{ disposition: string; owner_id: string | null }>(
        'SELECT disposition, owner_id FROM leads WHERE organization_id = ?',
      );
    let owner: string;

    beforeEach(async () => {
      const member = { organizationId: org, displayName: 'O', role: 'MEMBER' as const, passwordHash: null };
      const added = await addMember(site.db, { ...member, email: `o-${files}@x.example`, active: true });
      await addMember(site.db, { ...member, email: `gone-${files}@x.example`, active: false });
      owner = added?.userId ?? '';
    });

    it('set disposition and owner, before and after the first engagement', async () => {
      const row = { kind: 'lead', memberId: memberId(1), disposition: 'customer', ownerEmail: `O-${files}@X.example` };
      // Three people who differ in what came first.
      const orders = [[[like], [row]], [[row], [like]], [[row, like]]];
      for (const [n, order] of orders.entries()) {
        for (const rows of order) await take(...rows.map((one) => ({ ...one, memberId: memberId(n) })));
      }
      expect(await lead()).toEqual(orders.map(() => ({ disposition: 'CLIENT', owner_id: owner })));
      await take(...orders.map((_, n) => ({ kind: 'lead', memberId: memberId(n), disposition: 'ACTIVE' })));
      expect(await lead()).toEqual(orders.map(() => ({ disposition: 'ACTIVE', owner_id: owner })));
    });

    it('leave what was set by hand, and what is set of two people who turn out to be one is what was set later', async () => {
      const crm = { kind: 'lead', disposition: 'CLIENT', ownerEmail: `o-${files}@x.example` };
      await take(like, { ...like, memberId: undefined, profileUrl: slugUrl('one') });
      const ids = async () =>
        (await select<{ id: string }>('SELECT id FROM leads WHERE organization_id = ? ORDER BY id')).map(
          ({ id }) => id,
        );
      const [first = '', second = ''] = await ids();
      await decideLead(site.db, org, first, { disposition: 'BAD_LEAD' }, now);
      await decideLead(site.db, org, second, { disposition: 'ACTIVE', ownerId: null }, now + 1);
      await take({ ...crm, memberId: memberId(1) }, { ...crm, profileUrl: slugUrl('one') });
      // Of the first nobody set the owner.
      const stored = await lead();
      expect(stored).toHaveLength(2);
      expect(stored).toEqual(
        expect.arrayContaining([
          { disposition: 'BAD_LEAD', owner_id: owner },
          { disposition: 'ACTIVE', owner_id: null },
        ]),
      );
      await take({ ...like, memberId: memberId(1), profileUrl: slugUrl('one') });
      expect(await lead()).toEqual([{ disposition: 'ACTIVE', owner_id: null }]);
      await take({ ...crm, memberId: memberId(1) });
      expect(await lead()).toEqual([{ disposition: 'ACTIVE', owner_id: null }]);
    });

    it('make no lead of somebody who engaged with nothing', async () => {
      await take({ kind: 'lead', memberId: memberId(9), disposition: 'CLIENT' });
      expect(await lead()).toEqual([]);
    });

    it('of an owner who is no active member are refused, each with its line', async () => {
      const number = files;
      const rows = ['nobody@x.example', `gone-${number}@x.example`].map((ownerEmail) => ({
        kind: 'lead',
        memberId: memberId(1),
        disposition: 'CLIENT',
        ownerEmail,
      }));
      const path = file('crm.ndjson', ndjson([like, ...rows]));
      const summary = await importInto(site, org, path);
      expect(summary).toMatchObject({ rowsRead: 3, refused: 2, rejectsFile: `${path}.rejects` });
      expect(
        readFileSync(`${path}.rejects`, 'utf8')
          .split('\n')
          .map((line) => line.split('\t').slice(0, 2)),
      ).toEqual([
        ['line 2', 'the owner is no active member of this workspace'],
        ['line 3', 'the owner is no active member of this workspace'],
        [''],
      ]);
      expect(await lead()).toEqual([{ disposition: 'ACTIVE', owner_id: null }]);
    });
  });
});
