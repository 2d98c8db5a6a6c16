/** Detects the format of a file by its content. */
import { ExportError } from './errors';
import type { Format, Sample } from './format';
import { cleanText } from './fields';
import { formats } from './formats';
import { generic } from './formats/generic';
import { foundAs } from './header-names';

/** Columns that identify a watchlist, as `columnKey` writes them. */
const watchlistColumns = ['profileurl', 'profiletype'];
const whereFormatsStand = 'see docs/import.md or --help for the formats.';

/**
 * The format that fits a sample best.
 * @throws ExportError that says what the file holds.
 */
export function detectFormat(sample: Sample): Format {
  if (watchlistColumns.every((column) => sample.columns.has(column))) {
    throw new ExportError('This is a watchlist, not an export: import it with `leadlight watchlist import FILE`.');
  }
  let best: { readonly format: Format; readonly score: number } | undefined;
  for (const format of formats) {
    if (sample.items.length === 0 && !format.rows) continue;
    const score = scoreOf(format, sample);
    if (score > (best?.score ?? 0)) best = { format, score };
  }
  if (best) return readsMore(sample, best.format) ?? best.format;
  const seen = cleanText([...sample.columns].slice(0, 12).join(', '), 120);
  throw new ExportError(
    `The file is in no format that is known here (${seen === null ? 'it has no rows' : `its columns: ${seen}`}); ${whereFormatsStand}`,
  );
}

/** Less than this says nothing. */
const leastScore = 45;
/**
 * What it costs a format to leave a column unread: more when we know what it holds, since that would be lost in silence, and most when it
 * says that the post's author did it.
 */
const unread = { known: 8, unknown: 1, most: 10, author: 25 } as const;

/** How well a format fits: what it recognises, less what it would leave unread. */
function scoreOf(format: Format, sample: Sample): number {
  const score = format.detect(sample);
  const { becomes, knows } = format;
  if (score === 0 || !becomes || !knows) return score;
  const left = [...sample.columns].filter((column) => !knows(column));
  const known = left.flatMap((column) => foundAs.get(column) ?? []);
  const costs = known.map((ours) => (ours === 'isPostAuthor' ? unread.author : unread.known));
  const lost =
    costs.reduce((sum, cost) => sum + cost, 0) + Math.min(unread.most, (left.length - known.length) * unread.unknown);
  return score - lost < leastScore ? 0 : score - lost;
}

/**
 * The generic format, if it knows every column that the exporter's format would read, and more of them. Such a table is the person's
 * own: it has the exporter's columns and others, such as a date, which the exporter's format would leave out.
 */
function readsMore(sample: Sample, { name, knows }: Format): Format | undefined {
  if (knows === undefined || name === generic.name || generic.detect(sample) === 0) return undefined;
  const columns = [...sample.columns];
  // An exporter may have the post in the address of a comment alone.
  if (!columns.some((column) => foundAs.get(column) === 'postUrl')) return undefined;
  const isLost = (column: string) => !knows(column) && foundAs.has(column);
  return columns.some(isLost) && columns.every((column) => !knows(column) || generic.knows?.(column) === true)
    ? generic
    : undefined;
}

/**
 * The format with that name.
 * @throws ExportError when there is none.
 */
export function formatNamed(name: string, among: readonly Format[] = formats): Format {
  const format = among.find((candidate) => candidate.name === name);
  if (!format) throw new ExportError(`There is no format ${JSON.stringify(name.slice(0, 60))}; ${whereFormatsStand}`);
  return format;
}
