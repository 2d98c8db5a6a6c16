/** Detects the format of a file by its content. */
import { ExportError } from './errors';
import type { Format, Sample } from './format';
import { cleanText } from './fields';
import { formats } from './formats';

/** Columns that identify a watchlist, as `columnKey` writes them. */
const watchlistColumns = ['profileurl', 'profiletype'];
const whereFormatsStand = 'see docs/import.md or --help for the formats.';

/**
 * The format that fits a sample best.
 * @throws ExportError that says what the file holds.
 */
export function detectFormat(sample: Sample): Format {
  let best: { readonly format: Format; readonly score: number } | undefined;
  for (const format of formats) {
    if (sample.items.length === 0 && !format.rows) continue;
    const score = format.detect(sample);
    if (score > (best?.score ?? 0)) best = { format, score };
  }
  if (best) return best.format;
  if (watchlistColumns.every((column) => sample.columns.has(column))) {
    throw new ExportError('This is a watchlist, not an export: import it with `leadlight watchlist import FILE`.');
  }
  const seen = cleanText([...sample.columns].slice(0, 12).join(', '), 120);
  throw new ExportError(
    `The file is in no format that is known here (${seen === null ? 'it has no rows' : `its columns: ${seen}`}); ${whereFormatsStand}`,
  );
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
