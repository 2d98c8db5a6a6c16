/** Watchlist entries from an operator: flags of a command, or rows of a CSV file. */
import { z } from 'zod';
import { detailsOf } from './issues';
import { profileSources, profileStatuses, profileTypes, relationships } from '../src/shared/values';
import { watchlistEntry } from './watchlist-entry';
import { rowsOfCsv, type Network } from '../src/ingest/import';

export const profileType = z.enum(profileTypes);
const blank = z.literal('').transform(() => undefined);
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || undefined)
    .optional();

/** One of some words, or empty for the default. */
const oneOf = <Word extends string>(words: z.ZodType<Word> & { readonly options: readonly Word[] }) =>
  z.union([blank, words], `must be one of ${words.options.join(', ')}`).optional();

/** The columns of the file. Only the first is required. Field names are those of the API. */
const watchlistRow = z.strictObject({
  profileUrl: z.string().trim().min(1, 'is required'),
  displayName: optionalText(200),
  headline: optionalText(500),
  profileType: oneOf(profileType),
  source: oneOf(z.enum(profileSources)),
  relationship: oneOf(z.enum(relationships)),
  status: oneOf(z.enum(profileStatuses)),
  label: optionalText(80),
  followers: z
    .union(
      [
        blank,
        z
          .string()
          .regex(/^\d{1,12}$/)
          .transform(Number),
      ],
      'must be a whole number',
    )
    .optional(),
});

export type WatchlistRow = z.output<typeof watchlistRow>;

export interface WatchlistFile {
  readonly entries: readonly WatchlistRow[];
  /** One line for each row that is not usable. */
  readonly problems: readonly string[];
}

/** Reads a CSV file with a header row. Every delimiter that exports use is accepted. */
export function parseWatchlist(text: string, network: Network): WatchlistFile {
  const entries: WatchlistRow[] = [];
  const { rows, broken } = rowsOfCsv(text);
  const problems = broken.map(({ line, reason }) => `row ${line}: ${reason}`);
  const [first, ...rest] = rows;
  const header = first?.cells.map((name) => name.trim()) ?? [];
  const wrong = headerProblem(header);
  if (wrong !== undefined) return { entries, problems: [wrong] };
  for (const { line, cells } of rest) {
    if (cells.length !== header.length) {
      problems.push(`row ${line}: number of cells is ${cells.length}, the header has ${header.length}`);
      continue;
    }
    const raw = Object.fromEntries(header.map((name, at) => [name, cells[at]?.trim()]));
    const parsed = watchlistRow.safeParse(raw, { reportInput: true });
    if (!parsed.success) {
      for (const { path, message } of detailsOf(parsed.error.issues)) problems.push(`row ${line}: ${path} ${message}`);
      continue;
    }
    const entry = watchlistEntry(parsed.data, network);
    if ('problem' in entry) problems.push(`row ${line}: ${entry.problem}`);
    else entries.push(parsed.data);
  }
  return { entries, problems };
}

/** Reported once, not for every row. */
function headerProblem(header: readonly string[]): string | undefined {
  const columns = Object.keys(watchlistRow.shape);
  const unknown = header.filter((name) => !columns.includes(name)).map((name) => JSON.stringify(name.slice(0, 60)));
  if (!header.includes('profileUrl')) return `there is no column profileUrl; columns: ${columns.join(', ')}`;
  if (unknown.length === 0) return undefined;
  return `unknown column ${unknown.slice(0, 5).join(', ')}; columns: ${columns.join(', ')}`;
}
