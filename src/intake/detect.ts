/** Which format a file is, by what stands in it. */
import { ExportError } from './errors';
import type { Format, Sample } from './format';
import { formats } from './formats';

/**
 * The format that fits a sample best.
 * @throws ExportError listing what was seen and the formats there are.
 */
export function detectFormat(sample: Sample): Format {
  let best: { readonly format: Format; readonly score: number } | undefined;
  for (const format of formats) {
    if (sample.items.length === 0 && !format.rows) continue;
    const score = format.detect(sample);
    if (score > (best?.score ?? 0)) best = { format, score };
  }
  if (best) return best.format;
  const seen = [...sample.columns].slice(0, 12).join(', ').slice(0, 200);
  throw new ExportError(
    `The file is in no format that is known here (${seen === '' ? 'it has no rows' : `its columns: ${seen}`}).\n` +
      `Name one with --format, or bring it into the generic format. The formats:\n${formatList()}`,
  );
}

/**
 * The format of that name.
 * @throws ExportError listing the names.
 */
export function formatNamed(name: string): Format {
  const format = formats.find((candidate) => candidate.name === name);
  if (!format) throw new ExportError(`There is no format ${JSON.stringify(name)}. The formats:\n${formatList()}`);
  return format;
}

function formatList(): string {
  return formats.map(({ name, label }) => `  ${name.padEnd(28)} ${label}`).join('\n');
}
