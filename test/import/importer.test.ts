/** What the importer stores of small files, and that storing them again changes nothing. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addMember } from '../../src/store/access/members';
import { Rejects } from '../../src/ingest/import/rejects';
import { checkCounts } from '../../src/store/writes/check-counts';
import { storeIcp } from '../../src/store/access/icp';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { UnknownWorkspaceError } from '../../src/store/log/workspace-lock';
import { availableDatabases } from '../support/databases';
import { activity, csv, dump, importInto, memberId, ndjson, now, useSite, slugUrl, ugcPost } from './support/site';

const examples = join(__dirname, '../../examples/exports');
const day = (n: number) => new Date(Date.UTC(2026, 8, n, 12)).toISOString();
const icp = {
  seniorities: ['vp', 'cxo'],
  functions: ['sales'],
  industries: ['Software Development'],
};

describe.each(availableDatabases())('importing on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;

  beforeEach(async () => {
    org = await site.workspace();
  });

  const file = (name: string, text: string) => site.file(`${(files += 1)}-${name}`, text);
  const select = <Row extends object>(sql: string) => site.db.select<Row>(sql, [org]);
  const engagements = () =>
    select(`SELECT p.display_name AS who, e.type, e.reaction, po.urn, e.occurred_at, e.observed_at, e.comment_excerpt,
        e.intent_hint, e.by_author, e.origin FROM engagements e
      JOIN people p ON p.organization_id = e.organization_id AND p.id = e.person_id
      JOIN posts po ON po.organization_id = e.organization_id AND po.id = e.post_id
      WHERE e.organization_id = ? ORDER BY p.display_name, e.type, e.occurred_at`);

  it('stores likers and commenters of CSV exports and comments and reactions of JSON exports as they are', async () => {
    const likers = file(
      'likers-2026-09-10.csv',
      csv(
        ['profileUrl', 'name', 'occupation', 'degree', 'reactionType', 'postUrl', 'timestamp'],
        [
          [
            slugUrl(memberId(1)),
            'Ada Okoro',
            'VP Sales at Globex',
            '2nd',
            'PRAISE',
            `https://www.linkedin.com/feed/update/${activity(1)}/`,
            day(9),
          ],
          ['', 'Nobody', '', '', 'LIKE', activity(1), day(9)],
        ],
      ),
    );
    const commenters = file(
      'commenters-2026-09-10.csv',
      csv(
        ['profileLink', 'firstName', 'lastName', 'fullName', 'occupation', 'comment', 'postUrl', 'timestamp'],
        [
          [slugUrl('bo-lund'), 'Bo', 'Lund', 'Bo Lund', 'CTO', 'How much is it?', activity(1), day(9)],
          [slugUrl('bo-lund'), 'Bo', 'Lund', 'Bo Lund', 'CTO', 'how  much is it?', activity(1), day(9)],
        ],
      ),
    );
    const harvest = file(
      'harvest-2026-09-10.json',
      JSON.stringify([
        {
          id: '7503678717609658181',
          commentary: 'Long story. '.repeat(30),
          createdAt: day(3),
          actor: {
            id: null,
            type: 'profile',
            name: 'Rosa',
            linkedinUrl: slugUrl('rosa'),
            position: null,
            author: true,
          },
          postId: activity(1).split(':').at(-1),
        },
      ]),
    );
    const unipile = file(
      'unipile-2026-09-10.json',
      JSON.stringify({
        object: 'PostReactionList',
        items: [
          {
            object: 'PostReaction',
            value: 'MAYBE',
            post_id: ugcPost(2),
            author: {
              id: memberId(3),
              type: 'INDIVIDUAL',
              name: 'Zoë 😀',
              headline: 'Founder',
              profile_url: slugUrl(memberId(3)),
            },
          },
        ],
      }),
    );
    const summaries = [];
    for (const path of [likers, commenters, harvest, unipile]) {
      summaries.push(await importInto(site, org, path, { origin: path === unipile ? 'agent' : 'watchlist' }));
    }
    expect(summaries.map(({ format, rowsRead, refused }) => ({ format, rowsRead, refused }))).toEqual([
      { format: 'phantombuster-likers', rowsRead: 2, refused: 1 },
      { format: 'phantombuster-commenters', rowsRead: 2, refused: 0 },
      { format: 'apify-harvestapi-comments', rowsRead: 1, refused: 0 },
      { format: 'unipile-reactions', rowsRead: 1, refused: 0 },
    ]);
    expect(summaries.map((summary) => summary.engagements)).toEqual([
      { new: 1, known: 0 },
      { new: 1, known: 1 },
      { new: 1, known: 0 },
      { new: 1, known: 0 },
    ]);
    const base = {
      reaction: null,
      urn: activity(1),
      comment_excerpt: null,
      intent_hint: 0,
      by_author: 0,
      origin: 'watchlist',
    };
    const seen = Date.parse(day(9));
    expect(await engagements()).toEqual([
      { ...base, who: 'Ada Okoro', type: 'LIKE', reaction: 'PRAISE', occurred_at: seen, observed_at: seen },
      {
        ...base,
        who: 'Bo Lund',
        type: 'COMMENT',
        occurred_at: seen,
        observed_at: seen,
        comment_excerpt: 'How much is it?',
        intent_hint: 1,
      },
      {
        ...base,
        who: 'Rosa',
        type: 'COMMENT',
        occurred_at: Date.parse(day(3)),
        observed_at: Date.parse(day(10)),
        comment_excerpt: `${'Long story. '.repeat(30).slice(0, 279)}…`,
        by_author: 1,
      },
      {
        ...base,
        who: 'Zoë 😀',
        type: 'LIKE',
        reaction: 'MAYBE',
        urn: ugcPost(2),
        occurred_at: Date.parse(day(10)),
        observed_at: Date.parse(day(10)),
        origin: 'agent',
      },
    ]);
    expect(
      await select(`SELECT p.display_name, p.title, p.seniority, p.company_name, l.account_id, l.origin, l.signal_count, l.disposition
        FROM leads l JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
        WHERE l.organization_id = ? ORDER BY p.display_name`),
    ).toMatchObject([
      {
        display_name: 'Ada Okoro',
        title: 'VP Sales',
        seniority: 'vp',
        company_name: 'Globex',
        account_id: 'globex',
        signal_count: 1,
      },
      { display_name: 'Bo Lund', seniority: 'cxo', company_name: null, account_id: null },
      { display_name: 'Zoë 😀', origin: 'agent', disposition: 'ACTIVE' },
    ]);
  });

  it('changes not one value when everything is imported again', async () => {
    await addMember(site.db, {
      organizationId: org,
      email: 'owner@demo.leadlight.example',
      displayName: 'Owner',
      role: 'OWNER',
      active: true,
      passwordHash: null,
    });
    await storeIcp(site.db, org, JSON.stringify(icp), now);
    for (const slug of ['sunniva-halvorsted-3d9b1', 'priyanka-devarajulu-f5851']) {
      await saveWatchlistEntry(
        site.db,
        org,
        {
          person: { memberId: null, slug, isCompany: false },
          profileUrl: slugUrl(slug),
          displayName: slug,
          headline: null,
          profileType: 'COMPETITOR',
          source: 'MANUAL_WATCHLIST',
          relationship: 'COMPETITOR',
          status: 'ACTIVE',
          label: null,
          followers: null,
        },
        now,
      );
    }
    const folder = join(examples, 'brightmoor');
    const names = readdirSync(folder).filter((name) => !/^icp|^watchlist|rejects$/.test(name));
    const rejectsPath = file('rejects', '');
    const importAll = async (at: number) => {
      for (const name of names) await importInto(site, org, join(folder, name), { rejectsPath, now: at });
    };
    await importAll(now);
    const before = await dump(site.db, org);
    expect(before['leads']?.length).toBeGreaterThan(200);
    expect(before['scoring_queue']).toEqual([]);
    // The second time the same, the third time much later.
    for (const at of [now, now + 40 * 86_400_000]) {
      await importAll(at);
      expect(await dump(site.db, org)).toEqual(before);
    }
    expect((await checkCounts(site.db, org)).differences).toEqual([]);
  });

  it('changes nothing either when one file says two things of a person at one time', async () => {
    const observedAt = day(4);
    const rows = ['VP Sales at Globex', 'CTO at Initech', 'VP Sales at Globex'].map((headline, n) => ({
      kind: 'like',
      postUrl: activity(n),
      memberId: memberId(1),
      name: 'Ada',
      headline,
      observedAt,
    }));
    const path = file('contradiction.ndjson', ndjson(rows));
    await importInto(site, org, path, { batchSize: 1 });
    const before = await dump(site.db, org);
    for (const batchSize of [1, 2, 10]) {
      await importInto(site, org, path, { batchSize, now: now + 1 });
      expect(await dump(site.db, org)).toEqual(before);
    }
  });

  it('knows again every company of a batch as large as they come', async () => {
    const rows = Array.from({ length: 8_000 }, (_, n) => ({
      kind: 'company',
      name: `Company ${n}`,
      profileUrl: `https://www.linkedin.com/company/company-${n}/`,
      companyDomain: `company-${n}.example`,
      industry: 'Software Development',
    }));
    const path = file('companies.ndjson', ndjson(rows));
    for (const turn of ['first', 'again']) {
      await importInto(site, org, path);
      const [found] = await select<{ accounts: number }>(
        'SELECT COUNT(*) AS accounts FROM accounts WHERE organization_id = ?',
      );
      expect({ turn, ...found }).toEqual({ turn, accounts: 8_000 });
    }
  });

  it('writes nothing in a dry run', async () => {
    const before = await dump(site.db, org);
    const path = file(
      'dry.ndjson',
      ndjson([
        { kind: 'like', postUrl: activity(1), memberId: memberId(1), profileUrl: slugUrl('own') },
        { kind: 'like', postUrl: activity(1), memberId: memberId(1) },
        { kind: 'like', postUrl: activity(1), memberId: memberId(2), profileUrl: slugUrl('own') },
        { kind: 'comment', postUrl: activity(2), profileUrl: slugUrl('own'), commentText: 'Hi' },
        { kind: 'like' },
      ]),
    );
    const summary = await importInto(site, org, path, { dryRun: true });
    expect(summary).toMatchObject({
      dryRun: true,
      rowsRead: 5,
      refused: 1,
      refusedFor: [{ reason: 'no profile link', rows: 1 }],
      rejectsFile: null,
      records: { engagement: 4, post: 0, person: 0, company: 0, lead: 0 },
      contents: { engagements: 3, posts: 2, people: 2 },
      engagements: null,
      people: null,
      posts: null,
      leads: null,
    });
    expect(existsSync(`${path}.rejects`)).toBe(false);
    expect(await dump(site.db, org)).toEqual(before);
  });

  it('refuses a workspace that is not there', async () => {
    const path = file('lost.ndjson', ndjson([{ kind: 'like', postUrl: activity(1), memberId: memberId(1) }]));
    await expect(importInto(site, '00000000-0000-4000-8000-000000000000', path)).rejects.toThrow(UnknownWorkspaceError);
  });

  describe('refused rows', () => {
    it('go to a file with line, reason and the beginning of the row, without e-mail addresses', async () => {
      const path = file(
        'refused.csv',
        csv(
          ['kind', 'postUrl', 'memberId', 'name', 'email'],
          [
            ['like', activity(1), memberId(1), 'Ada', null],
            ['like', 'https://lnkd.in/abc', memberId(2), 'Bo', 'bo@private.example'],
            ['like', 'https://www.linkedin.com/pulse/an-article/', memberId(3), 'Cy', null],
            ['wave', activity(1), memberId(4), 'Di', null],
          ],
        ),
      );
      const summary = await importInto(site, org, path);
      expect(summary).toMatchObject({
        rowsRead: 4,
        refused: 3,
        engagements: { new: 1 },
        rejectsFile: `${path}.rejects`,
      });
      const text = readFileSync(`${path}.rejects`, 'utf8');
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
      expect(lines.map(([place]) => place)).toEqual(['line 3', 'line 4', 'line 5']);
      expect(lines[0]?.[1]).toMatch(/lnkd\.in is a short link/);
      expect(lines[1]?.[1]).toMatch(/\/pulse\//);
      expect(lines[2]?.[1]).toMatch(/^kind: must be one of/);
      expect(lines[2]?.[2]).toContain('wave');
      expect(text).not.toContain('bo@private.example');
    });

    it('that cannot be written stop the import with the reason', async () => {
      const path = file('unwritable.ndjson', ndjson([{ kind: 'like', postUrl: activity(1) }]));
      const rejectsPath = join(dirname(path), 'missing', 'folder', 'x.rejects');
      await expect(importInto(site, org, path, { rejectsPath })).rejects.toThrow(/ENOENT/);
    });

    it('stand beside the file, or where they are asked for', async () => {
      const path = file('place.ndjson', ndjson([{ kind: 'like', postUrl: activity(1) }]));
      const folder = join(dirname(path), `place-${files}`);
      mkdirSync(folder);
      const rejectsPath = join(folder, 'here.txt');
      await importInto(site, org, path, { rejectsPath });
      expect(existsSync(`${path}.rejects`)).toBe(false);
      expect(readFileSync(rejectsPath, 'utf8')).toMatch(/^line 1\t/);
      rmSync(folder, { recursive: true });
    });

    it('replace a link that stands in their place, never what it points to, and only their owner reads them', async () => {
      const path = file('link.ndjson', ndjson([{ kind: 'like', postUrl: activity(1) }]));
      const other = file('other.txt', 'untouched');
      symlinkSync(other, `${path}.rejects`);
      symlinkSync(other, `${path}.rejects.part`);
      await importInto(site, org, path);
      expect(readFileSync(other, 'utf8')).toBe('untouched');
      expect(lstatSync(`${path}.rejects`).isSymbolicLink()).toBe(false);
      expect(lstatSync(`${path}.rejects`).mode & 0o077).toBe(0);
      expect(readFileSync(`${path}.rejects`, 'utf8')).toMatch(/^line 1\t/);
      expect(existsSync(`${path}.rejects.part`)).toBe(false);
    });

    it('are listed up to a hundred thousand, and counted beyond', async () => {
      const path = file('many.rejects', '');
      const rejects = new Rejects(path, 'line', false);
      for (let at = 1; at <= 100_003; at += 1) await rejects.add({ kind: 'refused', at, reason: 'no kind', raw: '{}' });
      expect([rejects.count, await rejects.close()]).toEqual([100_003, true]);
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
      expect(lines).toHaveLength(100_001);
      expect(lines.slice(-2)).toEqual(['line 100000\tno kind\t{}', '3 more are not listed']);
    });
  });
});
