/** Headlines against the labelled set: totals per language for both halves, and no total of either half under its bound. */
import { parseHeadline, type JobFacts } from '../../packages/reader/src';
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
import { say } from './support/say';

const fields = ['title', 'seniority', 'function', 'company'] as const;
type Field = (typeof fields)[number];
type SetName = LabelledSet | LaterHeadlines | FurtherHalf;
const sets: readonly SetName[] = [...halves, ...laterHeadlines, ...independentHalves, ...furtherHalves];
/** What every set is to reach, in percent. */
const target = 97;
/** Learned from: what is missed of them is mostly a word of a title that no list has. */
const learned = { title: 98, seniority: 97, function: 96, company: 98 };
/**
 * Percent of a set that must be right, for each field: one point under the latest reading. Raise them; company was lowered four times, for a
 * reader that says none where it is not sure (docs/internals/decisions/0019).
 */
const floors: Readonly<Record<SetName, Readonly<Record<Field, number>>>> = {
  tuning: learned,
  'tuning-2': learned,
  'tuning-3': learned,
  'tuning-4': { ...learned, company: 97 },
  'tuning-W': { ...learned, company: 97.6 },
  'tuning-E': { ...learned, company: 96.7 },
  'tuning-N': { ...learned, company: 96.4 },
  'independent.visible': learned,
  'third.visible': learned,
  'fourth.visible': learned,
  'fifth.visible': { ...learned, company: 95.4 },
  'eighth.visible': learned,
  'ninth.visible': learned,
  'tenth.visible': { ...learned, company: 97.7 },
  'eleventh.visible': learned,
  // Held out: the reader never saw them.
  untouched: { title: 98.3, seniority: 97.7, function: 97.3, company: 95.7 },
  'independent.sealed': { title: 96.8, seniority: 99, function: 99, company: 94.7 },
  'third.sealed': { title: 95.9, seniority: 97, function: 95.8, company: 93 },
  'fourth.sealed': { title: 97, seniority: 97.8, function: 98.2, company: 89.5 },
  'fifth.sealed': { title: 96.2, seniority: 97.4, function: 96.6, company: 89.4 },
  'tuning-6': { title: 96.7, seniority: 98.7, function: 97.5, company: 94.9 },
  // Written when the reader had learned; 98.0, 98.8, 96.6 and 97.2 % the first time.
  'seventh.sealed': { title: 97.6, seniority: 98.2, function: 97.2, company: 94.6 },
  // Shapes of real pages; half of the rows name no company.
  'eighth.sealed': { title: 90.3, seniority: 94.3, function: 93.5, company: 96 },
  // Twelve languages with shorter lists.
  'ninth.sealed': { title: 96.6, seniority: 99, function: 95.7, company: 98.2 },
  'tenth.sealed': { title: 97.7, seniority: 99, function: 93, company: 95.7 },
  'twelfth.sealed': { title: 96, seniority: 97.7, function: 96.3, company: 97.7 },
  'thirteenth.sealed': { title: 97.7, seniority: 98.3, function: 95.7, company: 96.7 },
  'fourteenth.sealed': { title: 96.7, seniority: 99, function: 95.3, company: 96 },
  'fifteenth.sealed': { title: 96.7, seniority: 98.7, function: 97.7, company: 95.7 },
  'sixteenth.sealed': { title: 98, seniority: 98.3, function: 97, company: 97.7 },
  'eighteenth.sealed': { title: 98.4, seniority: 98.4, function: 98, company: 97.4 },
  'nineteenth.sealed': { title: 95.3, seniority: 98.3, function: 97.3, company: 94.3 },
  'twenty-first.sealed': { title: 96, seniority: 97.3, function: 95, company: 96.7 },
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
  say(
    `${name}: ${shares.join(', ')} of ${rows} (target ${target} %)\n${process.env.SHOW_LANGUAGES === '1' ? `${lines.join('\n')}\n` : ''}`,
  );
  for (const field of fields)
    expect({ field, enough: (100 * total[field]) / rows >= floors[name][field] }).toEqual({ field, enough: true });
});

const unlearned: ReadonlySet<SetName> = new Set<SetName>([
  'untouched',
  'independent.sealed',
  'third.sealed',
  'fourth.sealed',
  'fifth.sealed',
  'tuning-6',
  'seventh.sealed',
  'eighth.sealed',
  'ninth.sealed',
  'tenth.sealed',
  'twelfth.sealed',
  'thirteenth.sealed',
  'fourteenth.sealed',
  'fifteenth.sealed',
  'sixteenth.sealed',
  'eighteenth.sealed',
]);
/**
 * Percent, on the sets that are not learned from. Invented: of headlines that name no company (1 is wanted; a row is a tenth). Missed: of those
 * that do.
 */
const most = { invented: 1.1, missed: 5.5 };
/** Apart from the others, and without a bound until its first reading has been judged. */
const newest: SetName = 'twenty-first.sealed';

function companiesOf(names: readonly SetName[]) {
  const rows = names.flatMap((name) => (isLater(name) ? headlinesOf(name) : headlines(name)));
  const read = rows.map(({ headline, company }) => ({ company, got: parseHeadline(headline).companyName }));
  const nameless = read.filter(({ company }) => company.includes(null));
  const named = read.filter(({ company }) => !company.includes(null));
  const isInvented = ({ company, got }: (typeof read)[number]) =>
    got !== null && !company.some((answer) => plainCompany(answer) === plainCompany(got));
  const invented = (100 * nameless.filter(isInvented).length) / nameless.length;
  const missed = (100 * named.filter(({ got }) => got === null).length) / named.length;
  say(
    `companies${names.length === 1 ? ` of ${names.join()}` : ''}: invented in ${invented.toFixed(1)} % of ${nameless.length}, missed in ${missed.toFixed(1)} % of ${named.length}\n`,
  );
  return { nameless: nameless.length, named: named.length, invented, missed };
}

test('a company is hardly ever made up, and not often missed', () => {
  const { nameless, invented, missed } = companiesOf(sets.filter((name) => unlearned.has(name) && name !== newest));
  expect(nameless).toBeGreaterThan(500);
  expect(invented).toBeLessThanOrEqual(most.invented);
  expect(missed).toBeLessThanOrEqual(most.missed);
});

test('companies of the newest set: half of its headlines name none', () => {
  const { nameless, named } = companiesOf([newest]);
  expect(nameless).toBeGreaterThan(100);
  expect(named).toBeGreaterThan(100);
});
