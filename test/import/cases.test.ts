/**
 * Files as people have them (`test/import/cases`), made after the shapes of public bug reports and vendors' pages. Each row of
 * the table says what a person wants of one file. Rows are written as `linesOf` writes records.
 */
import { join } from 'node:path';
import { ExportError, openExport, type ExportOptions, type IntakeRecord } from '../../src/ingest/import';
import { headerNamesOf } from '../../src/ingest/import/header-names';
import { filesAt } from '../../src/ingest/import/unpack';
import { identityCases } from './cases/expected-meaning';
import { valueCases } from './cases/expected-values';

/** What is expected of one file. */
export interface ImportCase {
  readonly file: string;
  /** What a person says about it: `--columns`, `--kind`, and the rest as the import takes it. */
  readonly columns?: string;
  readonly kind?: string;
  readonly options?: Partial<ExportOptions>;
  /** The name of the format that it is recognised as. */
  readonly format?: string;
  /** Every record, in order. Each is matched as a whole line, or by an expression. */
  readonly records?: readonly (string | RegExp)[];
  /** The file as a whole is refused with a sentence that matches. */
  readonly problem?: RegExp;
  /** Dates that were not understood. */
  readonly undated?: number;
}

const folder = join(__dirname, 'cases');
const defaults = {
  network: { namespace: 'li', hosts: ['linkedin.com'] },
  now: Date.parse('2026-11-28T12:00:00Z'),
  observedAt: Date.parse('2026-11-25T12:00:00Z'),
};

const moment = (time: number | null) => (time === null ? '' : ` at ${new Date(time).toISOString()}`);

/** A record in one line: what it is, of whom, and what it says. */
function lineOf(record: IntakeRecord): string {
  switch (record.kind) {
    case 'engagement': {
      const { type, reaction, actor, post, commentText, occurredAt, isPostAuthor } = record;
      const what = reaction === null || reaction === 'LIKE' ? type : `${type} (${reaction})`;
      const said = commentText === null ? '' : `: ${commentText}`;
      const who = `${actor.name ?? '?'} <${[actor.memberId, actor.slug].filter(Boolean).join(' ')}>`;
      return `${what}${isPostAuthor ? ' by the author' : ''} ${who} on ${post.id}${said}${moment(occurredAt)}`;
    }
    case 'post': {
      const { post, author, authorName, text, likes, comments, reposts, publishedAt } = record;
      const by = authorName === null && author === null ? '' : ` by ${authorName ?? '?'} <${author?.slug ?? ''}>`;
      const figures = [likes, comments, reposts].map((figure) => figure ?? '-').join('/');
      return `POST ${post.id}${by} ${figures}${text === null ? '' : `: ${text}`}${moment(publishedAt)}`;
    }
    case 'person': {
      const { person, title, companyName, companySize, email } = record;
      const who = `${person.name ?? '?'} <${[person.memberId, person.slug].filter(Boolean).join(' ')}>`;
      const facts = [person.headline, title, companyName, companySize, email].map((fact) => fact ?? '-').join(' | ');
      return `PERSON ${who} ${facts}`;
    }
    case 'company':
      return `COMPANY ${record.name ?? '?'} <${record.slug ?? ''}>`;
    case 'lead':
      return `LEAD ${record.person.name ?? '?'} <${record.person.slug ?? ''}> ${record.disposition}`;
    case 'refused':
      return `refused: ${record.reason}`;
    case 'skipped':
      return `left out: ${record.reason}`;
  }
}

interface Found {
  readonly format: string | null;
  readonly records: readonly string[];
  readonly problem: string | null;
  readonly undated: number;
}

/** Reads a file, and every file in an archive, as an import does. */
async function readCase({ file, columns, kind, options }: ImportCase): Promise<Found> {
  const records: string[] = [];
  let format: string | null = null;
  let undated = 0;
  try {
    for await (const { path, inside } of filesAt(join(folder, file))) {
      if (inside) records.push(`--- ${inside.name}`);
      const opened = await openExport(path, {
        ...defaults,
        ...(columns === undefined && kind === undefined ? {} : { headerNames: headerNamesOf(columns, kind) }),
        ...options,
      }).catch((error: unknown) => {
        if (!inside || !(error instanceof ExportError)) throw error;
        records.push(`not imported: ${error.message}`);
      });
      if (!opened) continue;
      ({ format } = opened);
      for await (const batch of opened.records) records.push(...batch.map(lineOf));
      undated += opened.dates().count;
    }
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return { format, records, problem: error.message, undated };
  }
  return { format, records, problem: null, undated };
}

const cases: readonly ImportCase[] = [...identityCases, ...valueCases];

const titled = cases.map((one) => [[one.file, one.kind, one.columns].filter(Boolean).join(' '), one] as const);

test.each(titled)('%s', async (_title, wanted) => {
  const found = await readCase(wanted);
  if (wanted.problem !== undefined) {
    expect(found.problem).toMatch(wanted.problem);
    return;
  }
  expect(found.problem).toBeNull();
  if (wanted.format !== undefined) expect(found.format).toBe(wanted.format);
  if (wanted.undated !== undefined) expect(found.undated).toBe(wanted.undated);
  if (wanted.records !== undefined) {
    const matching = wanted.records.map((line): unknown =>
      line instanceof RegExp ? expect.stringMatching(line) : line,
    );
    expect(found.records).toEqual(matching);
  }
});
