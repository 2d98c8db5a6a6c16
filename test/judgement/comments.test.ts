/** What the rules make of the labelled comments. Of the untouched half only totals are shown. */
import { classifyComment } from '../../packages/reader/src';
import { saidOf } from '../../src/shared/values';
import {
  commentedHalves,
  comments,
  halves,
  independentHalves,
  isRead,
  laterComments,
  mayBeRead,
  type CommentedHalf,
  type LaterComments,
  type LabelledSet,
} from './support/load';
import { say } from './support/say';

/** Percent of the comments every set is to get right. */
const target = 95;
/**
 * Percent that must be right, one point under the latest reading. Raise them. Three were lowered by a row each when rows by two more strangers
 * were learned, which others won eleven by (docs/internals/decisions/0024).
 */
const floors: Readonly<Record<LabelledSet | CommentedHalf | LaterComments, number>> = {
  tuning: 99.3,
  'tuning-2': 99.8,
  'tuning-3': 98.6,
  'tuning-4': 99.5,
  'tuning-5': 98.6,
  untouched: 97.1,
  'independent.visible': 99,
  'independent.sealed': 97.6,
  'third.visible': 99,
  'third.sealed': 95,
  'fourth.visible': 99.2,
  // Not where it should be. Raise it with the rules.
  'fourth.sealed': 92.4,
  'eighth.visible': 99,
  'eighth.sealed': 97.4,
  'tenth.visible': 97.7,
  'tenth.sealed': 99,
  'eleventh.visible': 99.6,
  'twelfth.sealed': 94,
  'thirteenth.sealed': 84.7,
  'fourteenth.sealed': 89.6,
  'sixteenth.sealed': 92.7,
  'seventeenth.sealed': 90.1,
  'eighteenth.sealed': 90.3,
  'nineteenth.sealed': 90.7,
  'twentieth.sealed': 89.4,
  'twenty-first.sealed': 90,
  'twenty-second.sealed': 90.6,
  'fifteenth.sealed': 85,
};

it.each([...halves, ...independentHalves, ...commentedHalves, ...laterComments])('comments of the %s half', (name) => {
  const rows = comments(name).map((row) => ({ ...row, found: saidOf(classifyComment(row.text)) }));
  const wrong = rows.filter((row) => !isRead(row, row.found));
  const totals = new Map<string, { right: number; of: number }>();
  for (const row of rows) {
    for (const group of [row.class[0] ?? '', row.language]) {
      const total = totals.get(group) ?? { right: 0, of: 0 };
      total.of += 1;
      if (isRead(row, row.found)) total.right += 1;
      totals.set(group, total);
    }
  }
  const percent = Math.round((1000 * (rows.length - wrong.length)) / rows.length) / 10;
  const lines = [...totals].map(([group, { right, of }]) => `${group} ${right}/${of}`);
  say(`comments, ${name}: ${percent} % of ${rows.length}, target ${target} % (${lines.join(', ')})\n`);
  if (mayBeRead(name) && process.env['SHOW_WRONG']) {
    for (const row of wrong) say(`${row.language} ${row.class.join('|')} -> ${row.found}: ${row.text}\n`);
  }
  expect(percent).toBeGreaterThanOrEqual(floors[name]);
});
