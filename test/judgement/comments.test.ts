/** What the rules make of the labelled comments. Of the untouched half only totals are shown. */
import { classifyComment } from '../../src/qualification/comments';
import { comments, halves, type Half } from './support/load';

/** Share of each half that must be right, in percent. */
const floors: Readonly<Record<Half, number>> = { tuning: 97, untouched: 95 };

it.each(halves)('comments of the %s half', (half) => {
  const rows = comments(half).map((row) => ({ ...row, found: classifyComment(row.text) }));
  const wrong = rows.filter((row) => !row.class.includes(row.found));
  const totals = new Map<string, { right: number; of: number }>();
  for (const row of rows) {
    for (const group of [row.class[0] ?? '', row.language]) {
      const total = totals.get(group) ?? { right: 0, of: 0 };
      total.of += 1;
      if (row.class.includes(row.found)) total.right += 1;
      totals.set(group, total);
    }
  }
  const percent = Math.round((1000 * (rows.length - wrong.length)) / rows.length) / 10;
  const lines = [...totals].map(([group, { right, of }]) => `${group} ${right}/${of}`);
  process.stdout.write(`comments, ${half}: ${percent} % (${lines.join(', ')})\n`);
  if (half === 'tuning' && process.env['SHOW_WRONG']) {
    for (const row of wrong)
      process.stdout.write(`${row.language} ${row.class.join('|')} -> ${row.found}: ${row.text}\n`);
  }
  expect(percent).toBeGreaterThanOrEqual(floors[half]);
});
