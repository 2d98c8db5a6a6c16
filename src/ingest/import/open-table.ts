/** Opens a file as text, with the sheet, the encoding and the columns for links that fit. */
import { encodingNamed } from './encoding';
import { columnKey } from './format';
import { foundAs, type HeaderNames } from './header-names';
import { findHeader, headerFit } from './header-row';
import { ofTheRow } from './implied-names';
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

type Kind = 'post' | 'company' | 'person';

/** Whose address it is; undefined for another one. */
function kindOf(address: string, network: Network): Kind | undefined {
  if (!/[/:]/.test(address)) return undefined;
  if (parsePostReference(address, network).ok) return 'post';
  const found = parseProfileReference(address, network);
  return found.ok ? (found.kind === 'company' ? 'company' : 'person') : undefined;
}

const names = ['name', 'firstName', 'lastName'];
const link = /^(?:link|url)$/;

/**
 * The column for addresses behind the cells of another one. Behind the name of the person who introduced somebody stands another person's
 * address, and behind "Last post" a post that the row is not about: those get none.
 * @param title of the column, as its key. @param ours our column for it, or empty. @param read our column for each of the table's.
 */
function furtherColumn(title: string, ours: string, read: readonly string[], kind: Kind | undefined) {
  if (kind === 'post')
    return ours !== '' || ofTheRow.test(title) || link.test(title) || read.includes('kind') ? 'Post URL' : undefined;
  if (ours === 'authorName') return 'Author URL';
  // Companies comment, too.
  if (names.includes(ours)) return 'Profile URL';
  if (kind === 'company') return ours === 'companyName' ? 'Company page' : undefined;
  return ours === '' && (link.test(title) || !names.some((name) => read.includes(name))) ? 'Profile URL' : undefined;
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
      isKnown: (address) => kindOf(address, network) !== undefined,
      nameFor(header, at, address) {
        const read = header.map(oursOf);
        const name = furtherColumn(columnKey(header[at] ?? ''), read[at] ?? '', read, kindOf(address, network));
        return name === undefined || read.includes(oursOf(name)) ? undefined : name;
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
