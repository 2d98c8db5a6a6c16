/** Who asked once: the tier, and what they lack, by what is known of their company. */
import { z } from 'zod';
import { storeIcp } from '../../src/store/access/icp';
import { workOffQueue } from '../../src/scoring/rescore';
import { ask, workspaceOf } from '../store/support/ask';
import { activity, importInto, ndjson, now, slugUrl, useSite } from '../import/support/site';

const site = useSite('sqlite');

const lead = z.looseObject({
  profile: z.looseObject({ displayName: z.string() }),
  leadTier: z.string(),
  tierReason: z.string(),
  wouldBePriorityIf: z.array(z.string()),
});

const known = { tier: 'PRIORITY', reason: 'Best fit, and asked for an offer, a demo or the like.', lacks: [] };
const unknown = {
  tier: 'QUALIFIED',
  reason: 'Good fit, and asked for an offer, a demo or the like, but nothing is known of the company.',
  lacks: ['The company is unknown.'],
};

test('a request of a person of whose company nothing is known is QUALIFIED, of any other PRIORITY', async () => {
  const people = {
    Named: { headline: 'VP Sales at Globex' },
    Sized: { headline: 'VP Sales', companySize: '51-200' },
    Sorted: { headline: 'VP Sales', industry: 'Software Development' },
    Bare: { headline: 'VP Sales' },
  };
  const rows = Object.entries(people).map(([name, facts]) => ({
    kind: 'comment',
    postUrl: activity(1),
    profileUrl: slugUrl(name.toLowerCase()),
    name,
    ...facts,
    commentText: 'Could you send us an offer for 20 seats?',
    occurredAt: new Date(now - 3_600_000).toISOString(),
  }));
  const organization = await site.workspace();
  await storeIcp(site.db, organization, JSON.stringify({ seniorities: ['vp'] }), now);
  await importInto(site, organization, site.file('asked.ndjson', ndjson(rows)));
  await workOffQueue(site.db, organization, now);

  const { data } = await ask(workspaceOf(site.db, organization), 'list_leads', { limit: 10 });
  const found = data.map((one) => {
    const { profile, leadTier, tierReason, wouldBePriorityIf } = lead.parse(one);
    return [profile.displayName, { tier: leadTier, reason: tierReason, lacks: wouldBePriorityIf }];
  });
  expect(Object.fromEntries(found)).toEqual({ Named: known, Sized: known, Sorted: known, Bare: unknown });
});
