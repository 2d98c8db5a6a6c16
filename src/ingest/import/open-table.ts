/** Opens a file as text, with the sheet, the encoding and the columns for links that fit. */
import { encodingNamed } from './encoding';
import { columnKey } from './format';
import { foundAs, type HeaderNames } from './header-names';
import { findHeader, headerFit } from './header-row';
import type { Network } from './network';
import { parseProfileReference } from './profile';
import type { TextSource } from './readable-text';
import { openText } from './text-source';
import { parsePostReference } from './urn';

interface TableOptions {
  readonly network: Network;
  readonly encoding?: string;
  readonly headerNames?: HeaderNames;
}

/** Opens a file as text. @throws ExportError */
export function openTable(path: string, { encoding, headerNames, network }: TableOptions): Promise<TextSource> {
  const fits = headerFit(headerNames);
  const oursOf = (title: string) => {
    const key = columnKey(title);
    return headerNames?.columns.get(key) ?? foundAs.get(key) ?? '';
  };
  return openText(path, {
    links: {
      nameOf(address) {
        if (!/[/:]/.test(address)) return undefined;
        if (parsePostReference(address, network).ok) return 'Post URL';
        const found = parseProfileReference(address, network);
        return found.ok ? (found.kind === 'company' ? 'Company page' : 'Profile URL') : undefined;
      },
      holdsAddresses: (header) => /Url$/.test(oursOf(header)),
      isTitle: (cell) => oursOf(cell) !== '',
    },
    ...(encoding === undefined ? {} : { encoding: encodingNamed(encoding) }),
    // A sheet with a known header before one with any table.
    sheets: (beginning) => {
      const { cells } = findHeader(beginning, fits);
      return fits(cells) ? 2 : cells.length > 1 && beginning.split('\n').length > 2 ? 1 : 0;
    },
  });
}
