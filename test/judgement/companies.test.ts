/** Headlines of which only the company is labelled: neighbours of what was misread, and texts that name none. */
import { parseHeadline } from '../../packages/reader/src';
import { companyHeadlines } from './support/load';
import { plainCompany } from './support/plain-company';
import { say } from './support/say';

const rows = companyHeadlines();
const read = rows.map((row) => {
  const company = parseHeadline(row.headline).companyName;
  return { ...row, got: company, right: row.company.some((answer) => plainCompany(answer) === plainCompany(company)) };
});

/** Raise them when the rules get better. */
const floors = { named: 94, none: 96 };

test('companies: read where one is named, and made up where none is in hardly any', () => {
  const none = read.filter(({ company }) => company.length === 1 && company[0] === null);
  const named = read.filter((row) => !none.includes(row));
  const share = (some: typeof read) => (100 * some.filter(({ right }) => right).length) / some.length;
  say(
    `companies: ${share(named).toFixed(1)} % of ${named.length} named, ${share(none).toFixed(1)} % of ${none.length} without one\n`,
  );
  if (process.env.SHOW_MISSES === '1')
    for (const { language, headline, got, right } of read)
      if (!right) process.stderr.write(`${language} company: ${headline} -> ${got}\n`);
  expect(new Set(rows.map(({ headline }) => headline)).size).toBe(rows.length);
  expect(share(named)).toBeGreaterThanOrEqual(floors.named);
  expect(share(none)).toBeGreaterThanOrEqual(floors.none);
});
