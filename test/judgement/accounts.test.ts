/** What the rules make of the labelled pairs of names. Of the untouched half only totals are shown. */
import { companyKeys } from '../../packages/reader/src';
import { accountPairs, halves, type Half } from './support/load';
import { say } from './support/say';

/** Share of each half that must be right, in percent. */
const floors: Readonly<Record<Half, number>> = { tuning: 97, untouched: 95 };

it.each(halves)('account pairs of the %s half', (half) => {
  const rows = accountPairs(half).map((row) => {
    const keys = companyKeys(row.a);
    return { ...row, found: companyKeys(row.b).some((key) => keys.includes(key)) ? ('yes' as const) : ('no' as const) };
  });
  const wrong = rows.filter((row) => !row.same.includes(row.found));
  const percent = Math.round((1000 * (rows.length - wrong.length)) / rows.length) / 10;
  const wronglyMerged = wrong.filter((row) => row.found === 'yes').length;
  say(`accounts, ${half}: ${percent} %, wrongly merged ${wronglyMerged} of ${rows.length}\n`);
  if (half === 'tuning' && process.env['SHOW_WRONG']) {
    for (const row of wrong)
      say(`${row.found}: ${row.a} / ${row.b} (${companyKeys(row.a).join()} / ${companyKeys(row.b).join()})\n`);
  }
  expect(percent).toBeGreaterThanOrEqual(floors[half]);
  expect(wronglyMerged).toBeLessThanOrEqual(1);
});
