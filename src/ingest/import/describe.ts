/** The tables of `docs/import.md`, generated from the formats. */
import { skipReasons } from './records';
import { formats } from './formats';
import { genericColumns, genericKinds } from './formats/generic';
import { postShapes } from './urn';

const code = (text: string) => `\`${text}\``;
const row = (...cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Markdown by the name of its place in the document: `<!-- NAME -->` … `<!-- /NAME -->`. */
export function importTables(): Readonly<Record<'formats' | 'generic' | 'shapes' | 'skipped', string>> {
  return {
    formats: [
      row('format', 'of', 'files', 'brings'),
      row('---', '---', '---', '---'),
      ...formats.map(({ name, label, containers, brings }) => row(code(name), label, containers.join(', '), brings)),
      '',
      'The fields known of each, under their names in files (some only serve to recognise the format; further ones are left alone):',
      '',
      ...formats
        .filter(({ name }) => name !== 'generic')
        .map(({ name, reads }) => `- ${code(name)}: ${reads.map(code).join(' ')}`),
    ].join('\n'),
    generic: [
      row('column', ...genericKinds, 'holds'),
      row('---', ...genericKinds.map(() => ':-:'), '---'),
      ...Object.entries<{ kinds: readonly string[]; required?: readonly string[]; meaning: string }>(
        genericColumns,
      ).map(([name, { kinds, required = [], meaning }]) =>
        row(
          code(name),
          ...genericKinds.map((kind) => (required.includes(kind) ? '**●**' : kinds.includes(kind) ? '○' : '')),
          meaning,
        ),
      ),
    ].join('\n'),
    shapes: [
      row('shape', 'for example'),
      row('---', '---'),
      ...postShapes.map(({ name, examples }) => row(name, code(examples[0] ?? ''))),
    ].join('\n'),
    skipped: Object.values(skipReasons)
      .map((reason) => `- ${reason}`)
      .join('\n'),
  };
}

/** A table as it appears in the document, marked so that the formatter leaves it alone. */
export function framed(table: string): string {
  return `\n<!-- prettier-ignore-start -->\n${table}\n<!-- prettier-ignore-end -->\n\n`;
}

/** The document with its tables generated again. */
export function withImportTables(document: string): string {
  return Object.entries(importTables()).reduce((text, [name, table]) => {
    const place = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
    return text.replace(place, (_whole, open: string, close: string) => `${open}${framed(table)}${close}`);
  }, document);
}
