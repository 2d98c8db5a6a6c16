/** The tiers that the rules give the labelled cases. Of the untouched half only totals are shown. */
import {
  cases,
  furtherCases,
  halves,
  independentHalves,
  mayBeRead,
  type FurtherCases,
  type LabelledSet,
} from './support/load';
import { accepted, judged } from './support/judged';
import { say } from './support/say';

/** Percent of the cases every set is to get right. */
const target = 95;
/**
 * Percent that must be right, and how many may wrongly be PRIORITY. The independent halves stand one point under their latest
 * reading; bring them nearer to the target when the rules get better, never further from it.
 */
const bounds: Readonly<Record<LabelledSet | FurtherCases, { floor: number; silly: number }>> = {
  tuning: { floor: 97.7, silly: 0 },
  untouched: { floor: 97.7, silly: 0 },
  // Its reading since headlines without a clear company say none.
  'independent.visible': { floor: 99, silly: 0 },
  'independent.sealed': { floor: 99, silly: 0 },
  // One point under the first reading.
  'fourth.visible': { floor: 95.7, silly: 0 },
  'fourth.sealed': { floor: 99, silly: 0 },
  // One point under the reading when the sealed half was opened.
  'eighth.visible': { floor: 97.5, silly: 0 },
  'eighth.sealed': { floor: 99, silly: 0 },
  'tenth.visible': { floor: 94, silly: 0 },
  // Not where it should be. Raise it with the rules.
  'tenth.sealed': { floor: 91.5, silly: 0 },
  'eleventh.visible': { floor: 99, silly: 0 },
  'twelfth.sealed': { floor: 97.8, silly: 0 },
  // Two fewer than before rows by two more strangers were learned; the fourteenth won one.
  'thirteenth.sealed': { floor: 89.9, silly: 0 },
  'fourteenth.sealed': { floor: 92.4, silly: 0 },
  'fifteenth.sealed': { floor: 97.8, silly: 0 },
  // One point under the first reading.
  'sixteenth.sealed': { floor: 94, silly: 0 },
  'seventeenth.sealed': { floor: 97.8, silly: 0 },
  // One person each less: who asked and of whom too little is known is NURTURE now (`raisesHand`), which three other sets gain by.
  'eighteenth.sealed': { floor: 95, silly: 1 },
  'nineteenth.sealed': { floor: 92.5, silly: 0 },
  'twentieth.sealed': { floor: 91.5, silly: 0 },
  'twenty-first.sealed': { floor: 92.8, silly: 1 },
  'twenty-second.sealed': { floor: 94, silly: 0 },
};
it.each([...halves, ...independentHalves, ...furtherCases])('tiers of the %s half', (name) => {
  const rows = cases(name).map((row) => ({ row, ...judged(row) }));
  const wrong = rows.filter(({ row, tier }) => !accepted(row, tier));
  const percent = Math.round((1000 * (rows.length - wrong.length)) / rows.length) / 10;
  const silly = wrong.filter(({ tier }) => tier === 'PRIORITY').length;
  const called = rows.filter(({ row }) => row.acceptable.join() === 'PRIORITY');
  const missed = called.filter(({ tier }) => tier !== 'PRIORITY').length;
  const totals = new Map<string, { right: number; of: number }>();
  for (const { row, tier } of rows) {
    const total = totals.get(row.icp) ?? { right: 0, of: 0 };
    total.of += 1;
    if (accepted(row, tier)) total.right += 1;
    totals.set(row.icp, total);
  }
  const lines = [...totals].map(([profile, { right, of }]) => `${profile} ${right}/${of}`);
  say(
    `cases, ${name}: ${percent} % of ${rows.length} (target ${target} %), wrongly PRIORITY ${silly}, of the ${called.length} to call ${missed} missed (${lines.join(', ')})\n`,
  );
  if (mayBeRead(name) && process.env['SHOW_WRONG']) {
    for (const { row, tier, icp, intent, job } of wrong) {
      say(
        `${row.id} ${row.acceptable.join('|')} -> ${tier} (${icp.percent} ${icp.grade}, ${intent.score} ${intent.statedInterest}) ${JSON.stringify(row.person)} read ${JSON.stringify(job)}: ${row.why}; ${row.engagements.map((one) => `${one.type} ${one.daysAgo} ${one.text ?? ''}`).join(' / ')}\n`,
      );
    }
  }
  expect(percent).toBeGreaterThanOrEqual(bounds[name].floor);
  expect(silly).toBeLessThanOrEqual(bounds[name].silly);
});
