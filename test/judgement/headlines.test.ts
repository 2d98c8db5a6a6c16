/** Headlines against the labelled set: totals per language for both halves, and no total of either half under its bound. */
import { parseHeadline, type JobFacts } from '../../src/qualification/headline';
import {
  furtherHalves,
  halves,
  headlines,
  headlinesOf,
  isLater,
  independentHalves,
  laterHeadlines,
  mayBeRead,
  type FurtherHalf,
  type LabelledHeadline,
  type LabelledSet,
  type LaterHeadlines,
} from './support/load';
import { plain, plainCompany } from './support/plain-company';

const fields = ['title', 'seniority', 'function', 'company'] as const;
type Field = (typeof fields)[number];
type SetName = LabelledSet | LaterHeadlines | FurtherHalf;
const sets: readonly SetName[] = [...halves, ...laterHeadlines, ...independentHalves, ...furtherHalves];
/** What every set is to reach, in percent. */
const target = 97;
const allFields = (percent: number) => ({ title: percent, seniority: percent, function: percent, company: percent });
/**
 * Percent of a set that must be right, for each field. The untouched half may not fall behind what it reached. The
 * independent halves stand one point under their latest reading; raise them when the rules get better, never lower them.
 */
const floors: Readonly<Record<SetName, Readonly<Record<Field, number>>>> = {
  tuning: allFields(97),
  untouched: { title: 95, seniority: 96.4, function: 97.7, company: 96.7 },
  'tuning-2': allFields(97),
  'tuning-3': allFields(97),
  // Labelled before it was read; 77.9, 97.5, 85.7 and 77.1 % then.
  'tuning-4': { title: 97.2, seniority: 99, function: 98.6, company: 98.3 },
  // Labelled before they were read: Ukrainian, Russian, Japanese, Chinese, Korean, Arabic, Hebrew; 76.6, 97.4, 89.4 and 75.9 % then.
  'tuning-W': { title: 85, seniority: 96.2, function: 93.1, company: 86.1 },
  'tuning-E': { title: 83.4, seniority: 97, function: 92.4, company: 84.2 },
  // Labelled before they were read: Swedish, Norwegian, Danish, Finnish, Polish, Czech, Turkish, Romanian, Hungarian; 75.1, 96, 88.7 and 76 % then.
  // Labelled after all rules of today, read once, and not tuned with yet: 91.8, 98.7, 95.4 and 94.9 %.
  'tuning-6': { title: 90.8, seniority: 97.7, function: 94.4, company: 93.9 },
  'tuning-N': { title: 83.6, seniority: 97.7, function: 95.1, company: 85.8 },
  'independent.visible': { title: 98.5, seniority: 99, function: 99, company: 98.5 },
  'independent.sealed': { title: 92.5, seniority: 97.4, function: 96.3, company: 93.6 },
  'third.visible': { title: 97.8, seniority: 98.4, function: 98.6, company: 98.6 },
  // Not where they should be. Raise them with the rules.
  'third.sealed': { title: 88.6, seniority: 98, function: 93.8, company: 93 },
  // Fourth and fifth: one point under the latest reading, the sealed halves far from where they should be.
  'fourth.visible': { title: 93.8, seniority: 97.4, function: 95.4, company: 97.4 },
  'fourth.sealed': { title: 91.4, seniority: 97, function: 95.4, company: 87.4 },
  'fifth.visible': { title: 91.4, seniority: 97.4, function: 97, company: 93.8 },
  'fifth.sealed': { title: 85.3, seniority: 95.8, function: 93.8, company: 82.1 },
};

function right(row: LabelledHeadline, job: JobFacts, field: Field): boolean {
  if (field === 'title') return row.title.some((answer) => plain(answer) === plain(job.title));
  if (field === 'company') return row.company.some((answer) => plainCompany(answer) === plainCompany(job.companyName));
  return row[field].some((answer) => answer === job[field]);
}

function score(name: SetName) {
  const rows = isLater(name) ? headlinesOf(name) : headlines(name);
  const byLanguage = new Map<string, { rows: number; right: Record<Field, number> }>();
  const total = { title: 0, seniority: 0, function: 0, company: 0 };
  for (const row of rows) {
    const language = byLanguage.get(row.language) ?? {
      rows: 0,
      right: { title: 0, seniority: 0, function: 0, company: 0 },
    };
    const job = parseHeadline(row.headline);
    language.rows += 1;
    for (const field of fields) {
      if (right(row, job, field)) {
        language.right[field] += 1;
        total[field] += 1;
      } else if (mayBeRead(name) && process.env.SHOW_MISSES === '1') {
        const got = field === 'company' ? job.companyName : job[field];
        process.stderr.write(
          `${row.language} ${field}: ${row.headline} -> ${got} (${row[field].map((answer) => answer ?? 'null').join(' || ')})\n`,
        );
      }
    }
    byLanguage.set(row.language, language);
  }
  return { rows: rows.length, byLanguage, total };
}

test.each(sets)('headlines, %s: title, seniority, function and company are right', (name) => {
  const { rows, byLanguage, total } = score(name);
  const lines = [...byLanguage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([language, { rows: of, right }]) =>
        `${language} ${fields.map((field) => `${field} ${right[field]}/${of}`).join(', ')}`,
    );
  const shares = fields.map((field) => `${field} ${((100 * total[field]) / rows).toFixed(1)} %`);
  process.stdout.write(
    `${name}: ${shares.join(', ')} of ${rows} (target ${target} %)\n${process.env.SHOW_LANGUAGES === '1' ? `${lines.join('\n')}\n` : ''}`,
  );
  for (const field of fields)
    expect({ field, enough: (100 * total[field]) / rows >= floors[name][field] }).toEqual({ field, enough: true });
});
