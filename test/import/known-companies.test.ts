/** A company that the workspace knows is read in any position of a headline, in whatever order people came. */
import { mergeAccounts, splitAccount } from '../../src/store/writes/accounts';
import { checkCounts } from '../../src/store/writes/check-counts';
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { workOffQueue } from '../../src/scoring/rescore';

import { undo } from '../undo/support/undoing';
import { activity, importInto, memberId, ndjson, now, useSite, slugUrl, watched } from './support/site';

const at = (day: number) => new Date(Date.UTC(2026, 8, day, 12)).toISOString();
const like = (slug: string, headline: string, day = 1) => ({
  kind: 'like',
  profileUrl: slugUrl(slug),
  name: slug,
  headline,
  postUrl: activity(0),
  occurredAt: at(1),
  observedAt: at(day),
});

/** Says that the company is one: staff with a joiner, an employer's field, a page, a list of companies. */
const sources = {
  staff: like('staff', 'Engineer at Kontosa GmbH'),
  field: { kind: 'person', profileUrl: slugUrl('staff'), companyName: 'Kontosa', observedAt: at(1) },
  page: {
    ...like('x', ''),
    profileUrl: 'https://www.linkedin.com/company/kontosa/',
    name: 'Kontosa',
    headline: undefined,
  },
  list: { kind: 'company', name: 'Kontosa', companyDomain: 'kontosa.com' },
};

/** Read only where the company is known: a sentence that does not say where somebody works. */
const named = 'VP Sales | Kontosa makes data simple';

function* permutations<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [n, item] of items.entries())
    for (const rest of permutations([...items.slice(0, n), ...items.slice(n + 1)])) yield [item, ...rest];
}

