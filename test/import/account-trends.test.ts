/** The trend of accounts, against counting it row by row. */
import { storeIcp } from '../../src/store/access/icp';
import { accountTrends, noTrend } from '../../src/store/writes/account-trends';
import { trendOf, trendWindowMs } from '../../src/rules/audience/trend';
import { workOffQueue } from '../../src/scoring/rescore';
import { Random } from '../store/support/random';

import { runSeed } from '../support/run-seed';
import { makeRows } from './support/rows';
import { importInto, ndjson, now, useSite } from './support/site';

const day = 86_400_000;

interface Lead {
  id: string;
  account_id: string;
  first_signal_at: number;
}
interface Engagement {
  person_id: string;
  occurred_at: number;
}

describe.each(['sqlite'] as const)(`trends of accounts on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  const site = useSite(kind);

  it('are what counting row by row gives', async () => {
    const random = new Random(runSeed);
    let moved = 0;
    for (let round = 0; round < 4; round += 1) {
      const org = await site.workspace();
      await storeIcp(site.db, org, JSON.stringify({ seniorities: ['vp'] }), now);
      await importInto(site, org, site.file(`trends-${round}.ndjson`, ndjson(makeRows(random))));
      // Likes under an old post, whose time is not known: their date is when they were first seen.
      await site.db.run(
        'UPDATE engagements SET dated = 0, earliest_at = occurred_at - ? WHERE organization_id = ? AND id < ?',
        [10 * day, org, '7'],
      );
      await workOffQueue(site.db, org, now);
      const leads = await site.db.select<Lead>(
        `SELECT id, account_id, first_signal_at FROM leads
         WHERE organization_id = ? AND disposition = 'ACTIVE' AND account_id IS NOT NULL`,
        [org],
      );
      const engagements = await site.db.select<Engagement>(
        'SELECT person_id, occurred_at FROM engagements WHERE organization_id = ? AND by_author = 0',
        [org],
      );
      const accounts = [...new Set(leads.map((lead) => lead.account_id))];
      const last = Math.max(...engagements.map((one) => one.occurred_at));
      for (const at of [last, last + 5 * day, last + 13 * day, last + 20 * day, last + 60 * day]) {
        const found = await accountTrends(site.db, org, accounts, at);
        for (const account of accounts) {
          const [from, before] = [at - trendWindowMs, at - 2 * trendWindowMs];
          const members = leads.filter((lead) => lead.account_id === account);
          const times = engagements
            .filter((one) => members.some((lead) => lead.id === one.person_id))
            .map((one) => one.occurred_at);
          const signals = times.filter((time) => time > from).length;
          const previousSignals = times.filter((time) => time > before && time <= from).length;
          const newPeople = members.filter((lead) => lead.first_signal_at > from).length;
          const trend = trendOf({ signals, previousSignals, newPeople });
          expect(found.get(account) ?? noTrend).toEqual({
            signals_14d: signals,
            previous_signals_14d: previousSignals,
            new_people_14d: newPeople,
            trend,
          });
          if (trend !== 0) moved += 1;
        }
      }
    }
    expect(moved).toBeGreaterThan(5);
  });
});
