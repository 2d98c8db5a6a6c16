/** People at companies that sell to the same buyers are left out where the profile says so, with the reason. */
import { storeIcp } from '../../src/store/access/icp';

import { activity, importInto, ndjson, now, useSite, slugUrl } from './support/site';

const like = (slug: string, headline: string) => ({
  kind: 'like',
  profileUrl: slugUrl(slug),
  name: slug,
  headline,
  postUrl: activity(0),
  occurredAt: '2026-11-01T12:00:00Z',
  observedAt: '2026-11-02T12:00:00Z',
});
const rows = [like('ada', 'VP Sales at Brandt Consulting'), like('ben', 'VP Sales at Kontosa Robotics')];

describe.each(['sqlite'] as const)('people at sellers on %s', (kind) => {
  const site = useSite(kind);

  it.each([
    [true, { ada: 'D', ben: 'A' }],
    [false, { ada: 'A', ben: 'A' }],
  ])('with the switch %s', async (vendors, grades) => {
    const org = await site.workspace();
    await storeIcp(site.db, org, JSON.stringify({ seniorities: ['vp'], exclude: { vendors } }), now);
    await importInto(site, org, site.file(`vendors-${String(vendors)}.ndjson`, ndjson(rows)), { format: 'generic' });
    const leads = await site.db.select<{ name: string; grade: string; icp: string }>(
      `SELECT p.display_name AS name, l.fit_grade AS grade, e.icp FROM leads l
       JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
       JOIN lead_evidence e ON e.organization_id = l.organization_id AND e.lead_id = l.id WHERE l.organization_id = ?`,
      [org],
    );
    expect(Object.fromEntries(leads.map(({ name, grade }) => [name, grade]))).toEqual(grades);
    const said = leads.find(({ name }) => name === 'ada')?.icp ?? '';
    expect(said.includes('works for a company whose name says that it offers services')).toBe(vendors);
  });
});