describe.each(['sqlite'] as const)('companies that headlines name on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;
  beforeEach(async () => {
    org = await site.workspace();
  });

  const take = async (...rows: object[]) =>
    (await importInto(site, org, site.file(`known-${(files += 1)}.ndjson`, ndjson(rows)), { format: 'generic' }))
      .batchId ?? '';
  /** Company and account of each lead, as the list of leads shows them. */
  async function shown(): Promise<Record<string, string | null>> {
    const check = await checkCounts(site.db, org);
    expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
    const { rows } = await openWorkspaceStore(site.db, org).leads.list(
      { disposition: ['ACTIVE'] },
      { limit: 100, after: null },
    );
    return Object.fromEntries(
      rows.map((lead) => [
        lead.display_name,
        lead.company_name === null ? null : `${lead.company_name} (${lead.account_id})`,
      ]),
    );
  }

  it.each(Object.entries(sources))('are read where somebody else, or a %s, says that there is one', async (_, row) => {
    await take(like('ada', named));
    expect(await shown()).toEqual({ ada: null });
    const batch = await take(row);
    expect(await shown()).toMatchObject({ ada: 'Kontosa (kontosa)' });
    await undo(site.db, org, [batch]);
    expect(await shown()).toEqual({ ada: null });
    await take(row, like('ben', 'Head of Marketing Kontosa EMEA'));
    expect(await shown()).toMatchObject({
      ada: 'Kontosa (kontosa)',
      ben: 'Kontosa (kontosa)',
    });
  });

  it('are read of a watched page', async () => {
    await take(like('ada', named));
    const person = { memberId: null, slug: 'kontosa', isCompany: true };
    await saveWatchlistEntry(site.db, org, watched('kontosa', { person, displayName: 'Kontosa' }), now);
    await workOffQueue(site.db, org, now);
    expect(await shown()).toEqual({ ada: 'Kontosa (kontosa)' });
  });

  it('are the same in every order of files, also when who made them known has left', async () => {
    const parts = [
      [like('ada', named)],
      [sources.staff],
      [like('staff', 'Engineer at Globex', 9), like('eve', 'Marketing | Globex makes Europe greener')],
    ];
    for (const order of permutations(parts)) {
      org = await site.workspace();
      for (const rows of order) await take(...rows);
      expect(await shown()).toEqual({
        ada: null,
        staff: 'Globex (globex)',
        eve: 'Globex (globex)',
      });
    }
  });

  it('of two that a headline names it is the same one, whichever became known first', async () => {
    const parts = [
      [like('ada', 'VP Sales | Kontosa makes data simple | Wexlon makes it fast')],
      [{ kind: 'person', profileUrl: slugUrl('of-kontosa'), companyName: 'Kontosa', observedAt: at(1) }],
      [{ kind: 'person', profileUrl: slugUrl('of-wexlon'), companyName: 'Wexlon', observedAt: at(1) }],
    ];
    const answers = new Set<string>();
    for (const order of permutations(parts)) {
      org = await site.workspace();
      for (const rows of order) await take(...rows);
      answers.add(JSON.stringify(await shown()));
    }
    expect([...answers]).toEqual([JSON.stringify({ ada: 'Kontosa (kontosa)' })]);
  });

  it('ceases when the last person there turns out to be somebody elsewhere', async () => {
    const both = { memberId: memberId(1), profileUrl: slugUrl('staff') };
    for (const older of ['Kontosa', 'Globex'] as const) {
      org = await site.workspace();
      const newer = older === 'Kontosa' ? 'Globex' : 'Kontosa';
      await take(like('ada', named));
      // No leads: nobody but the import sees them.
      await take({ kind: 'person', profileUrl: both.profileUrl, companyName: older, observedAt: at(1) });
      await take({ kind: 'person', memberId: both.memberId, companyName: newer, observedAt: at(2) });
      expect(await shown()).toEqual({ ada: 'Kontosa (kontosa)' });
      await take({ kind: 'person', ...both, observedAt: at(3) });
      expect(await shown()).toEqual({ ada: newer === 'Kontosa' ? 'Kontosa (kontosa)' : null });
    }
  });

  it('follow accounts that are merged and split', async () => {
    await take(
      sources.staff,
      like('ada', named),
      like('cleo', 'Engineer at Initech'),
      like('dan', 'VP Sales - the Initech way'),
    );
    expect(await shown()).toMatchObject({ ada: 'Kontosa (kontosa)', dan: 'Initech (initech)' });
    await mergeAccounts(site.db, org, 'initech', 'kontosa');
    await workOffQueue(site.db, org, now);
    expect(await shown()).toMatchObject({ ada: 'Kontosa (initech)', dan: 'Initech (initech)' });
    await splitAccount(site.db, org, 'initech', 'Kontosa', now);
    await workOffQueue(site.db, org, now);
    expect(await shown()).toMatchObject({ ada: 'Kontosa (kontosa)', dan: 'Initech (initech)' });
  });

  const notNamed = [
    ['an ordinary word', 'Target', 'VP Sales | Target growth with data'],
    ['a word of titles', 'Sales', 'VP | Growth | Sales Team | Europe'],
    ['an ordinary phrase', 'Growth Partners', 'VP Sales | making Growth Partners happy'],
    ['one letter', 'X', 'VP Sales | X makes data simple'],
    ['a place', 'Berlin', 'VP Sales | Data | Berlin | Cloud'],
    ['a tool', 'HubSpot', 'VP Sales | Data | HubSpot | Cloud'],
    ['part of a word', 'Kontosa', 'VP Sales | Kontosanova makes data simple'],
    ['a former employer', 'Kontosa', 'VP Sales | Data | ex-Kontosa | Cloud'],
    ['a job beside the job', 'Kontosa', 'VP Sales | Data | Board Member Kontosa | Cloud'],
    ['a slogan', 'Kontosa', 'VP Sales | Helping Kontosa grow | Cloud'],
    ['a certificate', 'Kontosa', 'VP Sales | Kontosa Certified data'],
  ] as const;
  it('are not read from what names no employer of today', async () => {
    const employers = [...new Set(notNamed.map(([, name]) => name))];
    const staff = employers.map((companyName, n) => ({
      ...{ kind: 'person', profileUrl: slugUrl(`staff-${n}`), companyName, observedAt: at(1) },
    }));
    await take(...staff, like('control', named), like('longer', 'VP Sales | Data | Kontosa Traders | Cloud'));
    await take(...notNamed.map(([name, , headline]) => like(name.replaceAll(' ', '-'), headline)));
    const none = Object.fromEntries(notNamed.map(([name]) => [name.replaceAll(' ', '-'), null]));
    expect(await shown()).toEqual({
      ...none,
      control: 'Kontosa (kontosa)',
      longer: 'Kontosa Traders (kontosa-traders)',
    });
  });
});
