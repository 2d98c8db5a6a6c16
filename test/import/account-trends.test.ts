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
  dated: number;
  earliest_at: number | null;
}

describe.each(['sqlite'] as const)(`trends of accounts on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  const site = useSite(kind);

  it('are what counting row by row gives', async () => {
    const random = new Random(runSeed);
    let moved = 0;
    let undated = 0;
    for (let round = 0; round < 4; round += 1) {
      const org = await site.workspace();
      await storeIcp(site.db, org, JSON.stringify({ seniorities: ['vp'] }), now);
      await importInto(site, org, site.file(`trends-${round}.ndjson`, ndjson(makeRows(random))));
      // Some under a post that is not much older, whose time is as good as known, and some that have no date.
      for (const [share, age] of [
        [0, 10 * day],
        [1, 20 * day],
        [2, null],
      ] as const) {
        await site.db.run(
          `UPDATE engagements SET dated = 0, earliest_at = occurred_at - ?
           WHERE organization_id = ? AND rowid % 5 = ?`,
          [age, org, share],
        );
      }
      await workOffQueue(site.db, org, now);
      const leads = await site.db.select<Lead>(
        `SELECT id, account_id, first_signal_at FROM leads
         WHERE organization_id = ? AND disposition = 'ACTIVE' AND account_id IS NOT NULL`,
        [org],
      );
      const engagements = await site.db.select<Engagement>(
        'SELECT person_id, occurred_at, dated, earliest_at FROM engagements WHERE organization_id = ? AND by_author = 0',
        [org],
      );
      const accounts = [...new Set(leads.map((lead) => lead.account_id))];
      const last = Math.max(...engagements.map((one) => one.occurred_at));
      for (const at of [last, last + 5 * day, last + 13 * day, last + 20 * day, last + 60 * day]) {
        const found = await accountTrends(site.db, org, accounts, at);
        for (const account of accounts) {
          const [from, before] = [at - trendWindowMs, at - 2 * trendWindowMs];
          const members = leads.filter((lead) => lead.account_id === account);
          const dated = engagements.filter(
            ({ dated: is, earliest_at: earliest, occurred_at: at }) =>
              is === 1 || (earliest !== null && at - earliest <= 14 * day),
          );
          undated += engagements.length - dated.length;
          const ofLead = (lead: Lead) => dated.filter((one) => one.person_id === lead.id).map((one) => one.occurred_at);
          const times = members.flatMap(ofLead);
          const signals = times.filter((time) => time > from).length;
          const previousSignals = times.filter((time) => time > before && time <= from).length;
          const newPeople = members.filter((lead) => lead.first_signal_at > from && ofLead(lead).length > 0).length;
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
    expect(undated).toBeGreaterThan(5);
  });
});
