/** What files of other programs are, by their first bytes, and how to get a file from them that can be imported. */

interface FileKind {
  readonly starts: RegExp;
  readonly is: string;
}

const asTable = 'save it as .xlsx or CSV';

/** Tested against the first bytes, each as a character. */
const kinds: readonly FileKind[] = [
  {
    starts: /^\xd0\xcf.\xe0/s,
    is: `This is an old spreadsheet (.xls) or one with a password: ${asTable}.`,
  },
  { starts: /^(?:\xef\xbb\xbf)?\s*%PDF-/, is: 'This is a PDF: export the table as CSV where it came from.' },
  {
    starts: /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>[^]{0,500}(?:Excel\.Sheet|urn:schemas-microsoft-com:office:spreadsheet)/,
    is: `This is an old XML spreadsheet (SpreadsheetML): open it, and ${asTable}.`,
  },
  {
    starts: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body|table|meta)\b/i,
    is: `This is a web page (HTML), whatever its name: open it in a spreadsheet program, and ${asTable}.`,
  },
  { starts: /^(?:\xef\xbb\xbf)?\s*<\?xml/, is: 'This is XML: export the data as CSV or JSON where it came from.' },
  { starts: /^PAR1/, is: 'This is a Parquet file: export the data as CSV or JSON.' },
  { starts: /^\{\\rtf/, is: `This is a text document (RTF): ${asTable}.` },
  { starts: /^SQLite format 3\0/, is: 'This is a SQLite database: export its table as CSV.' },
  { starts: /^7z\xbc\xaf/, is: 'This is a 7z archive: unpack it first.' },
  { starts: /^Rar!/, is: 'This is a RAR archive: unpack it first.' },
  { starts: /^\x28\xb5\x2f\xfd/, is: 'This is packed with zstd: unpack it first.' },
  { starts: /^BZh[1-9]/, is: 'This is packed with bzip2: unpack it first.' },
  { starts: /^\xfd7zXZ/, is: 'This is packed with xz: unpack it first.' },
  // eslint-disable-next-line no-control-regex -- gzip begins with a control character
  { starts: /^\x1f\x8b/, is: 'This is gzip within gzip: unpack it once first.' },
  {
    starts: /^\xff\xd8\xff|^\x89PNG|^GIF8|^RIFF[^]{4}WEBP/,
    is: 'This is a picture: export the table as CSV where it came from.',
  },
  { starts: /^[^]{257}ustar/, is: 'This is a tar archive: unpack it first.' },
];

/** Why a file that starts so cannot be imported; undefined when nothing speaks against it. */
export function kindOfFile(start: Buffer): string | undefined {
  const text = start.subarray(0, 1_000).toString('latin1');
  return kinds.find(({ starts }) => starts.test(text))?.is;
}
