/** Watchlist entries as an operator gives them: flags of a command, or rows of a CSV file. */
import { parse as parseCsv, CsvError } from 'csv-parse/sync';
import { z } from 'zod';
import { parseProfileReference, type Network } from '../intake';
import type { WatchlistEntry } from '../store/writes/watchlist';

export const profileType = z.enum(['TEAMMATE', 'COMPETITOR', 'INFLUENCER', 'INVESTOR', 'CUSTOM']);
const blank = z.literal('').transform(() => undefined);
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || undefined)
    .optional();

/** The columns of the file; only the first is required. Field names are those of the API. */
export const watchlistRow = z.strictObject({
  profileUrl: z.string().trim().min(1, 'is required'),
  displayName: optionalText(200),
  headline: optionalText(500),
  profileType: z.union([blank, profileType]).optional(),
  source: z.union([blank, z.enum(['MEMBER_ONBOARDING', 'MANUAL_WATCHLIST'])]).optional(),
  relationship: z.union([blank, z.enum(['SELF', 'STANDARD', 'COMPETITOR'])]).optional(),
  status: z.union([blank, z.enum(['ACTIVE', 'PAUSED'])]).optional(),
  label: optionalText(80),
  followers: z
    .union([
      blank,
      z
        .string()
        .regex(/^\d{1,12}$/, 'must be a whole number')
        .transform(Number),
    ])
    .optional(),
});

export type WatchlistRow = z.output<typeof watchlistRow>;

/** What is watched, with everything left out filled in; or why the address is none. */
export function watchlistEntry(row: WatchlistRow, network: Network): WatchlistEntry | { readonly problem: string } {
  const found = parseProfileReference(row.profileUrl, network);
  if (!found.ok) return { problem: `${row.profileUrl} is ${found.reason}` };
  const type = row.profileType ?? 'CUSTOM';
  return {
    person: { memberId: found.memberId, slug: found.slug, isCompany: found.kind === 'company' },
    profileUrl: found.url ?? row.profileUrl,
    displayName: row.displayName ?? nameFrom(found.slug ?? found.memberId ?? row.profileUrl),
    headline: row.headline ?? null,
    profileType: type,
    source: row.source ?? 'MANUAL_WATCHLIST',
    relationship: row.relationship ?? (type === 'COMPETITOR' ? 'COMPETITOR' : 'STANDARD'),
    status: row.status ?? 'ACTIVE',
    label: row.label ?? null,
    followers: row.followers ?? null,
  };
}

export interface WatchlistFile {
  readonly entries: readonly WatchlistEntry[];
  /** One line per row that cannot be used. */
  readonly problems: readonly string[];
}

/** Reads a CSV file with a header row. */
export function parseWatchlist(text: string, network: Network): WatchlistFile {
  const entries: WatchlistEntry[] = [];
  const problems: string[] = [];
  let rows: unknown[];
  try {
    rows = parseCsv(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    return { entries, problems: [error instanceof CsvError ? error.message : 'the file is no CSV'] };
  }
  rows.forEach((raw, i) => {
    const line = i + 2;
    const parsed = watchlistRow.safeParse(raw);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        problems.push(`row ${line}: ${[issue.path.join('.'), issue.message].filter(Boolean).join(' ')}`);
      }
      return;
    }
    const entry = watchlistEntry(parsed.data, network);
    if ('problem' in entry) problems.push(`row ${line}: ${entry.problem}`);
    else entries.push(entry);
  });
  return { entries, problems };
}

/** `ada-lovelace-4f2b1` -> `Ada Lovelace`: better than an empty name until an import brings the real one. */
function nameFrom(slug: string): string {
  const words = slug.split('-').filter((word) => !/\d/.test(word));
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ') || slug;
}
