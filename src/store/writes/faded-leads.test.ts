import { activity, importInto, ndjson, slugUrl, useSite } from '../../../test/import/support/site';
import { leads, type LeadRow } from '../tables/leads';
import { FadedLeads, leadChange } from './faded-leads';

const site = useSite('sqlite');
const names = Object.keys(leads.columns) as readonly (keyof LeadRow)[];
let org: string;

const rows = () => site.db.select<LeadRow>('SELECT * FROM leads WHERE organization_id = ? ORDER BY id', [org]);

beforeAll(async () => {
  org = await site.workspace();
  const likes = [1, 2, 3].map((n) => {
    const who = { profileUrl: slugUrl(`lead-${n}`), name: `Lead ${n}`, headline: 'VP Sales at Globex' };
    return { kind: 'like', ...who, postUrl: activity(1), occurredAt: '2026-11-01T10:00:00Z' };
  });
  await importInto(site, org, site.file('leads.ndjson', ndjson(likes)));
});

describe('what changed of a lead', () => {
  const special: Partial<Record<keyof LeadRow, string>> = {
    scored_at: 'nothing',
    updated_at: 'nothing',
    change_revision: 'nothing',
    intent_score: 'intent',
    score_revision: 'intent',
  };
  it.each(names)('%s', async (name) => {
    const [row] = await rows();
    if (!row) throw new Error('there is no lead');
    expect(leadChange(row, { ...row })).toBe('nothing');
    expect(leadChange(row, { ...row, [name]: 'another' })).toBe(special[name] ?? 'more');
  });
});

it('writes when each was scored, and of those whose intent faded the new score; of others nothing', async () => {
  const [first, second, third] = await rows();
  if (!first || !second || !third) throw new Error('there are three leads');
  const faded = new FadedLeads();
  faded.add(first, 'nothing');
  faded.add({ ...second, intent_score: 7 }, 'intent');
  await faded.save(site.db, org, 12_345, 99);
  expect(await rows()).toEqual([
    { ...first, scored_at: 12_345 },
    { ...second, intent_score: 7, score_revision: 99, scored_at: 12_345 },
    third,
  ]);
});
